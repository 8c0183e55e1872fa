// Two refunds of one amount at the same time, ours and a colleague's: the gateway is asked for ours
// by its serial number.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call as callAs } from '../sandbox/merchant.ts'
import { addShop, must, openStory, type Story, trainingOrder } from './story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory(600)
})
afterEach(async () => {
  await story.close()
})

describe('a refund beside a colleague’s refund of the same amount', () => {
  it('is settled by its own transaction, whatever the order’s latest one is', async () => {
    const { desk } = story.desk
    const connectionId = await addShop(story.desk, story.sandbox, {
      settings: { statusBy: 'request' },
    })
    const orderid = trainingOrder(story.sandbox, /paid sale of 120\.00 EUR/)
    const order = must(await desk['order:look-up']({ connectionId, by: 'orderid', value: orderid }))
    const request = {
      client_orderid: order.clientOrderid,
      orderid,
      amount: '10.00',
      currency: 'EUR',
      comment: 'damaged',
    }
    const review = must(
      await desk['attempt:review']({ connectionId, operation: 'return', request }),
    )
    const sent = must(await desk['attempt:confirm'](review))
    expect(sent.state).toBe('ACCEPTED')
    expect((await callAs(story.sandbox, 'return', request)).http).toBe(200)

    const stateOf = async () =>
      must(await desk['attempt:list']({ isOpen: false })).find(({ id }) => id === sent.id)?.state
    await expect.poll(stateOf, { timeout: 15_000 }).toBe('SUCCEEDED')
    const reversals = story.sandbox
      .transactions(orderid)
      .filter(({ type }) => type === 'reversal')
      .map(({ processorTxId }) => processorTxId)
    expect(reversals).toHaveLength(2)
    const view = must(await desk['order:show']({ connectionId, orderid }))
    expect(view.answer['processor-tx-id']).toBe(reversals[0])

    const asked = story.sandbox
      .requests()
      .filter(({ operation }) => operation === 'status')
      .map(({ fields, signature }) => ({
        ...Object.fromEntries(fields),
        isGood: signature?.isGood,
      }))
    expect(asked.every(({ isGood }) => isGood)).toBe(true)
    expect(asked.at(-1)).toMatchObject({ 'by-request-sn': sent.serialNumber })
  }, 180_000)
})
