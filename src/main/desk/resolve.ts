// A person settles an attempt the service gives no answer about, or clears a contradiction, saying how they know. It is audited
// with the reason; the sums then count what the person found. It never sends anything.
import { type HandOutcome, isFinal } from '#shared/attempt.ts'
import type { Result } from '#shared/fault.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { DeskPorts } from './ports.ts'

export function resolveByHand(
  ports: DeskPorts,
  input: { attemptId: string; outcome: HandOutcome; reason: string },
): Result<AttemptRow> {
  const attempt = ports.journal.get(input.attemptId)
  if (attempt !== null && isFinal(attempt.state) && attempt.conflict !== null)
    return ports.journal.clearConflict(attempt.id, ports.actor, input.reason)
  const happened = input.outcome === 'happened'
  return ports.journal.move({
    id: input.attemptId,
    from: ['UNKNOWN', 'ACCEPTED'],
    to: 'RESOLVED_BY_HAND',
    patch: {
      words: `Settled by hand as ${happened ? 'done' : 'not done'}: ${input.reason}`,
      handOutcome: input.outcome,
      conflict: null,
      settledAt: ports.clock(),
      nextCheckAt: null,
    },
    actor: ports.actor,
    origin: 'operator',
    details: { handOutcome: input.outcome, reason: input.reason },
    also: (row) => ports.orders.refresh(row.connectionId, row.orderid),
  })
}
