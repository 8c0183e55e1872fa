// The book of reports that were matched: where each came from, its lines, what was found, and what
// people said of lines. Each is a fact of the log, written with its entry. It matches nothing.
import { hash } from 'node:crypto'
import type { AuditDraft, AuditLog } from '../audit/audit.ts'
import { reconciliationSubject } from '#shared/reconcile/reconciliation-subject.ts'
import { lineOfAside } from '#shared/reconcile/reconcile-methods.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { nextNumber, put } from '../projections/changes.ts'
import {
  type DecisionRecord,
  decisionOf,
  type KeptLine,
  packLines,
  type ReconcileResult,
  type SaidAside,
  reconciliationOf,
  type ReconciliationRecord,
  type SaidDecision,
  unpackLines,
} from './reconciliation-record.ts'

type NewReconciliation = Pick<
  ReconciliationRecord,
  'id' | 'service' | 'connectionId' | 'source' | 'rows' | 'actor'
>

export interface ReconciliationBook {
  create(one: NewReconciliation): ReconciliationRecord
  /** The next lines of the report, in their order. */
  addLines(id: string, lines: readonly KeptLine[], actor: string): void
  /** `again`: a result was kept before. */
  keepResult(id: string, result: ReconcileResult, actor: string): ReconciliationRecord
  decide(id: string, decision: Omit<DecisionRecord, 'agreed'>, pile: string): void
  /** A second person says the same of a line. */
  agree(id: string, line: number, by: { actor: string; at: number }): void
  /** It counts for no report any more, or again where `isAside` is false. */
  setAside(id: string, isAside: boolean, by: SaidAside): void
  /** A second person says the same of the whole report. */
  agreeAside(id: string, actor: string): void
  get(id: string): ReconciliationRecord | null
  /** What a person said of a line last. */
  decision(id: string, line: number): SaidDecision | null
  /** Of a report the lines of this part, counted from 0; null where it has no such part. */
  linesOfPart(id: string, part: number): KeptLine[] | null
  /** Newest first. */
  list(limit: number): ReconciliationRecord[]
  /** All that were matched and of whose file none is a newer reading; the newest first. */
  current(): ReconciliationRecord[]
  /** The newest report of these bytes or this meaning, of which all lines are kept. */
  ofReport(report: {
    service: string
    bytesSha256: string
    meaning: string
  }): ReconciliationRecord | null
  /** The reading of this file that counts; null where none does. */
  ofFile(service: string, file: { bytesSha256: string; sheet: string | null }): ReadingOfFile | null
}

type ReadingOfFile = Pick<ReconciliationRecord, 'id' | 'rows' | 'actor' | 'createdAt'>

/** MONEY: what one person set aside counts until the second one agreed. */
export const countsSql = "(aside IS NULL OR aside ->> '$.waits' = 1)"

/** Reports with a kept result that count and of whose file none is a newer reading. */
export const currentSql = `made_number IN
  (SELECT max(made_number) FROM (SELECT * FROM reconciliation WHERE ${countsSql})
   WHERE kept = rows AND result IS NOT NULL
   GROUP BY service, source ->> '$.bytesSha256', coalesce(source ->> '$.sheet', ''))`

