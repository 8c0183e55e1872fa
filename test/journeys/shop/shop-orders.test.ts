// Orders from the shop's list, over the bridge: searchable at once, told apart from what the
// gateway says, read when they are opened, and asked about by look-ups that go on after any end.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FileView } from '#shared/files/file-methods.ts'
import type { ShopListView } from '#shared/shop/shop-methods.ts'
import { paidOrders } from '../runs/run-story.ts'
import { faultOf, must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'

const world = eachWorld(20)
const head = 'Order ID,Merchant order ID,Amount,Currency,Date,Email,Last 4,Name'
const use = { connectionId: 'sandbox', operation: 'orders' } as const
const read = async ({ desk }: OpenDesk, lines: readonly string[]): Promise<FileView> =>
  must(await desk['file:paste']({ ...use, text: [head, ...lines].join('\n') }))!
const take = ({ desk }: OpenDesk, view: FileView, leftOutReason = '') =>
  desk['shop:take']({
    ...{ readingId: view.id, stamp: view.stamp, meaning: view.meaning },
    ...{ leftOut: view.wrongLines, leftOutReason },
  })
const taken = async (open: OpenDesk, lines: readonly string[]): Promise<ShopListView> =>
  must(await take(open, await read(open, lines)))!
/** Once the search has read all rows. */
async function found({ desk }: OpenDesk, text?: string) {
  const asked = { ...(text === undefined ? {} : { text }), limit: 50 }
  for (let left = 50; left > 0; left -= 1) {
    const page = must(await desk['shop:orders'](asked))
    if (page.unindexed === undefined) return page.rows
  }
  throw new Error('the search did not read all rows')
}
const askedOf = async ({ desk }: OpenDesk) => must(await desk['shop:lists']({})).asked[0]
const row = (id: string, more = '20.00,EUR,2026-03-01,ann@shop.test,4444,Ann Smith'): string =>
  `${id},own-${id},${more}`

describe('an imported list', () => {
  it('is found by each of its facts, and by nothing that the gateway said', async () => {
    const open = await world.start()
    const list = await taken(open, [
      row('700001'),
      row('700002', '7.50,EUR,2026-03-02,müller@shop.test,1881,Jörg Müller'),
    ])
    expect(list).toMatchObject({ rows: 2, taken: 2, added: 2, changed: 0 })
    expect(list.endedAt).not.toBeNull()
    for (const text of ['700002', 'own-700002', 'mull', '1881', '7.50 EUR', '7,50', 'jorg muller'])
      expect([text, (await found(open, text)).map(({ orderid }) => orderid)]).toEqual([
        text,
        ['700002'],
      ])
    expect(await found(open, 'nobody')).toEqual([])
    expect((await found(open)).map(({ answer, knownAs }) => [answer, knownAs])).toEqual([
      ['unread', ''],
      ['unread', ''],
    ])
    expect(must(await open.desk['order:list']({ text: '700002', limit: 10 })).rows).toEqual([])
    expect(
      faultOf(await open.desk['order:show']({ connectionId: 'sandbox', orderid: '700002' })),
    ).toMatchObject({ kind: 'denied' })
  })

  it('adds nothing when it comes again, in whatever form, and says so', async () => {
    const open = await world.start()
    const lines = [row('700001'), row('700002')]
    const first = await read(open, lines)
    expect(first.imported).toBeNull()
    must(await take(open, first))
    const again = await read(open, lines)
    expect(again.imported).toMatchObject({ rows: 2, isSameFile: true })
    expect(must(await take(open, again))).toMatchObject({ taken: 2, added: 0, changed: 0 })
    const turned = await read(open, lines.toReversed())
    expect(turned.imported).toMatchObject({ isSameFile: false })
    expect(must(await take(open, turned))).toMatchObject({ added: 0, changed: 0 })
    expect(await found(open)).toHaveLength(2)
  })

  it('changes what was said by another list, keeps what it leaves open, and says so', async () => {
    const open = await world.start()
    await taken(open, [row('700001'), row('700002')])
    const list = await taken(open, [row('700001', '25.00,EUR,,,,'), row('700003')])
    expect(list).toMatchObject({ taken: 2, added: 1, changed: 1 })
    const [changed] = await found(open, '700001')
    expect(changed).toMatchObject({
      ...{ amount: { amount: '25.00', currency: 'EUR' }, email: 'ann@shop.test' },
      list: { id: list.id, line: 2 },
    })
    expect(await found(open, '20.00 EUR')).toHaveLength(2)
  })

  it('joins an order of the merchant’s id alone with the gateway’s id', async () => {
    const open = await world.start()
    await taken(open, [`,own-1,20.00,EUR,,,,`])
    expect(await taken(open, [`700001,own-1,20.00,EUR,,,,`])).toMatchObject({
      added: 0,
      changed: 1,
    })
    expect(await found(open)).toMatchObject([{ orderid: '700001', clientOrderid: 'own-1' }])
  })

  it('takes nothing of a list with a card number, and of lines that are left out', async () => {
    const open = await world.start()
    const card = await read(open, [row('700001', '1.00,EUR,,,,4111 1111 1111 1111')])
    expect(card.isUsable).toBe(false)
    expect((await take(open, card, 'a card number')).ok).toBe(false)
    const wrong = await read(open, [row('700001'), row('no id!')])
    expect([wrong.goodCount, wrong.wrongLines]).toEqual([1, 1])
    expect(faultOf(await take(open, wrong))).toMatchObject({ field: 'leftOutReason' })
    expect(must(await take(open, wrong, 'not an order'))).toMatchObject({
      ...{ added: 1, leftOut: { count: 1, reason: 'not an order' } },
    })
    expect(await found(open)).toHaveLength(1)
  })

  it('is no run, and a run’s list is no list of orders', async () => {
    const open = await world.start()
    const view = await read(open, [row('700001')])
    const asked = { readingId: view.id, stamp: view.stamp, meaning: view.meaning }
    const run = await open.desk['run:from-file']({
      ...{ ...asked, leftOut: 0, leftOutReason: '', reason: 'x', againReason: '', depth: 'known' },
    })
    expect(run.ok).toBe(false)
    const text = 'Order ID,Amount,Currency\n700001,1.00,EUR'
    const other = must(
      await open.desk['file:paste']({ connectionId: 'sandbox', operation: 'return', text }),
    )!
    expect((await take(open, other)).ok).toBe(false)
    expect(await found(open)).toEqual([])
  })
})

describe('opening an order of a list', () => {
  it('reads its status, and no figure of the list becomes the gateway’s', async () => {
    const open = await world.start()
    const [orderid] = paidOrders(world.sandbox, 1)
    await taken(open, [row(orderid!, '999.99,USD,2026-03-01,ann@shop.test,4444,Ann Smith')])
    const [before] = await found(open, orderid)
    const view = must(await open.desk['shop:open']({ number: before!.number }))
    expect(view.original).toMatchObject({ amount: '120.00', currency: 'EUR' })
    expect(view.clientOrderid).not.toBe(`own-${orderid}`)
    // MONEY: what can be refunded is what the gateway told.
    expect(view.actions.return).toMatchObject({ isPossible: true, most: { amount: '120.00' } })
    const [after] = await found(open, 'ann smith')
    expect(after).toMatchObject({ answer: 'read', knownAs: orderid, amount: { amount: '999.99' } })
    const beside = must(
      await open.desk['shop:of-order']({ connectionId: 'sandbox', orderid: orderid! }),
    )
    expect(beside).toMatchObject({ amount: { amount: '999.99', currency: 'USD' }, answer: 'read' })
    // What a later list says changes the list's word alone.
    await taken(open, [row(orderid!, '1.00,EUR,,,,')])
    const shown = must(
      await open.desk['order:show']({ connectionId: 'sandbox', orderid: orderid! }),
    )
    expect(shown.original).toMatchObject({ amount: '120.00', currency: 'EUR' })
  })

  it('says that the gateway knows no such order, and asks again when asked', async () => {
    const open = await world.start()
    await taken(open, [row('999000111')])
    const [before] = await found(open)
    expect((await open.desk['shop:open']({ number: before!.number })).ok).toBe(false)
    expect(await found(open)).toMatchObject([{ answer: 'not-there', knownAs: '' }])
    expect((await open.desk['shop:open']({ number: before!.number })).ok).toBe(false)
  })

  it('is told as read where the order was looked up in any other way, before or after', async () => {
    const open = await world.start()
    const [one, two] = paidOrders(world.sandbox, 2)
    await world.lookUp(one!)
    await taken(open, [row(one!), row(two!)])
    expect(await askedOf(open)).toMatchObject({ read: 1, unread: 1 })
    await world.lookUp(two!)
    expect(await askedOf(open)).toMatchObject({ read: 2, unread: 0 })
  })
})

const happenedIn = async ({ desk }: OpenDesk): Promise<string[]> =>
  must(await desk['app:state']({})).happened.map(({ kind }) => kind)

describe('a list that was read', () => {
  it('for orders makes no run, and for a run makes no orders', async () => {
    const open = await world.start()
    const { id, stamp, meaning } = await read(open, [row('700001')])
    const reasons = { leftOutReason: '', againReason: '', reason: '', depth: 'known' as const }
    const asked = { readingId: id, stamp, meaning, leftOut: 0 }
    expect(faultOf(await open.desk['run:from-file']({ ...asked, ...reasons }))).toMatchObject({
      kind: 'denied',
    })
    const lines = {
      connectionId: 'sandbox',
      operation: 'return',
      text: `${head}\n${row('700001')}`,
    }
    const refunds = must(await open.desk['file:paste']({ ...lines, operation: 'return' }))!
    expect((await take(open, refunds)).ok).toBe(false)
    expect(must(await open.desk['run:list']({}))).toEqual([])
    expect(await found(open)).toEqual([])
  })
})

describe('look-ups of an imported list', () => {
  it('ask about all of it once, and end', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 3)
    await taken(open, [...orderids.map((id) => row(id)), row('999000111')])
    must(await open.desk['shop:ask']({ connectionId: 'sandbox', to: 'start' }))
    await expect
      .poll(() => askedOf(open), { timeout: 15_000 })
      .toMatchObject({ state: 'DONE', unread: 0, read: 3, notThere: 1 })
    expect(must(await open.desk['order:list']({ limit: 10 })).rows).toHaveLength(3)
    expect(await happenedIn(open)).toEqual(['shop-asking-done'])
  })

  it('pause by themselves where nobody answers, which is told until a person has seen it', async () => {
    const open = await world.start()
    world.sandbox.setFault({ operation: 'status', kind: 'reset-without-effect', times: 500 })
    const orderids = paidOrders(world.sandbox, 8)
    await taken(
      open,
      orderids.map((id) => row(id)),
    )
    must(await open.desk['shop:ask']({ connectionId: 'sandbox', to: 'start' }))
    await expect.poll(() => askedOf(open), { timeout: 15_000 }).toMatchObject({ state: 'PAUSED' })
    expect(await happenedIn(open)).toEqual(['shop-asking-paused'])
    must(await open.desk['notice:seen']({ kind: 'shop-asking-paused', seq: 1_000_000 }))
    expect(await happenedIn(open)).toEqual([])
  })

  it('are paused and stopped, and go on with what is left after the program ended', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 30)
    await taken(
      open,
      orderids.map((id) => row(id)),
    )
    const steer = (to: 'start' | 'pause' | 'stop', desk = open.desk) =>
      desk['shop:ask']({ connectionId: 'sandbox', to })
    must(await steer('start'))
    expect(must(await steer('pause')).state).toBe('PAUSED')
    // Whoever paused them knows.
    expect(await happenedIn(open)).toEqual([])
    const { unread } = (await askedOf(open))!
    expect(unread).toBeGreaterThan(0)
    must(await steer('start'))
    await open.close()
    const again = await world.start()
    await expect
      .poll(() => askedOf(again), { timeout: 20_000 })
      .toMatchObject({ state: 'DONE', unread: 0, read: 30 })
    const log = must(
      await again.desk['audit:list']({ filter: { kind: 'order:look-up' }, limit: 100 }),
    )
    // Each was told once: nothing was asked anew after the end but what had no answer.
    expect(new Set(log.rows.map(({ subject }) => subject)).size).toBe(30)
    expect(log.rows.length).toBeLessThan(30 + 5)
    expect(faultOf(await steer('stop', again.desk))).toMatchObject({ kind: 'denied' })
  }, 180_000)
})

describe('the saved list', () => {
  it('says of each row that a list says so, and whether the gateway told of it', async () => {
    const open = await world.start()
    const [orderid] = paidOrders(world.sandbox, 1)
    await taken(open, [row(orderid!), row('700002')])
    await world.lookUp(orderid!)
    const saved = must(await open.desk['shop:save']({ as: 'csv' }))!
    const lines = readFileSync(saved.file, 'utf8').trim().split('\r\n')
    expect(lines[0]).toContain('known_from')
    expect(lines.slice(1).map((line) => line.replaceAll('"', '').split(',').slice(0, 2))).toEqual([
      ['shop list', 'not asked'],
      ['shop list', 'told'],
    ])
    expect(lines.join()).not.toContain('ann@shop.test')
    const log = await open.desk['audit:list']({ filter: { kind: 'list:exported' }, limit: 10 })
    expect(must(log).rows).toMatchObject([
      { outcome: 'ok', subject: 'shop-orders', details: { as: 'csv', rows: 2, isSearched: false } },
    ])
  })
})
