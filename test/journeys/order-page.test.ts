// What the order page knows beyond the order's money: what belongs together, one timeline, and
// what people wrote.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { faultOf, must, openStory, type Story, trainingOrder } from './story.ts'

let story: Story
beforeAll(async () => {
  story = await openStory(0)
})
afterAll(() => story.close())

const call = () => story.desk.desk
const connectionId = 'sandbox'
const show = async (orderid: string) => must(await call()['order:show']({ connectionId, orderid }))
const send = async (operation: OperationId, request: Record<string, string>) => {
  const review = must(await call()['attempt:review']({ connectionId, operation, request }))
  return must(await call()['attempt:confirm'](review))
}
const orderMadeBy = async (operation: OperationId, id: string): Promise<string> => {
  const find = async () =>
    must(
      await call()['register:list']({ connectionId, operations: [operation], limit: 10 }),
    ).rows.find((row) => row.id === id)
  await expect.poll(async () => (await find())?.state, { timeout: 10_000 }).toBe('SUCCEEDED')
  return (await find())!.orderid
}
const torn = { amount: '1.00', currency: 'EUR', comment: 'torn' }
const customer = { ipaddress: '203.0.113.7', order_desc: 'Second month', currency: 'EUR' }

describe('the order page', () => {
  it('shows what was made from an order, what was made with that, and where that came from', async () => {
    const order = await story.lookUp(trainingOrder(story.sandbox, /120\.00 EUR/))
    const ids = { client_orderid: order.clientOrderid, orderid: order.orderid }
    const card = await send('create-card-ref', ids)
    const cardrefid = card.answer['card-ref-id']!
    const rebill = await send('make-rebill', { ...customer, cardrefid, amount: '15.00' })
    const charged = await orderMadeBy('make-rebill', rebill.id)
    const subscription = await send('create-recurring-payment', {
      amount: '9.00',
      currency: 'EUR',
      order_desc: 'Monthly',
      period: 'monthly',
      interval: '1',
      type: 'auto',
      'start-date': '2030-01-31',
      cardrefid,
      email: 'zoe@example.org',
      'customer-ip': '203.0.113.7',
    })
    const payout = await send('payout', {
      ...customer,
      cardrefid,
      amount: '4.00',
      first_name: 'Zoë',
      last_name: 'Müller',
    })
    const parts = (await show(order.orderid)).related.map((one) => [
      one.relation,
      one.operation,
      one.reference,
    ])
    expect(parts).toEqual([
      ['own', 'create-card-ref', cardrefid],
      ['child', 'payout', cardrefid],
      ['child', 'create-recurring-payment', subscription.answer['recurring-payment-id']],
      ['child', 'make-rebill', cardrefid],
    ])
    const child = await show(charged)
    expect(child.related).toMatchObject([
      { relation: 'parent', operation: 'create-card-ref', orderid: order.orderid },
    ])
    const paid = await orderMadeBy('payout', payout.id)
    expect(await show(paid)).toMatchObject({
      phase: 'paid-out',
      related: [{ relation: 'parent', orderid: order.orderid }],
    })
  })

  it('tells answers, requests and the rest of the log in one timeline', async () => {
    const order = await story.lookUp(trainingOrder(story.sandbox, /80\.00 GBP/))
    const place = { connectionId, orderid: order.orderid }
    must(await call()['order:note']({ ...place, text: 'Asked the bank' }))
    must(await call()['order:tag']({ ...place, tag: 'bank' }))
    must(await call()['order:check'](place))
    const view = await show(order.orderid)
    expect(view.timeline.map(({ source, title, message }) => [source, title, message])).toEqual([
      ['log', 'order:look-up', ''],
      ['log', 'order:tagged', 'bank'],
      ['log', 'order:noted', 'Asked the bank'],
      ['log', 'order:look-up', ''],
      ['service', view.transactionType, expect.any(String)],
    ])
    expect(
      view.timeline.every(({ source, seq }) => (source === 'service') === (seq === null)),
    ).toBe(true)
    expect(view).toMatchObject({
      tags: ['bank'],
      notes: [{ text: 'Asked the bank', actor: 'anna' }],
    })
  })

  it('says beside the status that the last request was refused, with the gateway’s words', async () => {
    const order = await story.lookUp(trainingOrder(story.sandbox, /500\.00 EUR/))
    story.sandbox.setFault({ operation: 'return', kind: 'error-under-200', times: 1 })
    const review = must(await story.review('return', order, torn))
    expect(faultOf(await story.confirm(review)).kind).toBe('rejected')
    expect((await show(order.orderid)).failedAction).toMatchObject({
      transactionType: 'return',
      status: 'refused',
      reason: expect.stringContaining('The gateway refused it'),
    })
    const again = must(await story.review('return', order, torn))
    const sent = must(await story.confirm(again))
    const after = await story.until(order, sent.id, 'SUCCEEDED')
    expect(after.failedAction).toBeNull()
  })
})
