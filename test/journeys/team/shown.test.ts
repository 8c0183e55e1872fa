// A desk of a team that is gone after its bytes left: what the gateway's status shows a colleague
// says what became of its request. MONEY: what the status does not surely show frees nothing.
import { describe, expect, it } from 'vitest'
import { faultOf, must } from '../story.ts'
import { eachTeam, some } from './team-world.ts'
import { openShopDesk, type TeamDesk } from './two-desks.ts'

const all = eachTeam()
const rest = { amount: '110.00', currency: 'EUR' }
const place = ({ shop }: TeamDesk) => ({ connectionId: shop, orderid: all.order })
const onOrder = async (one: TeamDesk) =>
  must(await one.desk.desk['team:order'](place(one)))?.requests ?? []
const attemptsOf = async (one: TeamDesk) =>
  must(await one.desk.desk['order:check'](place(one))).attempts

/** Ana's computer is cut off while her request is held. */
async function cutOff(what: 'request' | 'answer') {
  const { ana, world, gateway } = all
  const review = must(await ana.review(all.order, some))
  const held = all.relay.hold(/\/return\//, what)
  void ana.confirm(review)
  await held.reached
  const folder = world.copyOf(ana.folder)
  // What it would still tell the team as it ends, a computer without power does not.
  all.away()
  ana.vault.isFrozen = true
  const ended = ana.desk.close()
  held.lose()
  await ended
  ana.vault.isFrozen = false
  all.back()
  return {
    attemptId: review.attemptId,
    back: () => openShopDesk(world, gateway, { folder, vault: ana.vault }),
  }
}

/** Ben's desk reads the status until his page says so. */
const ends = (end: string | null) =>
  expect
    .poll(
      async () => {
        await all.ben.lookUp(all.order)
        return (await onOrder(all.ben))[0]?.end
      },
      { timeout: 60_000 },
    )
    .toBe(end)

describe('a desk that is gone after its bytes left', () => {
  it('frees its order once a colleague was shown its refund, and agrees when it is back', async () => {
    const { ben } = all
    await ben.lookUp(all.order)
    const gone = await cutOff('answer')
    expect(all.refunds()).toBe(1)
    await ends('shown')
    const [request] = await onOrder(ben)
    expect(request?.says).toMatch(
      /^desk-a\d+: refund of .*10\.00.*: done, found by desk-b\d+ from the gateway’s status at .+ \(.+\)$/,
    )
    expect(request?.whyNotShown).toBeNull()
    expect(await ben.lookUp(all.order)).toMatchObject({
      returned: { amount: '10.00' },
      returnable: { amount: '110.00' },
    })
    must(await ben.confirm(must(await ben.review(all.order, rest))))
    await all.standsAs(ben, 'SUCCEEDED')
    expect(all.refunds()).toBe(2)
    const back = await gone.back()
    await expect
      .poll(async () => (await attemptsOf(back)).find(({ id }) => id === gone.attemptId)?.state, {
        timeout: 60_000,
      })
      .toBe('SUCCEEDED')
    await expect
      .poll(async () => (await back.desk.desk['team:leave']({})).ok, { timeout: 60_000 })
      .toBe(true)
    expect(all.refunds()).toBe(2)
    expect(await all.outcomes()).toEqual([undefined, 'SUCCEEDED'])
    await back.desk.close()
  }, 240_000)

  it('keeps its order while the status shows nothing', async () => {
    const { ben } = all
    await cutOff('request')
    expect(all.refunds()).toBe(0)
    await ben.lookUp(all.order)
    expect(await onOrder(ben)).toMatchObject([
      {
        end: null,
        whyNotShown: expect.stringMatching(/shows no new refund for this order/) as string,
      },
    ])
    expect(faultOf(await ben.review(all.order, some))).toMatchObject({ reason: 'team-holds' })
    expect(await all.outcomes()).toEqual([])
  }, 240_000)

  it('keeps its order where the gateway shows two that may be its own', async () => {
    const { ben } = all
    await cutOff('request')
    // Somebody who works alone refunds twice; the first time the team can't be told.
    const lone = await all.opened()
    const refund = async (amount: string, effects: number) => {
      must(await lone.confirm(must(await lone.review(all.order, { amount, currency: 'EUR' }))))
      await expect.poll(all.refunds, { timeout: 60_000 }).toBe(effects)
    }
    all.away()
    // While the gateway processes one, nothing can be reviewed, whoever holds the order.
    const isApproved = () =>
      expect
        .poll(() => ben.lookUp(all.order), { timeout: 60_000 })
        .toMatchObject({ transactionType: 'reversal', status: 'approved' })
    await refund('10.00', 1)
    await isApproved()
    await refund('5.00', 2)
    await isApproved()
    all.back()
    await expect
      .poll(
        async () => {
          await ben.lookUp(all.order)
          const shown = await ben.desk.desk['team:order'](place(ben))
          return shown.ok ? shown.value?.requests[0]?.whyNotShown : shown.fault.message
        },
        { timeout: 60_000 },
      )
      .toMatch(/two new transactions, \S+ and \S+\. Nothing shows which of them desk-a\d+ sent/)
    expect(faultOf(await ben.review(all.order, some))).toMatchObject({ reason: 'team-holds' })
    expect(await all.outcomes()).toEqual([])
  }, 240_000)

  it('keeps its order from who was told nothing by the gateway, whatever one computer says', async () => {
    const { ben } = all
    await ben.lookUp(all.order)
    await cutOff('request')
    const claim = await all.held()
    const { amount } = claim.facts
    const made = { at: 1, type: 'reversal', id: 'made-up', amount: amount! }
    expect(await all.team.founder.team.show(claim, made)).toBe('in')
    const refused = faultOf(await ben.review(all.order, some))
    expect(refused).toMatchObject({ reason: 'team-holds', sent: 'no' })
    expect(refused.message).toMatch(/free only by what \S+ says: .* transaction made-up there/)
    expect(all.refunds()).toBe(0)
  }, 240_000)
})
