// Card references, rebills, eligibility and account verification: what only these operations do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, newId, status } from '../merchant.ts'
import { openWorkshop, payout } from '../requests.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const { made, newRef, requestOf, settled } = openWorkshop(() => sandbox)

describe('card references', () => {
  it('both versions give the same reference for the same order, however often', async () => {
    const order = await settled('sale')
    const refs = [
      await call(sandbox, 'create-card-ref', { ...order }),
      await call(sandbox, 'create-card-ref-v4', { ...order }),
      await call(sandbox, 'create-card-ref', { ...order }),
    ].map(({ record }) => record['card-ref-id'])
    expect(refs[0]).toMatch(/^\d{7}$/)
    expect(new Set(refs).size).toBe(1)
  })

  it('get-card-info tells the card without its number, under any of the three schemes', async () => {
    const cardrefid = await newRef()
    for (const scheme of ['control', 'HMAC-SHA1', 'RSA-SHA256'] as const) {
      const { body, record } = await call(
        sandbox,
        'get-card-info',
        { cardrefid },
        scheme === 'control' ? {} : { scheme },
      )
      expect(record).toMatchObject({
        type: 'get-card-info-response',
        'card-printed-name': 'ZOE MULLER',
        bin: '411111',
        'last-four-digits': '1111',
        brand: 'VISA',
        'expire-month': '12',
        'expire-year': '2031',
      })
      expect(body).not.toContain('4111111111111111')
    }
  })

  it('none is made of a declined order, and an unknown one is refused everywhere', async () => {
    const declined = await settled('sale', { amount: '10.01' })
    expect(
      (await call(sandbox, 'create-card-ref', { ...declined })).record['error-message'],
    ).toMatch(/^NOT_APPROVED/)
    const paidOut = await made('payout', payout())
    expect(
      (await call(sandbox, 'create-card-ref', { ...paidOut })).record['error-message'],
    ).toMatch(/^NOT_APPROVED/)
    const answers = [
      await call(sandbox, 'get-card-info', { cardrefid: '1' }),
      await call(sandbox, 'make-rebill', { ...(await requestOf('make-rebill')), cardrefid: 'x' }),
      await call(sandbox, 'pan-eligibility-send', {
        'client-order-id': 'a',
        'sending-card-ref-id': '99999999',
      }),
      await call(sandbox, 'payout', payout({ cardrefid: '1' })),
    ]
    for (const { http, record } of answers) {
      expect(http).toBe(400)
      expect(record['error-message']).toMatch(
        /^CARD_REF_NOT_FOUND: (cardrefid|sending-card-ref-id) /,
      )
    }
  })

  it('a rebill is a sale of its own that can be returned', async () => {
    const fields = await requestOf('make-rebill')
    const order = await made('make-rebill', fields)
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'transaction-type': 'sale',
      amount: '19.99',
      'card-ref-id': fields['cardrefid'],
    })
    const returned = await call(sandbox, 'return', { ...order, comment: 'damaged' })
    expect(returned.http).toBe(200)
    const effects = sandbox.effects().filter(({ orderid }) => orderid === order.orderid)
    expect(effects.map(({ operation }) => operation)).toEqual(['make-rebill', 'return'])
  })

  it('eligibility depends on the card', async () => {
    const [visa, amex] = [await newRef(), await newRef({ credit_card_number: '378282246310005' })]
    const ask = async (ref: string) =>
      (
        await call(sandbox, 'pan-eligibility-send', {
          'client-order-id': newId(),
          'sending-card-ref-id': ref,
        })
      ).record
    expect((await ask(visa))['sending-eligible']).toBe('true')
    expect((await ask(amex))['sending-eligible']).toBe('false')
  })
})

describe('account verification', () => {
  it('moves nothing, and its order can be neither captured, voided nor returned', async () => {
    const before = sandbox.effects().length
    const order = await made('account-verification', await requestOf('account-verification'))
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'transaction-type': 'account verification',
      'order-stage': 'account_verification_approved',
      amount: '0.00',
    })
    for (const [operation, name] of [
      ['capture', 'NOT_A_PREAUTH'],
      ['void', 'ALREADY_SETTLED'],
      ['return', 'NOT_RETURNABLE'],
    ] as const) {
      const answer = await call(sandbox, operation, { ...order, comment: 'x' })
      expect(answer.record['error-message']).toMatch(new RegExp(`^${name}`))
    }
    expect(sandbox.effects()).toHaveLength(before)
  })

  it('a bad card is declined', async () => {
    const fields = {
      ...(await requestOf('account-verification')),
      credit_card_number: '4000000000000002',
    }
    expect(await status(sandbox, await made('account-verification', fields))).toMatchObject({
      status: 'declined',
    })
  })
})
