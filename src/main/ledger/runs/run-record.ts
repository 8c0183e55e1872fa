// A run and its rows as the ledger keeps them, and their mapping from SQLite (integers arrive as
// bigint). Pure.
import type { AttemptState } from '#shared/attempt.ts'
import type { Money } from '#shared/money.ts'
import type { RunSource } from '#shared/runs/run-row.ts'
import type {
  RowGroup,
  RowOutcome,
  RowWay,
  RunOperation,
  RunState,
} from '#shared/runs/run-state.ts'
import { moneyOf, numberOrNull, type SqlRow } from '../journal/attempt-row.ts'

export type CheckDepth = 'gateway' | 'known'

export interface RunRecord {
  id: string
  service: string
  connectionId: string
  operation: RunOperation
  source: RunSource | null
  rows: number
  state: RunState
  depth: CheckDepth
  /** Hex; null until it is confirmed. */
  digest: string | null
  /** How many rows were confirmed; null until then. */
  rowsIn: number | null
  reason: string
  why: string | null
  actor: string
  createdAt: number
  checkedAt: number | null
  confirmedAt: number | null
  endedAt: number | null
  continues: string | null
  /** For whom all of it counts on a day, since when, and its place among what was confirmed. */
  counted: { by: string; at: number; number: number } | null
}

/** What a row asks for, and what makes it known again. */
export interface AskedRow {
  at: number
  line: number
  /** Empty where it was not given. */
  orderid: string
  clientOrderid: string
  amount: Money | null
  reason: string
  /** Of what makes an order: whom it pays or charges, as fields of the gateway; else null. */
  party: Readonly<Record<string, string>> | null
  /** Cells of the list that are only kept; their names stand in the run's source. */
  beside: readonly string[]
  /** Hex. */
  meaning: string
}

/** What the check found of a row. */
export interface RowCheck {
  group: RowGroup
  /** Why it is not simply ready; null where nothing is to be said. */
  finding: string | null
  way: RowWay | null
  /** As the gateway names the order; empty for one that is still to be made. */
  orderid: string
  /** Of one that is still to be made, the ID that was made for it. */
  clientOrderid: string
  moves: Money | null
  /** Minor units of what it takes from that are left after it; null where nobody knows. */
  leftMinor: bigint | null
  /** It was asked for before. */
  wasMade: boolean
  /** When the gateway was asked; null where it was not. */
  askedAt: number | null
  isIn: boolean
  /** The text that the gateway is sent for its reason; null where a request has none. */
  comment: string | null
}

export interface RunRowRecord extends AskedRow {
  /** Null before the check. */
  check: RowCheck | null
  skip: string | null
}

/** A row with what became of it. */
export interface ShownRow extends RunRowRecord {
  outcome: RowOutcome
  attemptId: string | null
  /** As the gateway named what its request made; empty where it did not. */
  madeOrderid: string
  /** What its request says last. */
  message: string | null
  sentAt: number | null
  resolvedAt: number | null
  serialNumber: string | null
  /** Of the order, as the gateway last told them; empty where it did not. */
  customer: string
  card: string
  /** Of what was asked for, when its outcome says that it moved. */
  moved: Money | null
}

