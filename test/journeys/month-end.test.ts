// The end of a month as the guide to reports tells it (docs/guide/reports.md), step by step: a step
// that the guide says otherwise, or one more, fails here. Figures are those of the sandbox's books.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { counts, knownTo, line, matched, refundedIn, today } from './reconcile/report-story.ts'
import { must } from './story.ts'
import { eachWorld } from './world.ts'

const world = eachWorld(20)
const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/reports.md'), 'utf8')
const steps = guide
  .split('## The end of a month\n')[1]!
  .split(/^\d+\. /m)
  .slice(1)

const secondSheet =
  "import sys, zipfile\nprint(zipfile.ZipFile(sys.argv[1]).read('xl/worksheets/sheet2.xml').decode())"

it('has figures that add up, every refund under a code, and nothing that is not explained', async () => {
  const open = await world.start()
  const { desk } = open
  const orders = (await knownTo(world, 2)) as [OrderView, OrderView]
  const started = today()
  await refundedIn(world, open, orders)
  const days = { zone: 'UTC', from: `${started.slice(0, 8)}01`, to: today() }
  const month = { ...days, cut: 'whole' as const, split: [] as 'operator'[] }
  const acts: [RegExp, () => Promise<unknown>][] = [
    [
      /^Choose _Open items by age_.*unknown outcomes/s,
      async () => {
        const { open: items } = must(await desk['report:show']({ ...month, report: 'open' }))
        const unknown = items.filter(({ of }) => of === 'unknown')
        expect(unknown.flatMap(({ bands }) => bands).every(({ count }) => count === 0)).toBe(true)
      },
    ],
    [
      /^Choose _Money moved_ and _Last month_.*No unknown outcomes are included/s,
      async () => {
        const moved = must(await desk['report:show']({ ...month, report: 'moved' }))
        expect([moved.unknown, moved.processing]).toEqual([0, 0])
        const refunds = moved.figures.filter(({ key }) => key.operation === 'return')
        const booked = orders.reduce((sum, { orderid }) => sum + world.refunds(orderid), 0)
        expect(refunds).toMatchObject([{ count: booked, total: { amount: '2.00' } }])
      },
    ],
    [
      /^Press _Export_ and _Export as XLSX…_.*_Requests_/s,
      async () => {
        const saved = must(await desk['report:save']({ ...month, report: 'moved', as: 'xlsx' }))!
        const requests = execFileSync('python3', ['-c', secondSheet, saved.file]).toString()
        for (const { orderid } of orders) expect(requests).toContain(orderid)
      },
    ],
    [
      /^Choose _Refunds by reason_.*code/s,
      async () => {
        const { reasons, codes } = must(await desk['reason:uncoded']({}))
        expect(reasons).toMatchObject([{ text: 'damaged', count: 2, code: null }])
        const { code } = codes[0]!
        must(await desk['reason:map']({ text: 'damaged', code }))
        const asked = { ...month, report: 'reasons' as const, split: ['operator' as const] }
        const { figures } = must(await desk['report:show'](asked))
        expect(figures).toMatchObject([{ count: 2, key: { reasonCode: code } }])
        must(await desk['report:save']({ ...asked, as: 'csv' }))
      },
    ],
    [
      /^Choose _Day close_ and _Last month_.*order/s,
      async () => {
        const { close } = must(await desk['report:show']({ ...month, report: 'close' }))
        expect(close!.differences.count).toBe(0)
      },
    ],
    [
      /^Take in the gateway's own report.*first list/s,
      async () => {
        const lines = orders.flatMap((order) => [
          ...[line(order, 'Sale', '120.00'), line(order, 'Refund', '1.00')],
        ])
        const found = counts(await matched(open, lines))
        expect(found).toEqual({ matched: 4 })
      },
    ],
  ]
  expect(steps).toHaveLength(acts.length)
  for (const [nth, [says, act]] of acts.entries()) {
    expect(steps[nth]).toMatch(says)
    await act()
  }
})
