// A person stops a request that waits for the team's database. MONEY: nothing leaves after it, and
// a claim that gets in all the same is given back unused.
import { describe, expect, it } from 'vitest'
import { faultOf, must } from '../story.ts'
import { eachTeam, some } from './team-world.ts'

const all = eachTeam()

/** Ana confirms a request while the database keeps nothing, and stops it. */
async function stopped(): Promise<string> {
  const { desk } = all.ana.desk
  const { attemptId, token } = must(await all.ana.review(all.order, some))
  const locks = await all.server.session(all.team.database)
  await locks.ask('BEGIN')
  await locks.ask('LOCK TABLE team.record IN SHARE MODE')
  const confirmed = desk['attempt:confirm']({ attemptId, token })
  await expect
    .poll(async () => must(await desk['app:state']({})).waiting, { timeout: 10_000 })
    .toMatchObject([{ asksTeam: true, attempt: { id: attemptId, state: 'APPROVED' } }])
  // No word of a person makes it leave before the team answered.
  expect(faultOf(await desk['attempt:send-now']({ attemptId })).sent).toBe('no')
  expect(must(await desk['attempt:undo']({ attemptId }))).toMatchObject({
    state: 'UNDONE',
    message: expect.stringMatching(/database was asked.*Nothing was sent/) as string,
  })
  expect(faultOf(await confirmed)).toMatchObject({ reason: 'undone', sent: 'no' })
  await locks.ask('COMMIT')
  await locks.close()
  return attemptId
}

describe('a request that waits for the database', () => {
  it('is stopped: nothing leaves, its order is free, and a colleague sends once', async () => {
    const { ana, ben } = all
    const attemptId = await stopped()
    // Whether the claim got in or not, it is not held for long.
    await expect
      .poll(async () => (await ben.review(all.order, some)).ok, { timeout: 30_000 })
      .toBe(true)
    expect((await all.outcomes()).filter((state) => state !== 'NOT_SENT')).toEqual([])
    expect(all.refunds()).toBe(0)
    must(await all.send(ben))
    await all.standsAs(ben, 'SUCCEEDED')
    expect(all.refunds()).toBe(1)
    expect(must(await ana.desk.desk['attempt:show']({ attemptId }))).toMatchObject({
      ...{ state: 'UNDONE', sentAt: null },
    })
  }, 180_000)
})
