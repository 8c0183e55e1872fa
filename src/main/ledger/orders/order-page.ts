// What every page of orders is made of: which orders of one connection a filter leaves, and their
// rows. Callers: order-list.ts, order-search.ts. It writes nothing.
import type { OrderFilter, OrderSort } from '#shared/bridge/lists.ts'
import type { OrderMatch } from '#shared/bridge/views.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { distinctOf } from '../db/distinct.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { type OrderTerms, sourceFor } from './order-filter.ts'
import { paidSql } from './money-events.ts'
import { listedColumns, listedOf, type ListedRecord, reportedOrders } from './orders.ts'

export interface OrderQuery {
  /** All connections when left out. */
  connectionId?: string | undefined
  text?: string | undefined
  filter?: OrderFilter | undefined
  sort?: OrderSort | undefined
  before?: string | undefined
  limit: number
}

export type ListedOrder = ListedRecord & { matched?: OrderMatch; paid?: string }

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
  const rows = statement<Record<string, unknown>, SqlRow>(
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
  })
  return rows.map((row) => ({
    connectionId,
    orderid: String(row.orderid),
    checkedAt: Number(row.checked_at),
  }))
}

export function rowsOf(
  db: Database,
  keys: readonly Pick<OrderPlace, 'connectionId' | 'orderid'>[],
): ListedOrder[] {
  const select = statement<[string, string], SqlRow>(
    db,
    `SELECT ${listedColumns}, ${paidSql} AS paid FROM payment_order o
       WHERE connection_id = ? AND orderid = ?`,
  )
  const isReported = reportedOrders(db)
  return keys.flatMap(({ connectionId, orderid }) => {
    const row = select.get(connectionId, orderid)
    if (row === undefined) return []
    const paid = row.paid === null ? {} : { paid: String(row.paid) }
    const listed = { ...listedOf(row), ...paid }
    return [isReported(listed) ? { ...listed, isReported: true as const } : listed]
  })
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
