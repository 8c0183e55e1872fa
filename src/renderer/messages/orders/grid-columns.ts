// Columns of the orders list: what they are called, how wide they are and what they show.
import type { MatchField, OrderField, SavedField } from '#shared/bridge/views.ts'
import type { GridColumn } from '../lists/list-columns.ts'
import { t } from '../message.ts'

/** `field`: the fact of the order that the column shows, and that its head sorts the list by. */
export interface OrderColumnRow extends Omit<GridColumn, 'id' | 'isSorted'> {
  field?: OrderField
  isSpare?: boolean
  goesFirst?: boolean
}

export const orderColumns = {
  phase: { label: t('everywhere.status'), width: 156, field: 'phase' },
  original: { label: t('everywhere.amount'), width: 106, isEnd: true, field: 'original' },
  returnable: { label: t('everywhere.refundable'), width: 102, isEnd: true, field: 'returnable' },
  paid: { label: t('orders.payment-date'), width: 106, isSpare: true },
  customer: { label: t('everywhere.customer'), width: 120, isWide: true, field: 'customer' },
  card: {
    ...{ label: t('everywhere.card'), width: 164, field: 'card' as const },
    ...{ isSpare: true, goesFirst: true },
  },
  orderid: { label: t('everywhere.order-id-label'), width: 84, field: 'orderid' },
  checkedAt: { label: t('orders.checked'), width: 116, isSpare: true, field: 'checkedAt' },
  clientOrderid: {
    label: t('everywhere.merchant-order-id-label'),
    width: 150,
    field: 'clientOrderid',
  },
  type: { label: t('everywhere.last-event'), width: 110, field: 'transactionType' },
  returned: { label: t('everywhere.refunded'), width: 118, isEnd: true, field: 'returned' },
  seenAt: { label: t('gateway.first-seen'), width: 150, field: 'seenAt' },
  status: { label: t('orders.gateways-word'), width: 126, field: 'status' },
  matched: { label: t('orders.matched'), width: 240 },
  connection: { label: t('everywhere.connection'), width: 150, field: 'connectionId' },
} as const satisfies Record<string, OrderColumnRow>

export type OrderColumn = keyof typeof orderColumns

export const fieldOf = (column: string): OrderField | undefined =>
  (orderColumns as Readonly<Record<string, OrderColumnRow>>)[column]?.field

/** What a file has in a column; what a search matched stands in columns of its own there. */
export const savedOf = (column: OrderColumn): SavedField | undefined =>
  column === 'paid' ? 'paid' : fieldOf(column)

/** Columns that a person may choose. What a search matched appears with the search alone. */
export const choosable = (Object.keys(orderColumns) as OrderColumn[]).filter(
  (id) => id !== 'matched',
)
/** Every row says which order it is. */
export const fixedColumn: OrderColumn = 'orderid'
export const usualColumns: readonly OrderColumn[] = choosable.slice(0, 8)

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
