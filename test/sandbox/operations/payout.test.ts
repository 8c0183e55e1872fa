// Payouts, the two-step payout and transfers: destinations, and that nothing is paid twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, type Fields, newId, status } from '../merchant.ts'
import { cardNames, openWorkshop, payout, without } from '../requests.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const { made, newSubscription, requestOf, settled } = openWorkshop(() => sandbox)

describe('payouts', () => {
  it.each([
    ['an account', {}],
    ['a phone number', { account_number: '', phone: '+49 221 1234' }],
    [
      'a card',
      {
        account_number: '',
        credit_card_number: '4111111111111111',
        expire_month: '12',
        expire_year: '2031',
      },
    ],
  ])('go to %s', async (_what, more) => {
    const order = await made('payout', without(payout(more)))
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'transaction-type': 'payout',
      amount: '25.00',
    })
    expect(sandbox.effects().at(-1)).toMatchObject({
      operation: 'payout',
      orderid: order.orderid,
      amountMinor: 2500,
    })
  })

  it.each([
    [
      'no destination',
      { account_number: '' },
      'MISSING_FIELD: account_number or credit_card_number or cardrefid or phone',
    ],
    ['half an expiry', { expire_month: '12' }, 'MISSING_FIELD: expire_year'],
    [
      'an account that takes none',
      { account_number: 'DE00000000' },
      'DESTINATION_REFUSED: account_number',
    ],
    ['a long description', { order_desc: 'x'.repeat(65) }, 'FIELD_TOO_LONG: order_desc'],
  ])('with %s are refused', async (_what, more, message) => {
    const before = sandbox.effects().length
    const answer = await call(sandbox, 'payout', payout(more as Fields))
    expect(answer.record['error-message']).toContain(message)
    expect(sandbox.effects()).toHaveLength(before)
  })

  it('the check releases no funds; the pay step executes once', async () => {
    const before = sandbox.effects().length
    const order = await made('payout-check', payout())
    expect(await status(sandbox, order)).toMatchObject({
      'transaction-type': 'payout check',
      status: 'approved',
    })
    expect(sandbox.effects()).toHaveLength(before)
    expect((await call(sandbox, 'payout-pay', { ...order })).http).toBe(200)
    expect(await status(sandbox, order)).toMatchObject({
      'transaction-type': 'payout',
      status: 'approved',
    })
    const again = await call(sandbox, 'payout-pay', { ...order })
    expect(again.http).toBe(400)
    expect(again.record['error-message']).toMatch(/^ALREADY_PAID: orderid/)
    expect(sandbox.effects().slice(before)).toMatchObject([
      { operation: 'payout-pay', amountMinor: 2500 },
    ])
  })

  it('a pay step that was declined is not repeated, one that hung was executed', async () => {
    const declined = await made('payout-check', payout({ amount: '10.01' }))
    await call(sandbox, 'payout-pay', { ...declined })
    expect((await status(sandbox, declined))['status']).toBe('declined')
    expect((await call(sandbox, 'payout-pay', { ...declined })).record['error-message']).toMatch(
      /^ALREADY_PAID/,
    )
    const hung = await made('payout-check', payout({ amount: '10.11' }))
    const before = sandbox.effects().length
    await expect(call(sandbox, 'payout-pay', { ...hung }, { timeoutMs: 200 })).rejects.toThrow(
      'no answer in time',
    )
    expect(sandbox.effects()).toHaveLength(before + 1)
    expect((await call(sandbox, 'payout-pay', { ...hung })).record['error-message']).toMatch(
      /^ALREADY_PAID/,
    )
  })

  it('nothing but a checked payout is paid, and no payout is returned', async () => {
    for (const order of [await settled('sale'), await made('payout', payout())])
      expect((await call(sandbox, 'payout-pay', { ...order })).record['error-message']).toMatch(
        /^NOT_CHECKED/,
      )
    const order = await made('payout', payout())
    await status(sandbox, order)
    expect(
      (await call(sandbox, 'return', { ...order, comment: 'x' })).record['error-message'],
    ).toMatch(/^NOT_RETURNABLE/)
  })

  it('a transfer needs a source, unless it is a deposit, and a destination', async () => {
    const fields = await requestOf('transfer')
    const bare = without(fields, ...cardNames)
    expect((await call(sandbox, 'transfer', bare)).record['error-message']).toMatch(
      /^MISSING_FIELD: credit_card_number or/,
    )
    expect((await call(sandbox, 'transfer', { ...bare, deposit2card: 'true' })).http).toBe(200)
    const nowhere = without({ ...fields, client_orderid: newId() }, 'destination-card-no')
    expect((await call(sandbox, 'transfer', nowhere)).record['error-message']).toMatch(
      /^MISSING_FIELD: destination-card-no or/,
    )
    const half = without({ ...fields, client_orderid: newId() }, 'expire_year')
    expect((await call(sandbox, 'transfer', half)).record['error-message']).toMatch(
      /^MISSING_FIELD: expire_year/,
    )
    const stranger = { ...bare, client_orderid: newId(), card_recurring_payment_id: '1' }
    expect((await call(sandbox, 'transfer', stranger)).record['error-message']).toMatch(
      /^RECURRING_NOT_FOUND: card_recurring/,
    )
    const known = {
      ...bare,
      client_orderid: newId(),
      card_recurring_payment_id: await newSubscription(),
    }
    expect(await status(sandbox, await made('transfer', known))).toMatchObject({
      'transaction-type': 'transfer',
      status: 'approved',
    })
  })
})
