// Pages of the orders this desk has looked up, newest first, or found by a text: those it is the whole of a term of first, then
// those a term begins with, then those that hold it anywhere. Never by offset. It writes nothing.
import type { OrderFilter, OrderMatch } from '#shared/bridge/lists.ts'
import { moneyOf, type SqlRow } from './attempt-row.ts'
import { distinctOf } from './distinct.ts'
import { foldText } from './fold.ts'
import type { Database } from './open.ts'
import { prepared } from './prepared.ts'
import { type OrderTerms, orderTerms, sourceFor } from './order-filter.ts'
import type { OrderRecord } from './orders.ts'
import { searchOrders } from './order-search.ts'

export interface OrderQuery {
  /** All connections when left out. */
  connectionId?: string | undefined
  text?: string | undefined
  filter?: OrderFilter | undefined
  before?: string | undefined
  limit: number
}

export type ListedOrder = Omit<OrderRecord, 'answer'> & { matched?: OrderMatch }

export interface ListedOrders {
  rows: ListedOrder[]
  next: string | null
}

/** Where a page ended; as a text it is opaque to everyone else. */
export interface OrderPlace {
  checkedAt: number
  connectionId: string
  orderid: string
}

/** Undefined when `before` is no place of such a list. */
export function listOrders(db: Database, query: OrderQuery): ListedOrders | undefined {
  const text = foldText(query.text ?? '')
  if (text !== '') return searchOrders(db, query, text)
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

export const connectionIds = (db: Database): string[] =>
  distinctOf(db, 'payment_order', 'connection_id')

export function keysOf(
  db: Database,
  connectionId: string,
  page: { filter: OrderFilter; terms: OrderTerms; place: OrderPlace | null; limit: number },
): OrderPlace[] {
  const { place, terms } = page
  // Within the instant the last page ended in, connections and ids come in ascending order.
  const after =
    place === null
      ? ''
      : `AND checked_at <= @at AND (checked_at < @at OR @connectionId > @atConnection
           OR (@connectionId = @atConnection AND orderid > @atOrder))`
  const rows = prepared(
    db,
    `SELECT orderid, checked_at FROM ${sourceFor(db, connectionId, page.filter)}
       WHERE connection_id = @connectionId AND ${terms.sql} ${after} ORDER BY checked_at DESC, orderid LIMIT @limit`,
  ).all({
    ...terms.values,
    connectionId,
    limit: page.limit,
    ...(place === null
      ? {}
      : { at: place.checkedAt, atConnection: place.connectionId, atOrder: place.orderid }),
  }) as SqlRow[]
  return rows.map((row) => ({
    connectionId,
    orderid: String(row.orderid),
    checkedAt: Number(row.checked_at),
  }))
}

const byPlace = (a: OrderPlace, b: OrderPlace): number =>
  b.checkedAt - a.checkedAt ||
  Buffer.compare(Buffer.from(a.connectionId), Buffer.from(b.connectionId)) ||
  Buffer.compare(Buffer.from(a.orderid), Buffer.from(b.orderid))

const listedColumns = `o.service, o.connection_id, o.orderid, o.client_orderid, o.phase, o.status, o.transaction_type, o.original_minor,
  o.returned_minor, o.currency, o.digits, o.checked_at, EXISTS (SELECT 1 FROM attempt a
  WHERE a.service = o.service AND a.orderid = o.orderid AND a.state = 'UNKNOWN') AS has_unknown`

export function rowsOf(
  db: Database,
  keys: readonly Pick<OrderPlace, 'connectionId' | 'orderid'>[],
): ListedOrder[] {
  const select = prepared(
    db,
    `SELECT ${listedColumns} FROM payment_order o WHERE connection_id = ? AND orderid = ?`,
  )
  return keys.flatMap(({ connectionId, orderid }) => {
    const row = select.get(connectionId, orderid) as SqlRow | undefined
    return row === undefined ? [] : [listedOf(row)]
  })
}

const listedOf = (row: SqlRow): ListedOrder => ({
  service: String(row.service),
  connectionId: String(row.connection_id),
  orderid: String(row.orderid),
  clientOrderid: String(row.client_orderid),
  phase: String(row.phase),
  status: String(row.status),
  transactionType: String(row.transaction_type),
  original: moneyOf(row, 'original_minor'),
  returned: moneyOf(row, 'returned_minor'),
  checkedAt: Number(row.checked_at),
  hasUnknown: row.has_unknown === 1n,
})

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

/** The page's own places come back as they were given; anything else is an empty list. */
export function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
