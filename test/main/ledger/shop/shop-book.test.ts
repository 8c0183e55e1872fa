// What lists say of orders, in the ledger alone: which row speaks of which order, what a later list
// changes, and what an answer of the gateway changes. After each test the tables are made again
// from the log.
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileRow } from '#shared/files/file-row.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import type { Database } from '../../../../src/main/ledger/db/open.ts'
import { statement } from '../../../../src/main/ledger/db/statements.ts'
import { openShop, type ShopBook } from '../../../../src/main/ledger/shop/shop-book.ts'
import { searchShop } from '../../../../src/main/ledger/shop/shop-search.ts'
import { attachSearch } from '../../../../src/main/ledger/search/search-file.ts'
import { openSearchIndex } from '../../../../src/main/ledger/search/search-index.ts'
import { newFolder, openAt, tickingClock } from '../ledger-rig.ts'

const service = 'https://gate.example.test shop'
let db: Database
let book: ShopBook
let lists = 0
beforeEach(() => {
  ;({ db } = openAt(`${newFolder()}/ledger.sqlite`))
  const clock = tickingClock()
  book = openShop(db, openAudit(db, { clock, monotonic: clock }), clock)
})

const row = (line: number, orderId: string | null, more: Partial<FileRow> = {}): FileRow => ({
  ...{ line, orderId, merchantOrderId: null, amount: null, reason: null, day: null },
  ...{ email: null, lastFour: null, name: null, ...more },
})
const euro = (minor: bigint) => ({ minor, currency: 'EUR', digits: 2 })

/** In pages of two, as a long list comes. */
function taken(rows: readonly FileRow[]) {
  const source = { name: 'x.csv', bytesSha256: String(lists), meaning: 'm', mended: 0 }
  const list = book.create({
    ...{ id: `list-${(lists += 1)}`, service, connectionId: 'shop', rows: rows.length },
    ...{ source: { ...source, leftOut: null }, actor: 'ana' },
  })
  const seen = new Set<number>()
  for (let at = 0; at < rows.length; at += 2) book.addRows(list, rows.slice(at, at + 2), seen)
  return book.end(list.id)
}
const found = (text?: string) => {
  const index = openSearchIndex(attachSearch(db), () => 0)
  while (index.step(1_000)) continue
  return searchShop(db, { ...(text === undefined ? {} : { text }), limit: 50 })!.rows
}

describe('rows of lists', () => {
  it('speak of one order by the gateway’s id, else by the merchant’s', () => {
    taken([row(2, '1', { merchantOrderId: 'a' }), row(3, null, { merchantOrderId: 'b' })])
    const list = taken([
      row(2, null, { merchantOrderId: 'a', name: 'Ana' }),
      row(3, '2', { merchantOrderId: 'b' }),
      row(4, '3', { merchantOrderId: 'a' }),
    ])
    expect([list.taken, list.added, list.changed]).toEqual([3, 1, 2])
    expect(
      found().map(({ orderid, clientOrderid, name }) => [orderid, clientOrderid, name]),
    ).toEqual([
      ['3', 'a', null],
      ['2', 'b', null],
      ['1', 'a', 'Ana'],
    ])
  })

  it('count once in a list, however they lie: the first word is taken', () => {
    const one = [row(2, '1', { amount: euro(100n) }), row(3, '1', { amount: euro(200n) })]
    expect(taken(one)).toMatchObject({ added: 1, changed: 0 })
    expect(taken([...one, row(4, '1', { amount: euro(300n) })])).toMatchObject({ changed: 0 })
    expect(found()).toMatchObject([{ amount: euro(100n) }])
    const apart = [row(2, '9'), row(3, '8'), row(4, '9', { name: 'later' })]
    expect(taken(apart)).toMatchObject({ added: 2, changed: 0 })
  })

  it('are masked where a text holds a card number all the same', () => {
    taken([row(2, '1', { name: 'card 4111 1111 1111 1111', email: '4111111111111111@x.test' })])
    const { name, email } = book.get(1)!
    expect(`${name} ${email}`).not.toMatch(/4111.?1111.?1111/)
  })

  it('are never deleted by whatever code', () => {
    taken([row(2, '1')])
    expect(() => statement(db, 'DELETE FROM shop_order').run()).toThrow('never deleted')
  })
})

describe('the search', () => {
  it('forgets what is said no more, and finds what is said instead', () => {
    taken([row(2, '1', { name: 'Ana García', lastFour: '1881' })])
    expect(found('garcia')).toHaveLength(1)
    taken([row(2, '1', { name: 'Zoë', lastFour: '1881' })])
    expect(found('garcia')).toHaveLength(0)
    expect(found('zoe')).toMatchObject([{ number: 1 }])
    expect(found('1881')).toHaveLength(1)
  })

  it('gives every order once over all pages, the nearest first', () => {
    const names = Array.from({ length: 120 }, (_, n) =>
      row(n + 2, String(1_000 + n), { name: `x ann ${n}` }),
    )
    taken([...names, row(200, '5', { merchantOrderId: 'ann' })])
    expect(found('ann')[0]).toMatchObject({ orderid: '5' })
    const numbers = new Set<number>()
    let [pages, before] = [0, undefined as string | undefined]
    for (;;) {
      const page = searchShop(db, { text: 'ann', before, limit: 30 })!
      for (const { number } of page.rows) {
        expect(numbers.has(number)).toBe(false)
        numbers.add(number)
      }
      pages += 1
      if (page.next === null) break
      before = page.next
    }
    expect(numbers.size).toBe(121)
    expect(pages).toBeLessThan(10)
    expect(searchShop(db, { before: '[3]', limit: 1 })).toBeUndefined()
    expect(searchShop(db, { before: 'nonsense', limit: 1 })).toBeUndefined()
  })
})

describe('answers', () => {
  it('are written once, and an order with another id is open again', () => {
    taken([row(2, null, { merchantOrderId: 'a' })])
    book.notThere('shop', 'ana', [1])
    expect(book.unread('shop', 0, 10)).toEqual([])
    const before = statement<[], bigint>(db, 'SELECT count(*) FROM audit_entry', { as: 'value' })
    const entries = before.only()
    book.notThere('shop', 'ana', [1])
    expect(before.only()).toBe(entries)
    taken([row(2, '77', { merchantOrderId: 'a' })])
    expect(book.unread('shop', 0, 10)).toMatchObject([{ number: 1, orderid: '77' }])
  })
})
