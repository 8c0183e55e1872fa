// The door for ids that are typed or handed on: one that looks like a card number is taken only
// when Paydesk knows it as an order's. An order that is here already is one, whatever its number
// looks like.
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import { cardNumberTyped } from '#shared/card-refusal.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, inputFault } from '#shared/fault.ts'
import type { DeskPorts } from '../base/ports.ts'

const names = ['value', 'orderid', 'client_orderid', 'client-order-id', 'client-orderid'] as const

/** The first id that is refused, or null. */
export function cardNumberAsId(
  { orders, journal, connections }: Pick<DeskPorts, 'orders' | 'journal' | 'connections'>,
  connection: Connection,
  fields: Readonly<Record<string, string>>,
): Fault | null {
  const odd = names.filter((name) => holdsCardNumber(fields[name] ?? ''))
  if (odd.length === 0) return null
  const known = [fields['orderid'], fields['value']].flatMap((orderid = '') => {
    const order = orders.get(connection.id, orderid)
    if (order !== null) return [orderid, order.clientOrderid]
    const place = { service: connections.gatewayOf(connection), orderid }
    return journal.ofOrder(place).flatMap((row) => [row.orderid, row.clientOrderid])
  })
  const strange = odd.find((name) => !known.includes(fields[name] ?? ''))
  return strange === undefined ? null : inputFault(strange, cardNumberTyped)
}
