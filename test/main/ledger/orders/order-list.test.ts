import { describe, expect, it } from 'vitest'
import type { OrderFilter } from '#shared/bridge/lists.ts'
import { type OrderField, orderFields } from '#shared/bridge/views.ts'
import type { ListedOrder } from '../../../../src/main/ledger/orders/order-page.ts'
import { listOrders } from '../../../../src/main/ledger/orders/order-list.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { review, see, type TestDesk } from '../order-rig.ts'

function ids(
  desk: TestDesk,
  filter: OrderFilter = {},
  connectionId: string | undefined = 'test-1',
) {
  const page = listOrders(desk.db, { connectionId, filter, limit: 100 })
  return page?.rows.map((row) => row.orderid)
}

describe('the list of orders', () => {
  it.each(Object.entries(orderFields))('reads %s, which is $kind', (name, { kind }) => {
    const desk = createTestDesk()
    see(desk, '1', { amount: '12.50' })
    const [row] = listOrders(desk.db, { limit: 1 })!.rows
    const value = row![name as keyof typeof orderFields]
    const types = { text: String, time: Number, money: Object }
    expect(value).toEqual(expect.any(types[kind]))
    expect(value).not.toBeNaN()
    expect(value).not.toBe('undefined')
  })

  it('says when it was paid, as the gateway first wrote it, whatever came after', () => {
    const desk = createTestDesk()
    const paidOf = (): unknown => listOrders(desk.db, { limit: 1 })!.rows[0]?.paid
    see(desk, '1')
    expect(paidOf()).toBeUndefined()
    const at = (day: string) => ({ 'paynet-processing-date': `2026-11-${day} 08:45:02 UTC` })
    see(desk, '1', { answer: { ...at('21'), 'approval-code': '123456' } })
    see(desk, '1', { answer: { ...at('25'), 'transaction-type': 'reversal' } })
    expect(paidOf()).toBe('2026-11-21 08:45:02 UTC')
  })

  it('knows the amount of a declined payment, and finds it by that; of a refund seen first none', async () => {
    const desk = createTestDesk()
    see(desk, '1', { amount: '66.60', answer: { status: 'declined' } })
    see(desk, '2', { amount: '66.60', answer: { 'transaction-type': 'reversal' } })
    const filter = { amountFrom: '66', amountUntil: '67' }
    const { page } = await desk.reader.run('orders', { filter, limit: 10 })
    expect(page?.rows.map(({ orderid, phase }) => [orderid, phase])).toEqual([['1', 'declined']])
    expect(page?.rows[0]?.original).toEqual({ minor: 6660n, currency: 'EUR', digits: 2 })
    expect(desk.ports.orders.facts({ service: 'gateway of test-1', orderid: '1' }).original).toBe(
      null,
    )
  })

  describe.each(Object.entries(orderFields))('sorted by %s', (name, { kind }) => {
    const field = name as OrderField
    it.each([field, `-${field}`] as const)('pages by %s, and what has no value last', (sort) => {
      const desk = createTestDesk()
      const names = ['Zoe', 'anna', '', 'Ben']
      for (let n = 0; n < 9; n += 1) {
        desk.time.now += n % 2
        const answer = {
          ...{ name: names[n % 4]!, email: '', 'card-type': n % 3 === 0 ? 'VISA' : '' },
          ...{ status: n % 4 === 3 ? 'declined' : 'approved', 'last-four-digits': `000${n % 3}` },
        }
        see(desk, String(20 - n), {
          ...{ connectionId: n % 2 === 0 ? 'test-1' : 'test-2', answer },
          ...(n === 4 ? {} : { amount: `${(n % 3) * 7 + 5}.00` }),
        })
      }
      const all: ListedOrder[] = []
      let before: string | undefined
      do {
        const page = listOrders(desk.db, { sort, before, limit: 2 })!
        all.push(...page.rows)
        before = page.next ?? undefined
      } while (before !== undefined)
      expect(new Set(all.map(({ orderid }) => orderid)).size).toBe(9)
      expect(listOrders(desk.db, { sort, limit: 9 })!.rows).toEqual(all)
      const values = all.map((row) => {
        const value = row[field]
        return value === null || value === ''
          ? null
          : typeof value === 'object'
            ? `${value.currency} ${String(value.minor).padStart(9, '0')}`
            : kind === 'time'
              ? String(value)
              : String(value).toLowerCase()
      })
      const known = values.filter((value) => value !== null)
      expect(values.slice(0, known.length)).toEqual(known)
      const up = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(known).toEqual(sort.startsWith('-') ? up.reverse() : up)
    })
  })

  it('knows no place of a list in another order', () => {
    const desk = createTestDesk()
    for (const orderid of ['1', '2']) see(desk, orderid)
    const { next } = listOrders(desk.db, { sort: 'card', limit: 1 })!
    for (const before of [next!, '["customer",null,"","a","1"]', '[]', 'x'])
      expect(listOrders(desk.db, { sort: 'customer', before, limit: 1 })).toBeUndefined()
  })

  it('pages newest first without gaps or doubles, also when many share one instant', () => {
    const desk = createTestDesk()
    for (let i = 0; i < 25; i += 1) {
      if (i % 10 === 0) desk.time.now += 1_000
      see(desk, String(100 + i), { connectionId: i % 3 === 0 ? 'test-2' : 'test-1' })
    }
    for (const connectionId of [undefined, 'test-1', 'test-2']) {
      const found: string[] = []
      let before: string | undefined
      do {
        const page = listOrders(desk.db, { connectionId, before, limit: 4 })
        found.push(...(page?.rows ?? []).map((row) => row.orderid))
        before = page?.next ?? undefined
      } while (before !== undefined)
      const expected = { undefined: 25, 'test-1': 16, 'test-2': 9 }[String(connectionId)]
      expect(found).toHaveLength(expected!)
      expect(new Set(found).size).toBe(expected)
      expect(Number(found[0])).toBeGreaterThanOrEqual(120)
    }
  })

  it('is filtered by phase, type and inclusive UTC days', () => {
    const desk = createTestDesk()
    see(desk, '1')
    see(desk, '2', { answer: { status: 'processing' } })
    see(desk, '3', { answer: { 'transaction-type': 'preauth' } })
    desk.time.now += 86_400_000
    see(desk, '4', { answer: { currency: 'USD' } })
    expect(ids(desk, { phase: 'captured' })).toEqual(['4', '1'])
    expect(ids(desk, { phase: 'processing' })).toEqual(['2'])
    expect(ids(desk, { type: 'preauth' })).toEqual(['3'])
    expect(ids(desk, { phase: 'captured', type: 'preauth' })).toEqual([])
    expect(ids(desk, { from: '2026-11-22' })).toEqual(['4'])
    expect(ids(desk, { until: '2026-11-21' })).toEqual(['1', '2', '3'])
    expect(ids(desk, { from: '2026-11-21', until: '2026-11-22', phase: 'captured' })).toEqual([
      '4',
      '1',
    ])
  })

  it('is filtered by the days of a zone, whatever day it is in UTC', () => {
    const desk = createTestDesk()
    desk.time.now = Date.parse('2026-11-20T21:59:59Z')
    see(desk, '1')
    desk.time.now = Date.parse('2026-11-20T22:00:00Z')
    see(desk, '2')
    const tallinn = { from: '2026-11-21', until: '2026-11-21', zone: 'Europe/Tallinn' }
    expect(ids(desk, tallinn)).toEqual(['2'])
    expect(ids(desk, { ...tallinn, zone: 'UTC' })).toEqual([])
    expect(ids(desk, { until: '2026-11-20', zone: 'America/New_York' })).toEqual(['2', '1'])
  })

  it('takes an amount range in major units, whatever digits a currency has', () => {
    const desk = createTestDesk()
    see(desk, '1', { amount: '12.50' })
    see(desk, '2', { amount: '12', answer: { currency: 'JPY' } })
    see(desk, '3', { amount: '12.505', answer: { currency: 'KWD' } })
    see(desk, '4', { amount: '1250', answer: { currency: 'JPY' } })
    const between = (amountFrom?: string, amountUntil?: string) =>
      ids(desk, {
        ...(amountFrom === undefined ? {} : { amountFrom }),
        ...(amountUntil === undefined ? {} : { amountUntil }),
      })
    expect(between('12.5', '12.5')).toEqual(['1'])
    expect(between('12', '13')).toEqual(['1', '2', '3'])
    // 12.501 is no amount of yen or euro: the range begins with the next one there is.
    expect(between('12.501', '12.51')).toEqual(['3'])
    expect(between('13')).toEqual(['4'])
    expect(between(undefined, '12.499')).toEqual(['2'])
  })

  it('gives the same orders through the amount index as through the list’s own', () => {
    const desk = createTestDesk()
    for (let n = 0; n < 60; n += 1) see(desk, String(100 + n), { amount: `${n % 7}.25` })
    // With the currency the amounts are the same, so both ways can be compared on one set.
    const narrow = ids(desk, { amountFrom: '3.25', amountUntil: '3.25' })
    const wide = ids(desk)?.filter((id) => (Number(id) - 100) % 7 === 3)
    expect(narrow).toEqual(wide)
  })

  it('is filtered by who did something on an order, alone and with everything else', async () => {
    const desk = createTestDesk()
    const of = async (filter: OrderFilter, text?: string) => {
      const { page } = await desk.reader.run('orders', { text, filter, limit: 100 })
      return page?.rows.map((row) => row.orderid)
    }
    see(desk, '1', { actor: 'maria' })
    desk.time.now += 1_000
    see(desk, '2', { actor: 'deniz', amount: '20' })
    desk.time.now += 1_000
    see(desk, '3', { actor: 'maria', connectionId: 'test-2', answer: { status: 'processing' } })
    expect(await of({ actor: 'maria' })).toEqual(['3', '1'])
    expect(await of({ actor: 'mar' })).toEqual([])
    desk.time.now += 1_000
    see(desk, '1', { actor: 'deniz', answer: { 'transaction-type': 'preauth' } })
    review(desk, '2', '01JA', 'lamp')
    // Whoever did something on it once stays with it, and what it is filtered by is as it stands
    // now.
    expect(await of({ actor: 'maria' })).toEqual(['1', '3'])
    expect(await of({ actor: 'deniz' })).toEqual(['1', '2'])
    expect(await of({ actor: 'anna' })).toEqual(['2'])
    expect(await of({ actor: 'maria', phase: 'processing' })).toEqual(['3'])
    expect(await of({ actor: 'deniz', type: 'preauth' })).toEqual(['1'])
    expect(await of({ actor: 'deniz', amountFrom: '20', amountUntil: '20' })).toEqual(['2'])
    expect(await of({ actor: 'maria', from: '2026-11-22' })).toEqual([])
    expect(await of({ actor: 'maria' }, 'inv-')).toEqual(['1', '3'])
    expect(await of({ actor: 'deniz' }, 'inv-3')).toEqual([])
    expect(await desk.reader.run('actors', {})).toEqual(['anna', 'deniz', 'maria'])
  })

  it('pages an actor’s orders as it pages all of them', async () => {
    const desk = createTestDesk()
    for (let n = 0; n < 30; n += 1) {
      if (n % 4 === 0) desk.time.now += 1_000
      const connectionId = n % 3 === 0 ? 'test-2' : 'test-1'
      see(desk, String(100 + n), { connectionId, actor: n % 2 === 0 ? 'maria' : 'deniz' })
    }
    const every = async (filter: OrderFilter): Promise<string[]> => {
      const found: string[] = []
      let before: string | undefined
      do {
        const { page } = await desk.reader.run('orders', { filter, before, limit: 4 })
        found.push(...(page?.rows ?? []).map((row) => row.orderid))
        before = page?.next ?? undefined
      } while (before !== undefined)
      return found
    }
    const all = await every({})
    expect(all).toHaveLength(30)
    expect(await every({ actor: 'maria' })).toEqual(all.filter((id) => Number(id) % 2 === 0))
  })

  it('does not go on from a place that is none', () => {
    const desk = createTestDesk()
    see(desk, '1')
    for (const before of ['', 'x', '[]', '["a","b","c"]', '[1,2,3]', '{"a":1}', 'null'])
      for (const text of [undefined, 'inv'])
        expect(listOrders(desk.db, { text, before, limit: 10 })).toBeUndefined()
  })
})
