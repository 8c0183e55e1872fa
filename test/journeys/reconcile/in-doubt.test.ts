// Lists and files of orders that a report puts in doubt: they name no amount that is left, as the
// page of the order does, and name one again once the refund is explained.
import { readFileSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'
import { knownTo, line, matched, refundedIn } from './report-story.ts'

const world = eachWorld(20)
const connectionId = 'sandbox'

const leftOf = async ({ desk }: OpenDesk): Promise<Record<string, unknown>> => {
  const { rows } = must(await desk['order:list']({ connectionId, limit: 10 }))
  return Object.fromEntries(
    rows.map(({ orderid, returnable, isReported }) => [
      orderid,
      isReported ? [returnable, 'in doubt'] : (returnable?.amount ?? null),
    ]),
  )
}
const savedOf = async ({ desk }: OpenDesk): Promise<string[]> => {
  const columns = ['orderid', 'returnable'] as const
  const report = must(
    await desk['order:export']({ connectionId, as: 'csv', columns: [...columns] }),
  )!
  const [, ...rows] = readFileSync(report.file, 'utf8').trimEnd().split('\r\n')
  rmSync(report.file)
  return rows.toSorted()
}

it('names no amount that is left beside an order in doubt, in the list and its file', async () => {
  const open = await world.start()
  const [first, second] = (await knownTo(world, 2)) as [OrderView, OrderView]
  await matched(open, [line(first, 'Refund', '1.00'), line(second, 'Sale', '120.00')])
  expect(await leftOf(open)).toEqual({
    [first.orderid]: [null, 'in doubt'],
    [second.orderid]: '120.00',
  })
  const saved = [`"${first.orderid}","in doubt","EUR"`, `"${second.orderid}","120.00","EUR"`]
  expect(await savedOf(open)).toEqual(saved.toSorted())
  // The entry of the log says how many, and does not grow with the orders of a report.
  const log = must(await open.desk['audit:list']({ filter: {}, limit: 50 })).rows
  const kept = log.find(({ kind }) => kind === 'reconcile:matched')!
  expect(Object.keys(kept.details).toSorted()).toEqual(['digest', 'piles', 'upToEntry'])
  const { orderid } = first
  expect(must(await open.desk['order:show']({ connectionId, orderid })).isReported).toBe(true)
  // A request of this computer explains the refund: its page learns of it, and so do the lists.
  await refundedIn(world, open, [first])
  expect(must(await open.desk['reconcile:of-order']({ connectionId, orderid }))).toEqual([])
  await expect.poll(() => leftOf(open)).toMatchObject({ [orderid]: '119.00' })
  expect(must(await open.desk['order:show']({ connectionId, orderid })).isReported).toBeUndefined()
})
