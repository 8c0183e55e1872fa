// What is said of the refundable amount of an order in doubt: the same on its page, in the pane
// beside the list and in the sheet of a refund.
import { expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import {
  leftAfterInDoubt,
  leftInDoubt,
} from '../../../../src/renderer/messages/orders/left-in-doubt.ts'
import { reportedView } from '../../../../src/renderer/messages/orders/reported.ts'
import { seedOrders } from '../../../fakes/bridge-seed.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const order: OrderView = {
  ...seedOrders().find(({ phase }) => phase === 'captured')!,
  ...{ original: eur('120.00'), captured: eur('120.00'), returnable: eur('120.00') },
}

it('says why a form fills in no amount, in the words of the figure', () => {
  const of = (...refunds: { amount: ReturnType<typeof eur>; count: number }[]) =>
    leftInDoubt(reportedView(order, refunds))
  expect(of({ amount: eur('7.00'), count: 1 })).toEqual({
    ...{ none: 'at least 113.00\u00a0EUR', isBound: true },
    why: 'At least 113.00\u00a0EUR is refundable. The rest is in doubt until the report is explained, so no amount is filled in.',
  })
  // MONEY: nothing is certain where the lines come to all of it.
  expect(of({ amount: eur('120.00'), count: 1 })).toEqual({
    ...{ none: 'In doubt: a report lists a refund', isBound: false },
    why: 'The refundable amount is in doubt until the report is explained, so no amount is filled in.',
  })
})

it('takes the part in doubt off what a refund leaves, and is certain of nothing else', () => {
  const { doubt } = reportedView(order, [{ amount: eur('7.00'), count: 1 }])
  expect(leftAfterInDoubt(eur('119.00'), doubt)).toBe('at least 112.00\u00a0EUR')
  const inDoubt = 'In doubt: a report lists a refund'
  // MONEY: a refund may take more than what is certain, or leave what nobody knows.
  expect(leftAfterInDoubt(eur('7.00'), doubt)).toBe(inDoubt)
  expect(leftAfterInDoubt(eur('6.00'), doubt)).toBe(inDoubt)
  expect(leftAfterInDoubt(null, doubt)).toBe(inDoubt)
  expect(leftAfterInDoubt(eur('119.00'), undefined)).toBe(inDoubt)
})
