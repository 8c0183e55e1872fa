// What a person may not know when they ask for the same once more: that the request whose answer
// was lost has been done after all, and that one of this amount left before. It changes nothing.
import { say } from '#shared/message.ts'
import { unspentStates } from '#shared/attempt.ts'
import type { Fault } from '#shared/fault.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { formatAmount, isSameMoney, type Money, toText } from '#shared/money.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../../ports.ts'

/**
 * MONEY: refuses the review whose own question found an unknown request done: whoever asks for it
 * again has not read that. `before` are the requests of the order as they were.
 */
export function foundDone(
  ports: DeskPorts,
  place: OrderPlace,
  before: readonly AttemptRow[],
): Fault | null {
  const unknown = new Set(before.filter(({ state }) => state === 'UNKNOWN').map(({ id }) => id))
  const done = ports.journal
    .ofOrder(place)
    .find(({ id, state }) => state === 'SUCCEEDED' && unknown.has(id))
  return done === undefined
    ? null
    : {
        kind: 'denied',
        sent: 'no',
        reason: 'told-since',
        message: say('an-earlier-request-was-found-done', {
          operation: verbOf(done.operation),
          amount: done.amount === null ? '' : formatAmount(toText(done.amount)),
        }),
        attemptId: done.id,
      }
}

/** Says that one of this amount left before; two that are meant are possible. */
export function repeatWarnings(
  ports: DeskPorts,
  place: OrderPlace,
  operation: ActionId,
  moves: Money | null,
): string[] {
  if (moves === null) return []
  const isRepeat = ports.journal
    .ofOrder(place)
    .some(
      (row) =>
        row.operation === operation &&
        row.amount !== null &&
        isSameMoney(row.amount, moves) &&
        !isUnspent(row),
    )
  const amount = formatAmount(toText(moves))
  return isRepeat
    ? [say('one-of-this-amount-was-sent-before', { operation: verbOf(operation), amount })]
    : []
}

const isUnspent = ({ state, handOutcome }: AttemptRow): boolean =>
  (unspentStates as readonly string[]).includes(state) || handOutcome === 'did-not-happen'

const verbOf = (operation: string): string => (operation === 'return' ? 'refund' : operation)
