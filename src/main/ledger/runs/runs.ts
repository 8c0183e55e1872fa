// The book of runs: each arrow of their table and each fact of a row is one transaction with its
// entry in the log. It sends nothing and asks nobody; desk/runs does.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { mayRunMove, runSubject, type RunState } from '#shared/runs/run-state.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { isUniqueViolation } from '../journal/journal-refusals.ts'
import type { AuditDraft, AuditLog } from '../audit/audit.ts'
import { maskCardNumbers } from '../audit/mask.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Cells, type Change, nextNumber, withoutNulls } from '../projections/changes.ts'
import { openRunLists, type RunLists } from './run-lists.ts'
import { openRunSums, type SumsOf } from './run-sums.ts'
import { keptAmounts, type RunAmount } from '../approvals/run-amounts.ts'
import { type AskedRow, type RowCheck, runOf, type RunRecord } from './run-record.ts'

export interface RunStep {
  id: string
  from: readonly RunState[]
  to: RunState
  actor: string
  /** Why, where it is not simply what a person asked for. */
  why?: string | null
  /** More that changes with the state. */
  sets?: Partial<
    Pick<RunRecord, 'digest' | 'rowsIn' | 'reason' | 'checkedAt' | 'confirmedAt' | 'depth'>
  >
  /** For whom all of it counts from now on; null where that stays as it is. */
  counts?: (NonNullable<RunRecord['counted']> & { amounts: readonly RunAmount[] }) | null
  details?: Record<string, unknown>
  /** What the entry says instead, and what else it changes, once the guard let it pass. */
  entry?: AuditDraft
  changes?: (run: RunRecord) => readonly Change[]
  /** Runs inside the transaction, before the arrow is taken; a fault stops it. */
  guard?: (run: RunRecord) => Fault | null
}

export interface Runs extends RunLists {
  /** What its rows are, and what they have come to; counted in pages. */
  sums: SumsOf
  /** In the state READ, without its rows. */
  create(
    run: Pick<
      RunRecord,
      | 'id'
      | 'service'
      | 'connectionId'
      | 'operation'
      | 'source'
      | 'rows'
      | 'depth'
      | 'actor'
      | 'continues'
    >,
  ): RunRecord
  addRows(id: string, rows: readonly AskedRow[]): void
  move(step: RunStep): Result<RunRecord>
  /** Faults: the run is not in this state any more; nothing is written then. */
  noteChecks(
    id: string,
    checks: readonly (RowCheck & { at: number })[],
    by: { actor: string; kind: 'run:rows-checked' | 'run:rows-chosen'; reason?: string },
  ): Result<null>
  /** False when its request may have left, or the row was skipped before. */
  skip(id: string, at: number, why: string): boolean
}

const kindOf: Readonly<Record<RunState, AuditKind>> = {
  READ: 'run:read',
  CHECKING: 'run:checking',
  CHECKED: 'run:checked',
  PENDING_APPROVAL: 'run:pending-approval',
  CONFIRMED: 'run:confirmed',
  RUNNING: 'run:running',
  PAUSED: 'run:paused',
  DONE: 'run:done',
  STOPPED: 'run:stopped',
  DROPPED: 'run:discarded',
}

const columns = {
  digest: 'digest',
  rowsIn: 'rows_in',
  reason: 'reason',
  checkedAt: 'checked_at',
  confirmedAt: 'confirmed_at',
  depth: 'depth',
} as const

const endStates: readonly RunState[] = ['DONE', 'STOPPED', 'DROPPED']

export function openRuns(db: Database, audit: AuditLog, clock: () => number): Runs {
  const selectOne = statement<[string], SqlRow>(db, 'SELECT * FROM run WHERE id = ?')
  const mustGet = (id: string): RunRecord => {
    const row = selectOne.get(id)
    if (row === undefined) throw new Error(`run ${id} vanished`)
    return runOf(row)
  }
  const append = (
    id: string,
    entry: Pick<AuditDraft, 'actor' | 'kind' | 'details'>,
    changes: readonly Change[],
  ): void => {
    audit.append(
      {
        ...entry,
        // One that pauses by itself needs a person.
        outcome: entry.kind === 'run:paused' && entry.actor === 'paydesk' ? 'by-itself' : 'ok',
        origin: entry.actor === 'paydesk' ? 'desk' : 'operator',
        subject: runSubject(id),
      },
      changes,
    )
  }
  return {
    ...openRunLists(db),
    sums: openRunSums(db, audit),
    ...rowWriting(db, append, mustGet),
    create: (run) =>
      inTransaction(db, () => {
        const { id, service, connectionId, operation, source, rows, depth, actor } = run
        const cells = withoutNulls({
          ...{ id, made_number: nextNumber(db, 'run', 'made_number'), service, operation, rows },
          ...{ connection_id: connectionId, source, state: 'READ', depth, actor },
          ...{ created_at: clock(), continues: run.continues },
        })
        const details = { operation, rows, source, connectionId, continues: run.continues }
        append(id, { actor, kind: 'run:read', details }, [['add', 'run', cells]])
        return mustGet(id)
      }),
    move: (step) => {
      try {
        return inTransaction(db, () => take(step))
      } catch (error) {
        if (isUniqueViolation(error)) return fail(otherUnderWay)
        throw error
      }
    },
  }

  function take(step: RunStep): Result<RunRecord> {
    const row = selectOne.get(step.id)
    if (row === undefined) return fail(noRun)
    const run = runOf(row)
    const mayMove = mayRunMove(run.state, step.to, run.checkedAt !== null)
    if (!step.from.includes(run.state) || !mayMove) return fail(notThatState)
    const fault = step.guard?.(run) ?? null
    if (fault !== null) return fail(fault)
    const { id, to, actor, why = null, sets = {}, counts = null } = step
    const named = Object.entries(sets) as [keyof typeof columns, string | number | null][]
    const cells: Cells = {
      ...{ id, state: to, why },
      ...(endStates.includes(to) ? { ended_at: clock() } : {}),
      ...Object.fromEntries(named.map(([name, value]) => [columns[name], value])),
      ...(counts === null ? {} : countCells(counts)),
    }
    const details = { from: run.state, ...(why === null ? {} : { message: why }), ...step.details }
    const changes: Change[] = [['set', 'run', cells], ...(step.changes?.(run) ?? [])]
    if (step.entry === undefined) append(id, { actor, kind: kindOf[to], details }, changes)
    else audit.append({ ...step.entry, details: { ...details, ...step.entry.details } }, changes)
    return ok(mustGet(id))
  }
}

