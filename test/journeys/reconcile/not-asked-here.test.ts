// Refunds that the gateway's own status tells as its report does, and that nobody on this computer
// asked for: two computers of one shop refund the same order.
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'
import { counts, day, knownTo, line, matched, reason, refundedIn, rowsOf } from './report-story.ts'

const world = eachWorld(20)
const lists = (view: Parameters<typeof counts>[0]): ReturnType<typeof counts> => {
  const { 'not-in-report': _missing, ...ofLines } = counts(view)
  return ofLines
}

/** One order that both computers refunded, and one that the other one refunded alone. */
async function byTwoComputers(): Promise<{ open: OpenDesk; twice: OrderView; once: OrderView }> {
  const open = await world.start()
  const [twice, once] = (await knownTo(world, 2)) as [OrderView, OrderView]
  await refundedIn(world, open, [twice])
  const vault = { ...createMemoryVault(), kind: 'keychain' as const }
  const other = await world.start({ folder: world.newFolder(), vault })
  for (const { orderid } of [twice, once]) await world.lookUp(orderid)
  await refundedIn(world, other, [twice, once])
  await other.close()
  world.open = open
  for (const { orderid } of [twice, once]) await world.lookUp(orderid)
  return { open, twice, once }
}

it('stand apart from what matches, and in front of a person where one was asked for here', async () => {
  const { open, twice, once } = await byTwoComputers()
  expect([world.refunds(twice.orderid), world.refunds(once.orderid)]).toEqual([2, 1])
  const view = await matched(open, [
    ...[line(twice, 'Sale', '120.00'), line(twice, 'Refund', '1.00')],
    ...[line(twice, 'Refund', '1.00'), line(once, 'Refund', '1.00')],
  ])
  expect(lists(view)).toEqual({ unexplained: 1, 'not-asked-here': 1, matched: 2 })
  const [second] = await rowsOf(open, view.id, 'unexplained')
  expect([second!.rule, second!.opens, second!.known.length]).toEqual([
    ...['not-asked', twice.orderid, 1],
  ])
  expect(must(await open.desk['today:show']({})).reports).toMatchObject([{ count: 1 }])
})

it('stand so without a number of their order as well', async () => {
  const { open, once } = await byTwoComputers()
  const { card } = await world.lookUp(once.orderid)
  const bare = (amount: string): string => `,,Refund,${amount},EUR,${card.slice(-4)},${day}`
  const view = await matched(open, [bare('1.00')])
  expect(lists(view).suggested).toBeUndefined()
})

it('are kept as a whole list after its number and sum, until one more line stands there', async () => {
  const { open, twice, once } = await byTwoComputers()
  const one = await matched(open, [line(once, 'Refund', '1.00')])
  const { about, said } = one.whole['not-asked-here']
  expect([lists(one), said]).toEqual([{ 'not-asked-here': 1 }, null])
  const all = { id: one.id, line: -1, about, reason }
  const kept = must(await open.desk['reconcile:decide']({ ...all, decision: 'accepted' }))
  expect(lists(kept)).toEqual({ explained: 1 })
  // The order of what was said stays where the result is made anew.
  const [row] = await rowsOf(open, one.id, 'explained')
  expect(row!.decided).toMatchObject({ decision: 'accepted', reason, isWaiting: false })
  await open.close()
  const later = await world.start()
  const again = must(await later.desk['reconcile:show']({ id: one.id }))
  expect([lists(again), again.whole['not-asked-here'].said]).toEqual([{ explained: 1 }, 'counted'])
  const back = must(await later.desk['reconcile:decide']({ ...all, decision: 'withdrawn' }))
  expect(lists(back)).toEqual({ 'not-asked-here': 1 })
  expect(twice.orderid).not.toBe(once.orderid)
})
