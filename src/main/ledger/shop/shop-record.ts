// An order and a list of the shop as the ledger keeps them, and their mapping from SQLite. Pure.
import type { AskingState, ShopAnswer } from '#shared/shop/shop-methods.ts'
import type { Money } from '#shared/money.ts'
import { moneyOf, numberOrNull, type SqlRow } from '../journal/attempt-row.ts'

/** Where a list came from; a fact of the log. */
export interface ShopSource {
  name: string
  bytesSha256: string
  meaning: string
  /** How many cells were mended. */
  mended: number
  leftOut: { count: number; lines: number[]; reason: string } | null
  /** The line that was read as the sum of the others. */
  sumLine?: number | null
}

export interface ShopListRecord {
  id: string
  service: string
  connectionId: string
  source: ShopSource
  rows: number
  taken: number
  added: number
  changed: number
  actor: string
  createdAt: number
  endedAt: number | null
}

/** What a file says of an order; an empty id was not given. */
export interface SaidOrder {
  orderid: string
  clientOrderid: string
  amount: Money | null
  day: string | null
  email: string | null
  lastFour: string | null
  name: string | null
}

export interface ShopOrderRecord extends SaidOrder {
  number: number
  service: string
  connectionId: string
  listId: string
  line: number
  answer: ShopAnswer
  answeredAt: number | null
  listName: string
  listAt: number
  /** The gateway's id of it, once it told; empty before. */
  knownAs: string
}

export interface AskingRecord {
  connectionId: string
  state: AskingState
  why: string | null
  actor: string
}

const textOrNull = (value: SqlRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

export const shopListOf = (row: SqlRow): ShopListRecord => ({
  id: String(row.id),
  service: String(row.service),
  connectionId: String(row.connection_id),
  source: JSON.parse(String(row.source)) as ShopSource,
  rows: Number(row.rows),
  taken: Number(row.taken),
  added: Number(row.added),
  changed: Number(row.changed),
  actor: String(row.actor),
  createdAt: Number(row.created_at),
  endedAt: numberOrNull(row.ended_at),
})

export const askingOf = (row: SqlRow): AskingRecord => ({
  connectionId: String(row.connection_id),
  state: String(row.state) as AskingState,
  why: textOrNull(row.why),
  actor: String(row.actor),
})

export const saidOf = (row: SqlRow): SaidOrder => ({
  orderid: String(row.orderid),
  clientOrderid: String(row.client_orderid),
  amount: moneyOf(row),
  day: textOrNull(row.day),
  email: textOrNull(row.email),
  lastFour: textOrNull(row.last_four),
  name: textOrNull(row.name),
})

/** Always said: without it the index of the gateway's ids is not taken. */
export const isNamed = `orderid <> ''`

/**
 * Rows of `shop_order s` with their list and with what the gateway calls the order, where it told
 * of exactly one.
 */
export const shownSql = `SELECT s.*, l.source ->> '$.name' AS list_name, l.created_at AS list_at,
    CASE WHEN s.orderid <> '' THEN
      (SELECT o.orderid FROM payment_order o WHERE o.service = s.service AND o.orderid = s.orderid LIMIT 1)
    ELSE (SELECT CASE WHEN count(DISTINCT o.orderid) = 1 THEN min(o.orderid) END FROM payment_order o
      WHERE o.service = s.service AND o.client_orderid = s.client_orderid) END AS known_as
  FROM shop_order s JOIN shop_list l ON l.id = s.list_id`

export function shopOrderOf(row: SqlRow): ShopOrderRecord {
  const knownAs = textOrNull(row.known_as) ?? ''
  const answer = String(row.answer)
  return {
    ...saidOf(row),
    number: Number(row.number),
    service: String(row.service),
    connectionId: String(row.connection_id),
    listId: String(row.list_id),
    line: Number(row.line),
    answer: answer === '' ? 'unread' : (answer as ShopAnswer),
    answeredAt: numberOrNull(row.answered_at),
    listName: String(row.list_name),
    listAt: Number(row.list_at),
    knownAs,
  }
}
