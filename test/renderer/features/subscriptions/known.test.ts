// What this computer knows of a subscription that is charged or changed.
import { expect, it } from 'vitest'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import { knownOf } from '../../../../src/renderer/features/subscriptions/known.ts'
import { attemptOf, seedOrders } from '../../../fakes/bridge-seed.ts'

const row = (part: Partial<AttemptView>): AttemptView => attemptOf(seedOrders()[0]!, part)
const created = row({
  ...{ operation: 'create-recurring-payment', amount: { amount: '9.90', currency: 'EUR' } },
  ...{ sentAt: Date.UTC(2029, 11, 24, 23), answer: { 'recurring-payment-id': '7' } },
  request: {
    ...{ cardrefid: '1020301', email: 'zoe@example.org', order_desc: 'Lamp club' },
    ...{ type: 'auto', period: 'monthly', interval: '1', 'start-date': '2030-01-31' },
  },
})
const changed = row({
  ...{ operation: 'update-recurring-payment', state: 'SUCCEEDED', answer: {} },
  request: { 'recurring-payment-id': '7', amount: '12.00', currency: 'EUR' },
})

it('says how it was created, on the day that it was in the zone', () => {
  const text =
    'As it was created, 25 Dec 2029: 9.90\u00a0EUR, every month from 31 Jan 2030, Lamp club'
  expect(knownOf('7', [created], 'Europe/Berlin')).toBe(text)
  expect(knownOf('7', [created], 'UTC')).toContain('24 Dec 2029')
})

it('says what was changed here since', () => {
  expect(knownOf('7', [changed, created], 'UTC')).toMatch(/Lamp club · Changed here: 12\.00 EUR$/)
})

it('says nothing of a subscription that was not made here', () => {
  expect(knownOf('', [created], 'UTC')).toBe('')
  expect(knownOf('8', [created], 'UTC')).toBe('')
})
