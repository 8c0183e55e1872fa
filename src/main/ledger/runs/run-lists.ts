// Reads runs and their rows: by state, by pages, and what they have come to. It changes nothing.
import type { AttemptState } from '#shared/attempt.ts'
import type { RunOperation, RunState } from '#shared/runs/run-state.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { type AlikeReads, openAlikeRows } from './alike-rows.ts'
import { openRunLooks, type RunLooks } from './run-looks.ts'
import { openRunPages, type RunPages } from './run-pages.ts'
import { rowRecordOf, runOf, type RunRecord, type RunRowRecord } from './run-record.ts'

interface MadeBefore {
  runId: string
  line: number
  actor: string
  at: number
}

interface NamedRow {
  at: number
  /** Empty where it was not given. */
  orderid: string
  clientOrderid: string
  /** As the gateway names it, empty where it does not; null before the check. */
  found: string | null
}

export interface RunLists extends RunPages, RunLooks, AlikeReads {
  get(id: string): RunRecord | null
  /** Newest first, without what was discarded. */
  recent(limit: number): RunRecord[]
  inRunStates(states: readonly RunState[]): RunRecord[]
  /** Asked inside the transaction in which one of its rows becomes SENDING. */
  stateOf(id: string): RunState | null
  /** How many of its rows are there, and how many of them were checked. */
  counted(id: string): { rows: number; checked: number }
  row(id: string, at: number): RunRowRecord | null
  /** At these places, in their order. */
  rowsAt(id: string, places: readonly number[]): RunRowRecord[]
  /** In their order, from `from` on. */
  rows(id: string, from: number, limit: number): RunRowRecord[]
  /** Of rows as `rows`, only which order each names, and which one the check found. */
  named(id: string, from: number, limit: number): NamedRow[]
  /** All rows on these orders, as the gateway names them, in their order. */
  ofOrders(id: string, orderids: readonly string[]): RunRowRecord[]
  /** Rows that wait for their turn, by their order's ids, in their order. */
  waiting(id: string): { at: number; orderid: string }[]
  /** Rows whose request is known to be done, in their order, with the order that it made. */
  doneRows(id: string): { row: RunRowRecord; orderid: string; clientOrderid: string }[]
  countOfRun(id: string, state: AttemptState): number
  /** The newest run of this list, by its bytes or by what it means; not one that was discarded. */
  ofList(list: {
    service: string
    operation: RunOperation
    bytesSha256: string
    meaning: string
  }): RunRecord | null
  /** IDs that other runs made for rows of each of these meanings. */
  ownIdsOf(meanings: readonly string[], but: string): (meaning: string) => string[]
  /** Of each, the newest row of another run that asked for the same, and whose request left. */
  madeBefore(meanings: readonly string[], but: string): (meaning: string) => MadeBefore | null
}

export function openRunLists(db: Database): RunLists {
  const list = (sql: string, ...values: unknown[]): SqlRow[] =>
    statement<unknown[], SqlRow>(db, sql).all(...values)
  const one = (sql: string, ...values: unknown[]): SqlRow | undefined => list(sql, ...values)[0]
  const rowsAt: RunLists['rowsAt'] = (id, places) =>
    list(
      `SELECT * FROM run_row WHERE run_id = ? AND at IN (SELECT value FROM json_each(?)) ORDER BY at`,
      id,
      JSON.stringify(places),
    ).map(rowRecordOf)
  return {
    get: (id) => {
      const row = one('SELECT * FROM run WHERE id = ?', id)
      return row === undefined ? null : runOf(row)
    },
    recent: (limit) =>
      list(
        `SELECT * FROM run WHERE state <> 'DROPPED' ORDER BY made_number DESC LIMIT ?`,
        limit,
      ).map(runOf),
    inRunStates: (states) =>
      list(
        'SELECT * FROM run WHERE state IN (SELECT value FROM json_each(?)) ORDER BY made_number',
        JSON.stringify(states),
      ).map(runOf),
    stateOf: (id) => {
      const row = one('SELECT state FROM run WHERE id = ?', id)
      return row === undefined ? null : (String(row.state) as RunState)
    },
    counted: (id) => {
      const row = one(
        'SELECT count(*) AS rows, count(grp) AS checked FROM run_row WHERE run_id = ?',
        id,
      )
      return { rows: Number(row?.rows ?? 0), checked: Number(row?.checked ?? 0) }
    },
    row: (id, at) => {
      const row = one('SELECT * FROM run_row WHERE run_id = ? AND at = ?', id, at)
      return row === undefined ? null : rowRecordOf(row)
    },
    rowsAt,
    rows: (id, from, limit) =>
      list(
        'SELECT * FROM run_row WHERE run_id = ? AND at >= ? ORDER BY at LIMIT ?',
        id,
        from,
        limit,
      ).map(rowRecordOf),
    named: (id, from, limit) =>
      statement<unknown[], NamedRow>(db, namedSql, { integers: 'number' }).all(id, from, limit),
    ofOrders: (id, orderids) =>
      list(
        `SELECT * FROM run_row WHERE run_id = ? AND known_orderid IN (SELECT value FROM json_each(?))
         ORDER BY at`,
        id,
        JSON.stringify(orderids),
      ).map(rowRecordOf),
    ...openRunPages(db),
    ...openRunLooks(db),
    ...openAlikeRows(db),
    waiting: (id) =>
      list(`${waitingSql} ORDER BY r.at`, id).map((row) => ({
        at: Number(row.at),
        orderid: String(row.known_orderid ?? ''),
      })),
    ...ofPayouts(list),
    countOfRun: (id, state) =>
      Number(one('SELECT count(*) AS n FROM attempt WHERE run_id = ? AND state = ?', id, state)?.n),
    ofList: ({ service, operation, bytesSha256, meaning }) => {
      const row = one(listSql, service, operation, bytesSha256, meaning)
      return row === undefined ? null : runOf(row)
    },
    madeBefore: madeBeforeIn(list),
  }
}

