// Two people at two computers work on one order: whole desks, one gateway, one database of a team.
// MONEY: whatever happens to the database, the gateway carries a refund out once.
import { describe, expect, it } from 'vitest'
import { beginEpoch } from '../../fakes/postgres/team.ts'
import { faultOf, must, trainingOrder } from '../story.ts'
import { eachTeam, some } from './team-world.ts'

const all = eachTeam()

describe('two desks of a team', () => {
  it('refund one order at once: one is sent, the other is told why not', async () => {
    const { ana, ben, order } = all
    const reviews = [must(await ana.review(order)), must(await ben.review(order))]
    const ended = await Promise.all([ana.confirm(reviews[0]!), ben.confirm(reviews[1]!)])
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1)
    expect(all.refunds()).toBe(1)
    const refused = faultOf(ended.find(({ ok }) => !ok)!)
    expect(refused).toMatchObject({ kind: 'denied', sent: 'no' })
    expect(refused.message).toMatch(/anna at desk-[ab]\d+ has this order|A colleague worked on/)
    await all.allTold()
  })

  it('send one after the other what each of them reviewed last', async () => {
    const { ana, ben, order } = all
    const stale = must(await ben.review(order, some))
    must(await all.send(ana))
    await all.standsAs(ana, 'SUCCEEDED')
    await all.allTold()
    // What Ben reviewed is not how the order stands.
    expect(faultOf(await ben.confirm(stale))).toMatchObject({ reason: 'order-moved', sent: 'no' })
    expect(all.refunds()).toBe(1)
    must(await all.send(ben))
    expect(all.refunds()).toBe(2)
  })

  it('name who has an order, while it is asked for there', async () => {
    const { ana, ben, order } = all
    const review = must(await ana.review(order, some))
    const held = all.relay.hold(/\/status\//, 'request')
    const confirmed = ana.confirm(review)
    await held.reached
    const refused = faultOf(await ben.review(order, some))
    expect(refused).toMatchObject({ reason: 'team-holds', sent: 'no' })
    expect(refused.message).toMatch(
      /^anna at desk-a\d+ has this order\. A refund of .*10\.00.* was asked for there at /,
    )
    held.letGo()
    must(await confirmed)
    expect(all.refunds()).toBe(1)
  })

  it('claim no order of the practice, which is another one on each computer', async () => {
    const { world } = all
    const orderid = trainingOrder(world.sandbox, /paid sale of 120\.00 EUR/)
    all.away()
    const { clientOrderid } = must(
      await all.ana.desk.desk['order:look-up']({
        ...{ connectionId: 'sandbox', by: 'orderid', value: orderid },
      }),
    )
    const review = await all.ana.desk.desk['attempt:review']({
      ...{ connectionId: 'sandbox', operation: 'return' },
      request: { client_orderid: clientOrderid, orderid, comment: 'damaged' },
    })
    must(await all.ana.confirm(must(review)))
    expect(world.sandbox.effects().filter((row) => row.operation === 'return')).toHaveLength(1)
  })
})

describe('without its database', () => {
  it('a desk reviews and sends nothing, says so, and goes on once it is back', async () => {
    const { ana, order } = all
    const review = must(await ana.review(order, some))
    all.away()
    const refused = faultOf(await ana.confirm(review))
    expect(refused).toMatchObject({ reason: 'team-away', sent: 'no' })
    expect(refused.message).toMatch(
      /^The team’s database can’t be reached: [a-z ]+\. Nothing can be sent until it answers\. Try again/,
    )
    expect(faultOf(await ana.review(order, some))).toMatchObject({ reason: 'team-away' })
    // What asks only goes on.
    expect((await ana.lookUp(order)).attempts.map(({ state }) => state)).toContain('UNDONE')
    expect(all.refunds()).toBe(0)
    all.back()
    must(await all.send(ana))
    expect(all.refunds()).toBe(1)
  })

  it('a desk that claimed already sends nothing: it looks once more before the bytes', async () => {
    const { ana, order } = all
    const review = must(await ana.review(order, some))
    const held = all.relay.hold(/\/status\//, 'request')
    const confirmed = ana.confirm(review)
    await held.reached
    all.away()
    held.letGo()
    expect(faultOf(await confirmed)).toMatchObject({ reason: 'team-away', sent: 'no' })
    await all.standsAs(ana, 'NOT_SENT')
    expect(all.refunds()).toBe(0)
    all.back()
    await all.allTold()
    must(await all.send(all.ben))
    expect(all.refunds()).toBe(1)
  }, 180_000)

  it.each([1, 2, 3, 4, 5, 6])(
    'answer %i of a claim is lost: it leaves once, or not at all',
    async (n) => {
      const { ana, cutter, order } = all
      const review = must(await ana.review(order, some))
      cutter.loseAnswer(n)
      const confirmed = await ana.confirm(review)
      expect(cutter.lost()).toBe(1)
      expect(all.refunds()).toBe(confirmed.ok ? 1 : 0)
      if (!confirmed.ok) expect(confirmed.fault).toMatchObject({ sent: 'no' })
      await all
        .standsAs(ana, confirmed.ok ? 'SUCCEEDED' : all.refunds() === 0 ? 'NOT_SENT' : '')
        .catch(() => all.standsAs(ana, 'UNDONE'))
      await all.allTold()
      must(await all.send(all.ben))
      expect(all.refunds()).toBe(confirmed.ok ? 2 : 1)
    },
    180_000,
  )

  it('that comes back as another one, nobody sends before everybody was there', async () => {
    const { ana, ben, order } = all
    must(await all.send(ana))
    await all.allTold()
    all.away()
    await all.team.founder.team.close()
    await beginEpoch(all.server, all.team)
    all.back()
    const early = faultOf(await ana.confirm(must(await ana.review(order, some))))
    expect(early).toMatchObject({ reason: 'team-away', sent: 'no' })
    expect(early.message).toMatch(/have not answered since: .*desk-b/)
    expect(all.refunds()).toBe(1)
    expect(must(await ben.desk.desk['team:show']({}))?.why).toMatch(/have not answered/)
    expect(await all.team.founder.team.standing()).toMatchObject({ kind: 'ready' })
    must(await all.send(ana))
    expect(all.refunds()).toBe(2)
  }, 180_000)
})
