// What a desk of a team sees of its colleagues, and how two people release an order whose computer
// is gone. MONEY: a colleague's refund is nobody's own, and one person releases nothing.
import { describe, expect, it } from 'vitest'
import { gatewayOf } from '#shared/order-place.ts'
import { publicKeyIn } from '../../../src/main/desk/people/public-key.ts'
import { orderTopic } from '../../../src/main/team/records/topics.ts'
import { facts, say } from '../../fakes/postgres/team.ts'
import { faultOf, must } from '../story.ts'
import { passphrase, signedIn } from './people.ts'
import { eachTeam, some } from './team-world.ts'
import type { TeamDesk } from './two-desks.ts'

const all = eachTeam()
const reason = 'its computer was stolen in the night'
const onOrder = async ({ desk: { desk }, shop }: TeamDesk) =>
  must(await desk['team:order']({ connectionId: shop, orderid: all.order }))?.requests ?? []
const held = async ({ desk: { desk } }: TeamDesk) => must(await desk['team:orders']({}))

/** Ana's refund is lost on its way to the gateway, and two people release the order. */
async function lostAndReleased(): Promise<string> {
  const { ana } = all
  const review = must(await ana.review(all.order, some))
  const request = all.relay.hold(/\/return\//, 'request')
  const confirmed = ana.confirm(review)
  await request.reached
  request.lose()
  await confirmed
  await all.standsAs(ana, 'UNKNOWN')
  expect(all.refunds()).toBe(0)
  const claim = await all.held()
  expect(await all.team.founder.team.free(claim, all.team.released(claim, reason))).toBe('in')
  return review.attemptId
}
const attemptOf = async ({ desk: { desk }, shop }: TeamDesk, id: string) =>
  must(await desk['order:check']({ connectionId: shop, orderid: all.order })).attempts.find(
    (one) => one.id === id,
  )

describe('what a colleague has under way', () => {
  it('stands on the order and in the list, and then what became of it', async () => {
    const { ana, ben, order } = all
    const review = must(await ana.review(order, some))
    const asked = all.relay.hold(/\/status\//, 'request')
    const confirmed = ana.confirm(review)
    await asked.reached
    const [request] = await onOrder(ben)
    expect(request).toMatchObject({
      ...{ by: 'anna', operation: 'return', end: null, isOwn: false, whyNotReleased: null },
      amount: { amount: '10.00', currency: 'EUR' },
    })
    expect(request?.says).toMatch(/^desk-a\d+: refund of .*10\.00.* by anna since /)
    expect(await held(ben)).toMatchObject([{ connectionId: ben.shop, orderid: order }])
    // Its own is none of a colleague's, and is not released here.
    expect(await held(ana)).toEqual([])
    expect((await onOrder(ana))[0]?.whyNotReleased).toMatch(/is of this computer/)
    asked.letGo()
    must(await confirmed)
    await all.standsAs(ana, 'SUCCEEDED')
    await all.allTold()
    expect(await onOrder(ben)).toMatchObject([{ end: 'SUCCEEDED' }])
    expect((await onOrder(ben))[0]?.says).toMatch(/: done$/)
    expect(await held(ben)).toEqual([])
  }, 180_000)

  it('is asked of the team alone: without it, nothing is shown as free', async () => {
    const { ben } = all
    all.away()
    const place = { connectionId: ben.shop, orderid: all.order }
    expect(faultOf(await ben.desk.desk['team:order'](place))).toMatchObject({ reason: 'team-away' })
    expect(faultOf(await ben.desk.desk['team:orders']({}))).toMatchObject({ reason: 'team-away' })
    const lone = await all.opened()
    expect(must(await lone.desk.desk['team:orders']({}))).toBeNull()
    const practice = { connectionId: 'sandbox', orderid: all.order }
    expect(must(await ben.desk.desk['team:order'](practice))).toBeNull()
  }, 180_000)
})

describe('a colleague’s refund after a release', () => {
  it('is not taken for the request of this computer that has no answer', async () => {
    const { ana, ben } = all
    const lost = await lostAndReleased()
    must(await all.send(ben))
    await all.standsAs(ben, 'SUCCEEDED')
    expect(all.refunds()).toBe(1)
    expect(await attemptOf(ana, lost)).toMatchObject({
      state: 'UNKNOWN',
      message: expect.stringMatching(/desk-b\d+ had this order since/) as string,
    })
    // Nor while nobody can say whose it is.
    all.away()
    expect(await attemptOf(ana, lost)).toMatchObject({
      state: 'UNKNOWN',
      message: expect.stringMatching(/team can’t be asked whether/) as string,
    })
  }, 180_000)

  it('contradicts no request that a person resolved by hand', async () => {
    const { ana, ben } = all
    const lost = await lostAndReleased()
    const shown = await attemptOf(ana, lost)
    must(
      await ana.desk.desk['attempt:resolve']({
        ...{ attemptId: lost, outcome: 'did-not-happen', reportedSeq: shown?.reportedSeq ?? null },
        ...{ reason: 'the line was cut before', override: 'the customer is on the phone' },
      }),
    )
    must(await all.send(ben))
    await all.standsAs(ben, 'SUCCEEDED')
    expect(await attemptOf(ana, lost)).toMatchObject({ state: 'RESOLVED_BY_HAND', conflict: null })
  }, 180_000)
})

describe('an order whose computer is gone', () => {
  it('is released by two people at two computers, and by nobody alone', async () => {
    const { ana, ben, order, gateway } = all
    const { baseUrl, identity } = gateway
    const service = gatewayOf({ isEmbedded: false, baseUrl, login: identity.login })
    const { founder } = all.team
    const claimed = await founder.team.claim(orderTopic({ service, orderid: order }), facts(), 0)
    if (claimed.kind !== 'mine') throw new Error(claimed.kind)
    const claim = claimed.claim.digest
    const release = (one: TeamDesk, more: { own?: string; why?: string } = {}) =>
      one.desk.desk['team:release']({
        ...{ connectionId: one.shop, orderid: order, claim },
        ...{ own: more.own ?? passphrase, reason: more.why ?? reason },
      })
    expect(faultOf(await release(ana)).message).toMatch(/Sign-in has to be switched on/)
    await signedIn(all, ana, 'Ada')
    await signedIn(all, ben, 'Bo', false)
    expect(faultOf(await release(ana, { own: 'not this one at all' }))).toMatchObject({
      ...{ kind: 'input', field: 'own' },
    })
    expect(faultOf(await release(ben)).message).toMatch(/does not know your key/)
    expect(must(await release(ana)).requests).toMatchObject([
      { end: null, signed: [{ name: 'Ada', reason }] },
    ])
    // Whoever signs twice is one person.
    expect(must(await release(ana)).requests[0]?.signed).toHaveLength(1)
    expect(faultOf(await ben.review(order, some))).toMatchObject({ reason: 'team-holds' })
    const key = publicKeyIn(must(await ben.desk.desk['people:my-key']({})).text)
    if (!('key' in key)) throw new Error('no key')
    await say(founder, { kind: 'person', id: 'p-00000000000000b0', name: 'Bo', key: key.key })
    expect(faultOf(await release(ben, { why: 'I would like to have it' })).message).toMatch(
      /signed for another reason/,
    )
    const freed = must(await release(ben)).requests
    expect(freed).toMatchObject([{ end: 'released' }])
    expect(freed[0]?.says).toMatch(/released by two people \(its computer was stolen/)
    expect(faultOf(await release(ben))).toMatchObject({ reason: 'order-moved' })
    must(await all.send(ben))
    expect(all.refunds()).toBe(1)
  }, 180_000)
})