const textOrNull = (value: SqlRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

export const runOf = (row: SqlRow): RunRecord => ({
  id: String(row.id),
  service: String(row.service),
  connectionId: String(row.connection_id),
  operation: String(row.operation) as RunOperation,
  source: row.source === null ? null : (JSON.parse(String(row.source)) as RunSource),
  rows: Number(row.rows),
  state: String(row.state) as RunState,
  depth: String(row.depth) as CheckDepth,
  digest: textOrNull(row.digest),
  rowsIn: numberOrNull(row.rows_in),
  reason: String(row.reason),
  why: textOrNull(row.why),
  actor: String(row.actor),
  createdAt: Number(row.created_at),
  checkedAt: numberOrNull(row.checked_at),
  confirmedAt: numberOrNull(row.confirmed_at),
  endedAt: numberOrNull(row.ended_at),
  continues: textOrNull(row.continues),
  counted:
    typeof row.counted_by === 'string'
      ? { by: row.counted_by, at: Number(row.counted_at), number: Number(row.counted_number) }
      : null,
})

export const rowRecordOf = (row: SqlRow): RunRowRecord => ({
  at: Number(row.at),
  line: Number(row.line),
  orderid: String(row.orderid),
  clientOrderid: String(row.client_orderid),
  amount: moneyOf(row),
  reason: String(row.reason),
  party: row.party === null ? null : (JSON.parse(String(row.party)) as Record<string, string>),
  beside: row.beside === null ? [] : (JSON.parse(String(row.beside)) as string[]),
  meaning: String(row.meaning),
  check: checkOf(row),
  skip: textOrNull(row.skip),
})

function checkOf(row: SqlRow): RowCheck | null {
  if (row.grp === null) return null
  const { moves_currency: currency, moves_digits: digits } = row
  return {
    group: String(row.grp) as RowGroup,
    finding: textOrNull(row.finding),
    way: textOrNull(row.way) as RowWay | null,
    orderid: String(row.known_orderid ?? ''),
    clientOrderid: String(row.known_own_id ?? ''),
    moves: moneyOf({ ...row, currency: currency ?? null, digits: digits ?? null }, 'moves_minor'),
    leftMinor: typeof row.left_minor === 'bigint' ? row.left_minor : null,
    wasMade: row.was_made === 1n,
    askedAt: numberOrNull(row.asked_at),
    isIn: row.is_in === 1n,
    comment: textOrNull(row.comment),
  }
}

/** What became of a row whose newest request is in one of these states. */
export const statesOf: Readonly<Partial<Record<RowOutcome, readonly AttemptState[]>>> = {
  sending: ['APPROVED', 'SENDING'],
  processing: ['ACCEPTED'],
  unknown: ['UNKNOWN'],
  done: ['SUCCEEDED'],
  declined: ['DECLINED', 'FAILED', 'REJECTED'],
  resolved: ['RESOLVED_BY_HAND'],
  'not-sent': ['NOT_SENT'],
}

const whenSql = (outcome: RowOutcome): string =>
  `WHEN a.state IN (${(statesOf[outcome] ?? []).map((state) => `'${state}'`).join(', ')}) THEN '${outcome}'`

/**
 * What became of a row, in SQL over `r` and its newest request `a`. MONEY: a request that may have
 * left counts before anything else that is said of the row.
 */
export const outcomeSql = `CASE
  ${(['sending', 'processing', 'unknown', 'done', 'declined', 'resolved'] as const).map(whenSql).join(' ')}
  WHEN r.skip IS NOT NULL THEN 'skipped'
  WHEN r.is_in = 0 THEN 'left-out'
  ${whenSql('not-sent')}
  ELSE 'waiting' END`

/** Every row beside its newest request, and who paid its order. */
export const shownSql = `SELECT r.*, ${outcomeSql} AS outcome, a.id AS attempt_id, a.orderid AS made_orderid,
    coalesce(a.check_message, a.message) AS attempt_message, a.sent_at AS sent_at,
    a.resolved_at AS resolved_at, a.serial_number AS serial_number, a.state AS attempt_state,
    a.hand_outcome AS hand_outcome, o.customer AS customer, o.card AS card
  FROM run_row r LEFT JOIN run u ON u.id = r.run_id
  LEFT JOIN payment_order o ON o.connection_id = u.connection_id
    AND o.orderid = coalesce(nullif(r.known_orderid, ''), r.orderid)
  LEFT JOIN attempt a ON a.id = (SELECT b.id FROM attempt b
    WHERE b.run_id = r.run_id AND b.run_at = r.at ORDER BY b.made_number DESC LIMIT 1)`

export function shownOf(row: SqlRow): ShownRow {
  const record = rowRecordOf(row)
  const hasMoved =
    row.attempt_state === 'SUCCEEDED' ||
    (row.attempt_state === 'RESOLVED_BY_HAND' && row.hand_outcome === 'happened')
  return {
    ...record,
    outcome: String(row.outcome) as RowOutcome,
    attemptId: textOrNull(row.attempt_id),
    madeOrderid: textOrNull(row.made_orderid) ?? '',
    message: record.skip ?? textOrNull(row.attempt_message),
    sentAt: numberOrNull(row.sent_at),
    resolvedAt: numberOrNull(row.resolved_at),
    serialNumber: textOrNull(row.serial_number),
    customer: textOrNull(row.customer) ?? '',
    card: textOrNull(row.card) ?? '',
    moved: hasMoved ? (record.check?.moves ?? null) : null,
  }
}