export function openReconciliations(
  db: Database,
  audit: AuditLog,
  clock: () => number,
): ReconciliationBook {
  const get = (id: string): ReconciliationRecord | null => {
    const row = statement<[string], SqlRow>(db, 'SELECT * FROM reconciliation WHERE id = ?').get(id)
    return row === undefined ? null : reconciliationOf(row)
  }
  const mustGet = (id: string): ReconciliationRecord => {
    const found = get(id)
    if (found === null) throw new Error(`reconciliation ${id} vanished`)
    return found
  }
  const draft = (id: string, actor: string, kind: AuditDraft['kind']) => ({
    ...{ actor, kind, outcome: 'ok', subject: reconciliationSubject(id) },
    origin: actor === 'paydesk' ? ('desk' as const) : ('operator' as const),
  })
  return {
    get,
    decision: (id, line) => decisionsOf(db, id).get(line) ?? null,
    create: ({ id, service, connectionId, source, rows, actor }) =>
      inTransaction(db, () => {
        const made_number = nextNumber(db, 'reconciliation', 'made_number')
        const cells = {
          ...{ id, made_number, service, connection_id: connectionId, source, rows, kept: 0 },
          ...{ actor, created_at: clock() },
        }
        const details = { connectionId, rows, source }
        audit.append({ ...draft(id, actor, 'reconcile:report-taken'), details }, [
          ['add', 'reconciliation', cells],
        ])
        return mustGet(id)
      }),
    addLines: (id, lines, actor) =>
      inTransaction(db, () => {
        const { kept } = mustGet(id)
        const details = { firstLine: lines[0]?.line ?? 0, rows: lines.length }
        const part = nextPart(db, id)
        audit.append({ ...draft(id, actor, 'reconcile:lines-kept'), details }, [
          ['set', 'reconciliation', { id, kept: kept + lines.length }],
          ['add', 'reconciliation_part', { reconciliation_id: id, part, lines: packLines(lines) }],
        ])
      }),
    keepResult: (id, result, actor) =>
      inTransaction(db, () => {
        const isFirst = mustGet(id).result === null
        const kind = isFirst ? 'reconcile:matched' : 'reconcile:matched-again'
        const { piles, digest, upToEntry } = result
        audit.append({ ...draft(id, actor, kind), details: { piles, digest, upToEntry } }, [
          ['set', 'reconciliation', { id, result }],
        ])
        return mustGet(id)
      }),
    ...deciding(db, { audit, mustGet, draft }),
    ...reportReads(db),
  }
}

interface Writing {
  audit: AuditLog
  mustGet: (id: string) => ReconciliationRecord
  draft: (
    id: string,
    actor: string,
    kind: AuditDraft['kind'],
  ) => Omit<AuditDraft, 'details'> & { subject: string }
}

const withDigest = (id: string, { actor, at, reason, ...more }: SaidAside): SaidAside => ({
  ...{ actor, at, reason, ...more },
  ...(more.waits === true
    ? { about: hash('sha256', JSON.stringify([id, actor, at, reason])) }
    : {}),
})

/** What people say of lines and of whole reports. */
const deciding = (
  db: Database,
  { audit, mustGet, draft }: Writing,
): Pick<ReconciliationBook, 'decide' | 'agree' | 'setAside' | 'agreeAside'> => ({
  decide: (id, { line, decision, about, reason, actor, at, byTwo }, pile) =>
    inTransaction(db, () => {
      const key = { reconciliation_id: id, line }
      const details = { line, decision, pile, about, reason, ...(byTwo ? { byTwo } : {}) }
      const cells = { decision, about, reason, actor, at, by_two: byTwo ? 1 : 0, agreed: null }
      audit.append({ ...draft(id, actor, 'reconcile:decided'), details }, [
        put(db, 'reconciliation_decision', key, cells),
      ])
    }),
  agree: (id, line, by) =>
    inTransaction(db, () => {
      const said = decisionsOf(db, id).get(line)
      if (said === undefined) throw new Error(`nobody said anything of line ${line} of ${id}`)
      const { decision, about, actor: of } = said
      const details = { line, decision, about, of }
      audit.append({ ...draft(id, by.actor, 'reconcile:agreed'), details }, [
        ['set', 'reconciliation_decision', { reconciliation_id: id, line, agreed: by }],
      ])
    }),
  setAside: (id, isAside, by) =>
    inTransaction(db, () => {
      const { actor, reason } = by
      const kind = isAside ? 'reconcile:report-aside' : 'reconcile:report-counts'
      const { name } = mustGet(id).source
      const details = { reason, name, ...(by.waits === true ? { byTwo: true } : {}) }
      audit.append({ ...draft(id, actor, kind), details }, [
        ['set', 'reconciliation', { id, aside: isAside ? withDigest(id, by) : null }],
      ])
    }),
  agreeAside: (id, actor) =>
    inTransaction(db, () => {
      const { aside } = mustGet(id)
      if (aside === null) throw new Error(`nobody set report ${id} aside`)
      const { waits: _waits, ...said } = aside
      const { about } = aside
      const details = { line: lineOfAside, decision: 'aside', about, of: said.actor }
      audit.append({ ...draft(id, actor, 'reconcile:agreed'), details }, [
        ['set', 'reconciliation', { id, aside: { ...said, agreedBy: actor } }],
      ])
    }),
})

