// Reads runs and their rows: by state, by pages, and what they have come to. It changes nothing.
import type { AttemptState } from '#shared/attempt.ts'
import type { RowGroup, RowOutcome, RunOperation, RunState } from '#shared/runs/run-state.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import {
  outcomeSql,
  rowRecordOf,
  runOf,
  type RunRecord,
  type RunRowRecord,
  shownOf,
  shownSql,
  type ShownRow,
} from './run-record.ts'

interface MadeBefore {
  runId: string
  line: number
  actor: string
  at: number
}

/** Which rows a page is of; all where nothing is said. */
type RowsOf = { group: RowGroup } | { outcomes: readonly RowOutcome[] } | null

export interface RunLists {
  get(id: string): RunRecord | null
  /** Newest first, without what was discarded. */
  recent(limit: number): RunRecord[]
  inRunStates(states: readonly RunState[]): RunRecord[]
  /** Asked inside the transaction in which one of its rows becomes SENDING. */
  stateOf(id: string): RunState | null
  /** How many of its rows are there, and how many of them were checked. */
  counted(id: string): { rows: number; checked: number }
  row(id: string, at: number): RunRowRecord | null
  /** In their order, from `from` on. */
  rows(id: string, from: number, limit: number): RunRowRecord[]
  /** All rows on these orders, as the gateway names them, in their order. */
  ofOrders(id: string, orderids: readonly string[]): RunRowRecord[]
  /** In their order, from behind `after` on; goes on at `next`. */
  shown(
    id: string,
    of: RowsOf,
    after: number,
    limit: number,
  ): { rows: ShownRow[]; next: number | null }
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
  /** IDs that other runs made for rows of this meaning. */
  ownIdsOf(meaning: string, but: string): string[]
  /** Newest first: a row of another run that asked for the same, and whose request left. */
  madeBefore(meaning: string, but: string): MadeBefore | null
}

export function openRunLists(db: Database): RunLists {
  const list = (sql: string, ...values: unknown[]): SqlRow[] =>
    statement<unknown[], SqlRow>(db, sql).all(...values)
  const one = (sql: string, ...values: unknown[]): SqlRow | undefined => list(sql, ...values)[0]
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
    rows: (id, from, limit) =>
      list(
        'SELECT * FROM run_row WHERE run_id = ? AND at >= ? ORDER BY at LIMIT ?',
        id,
        from,
        limit,
      ).map(rowRecordOf),
    ofOrders: (id, orderids) =>
      list(
        `SELECT * FROM run_row WHERE run_id = ? AND known_orderid IN (SELECT value FROM json_each(?))
         ORDER BY at`,
        id,
        JSON.stringify(orderids),
      ).map(rowRecordOf),
    shown: shownIn(list),
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
    madeBefore: (meaning, but) => {
      const row = one(madeSql, meaning, but)
      return row === undefined
        ? null
        : {
            runId: String(row.run_id),
            line: Number(row.line),
            actor: String(row.actor),
            at: Number(row.sent_at),
          }
    },
  }
}

type List = (sql: string, ...values: unknown[]) => SqlRow[]

const ofPayouts = (list: List): Pick<RunLists, 'doneRows' | 'ownIdsOf'> => ({
  doneRows: (id) =>
    list(doneSql, id).map((row) => ({
      row: rowRecordOf(row),
      orderid: String(row.made_orderid),
      clientOrderid: String(row.made_own_id),
    })),
  ownIdsOf: (meaning, but) =>
    list(
      `SELECT DISTINCT known_own_id FROM run_row
       WHERE meaning = ? AND run_id <> ? AND known_own_id <> ''`,
      meaning,
      but,
    ).map((row) => String(row.known_own_id)),
})

function shownIn(list: List): RunLists['shown'] {
  return (id, of, after, limit) => {
    const [where, values]: [string, unknown[]] =
      of === null
        ? ['', []]
        : 'group' in of
          ? ['AND r.grp = ?', [of.group]]
          : [`AND ${outcomeSql} IN (SELECT value FROM json_each(?))`, [JSON.stringify(of.outcomes)]]
    const rows = list(
      `${shownSql} WHERE r.run_id = ? AND r.at > ? ${where} ORDER BY r.at LIMIT ?`,
      ...[id, after, ...values, limit + 1],
    ).map(shownOf)
    const page = rows.slice(0, limit)
    return { rows: page, next: rows.length > limit ? (page.at(-1)?.at ?? null) : null }
  }
}

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

const madeSql = `
  SELECT r.run_id, r.line, a.actor, a.sent_at FROM run_row r
  JOIN attempt a ON a.run_id = r.run_id AND a.run_at = r.at
  WHERE r.meaning = ? AND r.run_id <> ? AND a.sent_at IS NOT NULL
    AND a.state NOT IN ('NOT_SENT', 'REJECTED', 'DECLINED', 'FAILED')
    AND a.hand_outcome IS NOT 'did-not-happen'
  ORDER BY a.made_number DESC LIMIT 1`
