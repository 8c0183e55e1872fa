// Other orders of an address: only those of exactly that address, newest first; the same amount is
// marked only where both were paid within a day, and stays in sight where many are newer.
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '#shared/bridge/views.ts'
import {
  emailOf,
  otherOrders,
} from '../../../../../src/renderer/features/order/facts/other-orders.ts'

const email = 'ana@example.com'
/** The facts that decide, and no others: a row of the list has many more. */
type Row = Pick<OrderRow, 'orderid' | 'phase' | 'original' | 'seenAt' | 'paid' | 'matched'>
const row = (orderid: string, more: Partial<Row> = {}): Row => ({
  ...{ orderid, phase: 'captured', original: { amount: '10.00', currency: 'EUR' } },
  ...{ seenAt: 0, paid: '2026-11-20 10:00:00 UTC', matched: { field: 'email', text: email } },
  ...more,
})
const of = (rows: Row[], most = 5) => otherOrders(rows, { orderid: '1', email }, most)
const ids = (rows: Row[], most?: number) => of(rows, most).shown.map((one) => one.row.orderid)
const marked = (other: Partial<Row>, own: Partial<Row> = {}): boolean =>
  of([row('1', own), row('2', other)]).shown[0]!.isSame

describe('the orders of an address', () => {
  it('are all but the order itself, however its number is spelled', () => {
    expect(ids([row('1'), row('01'), row('2')])).toEqual(['2'])
  })

  it('have exactly that address, letter case aside, and as their address', () => {
    const matched = (field: 'email' | 'note', text: string) => ({ matched: { field, text } })
    const rows = [
      row('2', matched('email', 'ANA@Example.com')),
      row('3', matched('email', 'juana@example.com')),
      row('4', matched('email', 'aná@example.com')),
      row('5', matched('note', email)),
    ]
    expect(ids(rows)).toEqual(['2'])
  })

  it('come newest first, by when they were paid or else first seen', () => {
    const seen = (at: string) => ({ paid: '', seenAt: Date.parse(at) })
    const rows = [
      row('2', { paid: '2026-11-18 10:00:00 UTC' }),
      row('3', seen('2026-11-19T10:00:00Z')),
      row('4', { paid: '2026-11-21 10:00:00 UTC' }),
    ]
    expect(ids(rows)).toEqual(['4', '3', '2'])
  })

  it('say when there are more than are shown', () => {
    const rows = ['1', '2', '3', '4'].map((id) => row(id))
    expect(of(rows, 3)).toMatchObject({ isMore: false, shown: { length: 3 } })
    expect(of(rows, 2)).toMatchObject({ isMore: true, shown: { length: 2 } })
  })
})

describe('the same amount', () => {
  it('is marked where both were paid within a day, before or after', () => {
    expect(marked({ paid: '2026-11-21 10:00:00 UTC' })).toBe(true)
    expect(marked({ paid: '2026-11-19 10:00:00 UTC' })).toBe(true)
    expect(marked({ phase: 'returned' }, { phase: 'partly-returned' })).toBe(true)
  })

  it.each<[string, Partial<OrderRow>, Partial<OrderRow>?]>([
    ['later than a day', { paid: '2026-11-21 10:00:01 UTC' }],
    ['of another amount', { original: { amount: '10.01', currency: 'EUR' } }],
    ['of another currency', { original: { amount: '10.00', currency: 'USD' } }],
    ['of no known amount', { original: null }, { original: null }],
    ['declined', { phase: 'declined' }],
    ['unclear', { phase: 'unclear' }],
    ['without a time', { paid: '' }],
    ['of a time without a zone', { paid: '2026-11-20 10:00:00' }],
    ['beside a declined order', {}, { phase: 'declined' }],
    ['beside an order without a time', {}, { paid: '' }],
  ])('is not marked where an order is %s', (_, other, own) => {
    expect(marked(other, own)).toBe(false)
  })

  it('is not marked where the order itself was not found', () => {
    expect(of([row('2')]).shown.map(({ isSame }) => isSame)).toEqual([false])
  })

  it('is shown even where many are newer, in its own place', () => {
    const newer = ['3', '4', '5'].map((id) =>
      row(id, {
        original: { amount: '7.00', currency: 'EUR' },
        paid: `2026-11-2${id} 10:00:00 UTC`,
      }),
    )
    expect(ids([row('1'), row('2'), ...newer], 2)).toEqual(['5', '2'])
  })
})

it('knows an address only where the answer tells it whole', () => {
  expect(emailOf({ email: ` ${email} ` })).toBe(email)
  for (const told of ['', 'a***@example.com', 'ana', 'a…@example.com'])
    expect(emailOf({ email: told }), told).toBe('')
  expect(emailOf({})).toBe('')
})
