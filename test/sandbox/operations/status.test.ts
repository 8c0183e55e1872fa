// status: the latest stage, one request's stage, ways to name an order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, make, status } from '../merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const comment = { comment: 'asked for by the customer' }

describe('status', () => {
  it('goes from processing to approved and tells the latest stage', async () => {
    const slow = await startSandbox({
      processingMs: 1500,
      seedDays: 0,
      clock: () => 1_795_000_000_000,
    })
    const order = await make(slow, 'sale')
    const first = await status(slow, order)
    expect(first).toMatchObject({
      type: 'status-response',
      status: 'processing',
      'transaction-type': 'sale',
      'order-stage': 'sale_processing',
      amount: '100.00',
      currency: 'EUR',
      'last-four-digits': '1111',
      bin: '411111',
      'card-type': 'VISA',
      name: 'Zoë Müller',
      email: 'zoe@example.org',
      'gate-partial-reversal': 'enabled',
      'gate-partial-capture': 'enabled',
      'paynet-order-id': order.orderid,
      'merchant-order-id': order.client_orderid,
      'paynet-processing-date': '2026-11-18 11:06:40 UTC',
    })
    expect(first['approval-code']).toBeUndefined()
    slow.advance(1499)
    expect((await status(slow, order))['status']).toBe('processing')
    slow.advance(1)
    const settled = await status(slow, order)
    expect(settled).toMatchObject({ status: 'approved', 'order-stage': 'sale_approved' })
    expect(settled['approval-code']).toMatch(/^\d{6}$/)
    expect(settled['processor-rrn']).toMatch(/^\d{12}$/)
    expect(settled['processor-tx-id']).toBe(first['processor-tx-id'])
    const returned = await call(slow, 'return', { ...order, ...comment, ...eur('10.00') })
    expect(await status(slow, order)).toMatchObject({
      status: 'processing',
      'transaction-type': 'reversal',
      amount: '10.00',
    })
    const isolated = await status(slow, order, {
      'by-request-sn': returned.record['serial-number'] ?? '',
    })
    expect(isolated).toMatchObject({ 'transaction-type': 'reversal', amount: '10.00' })
    await slow.close()
  })

  it('isolates one request by its serial-number, also after later stages', async () => {
    const order = await make(sandbox, 'sale')
    const first = await call(sandbox, 'return', { ...order, ...comment, ...eur('10.00') })
    await call(sandbox, 'return', { ...order, ...comment, ...eur('20.00') })
    const serial = first.record['serial-number'] ?? ''
    expect(await status(sandbox, order, { 'by-request-sn': serial })).toMatchObject({
      amount: '10.00',
    })
    expect(await status(sandbox, order)).toMatchObject({ amount: '20.00' })
    const stranger = await make(sandbox, 'sale')
    expect((await status(sandbox, stranger, { 'by-request-sn': serial }))['error-message']).toMatch(
      /^ORDER_NOT_FOUND: by-request-sn/,
    )
  })

  it('is found by client_orderid alone, and by orderid alone', async () => {
    const order = await make(sandbox, 'sale')
    for (const fields of [{ client_orderid: order.client_orderid }, { orderid: order.orderid }]) {
      const { record } = await call(sandbox, 'status', fields)
      expect(record['paynet-order-id']).toBe(order.orderid)
    }
    expect((await call(sandbox, 'status', {})).record['error-message']).toMatch(
      /^MISSING_FIELD: orderid/,
    )
  })

  it('every value of every answer is a string', async () => {
    const order = await make(sandbox, 'sale')
    const { body } = await call(sandbox, 'status', { ...order })
    const values = Object.values(JSON.parse(body) as Record<string, unknown>)
    expect(values.length).toBeGreaterThan(15)
    expect(values.every((value) => typeof value === 'string')).toBe(true)
  })
})
