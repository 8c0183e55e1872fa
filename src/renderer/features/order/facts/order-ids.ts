// The ids of an order that people quote elsewhere, with the key that copies each.
import type { OrderRow, OrderView } from '#shared/bridge/views.ts'
import { t } from '../../../messages/message.ts'

export interface OrderIdCopy {
  what: string
  text: string
  /** Pressed after `y`. */
  key: string
}

export const copiesOf = (order: OrderRow & Partial<Pick<OrderView, 'answer'>>): OrderIdCopy[] =>
  [
    { what: t('everywhere.order-id-label'), text: order.orderid, key: 'o' },
    { what: t('everywhere.merchant-order-id-label'), text: order.clientOrderid, key: 'm' },
    { what: t('everywhere.serial-number'), text: order.answer?.['serial-number'] ?? '', key: 's' },
  ].filter(({ text }) => text !== '')
