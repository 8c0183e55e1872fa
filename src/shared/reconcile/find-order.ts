// Rule 1 of docs/reconciliation.md: which order the numbers of a line name.
import type { ReportEvent, ReportLine } from './report-line.ts'

/** Which orders here have a number; two orders can have one number. */
export interface OrderIndex {
  ofOrderId(id: string): ReadonlySet<string>
  ofMerchantOrderId(id: string): ReadonlySet<string>
  /** Bank numbers and serial numbers. */
  ofOwnNumber(name: 'rrn' | 'serialNumber', value: string): ReadonlySet<string>
}

/**
 * `found`: every number that the line has names this order, or names nothing a report could know
 * better. `disagree`: two of them name different orders, or one names none while another is known.
 * `unknown`: it has a number, and none of them is known here. `none`: it has no number of an
 * order.
 */
export type FoundOrder =
  | { kind: 'found'; order: string }
  | { kind: 'disagree'; orders: readonly string[] }
  | { kind: 'unknown' }
  | { kind: 'none' }

export function findOrder(line: ReportLine, index: OrderIndex): FoundOrder {
  const named: ReadonlySet<string>[] = []
  if (line.orderId !== '') named.push(index.ofOrderId(line.orderId))
  if (line.merchantOrderId !== '') named.push(index.ofMerchantOrderId(line.merchantOrderId))
  // A bank's number that is not known here says nothing: not every answer tells one.
  for (const name of ['rrn', 'serialNumber'] as const) {
    const orders = line[name] === '' ? new Set<string>() : index.ofOwnNumber(name, line[name])
    if (orders.size > 0) named.push(orders)
  }
  const hasId = line.orderId !== '' || line.merchantOrderId !== ''
  if (named.every((orders) => orders.size === 0)) return { kind: hasId ? 'unknown' : 'none' }
  const common = [...named[0]!].filter((order) => named.every((orders) => orders.has(order)))
  if (common.length === 1) return { kind: 'found', order: common[0]! }
  return { kind: 'disagree', orders: [...new Set(named.flatMap((orders) => [...orders]))] }
}

/** Of one number the orders that have it: mostly one, which takes no set of its own. */
type Named = Map<string, string | Set<string>>

/** An index that grows by one movement at a time. */
export function openOrderIndex(): OrderIndex & { add(event: ReportEvent, order: string): void } {
  const maps: Record<(typeof names)[number], Named> = {
    orderId: new Map(),
    merchantOrderId: new Map(),
    rrn: new Map(),
    serialNumber: new Map(),
  }
  const ordersOf = (named: Named, value: string): ReadonlySet<string> => {
    const orders = named.get(value)
    return orders === undefined ? none : typeof orders === 'string' ? new Set([orders]) : orders
  }
  return {
    add: (event, order) => {
      for (const name of names) {
        const value = event[name]
        if (value === '') continue
        const orders = maps[name].get(value)
        if (orders === undefined) maps[name].set(value, order)
        else if (typeof orders !== 'string') orders.add(order)
        else if (orders !== order) maps[name].set(value, new Set([orders, order]))
      }
    },
    ofOrderId: (id) => ordersOf(maps.orderId, id),
    ofMerchantOrderId: (id) => ordersOf(maps.merchantOrderId, id),
    ofOwnNumber: (name, value) => ordersOf(maps[name], value),
  }
}

const names = ['orderId', 'merchantOrderId', 'rrn', 'serialNumber'] as const
const none: ReadonlySet<string> = new Set()

/** The index of all events of a book, by the order that `orderOf` names. */
export function indexOrders(
  events: Iterable<ReportEvent>,
  orderOf: (event: ReportEvent) => string,
): OrderIndex {
  const index = openOrderIndex()
  for (const event of events) index.add(event, orderOf(event))
  return index
}
