// A desk of a team that stops between two steps, is released by two people, or is put back as an
// old copy. MONEY: its colleague never sends what may have left.
import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultOf, must } from '../story.ts'
import { cutOff } from './cut-off.ts'
import { eachTeam, some } from './team-world.ts'
import type { TeamDesk } from './two-desks.ts'

const all = eachTeam()

/** What became of each request for the order, as this desk is told by the team. */
async function endsAt({ desk: { desk }, shop }: TeamDesk) {
  const shown = must(await desk['team:order']({ connectionId: shop, orderid: all.order }))
  return shown?.requests.map(({ end }) => end)
}

describe('a desk that stops', () => {
  it('between its claim and the bytes says at its next start that nothing left', async () => {
    const { ana, ben, order } = all
    const review = must(await ana.review(order, some))
    const held = all.relay.hold(/\/status\//, 'request')
    void ana.confirm(review)
    await held.reached
    expect(faultOf(await ben.review(order, some))).toMatchObject({ reason: 'team-holds' })
    const next = await cutOff(all, held)
    await all.allTold()
    expect(await all.outcomes()).toEqual(['NOT_SENT'])
    expect(all.refunds()).toBe(0)
    must(await all.send(ben))
    expect(all.refunds()).toBe(1)
    await next.desk.close()
  }, 180_000)

  it('and tells its team later stops no money meanwhile', async () => {
    const { ana, order } = all
    const review = must(await ana.review(order, some))
    const held = all.relay.hold(/\/status\//, 'request')
    void ana.confirm(review)
    await held.reached
    const next = await cutOff(all, held, () => Promise.resolve(all.away()))
    // Entries that no mark in the keychain covers yet.
    await next.lookUp(order)
    const stops: unknown[] = []
    all.back()
    await expect
      .poll(
        async () => {
          stops.push(...must(await next.desk.desk['app:state']({})).moneyStops)
          return all.outcomes()
        },
        { timeout: 30_000 },
      )
      .toEqual(['NOT_SENT'])
    expect(stops).toEqual([])
    await next.desk.close()
  }, 180_000)

  it('between the bytes and the answer keeps the order until the gateway said what became of it', async () => {
    const { ana, ben, order } = all
    const review = must(await ana.review(order, some))
    const held = all.relay.hold(/\/return\//, 'answer')
    void ana.confirm(review)
    await held.reached
    const next = await cutOff(all, held, async () => {
      expect(all.refunds()).toBe(1)
      // Nobody looks at the gateway meanwhile: its status would free the order.
      expect(await endsAt(ben)).toEqual([null])
    })
    await all.standsAs(next, 'SUCCEEDED')
    await all.allTold()
    expect(await all.outcomes()).toEqual(['SUCCEEDED'])
    must(await ben.review(order, some))
    expect(all.refunds()).toBe(1)
    await next.desk.close()
  }, 180_000)

  it('and comes back as an older copy says nothing of what it does not know', async () => {
    const { ana, ben, order, world } = all
    const review = must(await ana.review(order, some))
    const held = all.relay.hold(/\/status\//, 'request')
    const confirmed = ana.confirm(review)
    await held.reached
    const older = world.copyOf(ana.folder)
    const answer = all.relay.hold(/\/return\//, 'answer')
    held.letGo()
    await answer.reached
    all.away()
    const ended = ana.desk.close()
    answer.letGo()
    await Promise.all([ended, confirmed])
    all.back()
    cpSync(older, ana.folder, { recursive: true })
    const next = await all.again(ana)
    expect(all.refunds()).toBe(1)
    // MONEY: the copy has the claim and not the request that left under it.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await endsAt(ben)).toEqual([null])
    expect(faultOf(await all.send(next))).toMatchObject({ sent: 'no' })
    expect(all.refunds()).toBe(1)
  }, 180_000)

  it('and comes back as an older copy says nothing in later runs either', async () => {
    const { ana, ben, order, world } = all
    const review = must(await ana.review(order, some))
    const locks = await all.server.session(all.team.database)
    await locks.ask('BEGIN')
    await locks.ask('LOCK TABLE team.record IN SHARE MODE')
    const confirmed = ana.confirm(review)
    // The claim is signed there, and not in the database yet.
    const signed = { filter: { kind: 'team:record-signed' }, limit: 9 }
    const log = async () => JSON.stringify(must(await ana.desk.desk['audit:list'](signed)).rows)
    await expect.poll(log, { timeout: 30_000 }).toContain('order/')
    const older = world.copyOf(ana.folder)
    const answer = all.relay.hold(/\/return\//, 'answer')
    await locks.ask('COMMIT')
    await locks.close()
    await answer.reached
    all.away()
    const ended = ana.desk.close()
    answer.letGo()
    await Promise.all([ended, confirmed])
    cpSync(older, ana.folder, { recursive: true })
    // The team can't be asked before a person let money move again and ended Paydesk.
    const first = await all.again(ana)
    const { desk } = first.desk
    const stopIds = must(await desk['app:state']({})).moneyStops.map(({ id }) => id)
    expect(stopIds.length).toBeGreaterThan(0)
    must(await desk['money:resume']({ stopIds, reason: 'the copy of yesterday is the newest' }))
    await first.desk.close()
    all.back()
    const next = await all.again(first)
    expect(all.refunds()).toBe(1)
    await expect.poll(async () => (await endsAt(next))?.length, { timeout: 30_000 }).toBe(1)
    await expect
      .poll(async () => faultOf(await next.review(order, some)).message, { timeout: 30_000 })
      .toMatch(/Nobody knows what became of a request of this computer/)
    expect(await endsAt(ben)).toEqual([null])
    expect(all.refunds()).toBe(1)
  }, 180_000)
})

describe('an order that two people released', () => {
  it('is not sent by the desk that had it, however late that wakes', async () => {
    const { ana, ben, order } = all
    const review = must(await ana.review(order, some))
    const held = all.relay.hold(/\/status\//, 'request')
    const confirmed = ana.confirm(review)
    await held.reached
    const claim = await all.held()
    const { founder } = all.team
    const released = all.team.released(claim, 'Ana’s computer is off')
    expect(await founder.team.free(claim, released)).toBe('in')
    must(await all.send(ben))
    expect(all.refunds()).toBe(1)
    held.letGo()
    expect(faultOf(await confirmed)).toMatchObject({ reason: 'order-moved', sent: 'no' })
    expect(all.refunds()).toBe(1)
  }, 180_000)
})
