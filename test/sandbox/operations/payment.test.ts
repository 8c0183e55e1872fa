// Captures, voids and returns an order allows: partial ones, full ones, after a decline, twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, type Fields, type Made, make, payment, status } from '../merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

type Step = [operation: 'capture' | 'void' | 'return', fields: Fields]
const eur = (amount: string): Fields => ({ amount, currency: 'EUR' })
const comment = { comment: 'asked for by the customer' }
const ret = (fields: Fields = {}): Step => ['return', { ...comment, ...fields }]

async function walk(order: Made, steps: readonly Step[]): Promise<void> {
  for (const [operation, fields] of steps) {
    const { http, body } = await call(sandbox, operation, { ...order, ...fields })
    expect(http, `${operation}: ${body}`).toBe(200)
    await status(sandbox, order)
  }
}
const countEffects = (): number => sandbox.effects().length

describe('an operation the order allows', () => {
  it('several captures may use up the hold, the last without an amount', async () => {
    const order = await make(sandbox, 'preauth')
    await walk(order, [
      ['capture', eur('30.00')],
      ['capture', eur('30.00')],
      ['capture', {}],
    ])
    const stages = sandbox.transactions(order.orderid).filter(({ type }) => type === 'capture')
    expect(stages.map(({ amountMinor, status: word }) => [amountMinor, word])).toEqual([
      [3000, 'approved'],
      [3000, 'approved'],
      [4000, 'approved'],
    ])
  })

  it('returns may use up a sale, the last without an amount', async () => {
    const order = await make(sandbox, 'sale')
    await walk(order, [ret(eur('30.00')), ret(eur('30.00')), ret()])
    const reported = await status(sandbox, order)
    expect(reported).toMatchObject({
      'transaction-type': 'reversal',
      amount: '40.00',
      status: 'approved',
    })
  })

  it('a return of a captured preauth is a reversal of what was captured', async () => {
    const order = await make(sandbox, 'preauth')
    await walk(order, [['capture', eur('40.00')], ret()])
    expect(await status(sandbox, order)).toMatchObject({
      'transaction-type': 'reversal',
      'order-stage': 'reversal_approved',
      amount: '40.00',
    })
  })

  it.each([
    ['without an amount', {}],
    ['with the held amount', eur('100.00')],
  ])('a return of a hold %s releases it', async (_story, fields) => {
    const order = await make(sandbox, 'preauth')
    await walk(order, [ret(fields)])
    expect(await status(sandbox, order)).toMatchObject({
      'transaction-type': 'cancel',
      status: 'approved',
      amount: '100.00',
    })
  })

  it('an order stays returnable after a declined return', async () => {
    const order = await make(sandbox, 'sale')
    await walk(order, [ret(eur('99.01'))])
    expect(await status(sandbox, order)).toMatchObject({
      status: 'declined',
      'transaction-type': 'reversal',
      'order-stage': 'reversal_failed',
      'error-code': '107',
    })
    await walk(order, [ret(eur('99.00'))])
    expect(await status(sandbox, order)).toMatchObject({ status: 'approved', amount: '99.00' })
  })

  it('a hold stays voidable and capturable after a declined capture', async () => {
    const order = await make(sandbox, 'preauth')
    await walk(order, [
      ['capture', eur('50.01')],
      ['void', {}],
    ])
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'transaction-type': 'void',
    })
  })

  it('an identical second return is carried out, as there is no idempotency key, unless the switch is off', async () => {
    const order = await make(sandbox, 'sale')
    const before = countEffects()
    await walk(order, [ret(eur('10.00')), ret(eur('10.00'))])
    expect(countEffects()).toBe(before + 2)
    sandbox.setSwitch('accepts-identical-return', false)
    const third = await call(sandbox, 'return', { ...order, ...comment, ...eur('10.00') })
    sandbox.setSwitch('accepts-identical-return', true)
    expect(third.record['error-message']).toMatch(/^IDENTICAL_RETURN/)
    expect(countEffects()).toBe(before + 2)
  })

  it('moves more than there is, and books it, once the sums are not checked any more', async () => {
    const sale = await make(sandbox, 'sale')
    const hold = await make(sandbox, 'preauth')
    const before = countEffects()
    const over = await call(sandbox, 'return', { ...sale, ...comment, ...eur('9999.00') })
    expect(over.record['error-message']).toMatch(/^ABOVE_REMAINDER/)
    sandbox.setSwitch('checks-sums', false)
    await walk(sale, [ret(eur('9999.00')), ret(eur('0.50'))])
    await walk(hold, [['capture', eur('9999.00')]])
    sandbox.setSwitch('checks-sums', true)
    expect(countEffects()).toBe(before + 3)
    const again = await call(sandbox, 'capture', { ...hold, ...eur('0.50') })
    expect(again.record['error-message']).toMatch(/^NOTHING_LEFT/)
  })

  it('a client_orderid makes one order, unless the switch is off', async () => {
    const fields = payment()
    expect((await call(sandbox, 'sale', fields)).http).toBe(200)
    const before = countEffects()
    for (const operation of ['sale', 'preauth']) {
      const again = await call(sandbox, operation, fields)
      expect(again.record['error-message']).toMatch(/^DUPLICATE_ORDER: client_orderid/)
    }
    expect(countEffects()).toBe(before)
    sandbox.setSwitch('unique-client-orderid', false)
    expect((await call(sandbox, 'sale', fields)).http).toBe(200)
    sandbox.setSwitch('unique-client-orderid', true)
  })
})