/** Which reports there are; none of it writes. */
const reportReads = (
  db: Database,
): Pick<ReconciliationBook, 'linesOfPart' | 'list' | 'current' | 'ofReport' | 'ofFile'> => ({
  linesOfPart: (id, part) => {
    const lines = statement<[string, number], string>(
      db,
      'SELECT lines FROM reconciliation_part WHERE reconciliation_id = ? AND part = ?',
      { as: 'value' },
    ).get(id, part)
    return lines === undefined ? null : unpackLines(lines)
  },
  list: (limit) =>
    statement<[number], SqlRow>(
      db,
      'SELECT * FROM reconciliation ORDER BY made_number DESC LIMIT ?',
    )
      .all(limit)
      .map(reconciliationOf),
  current: () => {
    const sql = `SELECT * FROM reconciliation WHERE ${currentSql} ORDER BY made_number DESC`
    return statement<[], SqlRow>(db, sql).all().map(reconciliationOf)
  },
  ofReport: ({ service, bytesSha256, meaning }) => {
    const row = statement<[string, string, string], SqlRow>(
      db,
      `SELECT * FROM reconciliation WHERE service = ? AND kept = rows AND ${countsSql} AND (source ->> '$.bytesSha256' = ?
         OR source ->> '$.meaning' = ?) ORDER BY made_number DESC LIMIT 1`,
    ).get(service, bytesSha256, meaning)
    return row === undefined ? null : reconciliationOf(row)
  },
  ofFile: (service, { bytesSha256, sheet }) => {
    const row = statement<[string, string, string], SqlRow>(
      db,
      `SELECT * FROM reconciliation WHERE service = ? AND kept = rows AND ${countsSql}
         AND source ->> '$.bytesSha256' = ? AND coalesce(source ->> '$.sheet', '') = ?
         ORDER BY made_number DESC LIMIT 1`,
    ).get(service, bytesSha256, sheet ?? '')
    return row === undefined ? null : reconciliationOf(row)
  },
})

const nextPart = (db: Database, id: string): number =>
  Number(
    statement<[string], bigint | number>(
      db,
      'SELECT count(*) FROM reconciliation_part WHERE reconciliation_id = ?',
      { as: 'value' },
    ).only(id),
  )

/** Of its file the other readings. */
export const readingsOf = (db: Database, id: string): string[] =>
  statement<[string, string], string>(
    db,
    `SELECT b.id FROM reconciliation a JOIN reconciliation b ON b.service = a.service AND b.id <> ?
       AND b.source ->> '$.bytesSha256' = a.source ->> '$.bytesSha256'
       AND coalesce(b.source ->> '$.sheet', '') = coalesce(a.source ->> '$.sheet', '') WHERE a.id = ?`,
    { as: 'value' },
  ).all(id, id)

/** By line. */
export function decisionsOf(db: Database, id: string): Map<number, SaidDecision> {
  const rows = statement<[string], SqlRow>(
    db,
    'SELECT * FROM reconciliation_decision WHERE reconciliation_id = ?',
  ).all(id)
  if (rows.length === 0) return new Map()
  const entries = statement<[string], { line: bigint | number; entry: bigint | number }>(
    db,
    `SELECT CAST(body AS TEXT) ->> '$.details.line' AS line, max(seq) AS entry FROM audit_entry
       WHERE subject = ? AND kind = 'reconcile:decided' AND json_valid(CAST(body AS TEXT)) GROUP BY 1`,
  ).all(reconciliationSubject(id))
  const entryOf = new Map(entries.map(({ line, entry }) => [Number(line), Number(entry)]))
  return new Map(
    rows.map((row) => {
      const line = Number(row.line)
      return [line, { ...decisionOf(row), entry: entryOf.get(line) ?? 0, saidIn: id }]
    }),
  )
}
