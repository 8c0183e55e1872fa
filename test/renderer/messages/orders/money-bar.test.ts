// The bar of an order's money never says more than its figures: its parts are the whole of what was
// captured, or there is no bar.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MoneyText } from '#shared/money.ts'
import { partsOf } from '../../../../src/renderer/messages/orders/money-bar.ts'
import { payerFacts } from '../../../../src/renderer/messages/forms/payer.ts'

const eur = (minor: number): MoneyText => ({ amount: (minor / 100).toFixed(2), currency: 'EUR' })
const order = {
  phase: 'partly-returned' as const,
  original: eur(12_000),
  held: null,
  captured: eur(12_000),
  returned: eur(2_000),
  inProgress: eur(0),
  returnable: eur(10_000),
  unknown: null,
}

it('shows what was refunded and what is refundable', () => {
  expect(partsOf(order).map(({ label, share }) => [label, Math.round(share)])).toEqual([
    ['Refunded', 17],
    ['Refundable', 83],
  ])
})

it('names what may or may not have moved in violet', () => {
  const parts = partsOf({
    ...order,
    inProgress: eur(1_000),
    unknown: eur(1_000),
    returnable: eur(9_000),
  })
  expect(parts[1]).toMatchObject({ label: 'Outcome unknown', tone: 'unknown' })
})

it('keeps what is in progress elsewhere apart from it', () => {
  const parts = partsOf({
    ...order,
    inProgress: eur(1_500),
    unknown: eur(1_000),
    returnable: eur(8_500),
  })
  expect(parts.slice(1, 3)).toMatchObject([
    { label: 'Outcome unknown', money: eur(1_000) },
    { label: 'In progress', money: eur(500) },
  ])
})

it('is a hold as a whole while nothing was captured', () => {
  const held = { ...order, phase: 'authorised' as const, held: eur(30_000), captured: null }
  expect(partsOf(held)).toMatchObject([{ label: 'On hold', share: 100 }])
})

it('shows what of a hold is in progress', () => {
  const held = { ...order, phase: 'authorised' as const, held: eur(30_000), captured: null }
  const one = { ...held, inProgress: eur(10_000), unknown: eur(10_000) }
  expect(partsOf(one)).toMatchObject([
    { label: 'Rest of the hold', money: eur(20_000) },
    { label: 'Outcome unknown', money: eur(10_000), tone: 'unknown' },
  ])
  expect(partsOf({ ...held, inProgress: eur(40_000) })).toEqual([])
})

it('is not there where a part is not known, or the parts are not the whole', () => {
  const known = fc.integer({ min: 0, max: 50_000 })
  fc.assert(
    fc.property(
      known,
      known,
      known,
      known,
      fc.nat(4),
      (captured, returned, inProgress, rest, hole) => {
        const names = ['captured', 'returned', 'inProgress', 'returnable'] as const
        const one = {
          ...order,
          captured: eur(captured),
          returned: eur(returned),
          inProgress: eur(inProgress),
          returnable: eur(rest),
          ...(hole < 4 ? { [names[hole]!]: null } : {}),
        }
        const isWhole = hole >= 4 && captured > 0 && returned + inProgress + rest === captured
        const parts = partsOf(one)
        expect(parts.length > 0).toBe(isWhole)
        for (const { share } of parts) expect(share).toBeGreaterThanOrEqual(0)
      },
    ),
  )
  expect(partsOf({ ...order, returnable: { amount: '100.00', currency: 'USD' } })).toEqual([])
})

it('says who paid with which card, and leaves out what the gateway left out', () => {
  expect(
    payerFacts({
      'cardholder-name': 'Zoë O’Neil',
      'card-type': 'VISA',
      'last-four-digits': '1111',
      'card-exp-month': '1',
      'card-exp-year': '2031',
      'processor-rrn': '632511940277',
    }),
  ).toEqual([
    { label: 'Customer', text: 'Zoë O’Neil' },
    { label: 'Card', text: 'VISA 1111, 01/31' },
    { label: 'RRN, for the bank', text: '632511940277' },
  ])
  expect(payerFacts({ status: 'approved' })).toEqual([])
})
