// A report of the gateway over the bridge, made of the sandbox's orders: read, matched with what
// this computer knows, decided line by line, and saved. Nothing is sent for a report.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import type { FileView } from '#shared/files/file-methods.ts'
import type { ReconciledRow } from '#shared/reconcile/reconcile-methods.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { faultOf, must, type OpenDesk } from '../story.ts'
import { paidOrders } from '../runs/run-story.ts'
import { eachWorld } from '../world.ts'
import {
  counts,
  day,
  knownTo,
  line,
  matched,
  type Order,
  read,
  reason,
  refundedIn,
  rowsOf,
  take,
  use,
} from './report-story.ts'

const world = eachWorld(20)
const page = { after: -1, limit: 50 }
const known = (count: number): Promise<OrderView[]> => knownTo(world, count)
const refunded = (open: OpenDesk, orders: readonly OrderView[]): Promise<void> =>
  refundedIn(world, open, orders)
const kindsSince = async ({ desk }: OpenDesk): Promise<string[]> =>
  must(await desk['audit:list']({ filter: {}, limit: 100 })).rows.map(({ kind }) => kind)

describe('a report', () => {
  it('puts money out that nothing explains first, and matches the rest', async () => {
    const open = await world.start()
    const [first, second] = (await known(2)) as [OrderView, OrderView]
    await refunded(open, [first, second])
    const view = await matched(open, [
      line(first, 'SALE', '120.00'),
      line(second, 'SALE', '120.00'),
      line(first, 'REFUND', '1.00'),
      // The gateway did this one twice.
      ...[line(second, 'REFUND', '1.00'), line(second, 'REFUND', '1.00')],
      `99${first.orderid},other-1,SALE,7.00,EUR,1111,${day}`,
      ...[`,7001,SALE,7.00,EUR,1111,${day}`, `,shop-8,SALE,7.00,EUR,1111,${day}`],
    ])
    expect(counts(view)).toEqual({ unexplained: 2, 'not-known-here': 3, matched: 3 })
    const refunds = { kind: 'refunded', amount: '2.00', currency: 'EUR' }
    expect(view.result!.piles[0]!.sums).toEqual([refunds])
    expect(view.result!.piles.at(-1)!.sums.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['captured', '240.00'],
      ['refunded', '1.00'],
    ])
    const rows = await rowsOf(open, view.id, 'unexplained')
    expect(rows.map((row) => [row.line, row.opens, row.known.length])).toEqual([
      [5, second.orderid, 1],
      [6, second.orderid, 1],
    ])
    expect(world.refunds(second.orderid)).toBe(1)
  })

  it('tells of a refund that nothing explains on the page of its order, and of no other', async () => {
    const open = await world.start()
    const [first, second] = (await known(2)) as [OrderView, OrderView]
    await refunded(open, [second])
    const view = await matched(open, [
      ...[line(first, 'REFUND', '7.00'), line(first, 'REFUND', '7.00')],
      ...[line(second, 'REFUND', '1.00'), line(first, 'SALE', '120.00')],
    ])
    const reported = async ({ connectionId, orderid }: OrderView) =>
      must(await open.desk['reconcile:of-order']({ connectionId, orderid }))
    const amount = { amount: '7.00', currency: 'EUR' }
    expect(await reported(first)).toEqual([
      { reportId: view.id, name: view.name, amount, count: 2 },
    ])
    expect(await reported(second)).toEqual([])
    for (const { line: at, about } of await rowsOf(open, view.id, 'unexplained'))
      must(
        await open.desk['reconcile:decide']({
          ...{ id: view.id, line: at!, decision: 'elsewhere', about, reason },
        }),
      )
    expect(await reported(first)).toEqual([])
  })

  it('counts beside such a refund what another report says by the number of a bank', async () => {
    const open = await world.start()
    const [, order] = (await known(2)) as [OrderView, OrderView]
    const rrn = order.timeline.flatMap(({ bank }) => bank?.rrn ?? [])[0]!
    const columns = 'Order ID,Merchant order ID,Type,Amount,Currency,Last 4,Date,RRN'
    await matched(open, [line(order, 'REFUND', '7.00')])
    await matched(open, [`,,REFUND,9.00,EUR,,${day},${rrn}`], columns)
    const { connectionId, orderid } = order
    const found = must(await open.desk['reconcile:of-order']({ connectionId, orderid }))
    expect(found.map(({ amount, count }) => [amount.amount, count])).toEqual([
      ['7.00', 1],
      ['9.00', 1],
    ])
  })

  it('has its unknown orders looked up, and is matched anew when that ends', async () => {
    const open = await world.start()
    const [unread, other] = paidOrders(world.sandbox, 2)
    const named = await world.lookUp(other!)
    const view = await matched(open, [
      ...[`${unread},,SALE,120.00,EUR,,${day}`, `99${unread},,REFUND,120.00,EUR,,${day}`],
      // 7,001 is a number of the shop: looked up as an order ID it would be another order.
      ...[`,7001,SALE,7.00,EUR,1111,${day}`, line(named, 'SALE', '120.00')],
    ])
    expect(counts(view)).toEqual({ 'not-known-here': 3, matched: 1 })
    expect(must(await open.desk['reconcile:look-up']({ id: view.id }))).toEqual({ count: 3 })
    const kept = async () => must(await open.desk['reconcile:list']({}))[0]!
    const learnt = { 'not-known-here': 2, 'one-id': 1, matched: 1 }
    await expect.poll(async () => counts(await kept()), { timeout: 10_000 }).toEqual(learnt)
    const now = must(await open.desk['reconcile:show']({ id: view.id }))
    expect([now.isOlder, now.result!.digest]).toEqual([false, (await kept()).result!.digest])
    const [asked] = must(await open.desk['shop:lists']({})).asked
    expect(asked).toMatchObject({ state: 'DONE', unread: 0, read: 1, notThere: 2 })
    const entries = must(await open.desk['audit:list']({ filter: {}, limit: 100 })).rows
    const again = entries.find(({ kind }) => kind === 'reconcile:matched-again')
    expect(again).toMatchObject({ actor: 'paydesk' })
    // Both that are left are asked for again: the gateway may know them by now. The same orders
    // make no second list.
    for (let nth = 0; nth < 2; nth += 1) {
      const told = must(await open.desk['reconcile:look-up']({ id: view.id }))
      expect(told).toEqual({ count: 2 })
      const asking = async () => must(await open.desk['shop:lists']({})).asked[0]
      const done = { state: 'DONE', unread: 0, read: 1, notThere: 2 }
      await expect.poll(asking, { timeout: 10_000 }).toMatchObject(done)
    }
    const asks = must(await open.desk['audit:list']({ filter: {}, limit: 100 })).rows
    expect(asks.filter(({ kind }) => kind === 'shop:asked-again')).toHaveLength(2)
    expect(must(await open.desk['shop:lists']({})).lists.map(({ rows }) => rows)).toEqual([2, 3])
  })

  it('gives the same result in another order, and is known again by what it means', async () => {
    const open = await world.start()
    const [first, second] = (await known(2)) as [OrderView, OrderView]
    await refunded(open, [first])
    const lines = [
      line(first, 'Sale', '120.00'),
      line(first, 'Refund', '1.00'),
      line(second, 'Sale', '120.00'),
    ]
    const one = await matched(open, lines)
    const again = await read(open, lines)
    expect(again.matched).toMatchObject({ id: one.id, isSameFile: true })
    const turned = await read(open, lines.toReversed())
    expect(turned.matched).toMatchObject({ id: one.id, isSameFile: false })
    const other = must(await take(open, turned))!
    expect(other.result!.digest).toBe(one.result!.digest)
    const shown = must(await open.desk['reconcile:show']({ id: one.id }))
    expect([shown.result!.digest, shown.isOlder]).toEqual([one.result!.digest, false])
  })

  it('is the same after a restart, and is matched anew with what was learnt since', async () => {
    const open = await world.start()
    const [first, second] = (await known(2)) as [OrderView, OrderView]
    const view = await matched(open, [
      line(first, 'Sale', '120.00'),
      line(second, 'Refund', '1.00'),
    ])
    expect(counts(view)).toMatchObject({ unexplained: 1 })
    await refunded(open, [second])
    const now = must(await open.desk['reconcile:show']({ id: view.id }))
    expect(counts(now)).toMatchObject({ matched: 2 })
    expect([counts(now).unexplained, now.isOlder]).toEqual([undefined, true])
    const stale = await open.desk['reconcile:keep']({ id: view.id, digest: view.result!.digest })
    expect(faultOf(stale)).toMatchObject({ kind: 'denied' })
    must(await open.desk['reconcile:keep']({ id: view.id, digest: now.result!.digest }))
    await open.close()
    const later = await world.start()
    const listed = must(await later.desk['reconcile:list']({}))
    expect(listed.map(({ id, result }) => [id, result!.digest])).toEqual([
      [view.id, now.result!.digest],
    ])
    const shown = must(await later.desk['reconcile:show']({ id: view.id }))
    expect([shown.result!.digest, shown.isOlder]).toEqual([now.result!.digest, false])
  })

  it('keeps a line that is decided apart, with its reason, while it stands in the same list', async () => {
    const open = await world.start()
    const [first] = (await known(1)) as [OrderView]
    const view = await matched(open, [line(first, 'Sale', '120.00'), line(first, 'Refund', '3.00')])
    const { id } = view
    const [row] = (await rowsOf(open, id, 'unexplained')) as [ReconciledRow]
    expect(must(await open.desk['today:show']({})).reports).toMatchObject([
      { id, count: 1, isRefunds: true, sums: [{ amount: '3.00', currency: 'EUR' }] },
    ])
    const asked = { id, line: row.line!, about: row.about, reason }
    const decide = open.desk['reconcile:decide']
    for (const wrong of [
      { ...asked, decision: 'accepted' as const },
      { ...asked, decision: 'refused' as const },
      { ...asked, decision: 'withdrawn' as const },
      { ...asked, decision: 'elsewhere' as const, about: 'f'.repeat(64) },
      { ...asked, decision: 'elsewhere' as const, line: 2 },
    ])
      expect(faultOf(await decide(wrong))).toMatchObject({ kind: 'denied' })
    const said = must(await decide({ ...asked, decision: 'elsewhere' }))
    expect(counts(said)).toEqual({ explained: 1, matched: 1 })
    expect(must(await open.desk['today:show']({})).reports).toEqual([])
    const [explained] = (await rowsOf(open, id, 'explained')) as [ReconciledRow]
    expect(explained.decided).toMatchObject({ decision: 'elsewhere', reason })
    // What was said of a line that stands elsewhere now does not stand.
    await refunded(open, [first])
    expect(counts(must(await open.desk['reconcile:show']({ id })))).toMatchObject({ differs: 1 })
    const kinds = await kindsSince(open)
    for (const kind of ['report-taken', 'lines-kept', 'matched', 'decided', 'matched-again'])
      expect(kinds).toContain(`reconcile:${kind}`)
  })

  it('names what is here and not in the report, of the report’s own days', async () => {
    const open = await world.start()
    const [first] = (await known(1)) as [OrderView]
    await refunded(open, [first])
    const today = await matched(open, [line(first, 'Sale', '120.00')])
    const [missing] = (await rowsOf(open, today.id, 'not-in-report')) as [ReconciledRow]
    expect([missing.line, missing.kind, missing.opens]).toEqual([null, 'refunded', first.orderid])
    const before = await matched(open, [line(first, 'Sale', '120.00', '2020-01-02')])
    expect(counts(before)['not-in-report']).toBeUndefined()
  })

  it('takes all lines of one number by one word, which can be withdrawn', async () => {
    const open = await world.start()
    const [first, second] = (await known(2)) as [OrderView, OrderView]
    const bare = ({ orderid }: Order): string => `${orderid},,Sale,120.00,EUR,,${day}`
    const view = await matched(open, [bare(first), bare(second)])
    const { id } = view
    const { about } = view.whole['one-id']
    expect(counts(view)).toEqual({ 'one-id': 2 })
    const all = { id, line: 0, about, reason }
    const accepted = must(await open.desk['reconcile:decide']({ ...all, decision: 'accepted' }))
    expect([counts(accepted), accepted.whole['one-id'].said]).toEqual([{ matched: 2 }, 'counted'])
    const back = must(await open.desk['reconcile:decide']({ ...all, decision: 'withdrawn' }))
    expect([counts(back), back.whole['one-id']]).toEqual([{ 'one-id': 2 }, { about, said: null }])
  })

  it.each(['csv', 'xlsx'] as const)('is saved whole, in its own order, as %s', async (as) => {
    const open = await world.start()
    const [first] = (await known(1)) as [OrderView]
    // Of one the report tells the time, of the other the day alone.
    const at = `${day} 09:30:00 +0200`
    const lines = [line(first, 'Sale', '120.00', at), line(first, 'Refund', '3.00')]
    const { id } = await matched(open, lines)
    const saved = must(await open.desk['reconcile:save']({ id, as }))!
    expect(saved.rows).toBe(2)
    const bytes = readFileSync(saved.file)
    if (as === 'csv') {
      const [names, one, two] = bytes.toString().split('\r\n')
      expect(names).toContain('"line","outcome","rule"')
      const cells = (row: string | undefined, ...of: string[]) =>
        of.map((name) => row!.split(',')[names!.split(',').indexOf(`"${name}"`)])
      const told = ['outcome', 'order_id', 'amount', 'report_utc']
      expect([cells(one, ...told), cells(two, ...told)]).toEqual([
        ['"matched"', `"${first.orderid}"`, '"120.00"', `"${day}T07:30:00.000Z"`],
        ['"unexplained"', `"${first.orderid}"`, '"3.00"', `"${day}"`],
      ])
    } else expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('a report that is not clear', () => {
  const openWords = ({ openKinds, isUsable }: FileView): unknown => [openKinds, isUsable]
  const orders = ['700001,a-1', '700002,a-2']
  const text = (...lines: string[]): string =>
    ['Order ID,Merchant order ID,Type,Amount,Currency', ...lines].join('\n')
  const pasted = async ({ desk }: OpenDesk, ...lines: string[]): Promise<FileView> =>
    must(await desk['file:paste']({ ...use, text: text(...lines) }))!

  it('asks what each word means, and takes no line before', async () => {
    const open = await world.start()
    const view = await pasted(open, `${orders[0]},CBK,2.00,EUR`, `${orders[1]},Sale,2.00,EUR`)
    expect(openWords(view)).toEqual([['cbk'], false])
    expect(view.open.map(({ message }) => formatMessage(message))).toEqual([
      'Line 2: what does “CBK” mean?',
    ])
    const asked = { ...use, readingId: view.id }
    const said = must(
      await open.desk['file:again']({ ...asked, choices: { kindNames: { cbk: 'charged-back' } } }),
    )!
    expect([openWords(said), said.goodCount]).toEqual([[[], true], 2])
    const out = must(
      await open.desk['file:again']({ ...asked, choices: { kindNames: { cbk: 'leave-out' } } }),
    )!
    expect([openWords(out), out.goodCount]).toEqual([[[], true], 1])
  })

  it('takes no word that is known for nothing that moved', async () => {
    const open = await world.start()
    const view = await pasted(open, `${orders[0]},Refund,2.00,EUR`, `${orders[1]},Sale,2.00,EUR`)
    const asked = { ...use, readingId: view.id }
    const choices = { kindNames: { refund: 'leave-out' as const } }
    const said = must(await open.desk['file:again']({ ...asked, choices }))!
    expect(openWords(said)).toEqual([['refund'], false])
  })

  it('tells what a word left out, in the result, in its fact and in the file', async () => {
    const open = await world.start()
    const lines = [
      `${orders[1]},Fee,0.30,EUR`,
      `${orders[1]},fee,1.20,EUR`,
      `${orders[1]},Fee,,EUR`,
    ]
    const view = await pasted(open, `${orders[0]},Sale,2.00,EUR`, ...lines)
    const choices = { kindNames: { fee: 'leave-out' as const } }
    const said = must(await open.desk['file:again']({ ...use, readingId: view.id, choices }))!
    const result = must(await take(open, said))!
    const left = { word: 'fee', count: 3, without: 1, sums: [{ amount: '1.50', currency: 'EUR' }] }
    expect([result.rows, result.leftKinds]).toEqual([1, [left]])
    const { id } = result
    expect(must(await open.desk['reconcile:show']({ id })).leftKinds).toEqual([left])
    const saved = must(await open.desk['reconcile:save']({ id, as: 'csv' }))!
    expect(saved.rows).toBe(3)
    const rows = readFileSync(saved.file).toString().split('\r\n').slice(2, 4)
    expect(
      rows.map((row) => row.split(',').flatMap((cell) => cell.replaceAll('"', '') || [])),
    ).toEqual([
      ['left-out', 'fee', '1.50', 'EUR', 'lines: 3'],
      ['left-out', 'fee', 'lines: 1'],
    ])
    const facts = must(await open.desk['audit:list']({ filter: {}, limit: 100 })).rows
    const taken = facts.find(({ kind }) => kind === 'reconcile:report-taken')
    expect(JSON.stringify(taken)).toMatch(/leftKinds/)
  })

  it('names each line whose sign or column says the other direction', async () => {
    const open = await world.start()
    const signed = await pasted(
      open,
      `${orders[0]},Refund,-2.00,EUR`,
      `${orders[1]},Refund,2.00,EUR`,
      `${orders[1]},Sale,-5.00,EUR`,
    )
    const wrong = must(await open.desk['file:wrong']({ readingId: signed.id, ...page })).lines
    expect([signed.goodCount, wrong.map(({ line: at }) => at)]).toEqual([1, [3, 4]])
    const columns = 'Order ID,Type,Debit,Credit,Currency'
    const sides = [columns, '1,Refund,2.00,,EUR', '2,Refund,,2.00,EUR', '3,Sale,0.00,4.00,EUR']
    const view = must(await open.desk['file:paste']({ ...use, text: sides.join('\n') }))!
    const lines = must(await open.desk['file:wrong']({ readingId: view.id, ...page })).lines
    expect([view.goodCount, lines.map(({ line: at }) => at)]).toEqual([2, [3]])
  })

  it('asks for the unit where no amount has decimals', async () => {
    const open = await world.start()
    const view = await pasted(open, `${orders[0]},Sale,12000,EUR`)
    expect(view.open.map(({ kind }) => kind)).toEqual(['unit'])
    const asked = { ...use, readingId: view.id }
    const sumIn = async (unit: 'major' | 'minor') =>
      must(await open.desk['file:again']({ ...asked, choices: { unit } }))!.sums[0]!.sum.amount
    expect([await sumIn('major'), await sumIn('minor')]).toEqual(['12000.00', '120.00'])
    const mixed = await pasted(open, `${orders[0]},Sale,12000,EUR`, `${orders[1]},Sale,1.5,EUR`)
    const choices = { unit: 'minor' as const }
    const read = must(await open.desk['file:again']({ ...use, readingId: mixed.id, choices }))!
    expect([read.goodCount, read.wrongLines]).toEqual([1, 1])
  })

  it('makes no run, and a list of another use makes no match', async () => {
    const open = await world.start()
    const view = await pasted(open, `${orders[0]},Sale,2.00,EUR`)
    const { id: readingId, stamp, meaning } = view
    const reading = { readingId, stamp, meaning, leftOut: 0, leftOutReason: '', fewerReason: '' }
    const run = { ...reading, reason: '', againReason: '' }
    expect(faultOf(await open.desk['run:from-file'](run as never))).toMatchObject({
      kind: 'denied',
    })
    const list = { connectionId: 'sandbox', operation: 'return' as const }
    const other = must(
      await open.desk['file:paste']({ ...list, text: text('700001,a,x,2.00,EUR') }),
    )!
    const asked = { ...reading, readingId: other.id, stamp: other.stamp, meaning: other.meaning }
    expect(faultOf(await open.desk['reconcile:take'](asked))).toMatchObject({ kind: 'denied' })
  })
})
