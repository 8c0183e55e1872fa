import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionSettings } from '#shared/connections/connection.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { faultOf, must, openStory, type Story, trainingOrder } from './story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(async () => {
  await story.close()
})

const call = () => story.desk.desk
const prepare = (operation: OperationId, request: Record<string, string>) =>
  call()['attempt:review']({ connectionId: 'sandbox', operation, request })
const send = async (operation: OperationId, request: Record<string, string>) =>
  must(await call()['attempt:confirm'](must(await prepare(operation, request))))
const register = async (...operations: OperationId[]) =>
  must(await call()['register:list']({ connectionId: 'sandbox', operations, limit: 100 })).rows
const settled = async (id: string, operation: OperationId) => {
  await expect
    .poll(async () => (await register(operation)).find((row) => row.id === id)?.state, {
      timeout: 10_000,
    })
    .not.toBe('ACCEPTED')
  return (await register(operation)).find((row) => row.id === id)!
}
const effects = (operation: string) =>
  story.sandbox.effects().filter((row) => row.operation === operation)

const bankPayout = (amount = '25.00') => ({
  amount,
  currency: 'EUR',
  order_desc: 'Gift for Zoë',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
  account_name: 'Zoë Müller',
})

describe('operations that make something new', () => {
  it('pays out once, under an id of its own that names the audit log’s head', async () => {
    const review = must(await prepare('payout', bankPayout()))
    const id = review.fields.find((field) => field.name === 'client_orderid')!.value
    expect(id).toMatch(/^pd-[0-9A-HJKMNP-TV-Z]{30}-[0-9a-f]{8}$/)
    const results = await Promise.all(
      Array.from({ length: 50 }, () => call()['attempt:confirm'](review)),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    const row = await settled(review.attemptId, 'payout')
    expect(row).toMatchObject({ state: 'SUCCEEDED', clientOrderid: id })
    expect(row.orderid).not.toBe('')
    expect(effects('payout')).toHaveLength(1)
    // The list of orders says whom it paid.
    const { rows } = must(await call()['order:list']({ text: row.orderid, limit: 10 }))
    expect(rows).toMatchObject([{ orderid: row.orderid, payee: { name: 'Zoë Müller' } }])
  })
  it('finds a payout whose answer was lost by its own id, and does not send it again', async () => {
    const review = must(await prepare('payout', bankPayout('20.13')))
    expect(faultOf(await call()['attempt:confirm'](review)).kind).toBe('outcome-unknown')
    await expect
      .poll(async () => (await register('payout'))[0]?.state, { timeout: 10_000 })
      .toBe('SUCCEEDED')
    expect(effects('payout')).toHaveLength(1)
    const order = (await register('payout'))[0]!.orderid
    const view = must(await call()['order:show']({ connectionId: 'sandbox', orderid: order }))
    expect(view.timeline.map((entry) => entry.state)).toContain('SENDING')
  })
  it('settles a lost payout when a person looks it up by the merchant’s own id', async () => {
    const review = must(await prepare('payout', bankPayout('21.13')))
    const id = review.fields.find((field) => field.name === 'client_orderid')!.value
    expect(faultOf(await call()['attempt:confirm'](review)).kind).toBe('outcome-unknown')
    await new Promise((resolve) => setTimeout(resolve, 300))
    must(
      await call()['order:look-up']({
        connectionId: 'sandbox',
        by: 'client_orderid',
        value: id,
      }),
    )
    expect((await register('payout'))[0]).toMatchObject({ state: 'SUCCEEDED' })
  })
  it('leaves a payout unknown when the gateway has no trace of it', async () => {
    const review = must(await prepare('payout', bankPayout('20.14')))
    expect(faultOf(await call()['attempt:confirm'](review)).kind).toBe('outcome-unknown')
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    const [row] = await register('payout')
    expect(row).toMatchObject({ state: 'UNKNOWN', orderid: '' })
    expect(row!.checks).toBeGreaterThan(0)
    expect(effects('payout')).toHaveLength(0)
  }, 180_000)
  it('checks a recipient first and pays exactly once what was checked', async () => {
    const check = await send('payout-check', bankPayout('30.00'))
    const checked = await settled(check.id, 'payout-check')
    expect(checked.state).toBe('SUCCEEDED')
    expect(effects('payout-pay').length + effects('payout').length).toBe(0)
    const ids = { client_orderid: checked.clientOrderid, orderid: checked.orderid }
    const pay = await send('payout-pay', ids)
    expect(await settled(pay.id, 'payout-pay')).toMatchObject({ state: 'SUCCEEDED' })
    expect(faultOf(await prepare('payout-pay', ids))).toMatchObject({ reason: 'not-possible' })
    expect(effects('payout-pay')).toHaveLength(1)
    const order = must(
      await call()['order:show']({ connectionId: 'sandbox', orderid: checked.orderid }),
    )
    expect(order).toMatchObject({
      phase: 'paid-out',
      origin: 'payout',
      original: { amount: '30.00', currency: 'EUR' },
      inProgress: { amount: '0.00', currency: 'EUR' },
    })
    expect(Object.values(order.actions).map((action) => action.isPossible)).not.toContain(true)
  })
  it('gives a link to a hosted form', async () => {
    const link = await send('sale-form', {
      amount: '12.00',
      currency: 'EUR',
      order_desc: 'A lamp',
      email: 'zoe@example.org',
      ipaddress: '203.0.113.7',
      redirect_url: 'http://127.0.0.1:9/back',
    })
    expect(link.answer['redirect-url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
  })
  it('keeps a card as a reference, reads its facts and charges it', async () => {
    const orderid = trainingOrder(story.sandbox, /120\.00 EUR/)
    const order = await story.lookUp(orderid)
    const card = await send('create-card-ref', {
      client_orderid: order.clientOrderid,
      orderid: order.orderid,
    })
    expect(card.state).toBe('SUCCEEDED')
    const cardrefid = card.answer['card-ref-id']!
    const facts = must(
      await call()['operation:read']({
        connectionId: 'sandbox',
        operation: 'get-card-info',
        request: { cardrefid },
      }),
    )
    expect(facts.answer['last-four-digits']).toMatch(/^\d{4}$/)
    const rebill = await send('make-rebill', {
      cardrefid,
      amount: '15.00',
      currency: 'EUR',
      ipaddress: '203.0.113.7',
      order_desc: 'Second month',
    })
    expect(await settled(rebill.id, 'make-rebill')).toMatchObject({ state: 'SUCCEEDED' })
    const page = must(
      await call()['audit:list']({ filter: { kind: 'read:get-card-info' }, limit: 10 }),
    )
    expect(page.rows).toHaveLength(1)
  })
})

describe('a draft in the inspector', () => {
  it('is explained without an id of its own, as the review will mint it', async () => {
    const explained = must(
      await call()['signature:explain']({
        connectionId: 'sandbox',
        operation: 'payout',
        request: bankPayout(),
      }),
    )
    expect(explained.plain).toContain('MINTED-AT-THE-REVIEW')
    expect(explained.curl).not.toContain(story.sandbox.identity.merchantControlKey)
  })
})

describe('what is refused before anything is sent', () => {
  it('a card number, unless the connection switches typing them on', async () => {
    const fault = faultOf(
      await prepare('sale', { credit_card_number: '4111111111111111', amount: '1.00' }),
    )
    expect(fault).toMatchObject({ kind: 'denied', reason: 'not-permitted' })
    expect(must(await call()['attempt:list']({ isOpen: false }))).toEqual([])
  })
  it('an id of the caller’s own choosing', async () => {
    expect(
      faultOf(await prepare('payout', { ...bankPayout(), client_orderid: 'used-before' })),
    ).toMatchObject({ kind: 'input', field: 'client_orderid' })
  })
  it('an extension the connection does not have', async () => {
    const connection = must(
      await call()['connection:save']({
        name: 'Without extensions',
        environment: 'test',
        baseUrl: 'http://127.0.0.1:9',
        endpointId: '1144',
        login: 'shop',
        settings: connectionSettings.parse({}),
      }),
    )
    const prepared = await call()['attempt:review']({
      connectionId: connection.id,
      operation: 'process-recurring-payment',
      request: { 'recurring-payment-id': '1' },
    })
    expect(faultOf(prepared)).toMatchObject({ reason: 'not-permitted' })
  })
  it('a read through the path that sends, and a write through the path that reads', async () => {
    expect(faultOf(await prepare('status', { orderid: '1' }))).toMatchObject({ sent: 'no' })
    const read = await call()['operation:read']({
      connectionId: 'sandbox',
      operation: 'payout',
      request: bankPayout(),
    })
    expect(faultOf(read)).toMatchObject({ kind: 'denied', reason: 'not-possible' })
    expect(story.sandbox.requests()).toEqual([])
  })
  it('missing fields, by name', async () => {
    const { currency: _currency, ...rest } = bankPayout()
    expect(faultOf(await prepare('payout', rest))).toMatchObject({
      kind: 'input',
      field: 'currency',
    })
  })
})

describe('the same payout again', () => {
  it('is sent only when the person says that a second one is meant', async () => {
    const first = must(await prepare('payout', bankPayout('20.14')))
    expect(faultOf(await call()['attempt:confirm'](first)).kind).toBe('outcome-unknown')
    const second = must(await prepare('payout', bankPayout('20.14')))
    expect(second.twins).toMatchObject([{ id: first.attemptId, state: 'UNKNOWN' }])
    const { attemptId, token } = second
    const payouts = () =>
      story.sandbox.requests().filter(({ operation }) => operation === 'payout').length
    expect(faultOf(await call()['attempt:confirm']({ attemptId, token }))).toMatchObject({
      reason: 'twin',
      sent: 'no',
    })
    expect(payouts()).toBe(1)
    await call()['attempt:confirm']({ attemptId, token, twinsSeen: [first.attemptId] })
    expect(payouts()).toBe(2)
  })
})