const countCells = ({ by, at, number, amounts }: NonNullable<RunStep['counts']>): Cells => ({
  ...{ counted_by: by, counted_at: at, counted_number: number },
  counted_sums: keptAmounts(amounts),
})

type Append = (
  id: string,
  entry: Pick<AuditDraft, 'actor' | 'kind' | 'details'>,
  changes: readonly Change[],
) => void

function rowWriting(
  db: Database,
  append: Append,
  mustGet: (id: string) => RunRecord,
): Pick<Runs, 'addRows' | 'noteChecks' | 'skip'> {
  const selectLeft = statement<[string, number], unknown>(
    db,
    `SELECT 1 FROM attempt WHERE run_id = ? AND run_at = ?
       AND state NOT IN ('EXPIRED', 'UNDONE', 'NOT_SENT')`,
  )
  const selectSkip = statement<[string, number], string | null>(
    db,
    'SELECT skip FROM run_row WHERE run_id = ? AND at = ?',
    { as: 'value' },
  )
  return {
    addRows: (id, rows) =>
      inTransaction(db, () => {
        const { actor } = mustGet(id)
        const details = { first: rows[0]?.at ?? 0, rows: rows.length }
        const changes = rows.map((row): Change => ['add', 'run_row', askedCells(id, row)])
        append(id, { actor, kind: 'run:rows-read', details }, changes)
      }),
    noteChecks: (id, checks, { actor, kind, reason }) =>
      inTransaction(db, () => {
        const state = kind === 'run:rows-checked' ? 'CHECKING' : 'CHECKED'
        if (mustGet(id).state !== state) return fail(notThatState)
        const details = {
          rows: checks.length,
          ...(reason === undefined ? {} : { reason }),
          ...(kind === 'run:rows-chosen'
            ? { lines: checks.map(({ at, isIn }) => ({ at, isIn })).slice(0, 200) }
            : {}),
        }
        const changes = checks.map((check): Change => ['set', 'run_row', checkCells(id, check)])
        append(id, { actor, kind, details }, changes)
        return ok(null)
      }),
    skip: (id, at, why) =>
      inTransaction(db, () => {
        if (selectLeft.get(id, at) !== undefined || selectSkip.get(id, at) !== null) return false
        const entry = {
          actor: 'paydesk',
          kind: 'run:row-skipped',
          details: { row: at, message: why },
        } as const
        append(id, entry, [['set', 'run_row', { run_id: id, at, skip: why }]])
        return true
      }),
  }
}

const askedCells = (id: string, row: AskedRow): Cells =>
  withoutNulls({
    ...{ run_id: id, at: row.at, line: row.line, orderid: row.orderid },
    ...{ client_orderid: row.clientOrderid, amount_minor: row.amount?.minor ?? null },
    ...{ currency: row.amount?.currency ?? null, digits: row.amount?.digits ?? null },
    // A second net behind the doors, as for every text that is kept.
    ...{ reason: maskCardNumbers(row.reason), meaning: row.meaning },
    // What looks like a card number was refused: a masked account would be another one.
    party: row.party === null ? null : JSON.stringify(row.party),
    beside: row.beside.length === 0 ? null : JSON.stringify(row.beside.map(maskCardNumbers)),
  })

const checkCells = (id: string, check: RowCheck & { at: number }): Cells => ({
  ...{ run_id: id, at: check.at, grp: check.group, finding: check.finding, way: check.way },
  ...{ known_orderid: check.orderid, known_own_id: check.clientOrderid },
  ...{ moves_minor: check.moves?.minor ?? null, moves_currency: check.moves?.currency ?? null },
  ...{ moves_digits: check.moves?.digits ?? null, left_minor: check.leftMinor },
  ...{ was_made: check.wasMade ? 1 : 0, asked_at: check.askedAt, is_in: check.isIn ? 1 : 0 },
  comment: check.comment === null ? null : maskCardNumbers(check.comment),
})

const noRun: Fault = {
  ...{ kind: 'denied', sent: 'no', reason: 'not-found', message: say('runs.no-such-run') },
}
const notThatState: Fault = {
  ...{ kind: 'denied', sent: 'no', reason: 'not-possible', message: say('runs.moved-on') },
}
const otherUnderWay: Fault = {
  ...{ kind: 'denied', sent: 'no', reason: 'not-possible', message: say('runs.other-under-way') },
}
