// A setting that was put right reads once more what was told before: the orders by which the wrong
// one was found are readable again.
import { describe, expect, it } from 'vitest'
import type { ConnectionSettings } from '#shared/connections/connection.ts'
import { SLOW_MS, watchStatements } from '../../../../src/main/ledger/db/statements.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { see, type TestDesk } from '../order-rig.ts'

const put = (desk: TestDesk, settings: Partial<ConnectionSettings>): void => {
  Object.assign(desk.ports.connections.find('test-1')!.settings, settings)
}
const place = { service: 'gateway of test-1', orderid: '7000001' }

describe('what was told of an order', () => {
  it('is read in the unit that the setting says now', () => {
    const desk = createTestDesk()
    see(desk, '7000001', { amount: '5000' })
    expect(desk.ports.orders.facts(place).returnable?.minor).toBe(500_000n)
    put(desk, { amountUnit: 'minor' })
    expect(desk.ports.orders.facts(place).returnable?.minor).toBe(5000n)
    expect(desk.ports.orders.facts(place).conflict).toBeNull()
  })

  it('is read with the meaning a word was given since', () => {
    const desk = createTestDesk()
    see(desk, '7000001', { amount: '50.00', answer: { status: 'settled' } })
    expect(desk.ports.orders.facts(place).captured).toBeNull()
    put(desk, { terms: [{ of: 'status', term: 'settled', means: 'approved' }] })
    expect(desk.ports.orders.facts(place).captured?.minor).toBe(5000n)
    // The gateway's own word stays where people look.
    expect(desk.ports.orders.get('test-1', '7000001')?.status).toBe('settled')
  })
})

describe('whether a gateway tells a refund by an amount of its own', () => {
  const refunded = (desk: TestDesk, orderid: string, amount: string): void => {
    see(desk, orderid, { amount: '10.00' })
    see(desk, orderid, { amount, answer: { 'transaction-type': 'reversal' } })
  }
  const returnedOf = (desk: TestDesk): string | undefined => {
    const refund = desk.ports.orders.snapshots(place).at(-1)
    return refund?.amount?.minor.toString()
  }

  it('is learnt from any of its orders, for all of them', () => {
    const desk = createTestDesk({ settings: { statusAmount: 'unknown' } })
    refunded(desk, place.orderid, '10.00')
    expect(returnedOf(desk)).toBeUndefined()
    refunded(desk, '7000002', '3.00')
    expect(returnedOf(desk)).toBe('1000')
  })

  it('is looked for among all answers once, however many come', () => {
    const desk = createTestDesk({ settings: { statusAmount: 'unknown' } })
    let [now, looks] = [0, 0]
    watchStatements(desk.db, {
      monotonic: () => (now += SLOW_MS),
      report: (sql) =>
        (looks += /WHERE s\.service = \? +AND s\.transaction_type/.test(sql) ? 1 : 0),
    })
    for (const orderid of ['7000001', '7000002', '7000003']) refunded(desk, orderid, '10.00')
    expect(looks).toBe(1)
  })
})
