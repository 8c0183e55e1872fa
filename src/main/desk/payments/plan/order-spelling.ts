// One order under two spellings of its number (`07123` and `+7123`): what was sent under one is
// missing in the sums of the other.
import { say } from '#shared/message.ts'
import { type Fault, inputFault } from '#shared/fault.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { DeskPorts } from '../../base/ports.ts'

/** MONEY: why nothing may be sent under this spelling of an order's number, or null. */
export function sentUnderOtherSpelling(
  ports: { journal: Pick<DeskPorts['journal'], 'sentAs'> },
  { service, orderid }: OrderPlace,
): Fault | null {
  const other = orderid === '' ? null : ports.journal.sentAs({ service, orderid })
  return other === null ? null : inputFault('orderid', say('requests.order-sent-as', { other }))
}
