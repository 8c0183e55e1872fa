// Columns of the orders list: what they are called, how wide they are and what they show. The usual
// ones fit into 1280 pixels beside a scroll bar.
import type { MatchField } from '#shared/bridge/views.ts'

export interface GridColumn {
  id: string
  label: string
  /** Pixels; at least, when it takes what is left. */
  width: number
  isEnd?: boolean
  isWide?: boolean
}

export const orderColumns = {
  orderid: { label: 'Order ID', width: 112 },
  clientOrderid: { label: 'Merchant order ID', width: 150, isWide: true },
  phase: { label: 'Status', width: 244 },
  type: { label: 'Last event', width: 102 },
  original: { label: 'Amount', width: 122, isEnd: true },
  returned: { label: 'Refunded', width: 118, isEnd: true },
  checkedAt: { label: 'Checked', width: 84 },
  status: { label: 'Gateway’s word', width: 120 },
  matched: { label: 'Matched', width: 240 },
  connection: { label: 'Connection', width: 150 },
} as const satisfies Record<string, Omit<GridColumn, 'id'>>

export type OrderColumn = keyof typeof orderColumns

/**
 * What a person may choose; the others come by themselves, with a search or with orders of several
 * connections.
 */
export const choosable: readonly OrderColumn[] = [
  'orderid',
  'clientOrderid',
  'phase',
  'type',
  'original',
  'returned',
  'checkedAt',
  'status',
  'connection',
]
/** Every row says which order it is. */
export const fixedColumn: OrderColumn = 'orderid'
export const usualColumns: readonly OrderColumn[] = choosable.slice(0, 7)

export const matchLabels: Record<MatchField, string> = {
  orderid: 'Order ID',
  clientOrderid: 'Merchant order ID',
  amount: 'Amount',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  description: 'Description',
  recipient: 'Recipient',
  approval: 'Approval code',
  lastFour: 'Last four digits',
  rrn: 'RRN',
  transaction: 'Transaction id',
  serial: 'Serial number',
  comment: 'Comment',
  note: 'Note',
  tag: 'Tag',
  attempt: 'Attempt id',
}
