// A row of the orders list offers a refund where one can be asked for, and else says why not.
import { expect, it } from 'vitest'
import { factUnseen, offerOf } from '../../../../src/renderer/messages/orders/row-offer.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const row = { phase: 'captured' as const, hasUnknown: false, returnable: eur('5.00') }

it('offers what can go back, also where nobody here knows how much', () => {
  expect(offerOf(row)).toEqual({ label: 'Refund…', whyNot: null })
  expect(offerOf({ ...row, returnable: null })?.whyNot).toBeNull()
  expect(factUnseen(row)).toMatch(/^Not known/)
  const hold = { ...row, phase: 'authorised' as const, returnable: eur('0.00') }
  expect(offerOf(hold)).toEqual({ label: 'Release…', whyNot: null })
})

it.each([
  [{ returnable: eur('0.00') }, /^Nothing is refundable now/],
  [{ returnable: { amount: '0', currency: 'JPY' } }, /^Nothing is refundable now/],
  [{ hasUnknown: true }, /outcome .* unknown/],
  [{ phase: 'returned' as const }, /refunded already/],
  [{ phase: 'voided' as const }, /is voided and the customer is not charged/],
  [{ phase: 'released' as const }, /hold has ended/],
  [{ phase: 'charged-back' as const }, /pay the customer twice/],
  [{ phase: 'declined' as const }, /No money was taken/],
])('says why not: %j', (more, why) => {
  expect(offerOf({ ...row, ...more })?.whyNot).toMatch(why)
})

it('offers nothing where nothing came from a customer', () => {
  const payout = { ...row, phase: 'paid-out' as const, returnable: null }
  expect(offerOf(payout)).toBeNull()
  expect(factUnseen(payout)).toBe('')
  expect(factUnseen(payout, 'returnable')).toBe('')
})

it.each([
  ['paid-out', 'Not known: the gateway has not told Paydesk'],
  ['declined', 'Not known: the gateway has not told Paydesk'],
  ['card-checked', ''],
] as const)('says of the amount of an order that is %s: %j', (phase, says) => {
  expect(factUnseen({ phase }, 'original')).toBe(says)
})
