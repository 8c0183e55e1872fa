// Chargebacks: by a test amount, by the console or a test, and as an order to practise on. The
// rules take them from what can be returned.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disputeRule } from '../../../src/sandbox/events/dispute.ts'
import type { Held, Moved } from '../../../src/sandbox/book/rules.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, make, type Made, status } from '../merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const reported = async (order: Made): Promise<string> => {
  const answer = await status(sandbox, order)
  return `${answer['transaction-type']} ${answer['status']} ${answer['amount']}`
}
const refund = (order: Made, amount?: string) =>
  call(sandbox, 'return', {
    ...order,
    ...(amount === undefined ? {} : { amount, currency: 'EUR' }),
    comment: 'asked for',
  })

describe('the rule of a chargeback', () => {
  const sale: Held = { kind: 'sale', amountMinor: 5000, currency: 'EUR' }
  const hold: Held = { ...sale, kind: 'preauth' }
  const move = (type: Moved['type'], amountMinor: number, word = 'approved'): Moved =>
    ({ type, amountMinor, status: word }) as Moved
  const amountOf = (order: Held, moves: Moved[], type: 'chargeback' | 'chargeback reversal') => {
    const allowed = disputeRule(order, moves, type)
    return allowed.ok ? allowed.value.amountMinor : allowed.refusal.name
  }

  it.each([
    [sale, [move('sale', 5000)], 5000],
    [sale, [move('sale', 5000), move('reversal', 2000)], 3000],
    [sale, [move('sale', 5000), move('reversal', 2000, 'declined')], 5000],
    [hold, [move('preauth', 5000), move('capture', 1500)], 1500],
    [hold, [move('preauth', 5000)], 'NOTHING_LEFT'],
    [hold, [move('preauth', 5000), move('capture', 1500, 'processing')], 'NOTHING_LEFT'],
    [sale, [move('sale', 5000, 'declined')], 'NOTHING_LEFT'],
    [sale, [move('sale', 5000), move('chargeback', 5000)], 'NOTHING_LEFT'],
    [sale, [move('sale', 5000), move('chargeback', 5000), move('chargeback reversal', 5000)], 5000],
  ])('takes what is captured and neither returned nor charged back (%#)', (order, moves, want) => {
    expect(amountOf(order, moves, 'chargeback')).toBe(want)
  })

  it('lets a reversal give back a chargeback, once', () => {
    const moves = [move('sale', 5000), move('chargeback', 3000)]
    expect(amountOf(sale, moves, 'chargeback reversal')).toBe(3000)
    moves.push(move('chargeback reversal', 3000))
    expect(amountOf(sale, moves, 'chargeback reversal')).toBe('NOTHING_LEFT')
  })
})

describe('a test amount', () => {
  it('that ends in .41 is charged back one minute after it was approved', async () => {
    const order = await make(sandbox, 'sale', { amount: '30.41' })
    expect(await reported(order)).toBe('sale approved 30.41')
    const effects = sandbox.effects().length
    sandbox.advance(61_000)
    expect(await reported(order)).toBe('chargeback approved 30.41')
    expect((await refund(order)).record['error-message']).toContain('charged back')
    expect(sandbox.effects()).toHaveLength(effects)
    sandbox.advance(600_000)
    expect(await reported(order)).toBe('chargeback approved 30.41')
  })

  it('that ends in .42 is given back after one more minute, and can be refunded then', async () => {
    const order = await make(sandbox, 'sale', { amount: '30.42' })
    await status(sandbox, order)
    sandbox.advance(61_000)
    expect(await reported(order)).toBe('chargeback approved 30.42')
    sandbox.advance(61_000)
    expect(await reported(order)).toBe('chargeback reversal approved 30.42')
    expect((await refund(order, '10.00')).http).toBe(200)
  })

  it('takes only what was not refunded before', async () => {
    const order = await make(sandbox, 'sale', { amount: '30.41' })
    await status(sandbox, order)
    expect((await refund(order, '10.00')).http).toBe(200)
    sandbox.advance(61_000)
    expect(await reported(order)).toBe('chargeback approved 20.41')
    const gone = await make(sandbox, 'sale', { amount: '30.41' })
    await status(sandbox, gone)
    expect((await refund(gone)).http).toBe(200)
    sandbox.advance(61_000)
    expect(await reported(gone)).toBe('reversal approved 30.41')
  })

  it('is an amount like any other where test amounts are off, and on a hold', async () => {
    sandbox.setSwitch('test-amounts', false)
    const order = await make(sandbox, 'sale', { amount: '30.41' })
    await status(sandbox, order)
    sandbox.setSwitch('test-amounts', true)
    const hold = await make(sandbox, 'preauth', { amount: '30.41' })
    await status(sandbox, hold)
    sandbox.advance(61_000)
    expect(await reported(order)).toBe('sale approved 30.41')
    expect(await reported(hold)).toBe('preauth approved 30.41')
  })
})

describe('a chargeback that somebody asks for', () => {
  const push = async (fields: Record<string, string>) => {
    const state = await fetch(new URL('state.json', sandbox.console))
    const { token } = (await state.json()) as { token: string }
    return fetch(`${sandbox.console}disputes`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, token }),
      redirect: 'manual',
    })
  }

  it('is made in the console, and reversed there', async () => {
    const order = await make(sandbox, 'sale')
    await status(sandbox, order)
    const { orderid } = order
    expect((await push({ orderid, type: 'chargeback' })).status).toBe(303)
    expect(await reported(order)).toBe('chargeback approved 100.00')
    const again = await push({ orderid, type: 'chargeback' })
    expect([again.status, await again.text()]).toEqual([
      400,
      expect.stringContaining('NOTHING_LEFT'),
    ])
    expect((await push({ orderid, type: 'chargeback reversal' })).status).toBe(303)
    expect(await reported(order)).toBe('chargeback reversal approved 100.00')
    expect((await push({ orderid, type: 'sale' })).status).toBe(400)
    expect((await push({ orderid: '1', type: 'chargeback' })).status).toBe(400)
  })

  it('is told by a callback where the order asked for callbacks', async () => {
    const server_callback_url = 'http://127.0.0.1:1/told'
    const order = await make(sandbox, 'sale', { server_callback_url })
    await status(sandbox, order)
    const before = sandbox.callbacks().length
    sandbox.dispute(order.orderid, 'chargeback')
    expect(sandbox.callbacks()).toHaveLength(before + 1)
    expect(() => sandbox.dispute(order.orderid, 'chargeback')).toThrow('NOTHING_LEFT')
  })

  it('is there to practise on', async () => {
    const practice = sandbox.trainingOrders().find(({ about }) => about.includes('charged back'))
    const { orderid = '', clientOrderid = '' } = practice ?? {}
    expect(await reported({ orderid, client_orderid: clientOrderid })).toBe(
      'chargeback approved 90.00',
    )
  })
})
