// Ending a step that waits for a person: once, in time, and with one effect.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Book, openBook, type Order } from '../../../src/sandbox/book/book.ts'
import { plainOutcome } from '../../../src/sandbox/book/test-amounts.ts'
import {
  beginStep,
  cancelled,
  endStep,
  readResult,
  resultText,
  type Step,
} from '../../../src/sandbox/operations/steps.ts'
import { openStore, type Store } from '../../../src/sandbox/book/store.ts'

const now = 1_795_000_000_000
let store: Store
let book: Book
let order: Order
let step: Step
const context = () => ({
  store,
  book,
  processingMs: 1500,
  clock: { book: () => now, door: () => now, advance: () => undefined },
})

beforeEach(() => {
  store = openStore(':memory:')
  book = openBook(store, 6_760_000)
  order = book.addOrder({
    clientOrderid: 'inv-1',
    kind: 'sale',
    amountMinor: 1000,
    currency: 'EUR',
    createdAt: now,
    facts: { endpointId: '1144' },
  })
  const transactionId = book.addTransaction({
    orderid: order.orderid,
    type: 'sale',
    amountMinor: 1000,
    currency: 'EUR',
    status: 'processing',
    outcome: 'declined',
    finalAt: now + 3_600_000,
    at: now,
    requestSerial: 's-1',
  })
  const facts = {
    operation: 'sale',
    serial: 's-1',
    transactionId,
    outcome: null,
    isHosted: true,
    check: 'none',
  } as const
  step = beginStep(store, order.orderid, 'form', facts)
})
afterEach(() => store.close())

describe('a step', () => {
  it('ends once: a second submission of the same page books nothing', () => {
    expect(endStep(context(), order, step, plainOutcome)).toBe(true)
    expect(endStep(context(), order, step, plainOutcome)).toBe(false)
    expect(book.effects()).toHaveLength(1)
    book.finalizeDue(now + 1500)
    expect(book.transactions(order.orderid)[0]?.status).toBe('approved')
  })

  it('that ran out of time before stays declined and books nothing', () => {
    book.finalizeDue(now + 3_600_000)
    expect(endStep(context(), order, step, plainOutcome)).toBe(false)
    expect(book.effects()).toEqual([])
    expect(book.transactions(order.orderid)[0]?.status).toBe('declined')
  })

  it('that is cancelled can not be paid after all', () => {
    expect(endStep(context(), order, step, cancelled)).toBe(true)
    expect(endStep(context(), order, step, plainOutcome)).toBe(false)
    expect(book.effects()).toEqual([])
  })

  it('knows its own results from those of another step', () => {
    const other: Step = { ...step, token: 'f'.repeat(32) }
    expect(readResult(step, resultText(step, 'Y'))).toBe('Y')
    expect(readResult(step, `${resultText(step, 'N')}==`)).toBe('N')
    expect(readResult(other, resultText(step, 'Y'))).toBeUndefined()
  })
})
