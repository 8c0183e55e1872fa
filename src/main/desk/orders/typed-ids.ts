// The door for ids that are typed or handed on: one that looks like a card number is taken only
// when Paydesk knows it as an order's. An order that is here already is one, whatever its number
// looks like.
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import { cardNumberTyped } from '#shared/card-refusal.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, inputFault } from '#shared/fault.ts'
import type { DeskPorts } from '../base/ports.ts'

const names = ['value', 'orderid', 'client_orderid', 'client-order-id', 'client-orderid'] as const

const mostId = 64

/**
 * The text as the id of an order: a number that is no card's, as gateways give them, or a
 * merchant's own that is known here. Null for anything else, so that the clipboard stays closed to
 * the page.
 */
export function idIn(
  {
    orders,
    connections,
  }: {
    orders: Pick<DeskPorts['orders'], 'orderidOf'>
    connections: Pick<DeskPorts['connections'], 'all' | 'gatewayOf'>
  },
  copied: string,
): string | null {
  const text = copied.trim()
  if (text === '' || text.length > mostId || holdsCardNumber(text)) return null
  const isKnown = (): boolean =>
    connections.all().some((one) => orders.orderidOf(connections.gatewayOf(one), text) !== '')
  return /^\d{5,15}$/.test(text) || isKnown() ? text : null
}

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
