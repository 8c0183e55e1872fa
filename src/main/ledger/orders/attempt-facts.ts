// A request of the journal as the sums of its order count it. Pure.
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { type AttemptRow, moneyOf, type SqlRow } from '../journal/attempt-row.ts'

type Counted = Pick<
  AttemptRow,
  | 'id'
  | 'operation'
  | 'state'
  | 'handOutcome'
  | 'amount'
  | 'resolvedBy'
  | 'snapshot'
  | 'conflict'
  | 'createdAt'
>

const attemptFactOf = (row: Counted): AttemptFact => ({
  id: row.id,
  operation: row.operation,
  // A person's finding counts in the sums like the gateway's.
  state:
    row.state === 'RESOLVED_BY_HAND'
      ? row.handOutcome === 'happened'
        ? 'SUCCEEDED'
        : 'FAILED'
      : row.state,
  amount: row.amount,
  resolvedBy: row.resolvedBy,
  sentAfter: seqIn(row.snapshot),
  conflict: row.conflict,
  createdAt: row.createdAt,
})

/** The place of the answer that was read just before sending. */
const seqIn = (snapshot: string | null): number | null =>
  snapshot === null ? null : (JSON.parse(snapshot) as Pick<StoredSnapshot, 'seq'>).seq

/** Of a row, what attemptFactIn() reads. */
export const attemptFactColumns = [
  ...['id', 'operation', 'state', 'hand_outcome', 'amount_minor', 'currency', 'digits'],
  ...['resolved_by', 'snapshot', 'conflict', 'created_at'],
].join(', ')

export const attemptFactIn = (row: SqlRow): AttemptFact =>
  attemptFactOf({
    id: String(row.id),
    operation: String(row.operation),
    state: String(row.state) as AttemptRow['state'],
    handOutcome: row.hand_outcome as AttemptRow['handOutcome'],
    amount: moneyOf(row),
    resolvedBy: row.resolved_by === null ? null : Number(row.resolved_by),
    snapshot: row.snapshot as string | null,
    conflict: row.conflict as string | null,
    createdAt: Number(row.created_at),
  })
