// Requests that wait for the approval of somebody else, each step appended with the entry that says
// so. What a signature is worth is known to desk/approvals alone.
import type { ApprovalState } from '#shared/approvals/approval-methods.ts'
import type { AuditDraft, AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Cells, type Change, withoutNulls } from '../projections/changes.ts'
import { moneyOf, numberOrNull, type SqlRow } from '../journal/attempt-row.ts'
import type { Money } from '#shared/money.ts'
import { type DayAsked, type DayUse, openDayUse } from './day-use.ts'
import { openOwnWord } from './own-word.ts'
import { amountsIn, keptAmounts, type RunAmount } from './run-amounts.ts'

/** The text that was signed, and the signature in base64. */
interface Signed {
  body: string
  signature: string
}

export interface ApprovalRow {
  id: string
  service: string
  connectionId: string
  endpointId: string
  operation: string
  orderid: string
  clientOrderid: string
  place: string
  request: Record<string, string>
  amount: Money | null
  isFull: boolean
  /** The attempt that it would send again. */
  replaces: string | null
  /** Its id was typed, or is that of what it replaces: the digest is over it, too. */
  hasOwnId: boolean
  /** The run that it is of, and what that comes to; null where it is of a single request. */
  runId: string | null
  amounts: readonly RunAmount[] | null
  /** Hex; of a run, as it would be confirmed. */
  digest: string
  author: string
  seen: string
  askedAt: number
  expiresAt: number
  state: ApprovalState
  signatures: readonly Signed[]
  endedBy: string | null
  endedAt: number | null
  reason: string | null
  attemptId: string | null
}

type Asked = Omit<
  ApprovalRow,
  'state' | 'signatures' | 'endedBy' | 'endedAt' | 'reason' | 'attemptId'
>

/** How it ends. */
export interface End {
  state: Exclude<ApprovalState, 'WAITING'>
  by: string
  at: number
  reason?: string
  attemptId?: string
}

export interface Approvals {
  get(id: string): ApprovalRow | null
  /** Oldest first. */
  waiting(): ApprovalRow[]
  /** Newest first. */
  ended(limit: number): ApprovalRow[]
  waitingAt(place: string): ApprovalRow | null
  /** What waits for a request of this digest. */
  waitingFor(digest: string): ApprovalRow[]
  /** Of a run, newest first. */
  ofRun(runId: string): ApprovalRow[]
  ask(draft: AuditDraft, asked: Asked): void
  /** The change that asks for it, or ends it, for an entry that changes more. */
  askedFor(asked: Asked): Change
  endOf(id: string, end: End): Change
  sign(draft: AuditDraft, id: string, signatures: readonly Signed[]): void
  /** Throws where it ended before: the caller has looked. */
  end(draft: AuditDraft, id: string, end: End): void
  /** What a person confirmed from a moment on, by operation and currency. */
  confirmedIn(asked: DayAsked): DayUse[]
  /** Whether whoever asked for it also said that it did not happen, or cleared what contradicts. */
  isOwnWord(attemptId: string): boolean
  /** Runs it in one transaction. */
  together<T>(act: () => T): T
  /**
   * MONEY: a time that never goes back behind an entry of the log, also over a restart: a clock
   * that is set makes no approval last longer.
   */
  now(): number
}

