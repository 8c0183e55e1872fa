// One attempt as the journal keeps it, and its mapping to and from SQLite (integers arrive as
// bigint).
import type { AttemptState, HandOutcome } from '#shared/attempt.ts'
import type { Money } from '#shared/money.ts'

/** A row of a run, by its place from 0. */
export interface RowPlace {
  runId: string
  at: number
}

export interface AttemptRow {
  id: string
  /** Whose order it is (src/shared/order-place.ts), whatever record it was sent through. */
  service: string
  connectionId: string
  endpointId: string
  operation: string
  risk: 'write' | 'money'
  orderid: string
  clientOrderid: string
  lockKey: string
  state: AttemptState
  amount: Money | null
  isFull: boolean
  /** Redacted fields as they are sent, without the signature. */
  request: Record<string, string>
  digest: string
  tokenHash: string | null
  expiresAt: number
  actor: string
  comment: string
  /** Fingerprint of the status the operator saw. */
  seen: string
  /** Fingerprint of the status read just before sending. */
  snapshot: string | null
  serialNumber: string | null
  answer: Record<string, string> | null
  /** What its last step said, or the newest look since. */
  message: string
  checkMessage: string | null
  conflict: string | null
  /** The newest answer about its order when a person last cleared a contradiction. */
  clearedSeq: number | null
  resolvedBy: number | null
  handOutcome: HandOutcome | null
  createdAt: number
  sentAt: number | null
  /**
   * Its place among the questions: one with a smaller number was asked before this was sent
   * (orders.ts).
   */
  sentNumber: number | null
  resolvedAt: number | null
  checks: number
  /** The attempt that this one sends again. */
  replaces: string | null
  /** The row of a run that it carries out; null for what was asked for by itself. */
  row: RowPlace | null
  /** Look-ups that count before a person may resolve it. */
  looks: number
  /** Looks that were answered since it was refused or resolved by hand. */
  watched: number
  /** The first of them is still to come. */
  awaitsLook: boolean
  nextCheckAt: number | null
  /** Its place among all that was confirmed; null until then. */
  confirmedNumber: number | null
}

export type SqlRow = Record<string, string | bigint | null>

export const moneyOf = (row: SqlRow, column = 'amount_minor'): Money | null =>
  typeof row[column] === 'bigint' && typeof row.currency === 'string'
    ? { minor: row[column], currency: row.currency, digits: Number(row.digits) }
    : null

const text = (value: string | bigint | null | undefined): string => String(value ?? '')
const textOrNull = (value: string | bigint | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)
export const numberOrNull = (value: string | bigint | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

export function attemptOf(row: SqlRow): AttemptRow {
  return {
    id: text(row.id),
    service: text(row.service),
    connectionId: text(row.connection_id),
    endpointId: text(row.endpoint_id),
    operation: text(row.operation),
    risk: text(row.risk) as AttemptRow['risk'],
    orderid: text(row.orderid),
    clientOrderid: text(row.client_orderid),
    lockKey: text(row.lock_key),
    state: text(row.state) as AttemptState,
    amount: moneyOf(row),
    isFull: row.is_full === 1n,
    request: JSON.parse(text(row.request)) as Record<string, string>,
    digest: text(row.digest),
    tokenHash: textOrNull(row.token_hash),
    expiresAt: Number(row.expires_at),
    actor: text(row.actor),
    comment: text(row.comment),
    seen: text(row.seen),
    snapshot: textOrNull(row.snapshot),
    serialNumber: textOrNull(row.serial_number),
    answer: row.answer === null ? null : (JSON.parse(text(row.answer)) as Record<string, string>),
    message: text(row.check_message ?? row.message),
    checkMessage: textOrNull(row.check_message),
    conflict: textOrNull(row.conflict),
    clearedSeq: numberOrNull(row.cleared_seq),
    resolvedBy: numberOrNull(row.resolved_by),
    handOutcome: textOrNull(row.hand_outcome) as HandOutcome | null,
    createdAt: Number(row.created_at),
    sentAt: numberOrNull(row.sent_at),
    sentNumber: numberOrNull(row.sent_number),
    resolvedAt: numberOrNull(row.resolved_at),
    checks: Number(row.checks),
    replaces: textOrNull(row.replaces),
    row: row.run_id === null ? null : { runId: text(row.run_id), at: Number(row.run_at) },
    looks: Number(row.looks),
    watched: Number(row.watched),
    awaitsLook: row.awaits_look === 1n,
    nextCheckAt: numberOrNull(row.next_check_at),
    confirmedNumber: numberOrNull(row.confirmed_number),
  }
}
