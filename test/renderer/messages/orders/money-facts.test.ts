// What is known of a sum that nobody told is said as no more than it is.
import { expect, it } from 'vitest'
import type { AttemptView, OrderView } from '../../../../src/shared/bridge/views.ts'
import { moneyFactsOf } from '../../../../src/renderer/messages/orders/money-facts.ts'
import { seedOrders } from '../../../fakes/bridge-seed.ts'

const order: OrderView = { ...seedOrders()[0]!, returned: null }
const refund = (amount: string, more: Partial<AttemptView> = {}): AttemptView =>
  ({
    ...{ operation: 'return', isRelease: false, state: 'SUCCEEDED' },
    amount: { amount, currency: 'EUR' },
    ...more,
  }) as AttemptView
const refunded = (attempts: AttemptView[], more: Partial<OrderView> = {}) =>
  moneyFactsOf({ ...order, attempts, ...more }).find(({ label }) => label === 'Refunded')

it('says how much was refunded at least, where the whole is not known', () => {
  const fact = refunded([refund('3.11'), refund('2.00')])
  expect(fact?.money).toBeNull()
  expect(fact?.none?.replaceAll('\u00a0', ' ')).toBe('at least 5.11 EUR')
})

it('says nothing of what did not happen, of holds, and of what is known', () => {
  for (const more of [
    { state: 'UNKNOWN' as const },
    { isRelease: true },
    { operation: 'capture' as const },
    { amount: null },
  ])
    expect(refunded([refund('3.11', more)])?.none).toBeUndefined()
  const told = { amount: '1.00', currency: 'EUR' }
  expect(refunded([refund('3.11')], { returned: told })).toMatchObject({ money: told })
  expect(refunded([refund('3.11')], { returned: told })?.none).toBeUndefined()
})
