// What screens show of the shop's lists and orders: plain JSON, amounts as text. Pure.
import { toText } from '#shared/money.ts'
import type { ShopAsked, ShopListView, ShopOrder } from '#shared/shop/shop-methods.ts'
import type {
  AskingRecord,
  ShopListRecord,
  ShopOrderRecord,
} from '../../ledger/shop/shop-record.ts'
import type { ShopCount } from '../../ledger/shop/shop-search.ts'

export function shopListView(list: ShopListRecord): ShopListView {
  const { id, connectionId, source, rows, taken, added, changed, actor, createdAt, endedAt } = list
  const { name, leftOut } = source
  return {
    ...{ id, connectionId, name, rows, taken, added, changed, actor, at: createdAt, endedAt },
    leftOut: leftOut === null ? null : { count: leftOut.count, reason: leftOut.reason },
  }
}

export function shopOrderView(row: ShopOrderRecord): ShopOrder {
  const { number, connectionId, orderid, clientOrderid, amount, day, email, lastFour, name } = row
  return {
    ...{ number, connectionId, orderid, clientOrderid, day, email, lastFour, name },
    amount: amount === null ? null : toText(amount),
    list: { id: row.listId, name: row.listName, line: row.line, at: row.listAt },
    ...{ answer: row.answer, answeredAt: row.answeredAt, knownAs: row.knownAs },
  }
}

export const shopAsked = (
  count: ShopCount,
  asking: AskingRecord | null,
  isLive: boolean,
): ShopAsked => ({
  ...count,
  state: asking?.state === 'RUNNING' && !isLive ? 'PAUSED' : (asking?.state ?? null),
  why: asking?.why ?? null,
})