export function openApprovals(
  db: Database,
  audit: AuditLog,
  { clock, monotonic }: { clock: () => number; monotonic: () => number },
): Approvals {
  const select = <Parameters extends unknown[]>(where: string) =>
    statement<Parameters, SqlRow>(db, `SELECT * FROM approval WHERE ${where}`)
  const selectOne = select<[string]>('id = ?')
  const selectWaiting = select<[]>("state = 'WAITING' ORDER BY asked_at, id")
  const selectEnded = select<[number]>("state <> 'WAITING' ORDER BY ended_at DESC, id LIMIT ?")
  const selectPlace = select<[string]>("place = ? AND state = 'WAITING'")
  const selectDigest = select<[string]>("digest = ? AND state = 'WAITING' ORDER BY asked_at, id")
  const selectRun = select<[string]>('run_id = ? ORDER BY asked_at DESC, id')
  const selectLast = statement<[]>(db, 'SELECT max(at_wall) FROM audit_entry', { as: 'value' })
  const opened = { wall: Number(selectLast.get() ?? 0), mono: monotonic() }
  const one = (row: SqlRow | undefined): ApprovalRow | null =>
    row === undefined ? null : rowOf(row)

  return {
    get: (id) => one(selectOne.get(id)),
    waiting: () => selectWaiting.all().map(rowOf),
    ended: (limit) => selectEnded.all(limit).map(rowOf),
    waitingAt: (place) => one(selectPlace.get(place)),
    waitingFor: (digest) => selectDigest.all(digest).map(rowOf),
    ofRun: (runId) => selectRun.all(runId).map(rowOf),
    ask: (draft, asked) =>
      inTransaction(db, () => void audit.append(draft, [['add', 'approval', cellsOf(asked)]])),
    askedFor: (asked) => ['add', 'approval', cellsOf(asked)],
    endOf: (id, end) => ['set', 'approval', endCells(id, end)],
    sign: (draft, id, signatures) =>
      inTransaction(
        db,
        () => void audit.append(draft, [['set', 'approval', { id, signatures: [...signatures] }]]),
      ),
    end: (draft, id, end) =>
      inTransaction(db, () => void audit.append(draft, [['set', 'approval', endCells(id, end)]])),
    confirmedIn: openDayUse(db),
    isOwnWord: openOwnWord(db),
    together: (act) => inTransaction(db, act),
    now: () => {
      const wall = Math.max(clock(), opened.wall + Math.floor(monotonic() - opened.mono))
      Object.assign(opened, { wall, mono: monotonic() })
      return wall
    },
  }
}

function cellsOf(asked: Asked): Cells {
  const { amount, amounts } = asked
  return withoutNulls({
    ...{ id: asked.id, service: asked.service, connection_id: asked.connectionId },
    ...{ endpoint_id: asked.endpointId, operation: asked.operation, replaces: asked.replaces },
    ...{ orderid: asked.orderid, client_orderid: asked.clientOrderid, place: asked.place },
    ...{ request: asked.request, is_full: asked.isFull ? 1 : 0, digest: asked.digest },
    ...{ amount_minor: amount?.minor ?? null, currency: amount?.currency ?? null },
    ...{ digits: amount?.digits ?? null, has_own_id: asked.hasOwnId ? 1 : 0 },
    ...{ run_id: asked.runId, amounts: amounts === null ? null : keptAmounts(amounts) },
    ...{ author: asked.author, seen: asked.seen, asked_at: asked.askedAt },
    ...{ expires_at: asked.expiresAt, state: 'WAITING', signatures: [] },
  })
}

const endCells = (id: string, { state, by, at, reason, attemptId }: End): Cells => ({
  ...{ id, state, ended_by: by, ended_at: at },
  ...(reason === undefined ? {} : { reason }),
  ...(attemptId === undefined ? {} : { attempt_id: attemptId }),
})

const text = (value: SqlRow[string] | undefined): string => String(value ?? '')
const textOrNull = (value: SqlRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

const rowOf = (row: SqlRow): ApprovalRow => ({
  ...{ id: text(row.id), service: text(row.service), connectionId: text(row.connection_id) },
  ...{ endpointId: text(row.endpoint_id), operation: text(row.operation) },
  ...{ replaces: textOrNull(row.replaces), hasOwnId: row.has_own_id === 1n },
  ...{
    runId: textOrNull(row.run_id),
    amounts: row.amounts === null ? null : amountsIn(text(row.amounts)),
  },
  ...{ orderid: text(row.orderid), clientOrderid: text(row.client_orderid) },
  ...{ place: text(row.place), amount: moneyOf(row), isFull: row.is_full === 1n },
  request: JSON.parse(text(row.request)) as Record<string, string>,
  ...{ digest: text(row.digest), author: text(row.author), seen: text(row.seen) },
  ...{ askedAt: Number(row.asked_at), expiresAt: Number(row.expires_at) },
  state: text(row.state) as ApprovalState,
  signatures: JSON.parse(text(row.signatures)) as Signed[],
  ...{ endedBy: textOrNull(row.ended_by), endedAt: numberOrNull(row.ended_at) },
  ...{ reason: textOrNull(row.reason), attemptId: textOrNull(row.attempt_id) },
})
