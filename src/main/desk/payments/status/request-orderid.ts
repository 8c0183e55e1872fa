// Gateways that give each capture, refund and void an order id of its own: which id that is, and
// what it has to be. Pure. MONEY: it comes from the gateway's first answer to this very request and
// from nowhere else, and it must be nobody else's.
import type { ConnectionSettings } from '#shared/connections/connection.ts'
import { isAction } from '#shared/gateway/flow.ts'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../../base/ports.ts'

type Named = Pick<AttemptRow, 'operation' | 'orderid' | 'answer' | 'state'>

/**
 * The order id under which the gateway tells this request; empty where it has none of its own. An
 * answer that could not be taken for the request's names nothing.
 */
export function requestOrderid(
  { operation, orderid, answer, state }: Named,
  { orderidOf }: Pick<ConnectionSettings, 'orderidOf'>,
): string {
  const isOwn = orderidOf === 'request' && isOperationId(operation) && isAction(operation)
  const named = answer?.['paynet-order-id'] ?? ''
  return isOwn && state === 'ACCEPTED' && named !== orderid ? named : ''
}

/** Whether an order id that came for a request is an order's, or another request's, here. */
export const isTakenId = (
  { orders, journal }: Pick<DeskPorts, 'orders' | 'journal'>,
  { id, service, orderid }: Pick<AttemptRow, 'id' | 'service' | 'orderid'>,
  named: string,
): boolean =>
  orders.newest({ service, orderid: named }) !== null ||
  journal.ofOrder({ service, orderid: named }).length > 0 ||
  journal
    .ofOrder({ service, orderid })
    .some((row) => row.id !== id && row.answer?.['paynet-order-id'] === named)
