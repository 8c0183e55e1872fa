// The books by themselves: settling once and on time, one effect per request, unique transaction
// ids.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Book, openBook, type Order } from '../../../src/sandbox/book/book.ts'
import { openStore, type Store } from '../../../src/sandbox/book/store.ts'

const now = 1_795_000_000_000
let store: Store
let book: Book
let order: Order
beforeEach(() => {
  store = openStore(':memory:')
  book = openBook(store, 6_760_000)
  const facts = { endpointId: '1144' }
  order = book.addOrder({
    clientOrderid: 'inv-1',
    kind: 'sale',
    amountMinor: 1000,
    currency: 'EUR',
    createdAt: now,
    facts,
  })
})
afterEach(() => store.close())

const add = (finalAt: number | null): number =>
  book.addTransaction({
    orderid: order.orderid,
    type: 'sale',
    amountMinor: 1000,
    currency: 'EUR',
    status: 'processing',
    outcome: 'approved',
    finalAt,
    at: now,
  })

describe('settling', () => {
  it('happens once, at the time it was due, to what is due alone', () => {
    const [first, second, never] = [add(now + 10), add(now + 20), add(null)]
    expect(book.finalizeDue(now + 9)).toEqual([])
    expect(book.isAnyDue(now + 15)).toBe(true)
    expect(book.finalizeDue(now + 15)).toEqual([first])
    expect(book.transaction(first)).toMatchObject({
      status: 'approved',
      changedAt: now + 10,
      finalAt: null,
    })
    expect(book.isAnyDue(now + 15)).toBe(false)
    expect(book.finalizeDue(now + 9_999)).toEqual([second])
    expect(book.transaction(never)?.status).toBe('processing')
  })

  it('a decision comes too late for what is settled', () => {
    const id = add(now + 10)
    book.finalizeDue(now + 10)
    expect(book.decide(id, { first: 'processing', final: 'declined', extraMs: 0 }, now + 20)).toBe(
      false,
    )
    expect(book.transaction(id)?.outcome).toBe('approved')
  })
})

describe('the effects', () => {
  it('take one row per request', () => {
    const effect = {
      at: now,
      operation: 'sale',
      orderid: order.orderid,
      clientOrderid: 'inv-1',
      amountMinor: 1000,
      currency: 'EUR',
      requestSerial: 's-1',
      transactionId: add(now),
    }
    book.addEffect(effect)
    expect(() => book.addEffect(effect)).toThrow(/UNIQUE/)
    expect(book.effects()).toHaveLength(1)
  })

  it('and everything else of a piece of work that fails is taken back', () => {
    expect(() =>
      store.atomically(() => {
        add(now)
        throw new Error('in the middle')
      }),
    ).toThrow('in the middle')
    expect(book.transactions(order.orderid)).toEqual([])
  })
})

describe('numbers', () => {
  it('orders and transactions get ids of their own', () => {
    const ids = [add(null), add(null), add(null)].map((id) => book.transaction(id)?.processorTxId)
    expect(new Set(ids).size).toBe(3)
    const { orderid: _orderid, ...same } = order
    const orders = [book.addOrder(same), book.addOrder(same)].map(({ orderid }) => orderid)
    expect(new Set([order.orderid, ...orders]).size).toBe(3)
    expect(book.orderByClient('inv-1')?.orderid).toBe(orders[1])
  })
})
