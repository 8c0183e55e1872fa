// Pages of the orders Paydesk has looked up, newest first or sorted by a column (order-sort.ts), or
// found by a text: those it is the whole of a term of first, then those a term begins with, then
// those that hold it anywhere. Never by offset. It writes nothing.
import { usualSort } from '#shared/bridge/lists.ts'
import type { Database } from '../db/database.ts'
import { foldText } from '../search/fold.ts'
import { orderTerms } from './order-filter.ts'
import {
  connectionIds,
  keysOf,
  type ListedOrders,
  type OrderPlace,
  type OrderQuery,
  partsOf,
  rowsOf,
} from './order-page.ts'
import { searchOrders } from './order-search.ts'
import { sortOrders } from './order-sort.ts'

/** Undefined when `before` is no place of such a list. */
export function listOrders(db: Database, query: OrderQuery): ListedOrders | undefined {
  const text = foldText(query.text ?? '')
  if (text !== '') return searchOrders(db, query, text)
  if (query.sort !== undefined && query.sort !== usualSort) return sortOrders(db, query, query.sort)
  const place = query.before === undefined ? null : placeOf(query.before)
  if (place === undefined) return undefined
  const filter = query.filter ?? {}
  const terms = orderTerms(filter)
  const connections = query.connectionId === undefined ? connectionIds(db) : [query.connectionId]
  const keys = connections
    .flatMap((id) => keysOf(db, id, { filter, terms, place, limit: query.limit + 1 }))
    .sort(byPlace)
  const page = keys.slice(0, query.limit)
  const last = page.at(-1)
  return {
    rows: rowsOf(db, page),
    next: keys.length > query.limit && last !== undefined ? placeText(last) : null,
  }
}

const byPlace = (a: OrderPlace, b: OrderPlace): number =>
  b.checkedAt - a.checkedAt ||
  Buffer.compare(Buffer.from(a.connectionId), Buffer.from(b.connectionId)) ||
  Buffer.compare(Buffer.from(a.orderid), Buffer.from(b.orderid))

const placeText = ({ checkedAt, connectionId, orderid }: OrderPlace): string =>
  JSON.stringify([checkedAt, connectionId, orderid])

function placeOf(text: string): OrderPlace | undefined {
  const parts = partsOf(text)
  const [checkedAt, connectionId, orderid] = parts
  return parts.length === 3 &&
    typeof checkedAt === 'number' &&
    typeof connectionId === 'string' &&
    typeof orderid === 'string'
    ? { checkedAt, connectionId, orderid }
    : undefined
}
