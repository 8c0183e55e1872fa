// The ids of an order that people quote elsewhere, with the key that copies each.
import type { OrderRow, OrderView } from '#shared/bridge/views.ts'

export interface OrderIdCopy {
  what: string
  text: string
  /** Pressed after `c`. */
  key: string
}

export const copiesOf = (order: OrderRow & Partial<Pick<OrderView, 'answer'>>): OrderIdCopy[] =>
  [
    { what: 'Order ID', text: order.orderid, key: 'o' },
    { what: 'Merchant order ID', text: order.clientOrderid, key: 'm' },
    { what: 'Serial number', text: order.answer?.['serial-number'] ?? '', key: 's' },
  ].filter(({ text }) => text !== '')
