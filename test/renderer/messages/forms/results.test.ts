// What is shown of the answer to a question about a card, and the cards that are drawn beside the
// facts of a request: none that this computer doesn't know, and none where no money moved.
import { expect, it } from 'vitest'
import {
  answerFacts,
  maskedNumber,
  picturedCards,
} from '../../../../src/renderer/messages/forms/results.ts'

it('shows each fact with its label, and none that is not kept', () => {
  const answer = { type: 'card-info', brand: 'VISA', 'expire-month': '02', 'expire-year': '2030' }
  expect(answerFacts(answer)).toEqual([
    { name: 'brand', label: 'Brand', value: 'Visa' },
    { name: 'expire-month', label: 'Expires', value: '02/2030' },
  ])
  const masked = { brand: 'VISA', 'expire-month': '•••', 'expire-year': '•••' }
  expect(answerFacts(masked).map(({ name }) => name)).toEqual(['brand'])
  // Both ends of the number stand in the figure above.
  const ends = { bin: '411111', 'last-four-digits': '1111' }
  expect(answerFacts({ ...masked, ...ends }).map(({ name }) => name)).toEqual(['brand'])
  expect(maskedNumber(ends)).toBe('411111 •••••• 1111')
})

const unread = { card: '', customer: '' }
const cardOf = (id: string): string =>
  ({ 880001: 'Visa 1111', 880002: 'Mastercard 2222' })[id] ?? ''
const transfer = (from: string, to: string) => ({
  ...({ operation: 'transfer', state: 'SUCCEEDED' } as const),
  request: { card_recurring_payment_id: from, destination_card_recurring_payment_id: to },
})

it('draws both cards of a transfer, each told what it is', () => {
  expect(picturedCards(transfer('880001', '880002'), unread, cardOf)).toEqual({
    from: { card: 'Visa 1111', holder: 'From card' },
    to: { card: 'Mastercard 2222', holder: 'To card' },
    isTransfer: true,
  })
})

it('draws the one that is known, and nothing where none is', () => {
  const one = picturedCards(transfer('880003', '880002'), unread, cardOf)
  expect([one?.from, one?.to?.card, one?.isTransfer]).toEqual([null, 'Mastercard 2222', true])
  expect(picturedCards(transfer('880003', '880004'), unread, cardOf)).toBeNull()
})

it('draws the saved card that a subscription will charge, without a holder that nobody told', () => {
  const subscription = (cardrefid: string) => ({
    ...({ operation: 'create-recurring-payment', state: 'SUCCEEDED' } as const),
    request: { cardrefid },
  })
  const from = { card: 'Visa 1111', holder: '' }
  const drawn = { from, to: null, isTransfer: false }
  expect(picturedCards(subscription('880001'), unread, cardOf)).toEqual(drawn)
  expect(picturedCards(subscription('880009'), unread, cardOf)).toBeNull()
})

it('draws the card that paid with its holder, and no card before the end is known', () => {
  const paid = { operation: 'make-rebill', request: {}, state: 'SUCCEEDED' } as const
  const order = { card: 'Visa 1111', customer: 'ZOE MULLER' }
  const from = { card: 'Visa 1111', holder: 'ZOE MULLER' }
  expect(picturedCards(paid, order, cardOf)).toEqual({ from, to: null, isTransfer: false })
  expect(picturedCards(paid, unread, cardOf)).toBeNull()
  const unsure = { ...transfer('880001', '880002'), state: 'UNKNOWN' } as const
  expect(picturedCards(unsure, unread, cardOf)).toBeNull()
})