type List = (sql: string, ...values: unknown[]) => SqlRow[]

const madeBeforeIn =
  (list: List): RunLists['madeBefore'] =>
  (meanings, but) => {
    const found = new Map(
      list(madeSql, JSON.stringify(meanings), but).map((row) => [
        String(row.meaning),
        {
          runId: String(row.run_id),
          line: Number(row.line),
          actor: String(row.actor),
          at: Number(row.sent_at),
        },
      ]),
    )
    return (meaning) => found.get(meaning) ?? null
  }

const ofPayouts = (list: List): Pick<RunLists, 'doneRows' | 'ownIdsOf'> => ({
  doneRows: (id) =>
    list(doneSql, id).map((row) => ({
      row: rowRecordOf(row),
      orderid: String(row.made_orderid),
      clientOrderid: String(row.made_own_id),
    })),
  ownIdsOf: (meanings, but) => {
    const found = Map.groupBy(
      list(
        `SELECT DISTINCT meaning, known_own_id FROM run_row
         WHERE meaning IN (SELECT value FROM json_each(?)) AND run_id <> ? AND known_own_id <> ''`,
        JSON.stringify(meanings),
        but,
      ),
      ({ meaning }) => String(meaning),
    )
    return (meaning) => (found.get(meaning) ?? []).map((row) => String(row.known_own_id))
  },
})

const namedSql = `
  SELECT at, orderid, client_orderid AS clientOrderid,
    CASE WHEN grp IS NOT NULL THEN coalesce(known_orderid, '') END AS found
  FROM run_row WHERE run_id = ? AND at >= ? ORDER BY at LIMIT ?`

/** Rows that were confirmed, and that no request which may have left stands for. */
const waitingSql = `
  SELECT r.at, r.known_orderid FROM run_row r WHERE r.run_id = ? AND r.is_in = 1 AND r.skip IS NULL
    AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.run_id = r.run_id AND a.run_at = r.at
      AND a.state NOT IN ('DRAFT', 'EXPIRED', 'UNDONE'))`

const doneSql = `
  SELECT r.*, a.orderid AS made_orderid, a.client_orderid AS made_own_id FROM run_row r
  JOIN attempt a ON a.run_id = r.run_id AND a.run_at = r.at
  WHERE r.run_id = ? AND (a.state = 'SUCCEEDED'
    OR (a.state = 'RESOLVED_BY_HAND' AND a.hand_outcome = 'happened'))
  ORDER BY r.at`

const listSql = `
  SELECT * FROM run WHERE service = ? AND operation = ? AND state <> 'DROPPED'
    AND (json_extract(source, '$.bytesSha256') = ? OR json_extract(source, '$.meaning') = ?)
  ORDER BY made_number DESC LIMIT 1`

/** Of each meaning the row with the largest number: SQLite takes all other columns from it, too. */
const madeSql = `
  SELECT r.meaning, r.run_id, r.line, a.actor, a.sent_at, max(a.made_number) FROM run_row r
  JOIN attempt a ON a.run_id = r.run_id AND a.run_at = r.at
  WHERE r.meaning IN (SELECT value FROM json_each(?)) AND r.run_id <> ? AND a.sent_at IS NOT NULL
    AND a.state NOT IN ('NOT_SENT', 'REJECTED', 'DECLINED', 'FAILED')
    AND a.hand_outcome IS NOT 'did-not-happen'
  GROUP BY r.meaning`
