// A setting that was put right reads once more what was told before: the orders by which the wrong
// one was found are readable again.
import { describe, expect, it } from 'vitest'
import type { ConnectionSettings } from '#shared/connections/connection.ts'
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
