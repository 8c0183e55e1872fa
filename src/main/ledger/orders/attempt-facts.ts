// A request of the journal as the sums of its order count it. Pure.
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import type { AttemptRow } from '../journal/attempt-row.ts'

export const attemptFactOf = (row: AttemptRow): AttemptFact => ({
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
