// A statement of a bank beside the reports of the gateway: one line pays one batch, or one day,
// less fees. What names nothing and has no sum of its own is matched with nothing.
import { describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Grouping } from '#shared/reconcile/statement.ts'
import { type BankEntry, camt, mt940 } from '../../campaigns/files/statements.ts'
import { must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'
import { counts, day, knownTo, matched, reason, rowsOf, use } from './report-story.ts'

const world = eachWorld(20)
const head = 'Order ID,Merchant order ID,Type,Amount,Currency,Batch,Fee,Net,Date'
const sale = (order: OrderView, batch: string, [fee, net]: readonly [string, string], on = day) =>
  [order.orderid, order.clientOrderid, 'Sale', '120.00', 'EUR', batch, fee, net, on].join(',')
const base = { account: 'DE89370400440532013000', currency: 'EUR', decimals: 2, opening: '0.00' }
const entry = (amount: string, text: string, reference = '', on = day): BankEntry => ({
  ...{ amount, text, reference, day: on },
})
const daysAgo = (count: number): string =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
const shown = async ({ desk }: OpenDesk, { result }: Awaited<ReturnType<typeof takeBank>>) =>
  counts(must(await desk['reconcile:show']({ id: result.id })))

async function takeBank(
  { desk }: OpenDesk,
  entries: readonly BankEntry[],
  grouping: Grouping = { by: 'batch' },
  write = (made: Parameters<typeof camt>[0]) => camt(made),
) {
  const text = write({ ...base, entries })
  const view = must(await desk['file:paste']({ ...use, text }))!
  const taken = await desk['reconcile:take']({
    ...{ readingId: view.id, stamp: view.stamp, meaning: view.meaning, leftOut: 0 },
    ...{ leftOutReason: '', fewerReason: '', grouping },
  })
  return { view, result: must(taken)! }
}

describe('a statement of a bank', () => {
  it('is matched with batches by their number, and by the sum that one batch alone has', async () => {
    const open = await world.start()
    const [a, b, c, d] = (await knownTo(world, 4)) as [OrderView, OrderView, OrderView, OrderView]
    const report = await matched(
      open,
      [
        ...[sale(a, 'S-101', ['1.20', '118.80']), sale(b, 'S-102', ['1.30', '118.70'])],
        ...[sale(c, 'S-103', ['1.40', '118.60']), sale(d, 'S-104', ['1.50', '118.50'])],
      ],
      head,
    )
    expect(counts(report)).toMatchObject({ matched: 4, fees: 4 })
    const fees = report.result!.piles.find(({ pile }) => pile === 'fees')!
    expect(fees.sums).toEqual([{ kind: 'fee', amount: '5.40', currency: 'EUR' }])
    const { view, result } = await takeBank(open, [
      ...[entry('118.80', 'Settlement S-101', 'B1'), entry('118.70', 'Acquirer', 'B2')],
      ...[entry('118.59', 'Settlement S-103', 'B3'), entry('-40.00', 'Rent 11', 'B4')],
    ])
    expect(view.statement).toMatchObject({ form: 'camt.053', account: '3000' })
    expect(counts(result)).toEqual({
      ...{ matched: 1, 'one-id': 1, differs: 1, 'no-batch': 1, 'not-in-report': 1 },
    })
    const [byNumber] = await rowsOf(open, result.id, 'matched')
    const [bySum] = await rowsOf(open, result.id, 'one-id')
    expect([byNumber!.rule, byNumber!.known[0]!.batch]).toEqual(['batch-number', 'S-101'])
    expect([bySum!.rule, bySum!.known[0]!.batch]).toEqual(['batch-sum', 'S-102'])
    const [differs] = await rowsOf(open, result.id, 'differs')
    expect(differs).toMatchObject({ difference: { amount: '0.01' }, known: [{ batch: 'S-103' }] })
    const [unpaid] = await rowsOf(open, result.id, 'not-in-report')
    expect(unpaid).toMatchObject({ batch: 'S-104', amount: { amount: '118.50' } })
    // A statement is no report: none of its lines is one, and Today says nothing of it.
    const shown = must(await open.desk['reconcile:show']({ id: report.id }))
    expect([shown.isOlder, counts(shown)]).toEqual([false, counts(report)])
    expect(must(await open.desk['today:show']({})).reports).toEqual([])
    const said = { id: result.id, line: differs!.line!, about: differs!.about, reason }
    const after = must(await open.desk['reconcile:decide']({ ...said, decision: 'written-off' }))
    expect(counts(after)).toMatchObject({ explained: 1 })
  })

  it('matches nothing by a sum that two batches, or two lines of any statement, have', async () => {
    const open = await world.start()
    const [a, b, c] = (await knownTo(world, 3)) as [OrderView, OrderView, OrderView]
    await matched(
      open,
      [
        ...[sale(a, 'S-101', ['1.20', '118.80']), sale(b, 'S-102', ['1.20', '118.80'])],
        sale(c, 'S-103', ['2.00', '118.00']),
      ],
      head,
    )
    const one = await takeBank(open, [entry('118.80', 'x', 'B1'), entry('118.00', 'x', 'B2')])
    expect(counts(one.result)).toMatchObject({ 'several-batches': 1, 'one-id': 1 })
    // The same sum once more, of another statement: of the two lines nobody knows which one it is.
    const two = await takeBank(open, [entry('118.00', 'x', 'B9')], undefined, mt940)
    expect(counts(two.result)).toMatchObject({ 'several-batches': 1 })
    const again = must(await open.desk['reconcile:show']({ id: one.result.id }))
    expect(counts(again)).toMatchObject({ 'several-batches': 2 })
    // The very line in another statement is one line.
    const aside = { id: two.result.id, isAside: true, reason: 'of another account' }
    must(await open.desk['reconcile:aside'](aside))
    const same = await takeBank(open, [entry('118.00', 'x', 'B2')], undefined, mt940)
    expect(counts(same.result)).toMatchObject({ 'one-id': 1 })
    // A person accepts what the sum alone matches, for the whole statement.
    const { about } = same.result.whole['one-id']
    const word = { id: same.result.id, line: 0, about, decision: 'accepted', reason } as const
    expect(counts(must(await open.desk['reconcile:decide'](word)))).toMatchObject({ matched: 1 })
  })

  it('pays days where a person says so, and names its reports that have no batch', async () => {
    const open = await world.start()
    const [a, b] = (await knownTo(world, 2)) as [OrderView, OrderView]
    const before = await takeBank(open, [entry('238.00', 'x', 'B1')])
    expect(before.result.doubts.map(({ kind }) => kind)).toEqual(['no-batches'])
    await matched(open, [sale(a, '', ['1.00', '119.00']), sale(b, '', ['1.00', '119.00'])], head)
    const days = { by: 'day', zone: 'Europe/Berlin' } as const
    const { result } = await takeBank(open, [entry('238.00', 'y', 'B1')], days)
    expect(counts(result)).toEqual({ 'one-id': 1 })
    expect(result.statement).toMatchObject({ grouping: days })
    expect((await rowsOf(open, result.id, 'one-id'))[0]!.known[0]!.batch).toBe(day)
  })

  it('counts a batch once that stands in two reports, and a fee line as its own', async () => {
    const open = await world.start()
    const [a] = (await knownTo(world, 1)) as [OrderView]
    const at = `${day} 09:00:07 +0000`
    const fee = ['', 'm-1', 'Service', '3.00', 'EUR', 'S-101', '', '', at].join(',')
    const both = [sale(a, 'S-101', ['1.00', '119.00'], at), fee]
    const asFee = async (lines: readonly string[]) => {
      const text = [head, ...lines].join('\n')
      const { id: readingId } = must(await open.desk['file:paste']({ ...use, text }))!
      const choices = { kindNames: { service: 'fee' as const } }
      const seen = must(await open.desk['file:again']({ ...use, readingId, choices }))!
      const taking = { readingId, stamp: seen.stamp, meaning: seen.meaning, leftOut: 0 }
      const said = { leftOutReason: '', fewerReason: '' }
      return must(await open.desk['reconcile:take']({ ...taking, ...said }))!
    }
    const one = await asFee(both)
    // A fee names an order that nobody knows here, and is none that has to be looked up.
    expect(counts(one)).toEqual({ matched: 1, fees: 2 })
    const sums = one.result!.piles.find(({ pile }) => pile === 'fees')!.sums
    expect(sums).toEqual([{ kind: 'fee', amount: '4.00', currency: 'EUR' }])
    await asFee([...both].toReversed())
    const { result } = await takeBank(open, [entry('116.00', 'S-101', 'B1')])
    expect(counts(result)).toMatchObject({ matched: 1 })
  })
  it('whose cent was written off is open again once its batch has another sum', async () => {
    const open = await world.start()
    const [a, b] = (await knownTo(world, 2)) as [OrderView, OrderView]
    await matched(open, [sale(a, 'S-103', ['1.40', '118.60'])], head)
    const bank = await takeBank(open, [entry('118.59', 'Settlement S-103', 'B3')])
    const { id } = bank.result
    const [row] = await rowsOf(open, id, 'differs')
    const said = { id, line: row!.line!, about: row!.about, reason }
    must(await open.desk['reconcile:decide']({ ...said, decision: 'written-off' }))
    expect(await shown(open, bank)).toEqual({ explained: 1 })
    await matched(open, [sale(b, 'S-103', ['1.50', '118.50'])], head)
    expect(await shown(open, bank)).toEqual({ differs: 1 })
    const [now] = await rowsOf(open, id, 'differs')
    expect(now).toMatchObject({ difference: { amount: '118.51' }, decided: null })
  })

  it('names a batch that never came on a day between it and the statement before', async () => {
    const open = await world.start()
    const [a, b, c] = (await knownTo(world, 3)) as [OrderView, OrderView, OrderView]
    await matched(
      open,
      [
        ...[sale(a, 'S-101', ['1.20', '118.80'], daysAgo(3))],
        ...[sale(b, 'S-102', ['1.30', '118.70'], daysAgo(2))],
        ...[sale(c, 'S-103', ['1.40', '118.60'], daysAgo(1))],
      ],
      head,
    )
    const second = await takeBank(open, [entry('118.60', 'S-103', 'B2', daysAgo(1))])
    expect(await shown(open, second)).toEqual({ matched: 1 })
    // What another account had before says nothing of this one.
    const other = { account: 'DE02120300000000202051' }
    await takeBank(open, [entry('1.00', 'x', 'B7', daysAgo(3))], undefined, (made) =>
      camt({ ...made, ...other }),
    )
    expect(await shown(open, second)).toEqual({ matched: 1 })
    const first = await takeBank(open, [entry('118.80', 'S-101', 'B1', daysAgo(3))])
    expect(await shown(open, first)).toEqual({ matched: 1 })
    expect(await shown(open, second)).toEqual({ matched: 1, 'not-in-report': 1 })
    const [unpaid] = await rowsOf(open, second.result.id, 'not-in-report')
    expect(unpaid).toMatchObject({ batch: 'S-102' })
    // A later statement that begins on days of the second is behind that one.
    const third = await takeBank(open, [entry('2.00', 'y', 'B8', daysAgo(0))])
    expect(await shown(open, third)).toEqual({ 'no-batch': 1 })
  })

  it('is beside a payment of another account that has its number, and beside one more', async () => {
    const open = await world.start()
    const [a] = (await knownTo(world, 1)) as [OrderView]
    await matched(open, [sale(a, 'S-101', ['1.20', '118.80'])], head)
    const one = await takeBank(open, [entry('118.80', 'S-101', '1')])
    expect(await shown(open, one)).toEqual({ matched: 1 })
    const other = { account: 'DE02120300000000202051', opening: '77.00' }
    const two = await takeBank(open, [entry('118.80', 'S-101', '1')], undefined, (made) =>
      camt({ ...made, ...other }),
    )
    expect(one.result.doubts).toEqual([])
    expect(two.result.doubts).toMatchObject([{ kind: 'other-account', count: 1 }])
    for (const paid of [one, two]) expect(await shown(open, paid)).toEqual({ 'several-batches': 1 })
    await open.desk['reconcile:aside']({
      ...{ id: two.result.id, isAside: true, reason: 'of another account' },
    })
    expect(await shown(open, one)).toEqual({ matched: 1 })
    // The bank wrote one number twice, so the batch was paid twice.
    const same = entry('118.80', 'S-101', '1')
    const twice = await takeBank(open, [same, same])
    expect(await shown(open, one)).toEqual({ 'several-batches': 1 })
    expect(await shown(open, twice)).toEqual({ 'several-batches': 2 })
  })

  it('matches nothing by the code that an MT940 has before its texts', async () => {
    const open = await world.start()
    const [a, b] = (await knownTo(world, 2)) as [OrderView, OrderView]
    const of = [sale(a, '166', ['1.20', '118.80']), sale(b, '214', ['1.30', '118.70'])]
    await matched(open, of, head)
    const entries = [entry('118.80', 'Deposit', 'B1'), entry('118.70', 'Settlement 214', 'B2')]
    const bank = await takeBank(open, entries, undefined, mt940)
    expect(await shown(open, bank)).toEqual({ matched: 1, 'one-id': 1 })
    const [byNumber] = await rowsOf(open, bank.result.id, 'matched')
    expect(byNumber!.known).toMatchObject([{ batch: '214' }])
  })
})
