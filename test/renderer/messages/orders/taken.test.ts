// An order that a colleague of the team has: their amount is a part of its money, what is left for
// certain is told, and what can't be asked for says who has it.
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import type { TeamRequest } from '#shared/team/team-methods.ts'
import { orderBadge } from '../../../../src/renderer/messages/badges.ts'
import { partsOf } from '../../../../src/renderer/messages/orders/money-bar.ts'
import { moneyFactsOf } from '../../../../src/renderer/messages/orders/money-facts.ts'
import { actionsOf, whyNotOn } from '../../../../src/renderer/messages/orders/primary-action.ts'
import { offerOf } from '../../../../src/renderer/messages/orders/row-offer.ts'
import { takenRow, takenView, whyTaken } from '../../../../src/renderer/messages/orders/taken.ts'
import { seedOrders } from '../../../fakes/bridge-seed.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const captured = seedOrders().find(({ phase }) => phase === 'captured')!
const order: OrderView = {
  ...captured,
  ...{ original: eur('120.00'), captured: eur('120.00'), returnable: eur('120.00') },
  ...{ returned: eur('0.00'), inProgress: eur('0.00'), held: null, unknown: null },
  ...{ origin: 'sale', hasUnknown: false },
}
const hold: OrderView = {
  ...{ ...order, phase: 'authorised', origin: 'preauth', held: eur('120.00') },
  ...{ captured: eur('0.00'), returnable: eur('0.00') },
}
const at = Date.parse('2026-11-29T14:05:09Z')
const request: TeamRequest = {
  ...{ desk: 'desk-1', by: 'Bo', operation: 'return', amount: eur('40.00'), at },
  says: 'desk-1: refund of 40.00 EUR by Bo since 29 Nov 2026, 14:05 UTC',
}
const seen = (more: Partial<TeamRequest> = {}, of: OrderView = order) =>
  takenView(of, { ...request, ...more }, at + 60_000, 'UTC')
const drawn = (one: OrderView) =>
  partsOf(one).map(({ label, money, tone }) => `${label} ${money.amount} ${tone}`)
const figure = (one: OrderView, label: string): string | undefined => {
  const fact = moneyFactsOf(one).find((found) => found.label === label)
  return (fact?.money?.amount ?? fact?.none)?.replaceAll('\u00A0', ' ')
}

it('shows the amount as a part of the money, and what is left for certain', () => {
  expect(drawn(seen())).toEqual(['In progress at desk-1 40.00 unknown', 'Refundable 80.00 good'])
  expect(figure(seen(), 'In progress at desk-1')).toBe('40.00')
  expect(figure(seen(), 'Refundable')).toBe('80.00')
})

it('takes no more than there is', () => {
  const all = seen({ amount: eur('500.00') })
  expect(drawn(all)).toEqual(['In progress at desk-1 120.00 unknown'])
  expect(figure(all, 'Refundable')).toBe('0.00')
})

it('takes a capture and a release from what is on hold', () => {
  const part = ['In progress at desk-1 40.00 unknown', 'On hold 80.00 info']
  expect(drawn(seen({ operation: 'capture' }, hold))).toEqual(part)
  expect(drawn(seen({}, hold))).toEqual(part)
})

it.each([null, { amount: '40', currency: 'JPY' }])(
  'guesses nothing from the amount %j',
  (amount) => {
    const one = seen({ amount })
    expect(figure(one, 'Refundable')).toBe('at most 120.00 EUR')
    expect(drawn(one)).toEqual(['Not known 120.00 neutral'])
    const held = seen({ amount, operation: 'void' }, hold)
    expect(figure(held, 'On hold')).toBe('at most 120.00 EUR')
  },
)

it('shuts what was possible, and says who has the order and since when', () => {
  const why = 'Bo at desk-1 has had this order since 14:05.'
  expect(whyNotOn(order, 'return')).toBeNull()
  for (const action of ['return', 'give-back'] as const) expect(whyNotOn(seen(), action)).toBe(why)
  expect(actionsOf(seen())[0]).toMatchObject({ title: 'Refund', why })
  // What was not possible before keeps its own reason.
  expect(whyNotOn(seen(), 'capture')).toBe(whyNotOn(order, 'capture'))
  expect(whyTaken(request, at + 86_400_000, 'UTC')).toBe(
    'Bo at desk-1 has had this order since 29 Nov 14:05.',
  )
})

it('says the same in a row of the list', () => {
  const row = takenRow(order, request)
  expect(row.returnable).toEqual(eur('80.00'))
  expect(orderBadge(row)).toMatchObject({
    ...{ label: 'In progress: Bo', tone: 'unknown', hint: request.says },
  })
  const why = 'Bo at desk-1 has had this order since 14:05.'
  expect(offerOf(row, why)).toEqual({ label: 'Refund…', whyNot: why })
  // A reason of the order's own comes first.
  expect(offerOf({ ...row, phase: 'returned' }, why)?.whyNot).not.toBe(why)
})
