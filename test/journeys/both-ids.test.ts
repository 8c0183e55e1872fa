// A gateway that answers no status request without client_orderid: every part of the desk that asks
// for a status, end to end.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { messageOfReadFault } from '../../src/renderer/messages/faults.ts'
import { faultOf, handleOf, must, openDesk, openStory, type Story } from './story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
  story.sandbox.setSwitch('status-needs-client-orderid', true)
})
afterEach(async () => {
  await story.close()
})

const connectionId = 'sandbox'
const training = (pattern: RegExp) =>
  story.sandbox.trainingOrders().find((order) => pattern.test(order.about))!
const call = () => story.desk.desk
const lookUp = (by: 'orderid' | 'client_orderid', value: string) =>
  call()['order:look-up']({ connectionId, by, value })
const send = async (operation: OperationId, request: Record<string, string>) =>
  must(
    await call()['attempt:confirm'](
      must(await call()['attempt:review']({ connectionId, operation, request })),
    ),
  )
/** The fields of every status request the gateway received, by name. */
const statusRequests = () =>
  story.sandbox
    .requests()
    .filter(({ operation }) => operation === 'status')
    .map(({ fields, http }) => ({ ...Object.fromEntries(fields), http: String(http) }))
const stateOf = async (attemptId: string) =>
  must(await call()['attempt:list']({ isOpen: false })).find(({ id }) => id === attemptId)?.state
const settled = (attemptId: string) =>
  expect.poll(() => stateOf(attemptId), { timeout: 15_000 }).toBe('SUCCEEDED')
const payout = {
  amount: '30.00',
  currency: 'EUR',
  order_desc: 'Gift',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
  account_name: 'Zoë Müller',
}

describe('a gateway that requires client_orderid in status', () => {
  it('is asked with both ids by review, re-read, poll, check, look-up and pasted list', async () => {
    const { orderid, clientOrderid } = training(/paid sale of 120\.00 EUR/)
    must(await lookUp('client_orderid', clientOrderid))
    must(await lookUp('orderid', orderid))
    const order = { client_orderid: clientOrderid, orderid }
    const back = await send('return', {
      ...order,
      amount: '20.00',
      currency: 'EUR',
      comment: 'damaged',
    })
    await settled(back.id)
    must(await call()['order:check']({ connectionId, orderid }))

    const checked = await send('payout-check', payout)
    await settled(checked.id)
    const row = must(await call()['attempt:list']({ isOpen: false })).find(
      ({ id }) => id === checked.id,
    )!
    const paid = await send('payout-pay', {
      client_orderid: row.clientOrderid,
      orderid: row.orderid,
    })
    await settled(paid.id)

    must(
      await call()['look-ups:start']({
        connectionIds: [connectionId],
        text: `${orderid}\n${row.orderid}`,
        as: 'orderid',
        column: null,
      }),
    )
    await expect
      .poll(async () => must(await call()['look-ups:state']({ since: 0 }))?.state)
      .toBe('done')
    expect(must(await call()['look-ups:state']({ since: 0 }))?.counts.found).toBe(2)

    const { folder } = story.desk
    await story.desk.close()
    Object.assign(story.desk, await openDesk({ folder, sandbox: handleOf(story.sandbox) }))
    must(await call()['order:check']({ connectionId, orderid }))

    const requests = statusRequests()
    expect(requests.filter(({ http }) => http !== '200')).toEqual([])
    expect(requests.length).toBeGreaterThan(10)
    const named = requests.map((fields) => fields as Record<string, string>)
    expect(named.filter((fields) => !('client_orderid' in fields))).toEqual([])
    // The first look-up, and what is not named yet when it is asked for the first time.
    expect(named.filter((fields) => !('orderid' in fields))).toHaveLength(1)
  }, 180_000)

  it('says what to add when an order is looked up by an order id alone', async () => {
    const { orderid, clientOrderid } = training(/paid sale of 120\.00 EUR/)
    const fault = faultOf(await lookUp('orderid', orderid))
    expect(messageOfReadFault(fault)).toMatchObject({
      title: 'The gateway needs the merchant order ID too',
      advice: expect.stringContaining('Choose “Merchant order ID”') as unknown,
    })
    must(await lookUp('client_orderid', clientOrderid))
    must(await lookUp('orderid', orderid))
  })
})
