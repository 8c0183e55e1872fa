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
const entry = (amount: string, text: string, reference = ''): BankEntry => ({
  ...{ amount, text, reference, day },
})

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
})
