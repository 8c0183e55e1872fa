// Several reports of one gateway: a refund that was made twice stands once in each of two, and the
// same line stands in several where their days overlap.
import { describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import type { ReconciliationView } from '#shared/reconcile/reconcile-methods.ts'
import { must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'
import { counts, day, knownTo, line, matched, reason, refundedIn, rowsOf } from './report-story.ts'

const world = eachWorld(20)
const at = (time: string): string => `${day} ${time} +0000`
const shown = async ({ desk }: OpenDesk, { id }: ReconciliationView): Promise<ReconciliationView> =>
  must(await desk['reconcile:show']({ id }))

/** Of the lines of a report; each of these leaves something out that is known here. */
const lists = (view: ReconciliationView): ReturnType<typeof counts> => {
  const { 'not-in-report': _missing, ...ofLines } = counts(view)
  return ofLines
}

async function oneRefunded(): Promise<{ open: OpenDesk; first: OrderView; second: OrderView }> {
  const open = await world.start()
  const [first, second] = (await knownTo(world, 2)) as [OrderView, OrderView]
  await refundedIn(world, open, [first])
  return { open, first, second }
}

describe('a refund that stands once in each of two reports', () => {
  it('is money out that nothing explains where two batches paid it in one second', async () => {
    const { open, first } = await oneRefunded()
    const head = 'Order ID,Merchant order ID,Type,Amount,Currency,Batch,Date'
    const refund = (batch: string): string[] => [
      [first.orderid, first.clientOrderid, 'Refund', '1.00', 'EUR', batch, at('09:00:07')].join(
        ',',
      ),
    ]
    const one = await matched(open, refund('S-1'), head)
    expect(lists(one)).toEqual({ matched: 1 })
    const two = await matched(open, refund('S-2'), head)
    expect([lists(await shown(open, one)), lists(two)]).toEqual([
      { unexplained: 1 },
      { unexplained: 1 },
    ])
  })

  it('is money out that nothing explains in both, in whatever order they are read', async () => {
    const { open, first, second } = await oneRefunded()
    const monday = [
      line(first, 'Sale', '120.00', at('08:00:07')),
      line(first, 'Refund', '1.00', at('09:00:07')),
    ]
    const tuesday = [
      line(second, 'Sale', '120.00', at('08:30:07')),
      line(first, 'Refund', '1.00', at('10:00:07')),
    ]
    const one = await matched(open, monday)
    expect(lists(one)).toEqual({ matched: 2 })
    const other = await matched(open, tuesday)
    expect(lists(other)).toEqual({ unexplained: 1, matched: 1 })
    const before = await shown(open, one)
    expect([lists(before), before.isOlder]).toEqual([{ unexplained: 1, matched: 1 }, true])
    const [row] = await rowsOf(open, other.id, 'unexplained')
    expect([row!.competing.map(({ id }) => id), row!.also]).toEqual([[one.id], []])
    // One report of both says the same.
    const both = await matched(open, [...monday, ...tuesday])
    expect(lists(both)).toEqual({ unexplained: 2, matched: 2 })
    const [whole] = await rowsOf(open, both.id, 'unexplained')
    expect([whole!.also.map(({ id }) => id), whole!.competing.length]).toEqual([[one.id], 1])
    // Nor does it count more often for that.
    expect(lists(await shown(open, other))).toEqual({ unexplained: 1, matched: 1 })
    const digests = [before, other].map(({ result }) => result!.digest)
    await open.close()
    const later = await world.start()
    const again = [await shown(later, one), await shown(later, other)]
    expect(again.map(({ result }) => result!.digest)).toEqual(digests)
    // The later days first.
    const turned = await matched(later, [...tuesday].toReversed())
    expect(turned.result!.digest).toBe(digests[1])
  })

  it('is one refund where the reports tell the same line, and a decision of it counts in both', async () => {
    const { open, first, second } = await oneRefunded()
    const lines = [
      line(first, 'Refund', '1.00', at('09:00:07')),
      line(second, 'Refund', '3.00', at('09:00:07')),
    ]
    const daily = await matched(open, lines)
    const monthly = await matched(open, [line(second, 'Sale', '120.00', at('08:00:07')), ...lines])
    expect(lists(monthly)).toEqual({ unexplained: 1, matched: 2 })
    const [row] = await rowsOf(open, daily.id, 'unexplained')
    expect(row!.also.map(({ id }) => id)).toEqual([monthly.id])
    const decide = open.desk['reconcile:decide']
    const asked = { id: daily.id, line: row!.line!, about: row!.about, reason }
    must(await decide({ ...asked, decision: 'elsewhere' }))
    expect(lists(await shown(open, monthly))).toEqual({ explained: 1, matched: 2 })
    const [said] = await rowsOf(open, monthly.id, 'explained')
    expect(said!.decided).toMatchObject({ decision: 'elsewhere', reason })
    const back = { id: monthly.id, line: said!.line!, about: said!.about, reason }
    must(await decide({ ...back, decision: 'withdrawn' }))
    expect(lists(await shown(open, daily))).toEqual({ unexplained: 1, matched: 1 })
  })

  it('is two refunds by a whole minute alone', async () => {
    const { open, first, second } = await oneRefunded()
    const refund = line(first, 'Refund', '1.00', at('09:00:00'))
    const morning = await matched(open, [line(first, 'Sale', '120.00'), refund])
    const evening = await matched(open, [line(second, 'Sale', '120.00'), refund])
    expect(lists(evening)).toEqual({ unexplained: 1, matched: 1 })
    expect(lists(await shown(open, morning))).toEqual({ unexplained: 1, matched: 1 })
  })

  it('is two refunds by its day alone', async () => {
    const { open, first, second } = await oneRefunded()
    const refund = line(first, 'Refund', '1.00')
    const morning = await matched(open, [line(first, 'Sale', '120.00'), refund])
    const evening = await matched(open, [line(second, 'Sale', '120.00'), refund])
    expect(lists(evening)).toEqual({ unexplained: 1, matched: 1 })
    expect(lists(await shown(open, morning))).toEqual({ unexplained: 1, matched: 1 })
  })

  it('is one refund by its day alone where one report has all lines of the other’s day', async () => {
    const { open, first, second } = await oneRefunded()
    const lines = [line(first, 'Sale', '120.00'), line(first, 'Refund', '1.00')]
    const early = await matched(open, lines)
    const whole = await matched(open, [line(second, 'Sale', '120.00'), ...lines])
    expect([lists(await shown(open, early)), lists(whole)]).toEqual([
      { matched: 2 },
      { matched: 3 },
    ])
  })
})

it('a line by its day is one of a report of the whole day, whatever numbers it has', async () => {
  const open = await world.start()
  const named = (orderid: string) => ({ orderid, clientOrderid: '' })
  const columns = 'Order ID,Merchant order ID,Type,Amount,Currency,Last 4,Date,RRN'
  const numbered = [`${line(named('7001'), 'Refund', '1.00')},990001`]
  const daily = await matched(open, numbered, columns)
  const timed = [
    line(named('7001'), 'Refund', '1.00', at('09:00:07')),
    line(named('7002'), 'Refund', '1.00', at('10:00:07')),
  ]
  const whole = await matched(open, timed)
  const [row] = await rowsOf(open, daily.id, 'not-known-here')
  expect(row!.also.map(({ id }) => id)).toEqual([whole.id])
})

it('a file that was read again takes the place of its first reading', async () => {
  const { open, first } = await oneRefunded()
  const lines = [line(first, 'Refund', '1.00', at('09:00:07'))]
  await matched(open, lines)
  const again = await matched(open, lines)
  expect(lists(again)).toEqual({ matched: 1 })
  expect((await rowsOf(open, again.id, 'matched'))[0]!.also).toEqual([])
})

it('a movement that another report’s line is does not miss in this one', async () => {
  const { open, first, second } = await oneRefunded()
  const sales = [line(first, 'Sale', '120.00', at('08:00:07')), line(second, 'Sale', '120.00')]
  const sale = await matched(open, sales)
  expect(counts(sale)).toEqual({ 'not-in-report': 1, matched: 2 })
  await matched(open, [line(first, 'Refund', '1.00', at('09:00:07'))])
  expect(counts(await shown(open, sale))).toEqual({ matched: 2 })
})
