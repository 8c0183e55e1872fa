// Columns of the orders list: what they are called, how wide they are and what they show. The usual
// ones fit into 1280 pixels beside a scroll bar.
import type { MatchField, orderFields } from '#shared/bridge/views.ts'
import { t } from '../message.ts'

export interface GridColumn {
  id: string
  label: string
  /** Pixels; at least, when it takes what is left. */
  width: number
  isEnd?: boolean
  isWide?: boolean
}

/** `field`: the fact that the column shows as every fact of its kind; else OrderTable draws it. */
interface OrderColumnRow extends Omit<GridColumn, 'id'> {
  field?: keyof typeof orderFields
}

export const orderColumns = {
  orderid: { label: t('everywhere.order-id-label'), width: 112 },
  clientOrderid: { label: t('everywhere.merchant-order-id-label'), width: 150, isWide: true },
  phase: { label: t('everywhere.status'), width: 244 },
  type: { label: t('everywhere.last-event'), width: 102 },
  original: { label: t('everywhere.amount'), width: 122, isEnd: true, field: 'original' },
  returned: { label: t('everywhere.refunded'), width: 118, isEnd: true, field: 'returned' },
  checkedAt: { label: t('orders.checked'), width: 84, field: 'checkedAt' },
  status: { label: t('orders.gateways-word'), width: 120 },
  matched: { label: t('orders.matched'), width: 240 },
  connection: { label: t('everywhere.connection'), width: 150 },
} as const satisfies Record<string, OrderColumnRow>

export type OrderColumn = keyof typeof orderColumns

/** The fact of an order that a column shows; undefined where OrderTable draws the column itself. */
export const fieldOf = (column: string): keyof typeof orderFields | undefined =>
  (orderColumns as Readonly<Record<string, OrderColumnRow>>)[column]?.field

/** Columns that a person may choose. What a search matched appears with the search alone. */
export const choosable = (Object.keys(orderColumns) as OrderColumn[]).filter(
  (id) => id !== 'matched',
)
/** Every row says which order it is. */
export const fixedColumn: OrderColumn = 'orderid'
export const usualColumns: readonly OrderColumn[] = choosable.slice(0, 7)

export const matchLabels: Record<MatchField, string> = {
  orderid: t('everywhere.order-id-label'),
  clientOrderid: t('everywhere.merchant-order-id-label'),
  amount: t('everywhere.amount'),
  name: t('everywhere.name'),
  email: t('everywhere.e-mail'),
  phone: t('everywhere.phone'),
  description: t('everywhere.description'),
  recipient: t('everywhere.recipient'),
  approval: t('everywhere.approval-code'),
  lastFour: t('everywhere.last-four-digits'),
  rrn: 'RRN',
  transaction: t('orders.transaction-id'),
  serial: t('everywhere.serial-number'),
  comment: t('everywhere.comment'),
  note: t('orders.note'),
  tag: t('orders.tag'),
  attempt: t('orders.attempt-id'),
}
