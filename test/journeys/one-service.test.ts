import { beforeEach, describe, expect, it } from 'vitest'
import { connectionRecord } from '#shared/connections/connection.ts'
import { addShop, faultOf, must, trainingOrder } from './story.ts'
import { eachWorld } from './world.ts'

const world = eachWorld()
beforeEach(() => world.start())

/** Another record of the sandbox’s account, as a person would make it. */
const shop = (name: string, more: { endpointId?: string } = {}) =>
  addShop(world.open, world.sandbox, { name, ...more })
const review = (connectionId: string, orderid: string) =>
  world.review(orderid, { amount: '40.00', currency: 'EUR' }, connectionId)

describe('one gateway under several connection records', () => {
  it('sends a refund once, and shows on every record’s order page what stops the next one', async () => {
    const orderid = trainingOrder(world.sandbox, /paid sale of 120\.00 EUR/)
    const byEndpoint = await shop('By endpoint')
    const byGroup = await shop('By group', {
      endpointId: `group/${world.sandbox.identity.groupId}`,
    })
    const late = must(await review('sandbox', orderid))
    // Carried out by nobody yet: the gateway never saw it.
    world.sandbox.setFault({ operation: 'return', kind: 'reset-without-effect', times: 1 })
    const first = must(await review(byEndpoint, orderid))
    const outcome = faultOf(await world.open.desk['attempt:confirm'](first))
    expect(outcome.kind).toBe('outcome-unknown')

    for (const other of [byGroup, 'sandbox']) {
      const page = await world.lookUp(orderid, other)
      expect(page.hasUnknown).toBe(true)
      expect(page.attempts.filter((one) => one.state === 'UNKNOWN')).toMatchObject([
        { id: first.attemptId, connectionName: 'By endpoint' },
      ])
      for (const action of Object.values(page.actions))
        expect(action).toMatchObject({
          isPossible: false,
          why: expect.stringMatching(/is unknown.*It was sent over the connection “By endpoint”/),
        })
      expect(page.timeline.some(({ attemptId }) => attemptId === first.attemptId)).toBe(true)
      expect(faultOf(await review(other, orderid))).toMatchObject({ sent: 'no' })
    }
    expect(faultOf(await world.open.desk['attempt:confirm'](late))).toMatchObject({ sent: 'no' })
    expect(world.refunds(orderid)).toBe(0)
    const returns = world.sandbox.requests().filter(({ operation }) => operation === 'return')
    expect(returns).toHaveLength(1)
  })

  it('offers nothing on an order that was read before the connection was pointed elsewhere', async () => {
    const orderid = trainingOrder(world.sandbox, /paid sale of 120\.00 EUR/)
    const id = await shop('By endpoint')
    expect((await world.lookUp(orderid, id)).actions.return.isPossible).toBe(true)
    const { endpointId } = world.sandbox.identity
    const elsewhere = { name: 'By endpoint', environment: 'test', endpointId, login: 'other' }
    const { id: _id, ...draft } = connectionRecord
      .omit({ isEmbedded: true })
      .parse({ ...elsewhere, id: 'x', baseUrl: world.sandbox.baseUrl, settings: {} })
    must(await world.open.desk['connection:save']({ ...draft, connectionId: id }))
    const page = must(await world.open.desk['order:show']({ connectionId: id, orderid }))
    expect(page.actions.return).toMatchObject({
      isPossible: false,
      why: expect.stringContaining('belongs to another gateway account. Look it up again.'),
    })
  })
})
