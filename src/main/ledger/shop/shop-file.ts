// Orders that the shop's lists name, as rows of a file: each says that its figures are a list's,
// and whether the gateway was asked. Email addresses stay here. It only reads.
import { wireAmount } from '#shared/money.ts'
import type { Database } from '../db/database.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import type { ShopOrderRecord } from './shop-record.ts'
import { searchShop, type ShopQuery } from './shop-search.ts'
import { type ListColumn, type ListFacts, writeList } from '../export/list-file.ts'

export interface ShopFileQuery extends Omit<ShopQuery, 'before' | 'limit'> {
  as: 'csv' | 'xlsx'
  /** A new folder of its own. */
  folder: string
}

const columns: readonly ListColumn[] = [
  // Of every row: nobody takes it for the gateway's word once it lies beside other lists.
  { name: 'known_from', kind: 'text' },
  { name: 'gateway', kind: 'text' },
  { name: 'order_id', kind: 'text' },
  { name: 'merchant_order_id', kind: 'text' },
  { name: 'list_amount', kind: 'money' },
  { name: 'list_currency', kind: 'text' },
  { name: 'list_date', kind: 'text' },
  { name: 'list_customer', kind: 'text' },
  { name: 'list_last_four', kind: 'text' },
  { name: 'list', kind: 'text' },
  { name: 'list_line', kind: 'text' },
  { name: 'connection', kind: 'text' },
  { name: 'asked_utc', kind: 'time' },
]
const PAGE = 500

export function writeShop(
  db: Database,
  { as, folder, ...asked }: ShopFileQuery,
  work: TimeSlice,
): Promise<ListFacts> {
  return writeList({ folder, as, title: 'Shop orders', columns }, pages(), null, work)

  function* pages(): Generator<string[][]> {
    const written = new Set<number>()
    for (let before: string | undefined; ;) {
      const page = searchShop(db, { ...asked, before, limit: PAGE })
      const rows = (page?.rows ?? []).filter(({ number }) => !written.has(number))
      for (const { number } of rows) written.add(number)
      yield rows.map(cellsOf)
      if (page === undefined || page.next === null) return
      before = page.next
    }
  }
}

const gatewayLabels = { unread: 'not asked', read: 'told', 'not-there': 'no such order' } as const

const cellsOf = (row: ShopOrderRecord): string[] => [
  'shop list',
  gatewayLabels[row.answer],
  row.knownAs || row.orderid,
  row.clientOrderid,
  row.amount === null ? '' : wireAmount(row.amount),
  row.amount?.currency ?? '',
  row.day ?? '',
  row.name ?? '',
  row.lastFour ?? '',
  row.listName,
  String(row.line),
  row.connectionId,
  row.answeredAt === null ? '' : new Date(row.answeredAt).toISOString(),
]
