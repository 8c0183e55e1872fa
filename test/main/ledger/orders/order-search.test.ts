import { describe, expect, it } from 'vitest'
import type { OrderMatch } from '#shared/bridge/views.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { localReader } from '../../../../src/main/ledger/worker/reader.ts'
import { MOST_COMPARED } from '../../../../src/main/ledger/orders/order-search.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { review, see, type TestDesk } from '../order-rig.ts'

async function find(
  desk: TestDesk,
  text: string,
  more: { connectionId?: string; limit?: number; filter?: Record<string, string> } = {},
): Promise<[string, OrderMatch | undefined][]> {
  const found: [string, OrderMatch | undefined][] = []
  let before: string | undefined
  do {
    const { page } = await desk.reader.run('orders', { text, limit: 100, before, ...more })
    found.push(
      ...(page?.rows ?? []).map((row) => [row.orderid, row.matched] as [string, OrderMatch]),
    )
    before = page?.next ?? undefined
  } while (before !== undefined)
  return found
}
const idsOf = async (...input: Parameters<typeof find>): Promise<string[]> =>
  (await find(...input)).map(([id]) => id)

describe('the search over orders', () => {
  it('finds an order by everything the desk knows of it, and says what matched', async () => {
    const desk = createTestDesk()
    see(desk, '6768788', {
      clientOrderid: 'inv4097763',
      amount: '1234.50',
      answer: {
        name: 'Zoë Lindqvist',
        'cardholder-name': 'Z LINDQVIST-HADDAD',
        'last-four-digits': '4448',
        'processor-rrn': '600000104729',
        'processor-tx-id': 'tx-77-1',
        'serial-number': '00000000-0000-0000-0000-000002d9b22a',
      },
    })
    review(desk, '6768788', '01JATTEMPT0001', 'Customer sent the lamp back')
    see(desk, '1', { clientOrderid: 'other', amount: '7' })
    const expected: [string, OrderMatch][] = [
      ['6768788', { field: 'orderid', text: '6768788' }],
      ['67687', { field: 'orderid', text: '6768788' }],
      ['68788', { field: 'orderid', text: '6768788' }],
      ['INV4097763', { field: 'clientOrderid', text: 'inv4097763' }],
      ['1234.50', { field: 'amount', text: '1234.50 EUR' }],
      ['1234.50 eur', { field: 'amount', text: '1234.50 EUR' }],
      ['3.21', { field: 'amount', text: '3.21 EUR' }],
      ['zoe lind', { field: 'name', text: 'Zoë Lindqvist' }],
      ['HADDAD', { field: 'name', text: 'Z LINDQVIST-HADDAD' }],
      ['4448', { field: 'lastFour', text: '4448' }],
      ['600000104729', { field: 'rrn', text: '600000104729' }],
      ['tx-77', { field: 'transaction', text: 'tx-77-1' }],
      ['2d9b22a', { field: 'serial', text: '00000000-0000-0000-0000-000002d9b22a' }],
      ['the  LAMP', { field: 'comment', text: 'Customer sent the lamp back' }],
      ['01jattempt', { field: 'attempt', text: '01JATTEMPT0001' }],
    ]
    for (const [text, matched] of expected)
      expect(await find(desk, text), text).toEqual([['6768788', matched]])
    expect(await find(desk, 'nothing like it')).toEqual([])
  })

  it('finds an order by several words, wherever each stands, and an amount with a comma', async () => {
    const desk = createTestDesk()
    const olga = { name: 'Olga Ivanova', 'last-four-digits': '4444' }
    see(desk, '10', { amount: '77.70', answer: olga })
    see(desk, '11', { amount: '78.70', answer: { ...olga, 'last-four-digits': '1111' } })
    see(desk, '12', { amount: '77.70', answer: { 'last-four-digits': '4444' } })
    for (const [text, ids] of [
      ['4444 77.70', ['12', '10']],
      ['77,70 4444', ['12', '10']],
      ['77,70', ['12', '10']],
      ['77,70 EUR', ['12', '10']],
      ['ivanova olga', ['11', '10']],
      ['ivanova olga 77,7', ['10']],
      ['olga 99.99', []],
    ] as const) {
      expect(await idsOf(desk, text), text).toEqual(ids)
      expect(await idsOf(desk, text, { limit: 1 }), text).toEqual(ids)
      const few = { filter: { phase: 'captured' } }
      expect(await idsOf(desk, text, few), text).toEqual(ids)
    }
    const [first] = await find(desk, 'ivanova olga')
    expect(first?.[1]).toEqual({ field: 'name', text: 'Olga Ivanova' })
  })

  it('gives whole terms first, then beginnings, then parts, each order once', async () => {
    const desk = createTestDesk()
    see(desk, '9941', { clientOrderid: 'part-of-it' })
    see(desk, '41', { clientOrderid: 'whole' })
    see(desk, '4100', { clientOrderid: '41-begins' })
    see(desk, '4101', { clientOrderid: 'both-41' })
    see(desk, '1', { clientOrderid: 'x', answer: { 'last-four-digits': '0410' } })
    expect((await idsOf(desk, '410')).slice(0, 2)).toEqual(['4100', '4101'])
    for (const limit of [1, 2, 3, 100]) {
      const ids = await idsOf(desk, '41', { limit })
      expect(ids).toEqual(['41', '4100', '4101'])
      const parts = await idsOf(desk, '410', { limit })
      expect(parts).toEqual(['4100', '4101', '1'])
    }
  })

  it('looks inside terms from three characters on', async () => {
    const desk = createTestDesk()
    see(desk, '12345')
    expect(await idsOf(desk, '45')).toEqual([])
    expect(await idsOf(desk, '12')).toEqual(['12345'])
    expect(await idsOf(desk, '345')).toEqual(['12345'])
  })

  it('keeps to a connection and a filter, and takes all without them', async () => {
    const desk = createTestDesk()
    see(desk, '701', { amount: '5' })
    see(desk, '702', { connectionId: 'test-2', amount: '5' })
    see(desk, '703', { amount: '50' })
    expect(await idsOf(desk, '70')).toEqual(['701', '702', '703'])
    expect(await idsOf(desk, '70', { connectionId: 'test-2' })).toEqual(['702'])
    expect(await idsOf(desk, 'inv', { filter: { amountUntil: '9' } })).toEqual(['701', '702'])
    expect(
      await idsOf(desk, '01', { connectionId: 'test-1', filter: { amountFrom: '9' } }),
    ).toEqual([])
  })

  it('finds the same in the same order whether the filter leaves few orders or many', async () => {
    const desk = createTestDesk()
    inTransaction(desk.db, () => {
      for (let n = 0; n < 2_300; n += 1)
        see(desk, String(410_000 + n), {
          clientOrderid: [`${n}`, `41-${n % 9}`, `x41${n}`, '41'][n % 4]!,
          amount: n < 300 ? '7' : '9',
        })
    })
    while ((await desk.reader.run('orders', { text: 'x', limit: 1 })).unindexed > 0) continue
    // By one amount there are few, by a range of both there are many: the first 300 must come in
    // the same order.
    const few = { filter: { amountUntil: '8' }, limit: 17 }
    const many = await idsOf(desk, '41', { filter: { amountUntil: '10' }, limit: 90 })
    const wanted = many.filter((id) => Number(id) < 410_300)
    expect(wanted.length).toBeGreaterThan(290)
    expect(await idsOf(desk, '41', few)).toEqual(wanted)
    const inside = await idsOf(desk, '41000', { filter: { amountUntil: '10' } })
    expect(await idsOf(desk, '41000', few)).toEqual(inside)
  })

  it('ends a page early when next to nothing a text finds passes the filter, and goes on from there', async () => {
    const desk = createTestDesk()
    inTransaction(desk.db, () => {
      see(desk, '1', { clientOrderid: 'needle-first', amount: '7' })
      see(desk, '2', { clientOrderid: 'my-needle', amount: '7' })
      for (let n = 0; n < MOST_COMPARED + 10; n += 1)
        see(desk, String(410_000 + n), { clientOrderid: `needle-${n}`, amount: '9' })
      // More than are compared one by one.
      for (let n = 0; n < 2_000; n += 1) see(desk, String(510_000 + n), { amount: '7' })
    })
    while ((await desk.reader.run('orders', { text: 'x', limit: 1 })).unindexed > 0) continue
    const filter = { amountUntil: '8' }
    const { page } = await desk.reader.run('orders', { text: 'needle', filter, limit: 100 })
    expect(page?.rows).toEqual([])
    expect(page?.next).not.toBeNull()
    expect(await idsOf(desk, 'needle', { filter })).toEqual(['1', '2'])
  })

  it('says how much it has not read for as long as an order may be missing', async () => {
    const desk = createTestDesk()
    inTransaction(desk.db, () => {
      for (let n = 0; n < 120; n += 1) see(desk, String(410_000 + n))
    })
    let now = 0
    // Each look at this clock is a turn's end: one question reads the fewest entries a question
    // can.
    const slow = localReader(desk.db, () => (now += 1_000))
    const newest = { text: '410119', limit: 5 }
    const left: number[] = []
    for (;;) {
      const { page, unindexed } = await slow.run('orders', newest)
      expect(page?.rows.map((row) => row.orderid)).toEqual(unindexed > 0 ? [] : ['410119'])
      left.push(unindexed)
      if (unindexed === 0) break
    }
    expect(left).toEqual([70, 20, 0])
  })

  it('takes the signs of a query language as they are', async () => {
    const desk = createTestDesk()
    see(desk, '1', { clientOrderid: 'a"b*c%d_e' })
    for (const text of ['a"b*c%d_e', '"b*', 'c%d', 'd_e', '*c%'])
      expect(await idsOf(desk, text)).toEqual(['1'])
    for (const text of ['%%%', '***', 'a" OR "b', 'NOT x', '_____'])
      expect(await idsOf(desk, text)).toEqual([])
  })

  it('forgets a name the gateway replaced and keeps a serial number it gave before', async () => {
    const desk = createTestDesk()
    see(desk, '1', { answer: { name: 'Old Name', 'serial-number': 'sn-first' } })
    expect(await idsOf(desk, 'old name')).toEqual(['1'])
    see(desk, '1', {
      answer: { name: 'New Name', 'serial-number': 'sn-second', status: 'declined' },
    })
    expect(await idsOf(desk, 'old name')).toEqual([])
    expect(await idsOf(desk, 'new name')).toEqual(['1'])
    expect(await idsOf(desk, 'sn-first')).toEqual(['1'])
    expect(await idsOf(desk, 'sn-second')).toEqual(['1'])
  })

  it('never holds a card number that was typed into a comment', async () => {
    const desk = createTestDesk()
    see(desk, '1')
    review(desk, '1', 'a1', 'card 4111111111111111 was used')
    expect(await idsOf(desk, '411111111111')).toEqual([])
    const text = desk.db.prepare('SELECT terms FROM search_order').pluck().all().join()
    expect(text).toContain('card 411111••••••1111')
  })

  it('finds an order whose ids hold slashes', async () => {
    const desk = createTestDesk()
    see(desk, 'a/b/c', { connectionId: 'x/y' })
    expect(await idsOf(desk, 'a/b/c')).toEqual(['a/b/c'])
  })
})
