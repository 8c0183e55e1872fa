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
  orderid: { label: t('order-id-label'), width: 112 },
  clientOrderid: { label: t('merchant-order-id-label'), width: 150, isWide: true },
  phase: { label: t('status'), width: 244 },
  type: { label: t('last-event'), width: 102 },
  original: { label: t('amount'), width: 122, isEnd: true, field: 'original' },
  returned: { label: t('refunded'), width: 118, isEnd: true, field: 'returned' },
  checkedAt: { label: t('checked'), width: 84, field: 'checkedAt' },
  status: { label: t('gateways-word'), width: 120 },
  matched: { label: t('matched'), width: 240 },
  connection: { label: t('connection'), width: 150 },
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
  orderid: t('order-id-label'),
  clientOrderid: t('merchant-order-id-label'),
  amount: t('amount'),
  name: t('name'),
  email: t('e-mail'),
  phone: t('phone'),
  description: t('description'),
  recipient: t('recipient'),
  approval: t('approval-code'),
  lastFour: t('last-four-digits'),
  rrn: 'RRN',
  transaction: t('transaction-id'),
  serial: t('serial-number'),
  comment: t('comment'),
  note: t('note'),
  tag: t('tag'),
  attempt: t('attempt-id'),
}
