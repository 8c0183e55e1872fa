// Which orders of this computer have the e-mail address of an order, and which of them its amount.
// Pure. MONEY: an equal amount is shown and never called a second payment.
import type { OrderMatch, OrderRow } from '#shared/bridge/views.ts'
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { canonicalOrder } from '#shared/order-place.ts'
import { momentOf } from '../../../messages/times.ts'

/** What of a row decides. */
type Known = Pick<OrderRow, 'orderid' | 'phase' | 'original' | 'seenAt' | 'paid' | 'matched'>

interface OtherOrder<Row extends Known> {
  row: Row
  /** Paid within a day of the order, the same amount of the same currency. */
  isSame: boolean
}

interface OtherOrders<Row extends Known> {
  shown: OtherOrder<Row>[]
  isMore: boolean
}

const dayMs = 24 * 3_600_000
/** Money was taken or held, whatever became of it. */
const tookMoney: readonly Phase[] = [
  ...(['authorised', 'captured', 'partly-captured', 'partly-returned', 'returned'] as const),
  ...(['released', 'voided', 'charged-back'] as const),
]

/** Empty where the answer names none, or hides a part: two people may share what is left. */
export function emailOf(answer: Readonly<Record<string, string>>): string {
  const email = answer['email']?.trim() ?? ''
  return /^[^\s@*•…]+@[^\s@*•…]+$/.test(email) ? email : ''
}

const isOf = (email: string, matched: OrderMatch | undefined): boolean =>
  matched?.field === 'email' && matched.text.trim().toLowerCase() === email.toLowerCase()

/** Where the gateway told no moment, when Paydesk first saw the order. */
const timeOf = ({ paid, seenAt }: Known): number => momentOf(paid ?? '') ?? seenAt

function isSameAmount(row: Known, order: Known): boolean {
  const [at, of] = [momentOf(row.paid ?? ''), momentOf(order.paid ?? '')]
  return (
    at !== null &&
    of !== null &&
    Math.abs(at - of) <= dayMs &&
    [row, order].every(({ phase }) => tookMoney.includes(phase)) &&
    row.original !== null &&
    row.original.amount === order.original?.amount &&
    row.original.currency === order.original.currency
  )
}

/**
 * Newest first, of what a search for the address found. `order` is among that. One with the same
 * amount is shown even where so many are newer that it would be left out.
 */
export function otherOrders<Row extends Known>(
  found: readonly Row[],
  order: { orderid: string; email: string },
  most: number,
): OtherOrders<Row> {
  const id = canonicalOrder(order.orderid)
  const ofAddress = found.filter(({ matched }) => isOf(order.email, matched))
  const own = ofAddress.find(({ orderid }) => canonicalOrder(orderid) === id)
  const byTime = (a: OtherOrder<Row>, b: OtherOrder<Row>): number => timeOf(b.row) - timeOf(a.row)
  const others = ofAddress
    .filter((row) => canonicalOrder(row.orderid) !== id)
    .map((row) => ({ row, isSame: own !== undefined && isSameAmount(row, own) }))
    .sort(byTime)
  const first = others.toSorted((a, b) => Number(b.isSame) - Number(a.isSame)).slice(0, most)
  return { shown: first.sort(byTime), isMore: others.length > most }
}
