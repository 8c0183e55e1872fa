// What was said of a line, and what is not explained, over many reports and readings.
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { must } from '../story.ts'
import { eachWorld } from '../world.ts'
import { counts, day, knownTo, line, matched, read, reason, rowsOf, take } from './report-story.ts'

const world = eachWorld(20)

it('is no word any more once it was withdrawn in a report that is set aside', async () => {
  const open = await world.start()
  const [first] = (await knownTo(world, 1)) as [OrderView]
  const at = `${day} 09:00:07 +0000`
  const refund = line(first, 'Refund', '3.00', at)
  const { id } = await matched(open, [refund])
  const two = await matched(open, [refund, line(first, 'Sale', '120.00', at)])
  const [row] = await rowsOf(open, id, 'unexplained')
  const asked = { id, line: 2, about: row!.about, reason }
  must(await open.desk['reconcile:decide']({ ...asked, decision: 'elsewhere' }))
  const [same] = await rowsOf(open, two.id, 'explained')
  const withdrawn = { id: two.id, line: same!.line!, about: same!.about, reason }
  must(await open.desk['reconcile:decide']({ ...withdrawn, decision: 'withdrawn' }))
  must(await open.desk['reconcile:aside']({ id: two.id, isAside: true, reason }))
  const now = must(await open.desk['reconcile:show']({ id }))
  expect(counts(now)).toMatchObject({ unexplained: 1 })
  expect(must(await open.desk['today:show']({})).reports).toMatchObject([{ id, count: 1 }])
})

it('stays on Today, however often other files are read', async () => {
  const open = await world.start()
  const [first] = (await knownTo(world, 1)) as [OrderView]
  const { id } = await matched(open, [line(first, 'Refund', '3.00')])
  for (let nth = 0; nth < 50; nth += 1)
    must(await take(open, await read(open, [line(first, 'Sale', '120.00')])))
  expect(must(await open.desk['today:show']({})).reports).toMatchObject([{ id }])
})
