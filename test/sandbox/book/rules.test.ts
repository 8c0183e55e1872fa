// Every precondition rule of interface.md over HTTP: what is allowed, what is refused, and that a
// refusal moves nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, type Fields, type Made, make, status } from '../merchant.ts'

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

const refused: [
  sentence: string,
  kind: 'sale' | 'preauth',
  made: Fields,
  before: Step[],
  last: Step,
  name: string,
  field: string,
][] = [
  ['a capture of a sale', 'sale', {}, [], ['capture', {}], 'NOT_A_PREAUTH', 'orderid'],
  [
    'a capture of a declined preauth',
    'preauth',
    eur('10.01'),
    [],
    ['capture', {}],
    'NOT_APPROVED',
    'orderid',
  ],
  [
    'a capture above the hold',
    'preauth',
    {},
    [],
    ['capture', eur('100.50')],
    'ABOVE_REMAINDER',
    'amount',
  ],
  [
    'captures whose sum is above the hold',
    'preauth',
    {},
    [['capture', eur('60.00')]],
    ['capture', eur('50.00')],
    'ABOVE_REMAINDER',
    'amount',
  ],
  [
    'a capture when all is captured',
    'preauth',
    {},
    [['capture', {}]],
    ['capture', {}],
    'NOTHING_LEFT',
    'orderid',
  ],
  [
    'a capture after the release',
    'preauth',
    {},
    [ret()],
    ['capture', {}],
    'HOLD_RELEASED',
    'orderid',
  ],
  [
    'a capture after a void',
    'preauth',
    {},
    [['void', {}]],
    ['capture', {}],
    'HOLD_RELEASED',
    'orderid',
  ],
  [
    'a capture in another currency',
    'preauth',
    {},
    [],
    ['capture', { amount: '10.00', currency: 'USD' }],
    'CURRENCY_MISMATCH',
    'currency',
  ],
  ['a void of a sale', 'sale', {}, [], ['void', {}], 'ALREADY_SETTLED', 'orderid'],
  [
    'a void of a captured preauth',
    'preauth',
    {},
    [['capture', eur('10.00')]],
    ['void', {}],
    'ALREADY_SETTLED',
    'orderid',
  ],
  [
    'a void of a declined preauth',
    'preauth',
    eur('10.01'),
    [],
    ['void', {}],
    'NOT_APPROVED',
    'orderid',
  ],
  ['a second void', 'preauth', {}, [['void', {}]], ['void', {}], 'HOLD_RELEASED', 'orderid'],
  ['a return of a declined sale', 'sale', eur('10.01'), [], ret(), 'NOT_APPROVED', 'orderid'],
  ['a return of a filtered sale', 'sale', eur('10.02'), [], ret(), 'NOT_APPROVED', 'orderid'],
  [
    'a return of a sale that ended in error',
    'sale',
    eur('10.03'),
    [],
    ret(),
    'NOT_APPROVED',
    'orderid',
  ],
  ['a return of a sale in processing', 'sale', eur('10.04'), [], ret(), 'NOT_APPROVED', 'orderid'],
  [
    'a return of a sale whose status is unknown',
    'sale',
    eur('10.05'),
    [],
    ret(),
    'NOT_APPROVED',
    'orderid',
  ],
  ['a return above the sale', 'sale', {}, [], ret(eur('100.50')), 'ABOVE_REMAINDER', 'amount'],
  [
    'returns whose sum is above the sale',
    'sale',
    {},
    [ret(eur('60.00'))],
    ret(eur('50.00')),
    'ABOVE_REMAINDER',
    'amount',
  ],
  ['a return when all is returned', 'sale', {}, [ret()], ret(), 'NOTHING_LEFT', 'orderid'],
  [
    'a return above what was captured',
    'preauth',
    {},
    [['capture', eur('40.00')]],
    ret(eur('50.00')),
    'ABOVE_REMAINDER',
    'amount',
  ],
  [
    'a return in another currency',
    'sale',
    {},
    [],
    ret({ amount: '10.00', currency: 'USD' }),
    'CURRENCY_MISMATCH',
    'currency',
  ],
  [
    'a part of a hold being released',
    'preauth',
    {},
    [],
    ret(eur('40.00')),
    'PARTIAL_NOT_POSSIBLE',
    'amount',
  ],
  ['a return of a released hold', 'preauth', {}, [ret()], ret(), 'HOLD_RELEASED', 'orderid'],
  ['a return of a voided hold', 'preauth', {}, [['void', {}]], ret(), 'HOLD_RELEASED', 'orderid'],
  [
    'an amount without currency in a capture',
    'preauth',
    {},
    [],
    ['capture', { amount: '10.00' }],
    'AMOUNT_WITHOUT_CURRENCY',
    'currency',
  ],
  [
    'a currency without amount in a capture',
    'preauth',
    {},
    [],
    ['capture', { currency: 'EUR' }],
    'AMOUNT_WITHOUT_CURRENCY',
    'amount',
  ],
  [
    'an amount without currency in a return',
    'sale',
    {},
    [],
    ret({ amount: '10.00' }),
    'AMOUNT_WITHOUT_CURRENCY',
    'currency',
  ],
  [
    'a currency without amount in a return',
    'sale',
    {},
    [],
    ret({ currency: 'EUR' }),
    'AMOUNT_WITHOUT_CURRENCY',
    'amount',
  ],
]

