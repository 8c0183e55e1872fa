// An order of which a report lists a refund that nothing here explains: no amount is called
// refundable or offered, and none is invented.
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { partsOf } from '../../../../src/renderer/messages/orders/money-bar.ts'
import { moneyFactsOf } from '../../../../src/renderer/messages/orders/money-facts.ts'
import { reportedView } from '../../../../src/renderer/messages/orders/reported.ts'
import { seedOrders } from '../../../fakes/bridge-seed.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const order: OrderView = {
  ...seedOrders().find(({ phase }) => phase === 'captured')!,
  ...{ original: eur('120.00'), captured: eur('120.00'), returnable: eur('120.00') },
  ...{ returned: eur('0.00'), inProgress: eur('0.00'), held: null, unknown: null },
  ...{ origin: 'sale', hasUnknown: false },
}

it('calls no amount refundable', () => {
  const seen = reportedView(order)
  const fact = moneyFactsOf(seen).find(({ label }) => label === 'Refundable')
  expect([fact?.money, fact?.none]).toEqual([null, 'In doubt: a report lists a refund'])
  expect(partsOf(seen).map(({ label }) => label)).toEqual(['Not known here'])
})

it('permits the refund, and offers no amount for it', () => {
  const { return: refund } = reportedView(order).actions
  expect(refund).toMatchObject({ isPossible: true, most: null, mayBePartial: true })
})

it('leaves alone what can be taken as a whole only, a hold, and an order with nothing left', () => {
  const whole = { ...order.actions.return, mayBePartial: false } as const
  const asked = { ...order, actions: { ...order.actions, return: whole } }
  expect(reportedView(asked).actions.return).toBe(whole)
  for (const one of [
    { ...order, phase: 'authorised' as const },
    { ...order, returnable: eur('0.00') },
  ])
    expect(reportedView(one)).toBe(one)
})
