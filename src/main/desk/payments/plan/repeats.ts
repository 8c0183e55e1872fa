// What a person may not know when they ask for the same once more: that the request whose answer
// was lost has been done after all, that one of this amount left before, and that the gateway tells
// of one that somebody else sent. It changes nothing.
import { say } from '#shared/message.ts'
import { unspentStates } from '#shared/attempt.ts'
import type { Fault } from '#shared/fault.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { nameOfRequest } from '#shared/gateway/request-name.ts'
import { outcomeOf, statusTypesOf } from '#shared/gateway/status/status.ts'
import { isSameMoney, type Money } from '#shared/money.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { succeededSince } from '../../base/faults.ts'

export interface AnnouncedPorts extends Pick<DeskPorts, 'journal'> {
  /** Requests whose success a person was told; after a restart they are told once more. */
  announced: Set<string>
}

/**
 * MONEY: refuses the first review after a request without an answer was found done: whoever asks
 * again need not have read that. Found by this very review it stops whatever is asked for, found
 * earlier only what moves the same. `before` are the requests of the order as they were.
 */
export function unannouncedSuccess(
  ports: AnnouncedPorts,
  place: OrderPlace,
  before: readonly AttemptRow[],
  asked: { operation: ActionId; moves: Money | null },
): Fault | null {
  const unknown = new Set(before.filter(({ state }) => state === 'UNKNOWN').map(({ id }) => id))
  const done = ports.journal
    .ofOrder(place)
    .findLast(
      (row) =>
        row.state === 'SUCCEEDED' &&
        (unknown.has(row.id) ||
          (wasLost(row) && !ports.announced.has(row.id) && isRepeat(row, asked))),
    )
  if (done === undefined) return null
  ports.announced.add(done.id)
  return succeededSince(nameOfRequest(done), done.id)
}

/** No answer came, or one that says no more than that something went wrong. */
const wasLost = ({ answer }: AttemptRow): boolean =>
  answer === null || /error$/.test(answer['type'] ?? '')

const isRepeat = (
  row: AttemptRow,
  { operation, moves }: { operation: ActionId; moves: Money | null },
): boolean =>
  row.operation === operation &&
  row.amount !== null &&
  moves !== null &&
  isSameMoney(row.amount, moves)

/** Requests of the order that moved the same before, or may have. Oldest first. */
export const repeatsOf = (
  ports: { journal: Pick<DeskPorts['journal'], 'ofOrder'> },
  place: OrderPlace,
  asked: { operation: ActionId; moves: Money | null },
): AttemptRow[] =>
  ports.journal.ofOrder(place).filter((row) => isRepeat(row, asked) && !isUnspent(row))

/**
 * What the gateway tells of the same operation on the order, of this amount or of any: done, or
 * under way. Null where it tells of none.
 * MONEY: another computer may have sent it, and all that is known of that here is what the gateway
 * tells. What is left of an order is not known to whoever reads its status for the first time after
 * a refund.
 */
export function toldElsewhere(
  ports: { orders: Pick<DeskPorts['orders'], 'snapshots'> },
  place: OrderPlace,
  { operation, moves }: { operation: ActionId; moves: Money | null },
): Money | null {
  const types = statusTypesOf(operation)
  const told = ports.orders
    .snapshots(place)
    .findLast(
      ({ transactionType, amount, status, stage }) =>
        types.includes(transactionType) &&
        amount !== null &&
        (moves === null || isSameMoney(amount, moves)) &&
        ['approved', 'processing'].includes(outcomeOf(status, stage)),
    )
  return told?.amount ?? null
}

/** Says that one of this amount left before; two that are meant are possible. */
export function repeatWarnings(
  ports: Pick<DeskPorts, 'connections' | 'journal' | 'orders'>,
  place: OrderPlace,
  operation: ActionId,
  moves: Money | null,
): string[] {
  if (moves === null) return []
  const facts = { operation: { noun: operation }, amount: moves }
  const wasSent = repeatsOf(ports, place, { operation, moves }).length > 0
  const isTold = !wasSent && toldElsewhere(ports, place, { operation, moves }) !== null
  return [
    ...(wasSent ? [say('requests.sent-before', facts)] : []),
    ...(isTold ? [say('requests.told-before', facts)] : []),
    ...unnamedDeclines(ports, place, operation),
  ]
}

/**
 * MONEY: the status of an order tells a transaction, and not whose it is: a declined one that
 * closed a request may have been somebody else's, and the request itself may still arrive.
 */
function unnamedDeclines(
  ports: Pick<DeskPorts, 'connections' | 'journal'>,
  place: OrderPlace,
  operation: ActionId,
): string[] {
  const isAskedByName = ({ connectionId }: AttemptRow): boolean =>
    ports.connections.find(connectionId)?.settings.statusBy === 'request'
  const closed = ports.journal
    .ofOrder(place)
    .findLast(
      (row) =>
        row.operation === operation &&
        (row.state === 'DECLINED' || row.state === 'FAILED') &&
        row.resolvedBy !== null &&
        !isAskedByName(row),
    )
  if (closed === undefined) return []
  return [say('requests.decline-not-named', { request: nameOfRequest(closed) })]
}

const isUnspent = ({ state, handOutcome }: AttemptRow): boolean =>
  (unspentStates as readonly string[]).includes(state) || handOutcome === 'did-not-happen'
