// Money out leaves the lists of a report by the word of two people: whoever leaves while it is
// matched, and whatever is withdrawn or set aside.
import { describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'
import { addTwoPeople, knownTo, line, matched, reason, rowsOf, signInAs } from './report-story.ts'

const world = eachWorld(20)

/** A refund that nothing explains; people are on, and Ada is signed in. */
async function unexplainedRefund(): Promise<{
  open: OpenDesk
  asked: { id: string; line: number; about: string }
}> {
  const open = await world.start()
  const [first] = (await knownTo(world, 1)) as [OrderView]
  await addTwoPeople(open)
  const { id } = await matched(open, [line(first, 'Refund', '3.00')])
  const [row] = await rowsOf(open, id, 'unexplained')
  return { open, asked: { id, line: 2, about: row!.about } }
}
const saidOf = async (open: OpenDesk, id: string) =>
  (await rowsOf(open, id, 'unexplained')).map(({ decided }) => decided)

describe('somebody who signs out while a report is matched', () => {
  it('does not agree to what they said themselves', async () => {
    const { open, asked } = await unexplainedRefund()
    must(await open.desk['reconcile:decide']({ ...asked, decision: 'elsewhere', reason }))
    const agreed = open.desk['reconcile:agree'](asked)
    must(await open.desk['people:sign-out']({}))
    expect((await agreed).ok).toBe(false)
    await signInAs(open, 'Ada')
    expect(await saidOf(open, asked.id)).toMatchObject([{ actor: 'Ada', isWaiting: true }])
    expect(must(await open.desk['today:show']({})).reports).toMatchObject([{ count: 1 }])
  })

  it('says nothing of a line under another name', async () => {
    const { open, asked } = await unexplainedRefund()
    const said = open.desk['reconcile:decide']({ ...asked, decision: 'elsewhere', reason })
    must(await open.desk['people:sign-out']({}))
    expect((await said).ok).toBe(false)
    await signInAs(open, 'Ada')
    expect(await saidOf(open, asked.id)).toEqual([null])
  })

  it('keeps no result under another name', async () => {
    const { open, asked } = await unexplainedRefund()
    const { result } = must(await open.desk['reconcile:show']({ id: asked.id }))
    const kept = open.desk['reconcile:keep']({ id: asked.id, digest: result!.digest })
    must(await open.desk['people:sign-out']({}))
    expect((await kept).ok).toBe(false)
    await signInAs(open, 'Ada')
    const { rows } = must(await open.desk['audit:list']({ filter: {}, limit: 100 }))
    expect(rows.map(({ kind }) => kind)).not.toContain('reconcile:matched-again')
  })
})