describe('an operation the order does not allow', () => {
  it.each(refused)(
    '%s is refused and moves nothing',
    async (_sentence, kind, made, before, last, name, field) => {
      const order = await make(sandbox, kind, made)
      await status(sandbox, order)
      await walk(order, before)
      const effects = countEffects()
      const stages = sandbox.transactions(order.orderid).length
      const [operation, fields] = last
      const answer = await call(sandbox, operation, { ...order, ...fields })
      expect(answer.http).toBe(400)
      expect(answer.record['type']).toBe('validation-error')
      expect(answer.record['error-message']).toMatch(new RegExp(`^${name}: .*\\b${field}\\b`))
      expect(answer.record['error-code']).toMatch(/^\d+$/)
      expect(answer.record['merchant-order-id']).toBe(order.client_orderid)
      expect(countEffects()).toBe(effects)
      expect(sandbox.transactions(order.orderid)).toHaveLength(stages)
    },
  )

  it('an unknown order is not found, by either id', async () => {
    for (const operation of ['capture', 'void', 'return']) {
      const answer = await call(sandbox, operation, {
        client_orderid: 'none',
        orderid: '1',
        ...comment,
      })
      expect(answer.record['error-message']).toMatch(/^ORDER_NOT_FOUND: order not found/)
    }
    const byClient = await call(sandbox, 'status', { client_orderid: 'none' })
    expect(byClient.http).toBe(400)
    expect(byClient.record['error-message']).toMatch(/order not found/)
  })

  it('an orderid with the client_orderid of another order is refused', async () => {
    const [first, second] = [await make(sandbox, 'sale'), await make(sandbox, 'sale')]
    const mixed = { client_orderid: first.client_orderid, orderid: second.orderid }
    for (const operation of ['capture', 'void', 'return', 'status']) {
      const answer = await call(sandbox, operation, { ...mixed, ...comment })
      expect(answer.record['error-message']).toMatch(/^ORDER_MISMATCH/)
    }
  })

  it('a capture is refused while the preauth is still processing, and allowed once it is approved', async () => {
    const order = await make(sandbox, 'preauth', eur('10.04'))
    expect(
      (await call(sandbox, 'capture', { ...order, ...eur('5.00') })).record['error-message'],
    ).toMatch(/^NOT_APPROVED/)
    sandbox.advance(10 * 60_000)
    expect((await call(sandbox, 'capture', { ...order, ...eur('5.00') })).http).toBe(200)
  })

  it('a return is refused while the only capture is still processing', async () => {
    const order = await make(sandbox, 'preauth')
    await call(sandbox, 'capture', { ...order, ...eur('50.04') })
    expect(
      (await call(sandbox, 'return', { ...order, ...comment })).record['error-message'],
    ).toMatch(/^NOT_APPROVED: orderid .*not final/)
  })

  it('a second return counts one that is still processing', async () => {
    const order = await make(sandbox, 'sale')
    await call(sandbox, 'return', { ...order, ...comment, ...eur('60.04') })
    expect(
      (await call(sandbox, 'return', { ...order, ...comment, ...eur('50.00') })).record[
        'error-message'
      ],
    ).toMatch(/^ABOVE_REMAINDER: .*39\.96 EUR/)
  })
})
