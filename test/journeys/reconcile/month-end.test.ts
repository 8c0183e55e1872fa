// The end of a month as the guide tells it (docs/guide/reconciliation.md), step by step: a step
// that the guide says otherwise, or one more, fails here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { paidOrders } from '../runs/run-story.ts'
import { must } from '../story.ts'
import { eachWorld } from '../world.ts'
import { counts, knownTo, line, matched, reason, refundedIn, rowsOf } from './report-story.ts'

const world = eachWorld(20)
const guide = readFileSync(
  join(import.meta.dirname, '../../../docs/guide/reconciliation.md'),
  'utf8',
)
const steps = guide
  .split('## The end of a month\n')[1]!
  .split('\n## ')[0]!
  .split(/^\d+\. /m)
  .slice(1)

it('ends with nothing that is not explained, on the report and on Today', async () => {
  const open = await world.start()
  const { desk } = open
  const [first, second] = (await knownTo(world, 2)) as [OrderView, OrderView]
  const unread = paidOrders(world.sandbox, 3)[2]!
  await refundedIn(world, open, [first])
  const vault = { ...createMemoryVault(), kind: 'keychain' as const }
  const other = await world.start({ folder: world.newFolder(), vault })
  await world.lookUp(second.orderid)
  await refundedIn(world, other, [second])
  await other.close()
  world.open = open
  await world.lookUp(second.orderid)
  let id = ''
  const show = async () => must(await desk['reconcile:show']({ id }))
  const acts: [RegExp, () => Promise<unknown>][] = [
    [
      /^Match the gateway's report/,
      async () => {
        const view = await matched(open, [
          ...[line(first, 'Sale', '120.00'), line(first, 'Refund', '1.00')],
          ...[line(second, 'Refund', '1.00'), line(second, 'Refund', '7.00')],
          `${unread},,Sale,120.00,EUR,,${line(first, 'x', '').split(',').at(-1)}`,
        ])
        id = view.id
        expect(view.doubts).toEqual([])
      },
    ],
    [
      /^Open _Orders not looked up yet_, and press _Look the orders up_/,
      async () => {
        expect(must(await desk['reconcile:look-up']({ id }))).toEqual({ count: 1 })
        const isKnown = async () => counts(await show())['not-known-here']
        await expect.poll(isKnown, { timeout: 10_000 }).toBeUndefined()
      },
    ],
    [
      /^Go through _Unexplained money out_/,
      async () => {
        for (const row of await rowsOf(open, id, 'unexplained')) {
          const asked = { id, line: row.line!, about: row.about, reason }
          must(await desk['reconcile:decide']({ ...asked, decision: 'elsewhere' }))
        }
      },
    ],
    [
      /^Open _Money out that nobody here asked for_.*_Keep all…_/s,
      async () => {
        const { about } = (await show()).whole['not-asked-here']
        const asked = { id, line: -1, about, reason }
        must(await desk['reconcile:decide']({ ...asked, decision: 'accepted' }))
      },
    ],
    [
      /^Open _Missing from the report_/,
      async () => {
        const missing = await rowsOf(open, id, 'not-in-report')
        expect(missing.every(({ line: nth }) => nth === null)).toBe(true)
      },
    ],
    [
      /^Press _Export…_.*Today/s,
      async () => {
        const saved = must(await desk['reconcile:save']({ id, as: 'csv' }))!
        expect(readFileSync(saved.file, 'utf8')).toContain('made by the bank itself')
        const now = counts(await show())
        expect([now.unexplained, now['not-asked-here'], now['not-known-here']]).toEqual([
          ...[undefined, undefined, undefined],
        ])
        expect(now.explained).toBe(2)
        expect(must(await desk['today:show']({})).reports).toEqual([])
      },
    ],
  ]
  expect(steps).toHaveLength(acts.length)
  for (const [nth, [says, act]] of acts.entries()) {
    expect(steps[nth]).toMatch(says)
    await act()
  }
})
