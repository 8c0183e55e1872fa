// The fake's own, plain way of filtering and finding orders: enough to look at lists, no proof of
// the ledger's.
import type { OrderRow, OrderView, MatchField } from '../../src/shared/bridge/views.ts'
import type { OrderFilter } from '../../src/shared/bridge/lists.ts'

export function passes(order: OrderView, filter: OrderFilter): boolean {
  const amount = Number(order.original?.amount ?? Number.NaN)
  const day = new Date(order.checkedAt).toISOString().slice(0, 10)
  return (
    (filter.phase === undefined || order.phase === filter.phase) &&
    (filter.actor === undefined || order.timeline.some((entry) => entry.actor === filter.actor)) &&
    (filter.type === undefined || order.transactionType === filter.type) &&
    (filter.amountFrom === undefined || amount >= Number(filter.amountFrom)) &&
    (filter.amountUntil === undefined || amount <= Number(filter.amountUntil)) &&
    (filter.from === undefined || day >= filter.from) &&
    (filter.until === undefined || day <= filter.until)
  )
}

/** The order as a row that says what was found in it; none when the text is nowhere in it. */
export function found(order: OrderView, text: string): OrderRow[] {
  if (text.trim() === '') return [order]
  const asked = text.trim().toLowerCase()
  const texts: [MatchField, string | undefined][] = [
    ['orderid', order.orderid],
    ['clientOrderid', order.clientOrderid],
    ['amount', order.original?.amount],
    ['name', order.answer['name']],
    ['lastFour', order.answer['last-four-digits']],
    ['serial', order.answer['serial-number']],
    ['comment', order.attempts[0]?.comment],
  ]
  const match = texts.find(([, one]) => one?.toLowerCase().includes(asked) === true)
  if (match === undefined) return []
  return [{ ...order, matched: { field: match[0], text: match[1] ?? '' } }]
}
