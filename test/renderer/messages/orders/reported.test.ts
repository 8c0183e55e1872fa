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
  expect(partsOf(seen).map(({ label }) => label)).toEqual(['Not known'])
})

it('says what is left at least, and hatches only the part that the lines may have refunded', () => {
  const seen = reportedView(order, [
    { amount: eur('7.00'), count: 2 },
    { amount: eur('1.50'), count: 1 },
  ])
  const fact = moneyFactsOf(seen).find(({ label }) => label === 'Refundable')
  expect([fact?.money, fact?.none]).toEqual([null, 'at least 104.50\u00a0EUR'])
  expect(seen.returnable).toBeNull()
  expect(partsOf(seen).map(({ label, fill, money }) => [label, fill, money.amount])).toEqual([
    ['Refundable', 'solid', '104.50'],
    ['In doubt', 'striped', '15.50'],
  ])
  expect(partsOf(seen)[0]?.isLeast).toBe(true)
})

it('keeps apart what was refunded, released or is in progress', () => {
  const partly = {
    ...order,
    ...{ phase: 'partly-returned' as const, origin: 'preauth' as const, original: eur('300.00') },
    ...{ held: eur('0.00'), returned: eur('20.00'), returnable: eur('90.00') },
    inProgress: eur('10.00'),
  }
  const seen = reportedView(partly, [{ amount: eur('7.00'), count: 1 }])
  expect(partsOf(seen).map(({ label, money }) => `${label} ${money.amount}`)).toEqual([
    'Refunded 20.00',
    'In progress 10.00',
    'Refundable 83.00',
    'In doubt 7.00',
    'Hold released 180.00',
  ])
})

it('says nothing of what is left where the lines come to more, or to other money', () => {
  for (const refund of [
    { amount: eur('120.01'), count: 1 },
    { amount: eur('70.00'), count: 2 },
    { amount: eur('-7.00'), count: 1 },
    { amount: { amount: '7.00', currency: 'USD' }, count: 1 },
  ]) {
    const seen = reportedView(order, [refund])
    expect(partsOf(seen).map(({ label }) => label)).toEqual(['Not known'])
    expect(moneyFactsOf(seen)[0]?.none).toBe('In doubt: a report lists a refund')
  }
  // MONEY: what a bank took back is no money to refund.
  const charged = { ...order, phase: 'charged-back' as const }
  expect(reportedView(charged, [{ amount: eur('7.00'), count: 1 }]).doubt).toBeUndefined()
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
