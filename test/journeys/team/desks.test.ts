// What a desk of a team says of itself as it opens and closes, what its colleagues see of it, and
// that a day away loses nothing.
import { describe, expect, it } from 'vitest'
import { faultOf, must } from '../story.ts'
import { eachTeam, some } from './team-world.ts'
import type { TeamDesk } from './two-desks.ts'

const all = eachTeam()
const seenBy = async ({ desk: { desk } }: TeamDesk) => {
  const found = must(await desk['team:desks']({}))
  if (found === null) throw new Error('it works alone')
  return found
}
const ofDesk = async (one: TeamDesk, name: RegExp) =>
  (await seenBy(one)).desks.find(({ desk }) => name.test(desk))

describe('the computers of a team', () => {
  it('say that they are on, that they were closed, and which order they have', async () => {
    const { ana, ben, order } = all
    await expect.poll(async () => (await ofDesk(ben, /^desk-a/))?.state).toBe('on')
    const shown = await seenBy(ben)
    expect(shown.desks.map(({ state, isOwn }) => [state, isOwn])).toEqual([
      ...[
        ['on', false],
        ['on', true],
      ],
      // Who keeps the database opens no window.
      ['unheard', false],
    ])
    expect(shown).toMatchObject({ durability: expect.any(String), answeredAt: expect.any(Number) })
    const review = must(await ana.review(order, some))
    const asked = all.relay.hold(/\/status\//, 'request')
    const confirmed = ana.confirm(review)
    await asked.reached
    const held = { orderid: order, by: 'anna', operation: 'return' }
    expect(await ofDesk(ben, /^desk-a/)).toMatchObject({
      requests: [{ ...held, connectionId: ben.shop }],
    })
    expect(await ofDesk(ana, /^desk-a/)).toMatchObject({ isOwn: true, requests: [held] })
    asked.letGo()
    must(await confirmed)
    await all.standsAs(ana, 'SUCCEEDED')
    await all.allTold()
    expect((await ofDesk(ben, /^desk-a/))?.requests).toEqual([])
    // A computer that is off loses nothing: what a colleague did meanwhile is there.
    await ana.desk.close()
    const off = await ofDesk(ben, /^desk-a/)
    expect(off).toMatchObject({ state: 'off', since: expect.any(Number), requests: [] })
    must(await all.send(ben))
    await all.standsAs(ben, 'SUCCEEDED')
    await all.allTold()
    const back = await all.again(ana)
    await expect.poll(async () => (await ofDesk(ben, /^desk-a/))?.state).toBe('on')
    const place = { connectionId: back.shop, orderid: order }
    const { requests } = must(await back.desk.desk['team:order'](place))!
    expect(requests.map(({ isOwn, end }) => [isOwn, end])).toEqual([
      [true, 'SUCCEEDED'],
      [false, 'SUCCEEDED'],
    ])
    expect(all.refunds()).toBe(2)
  }, 240_000)

  it('are not shown as if they were off where the team can’t be asked', async () => {
    all.away()
    expect(faultOf(await all.ben.desk.desk['team:desks']({}))).toMatchObject({
      reason: 'team-away',
    })
    const lone = await all.opened()
    expect(must(await lone.desk.desk['team:desks']({}))).toBeNull()
  }, 180_000)

  it('that leave say that they are off', async () => {
    const { ana, ben } = all
    await expect.poll(async () => (await ofDesk(ben, /^desk-a/))?.state).toBe('on')
    must(await ana.desk.desk['team:leave']({}))
    expect(await ofDesk(ben, /^desk-a/)).toMatchObject({ state: 'off' })
  }, 180_000)
})
