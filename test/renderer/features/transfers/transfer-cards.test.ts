// What a line of the list of transfers says of its cards. An ID is never taken for the digits of a
// card.
import { expect, it } from 'vitest'
import { transferCards } from '../../../../src/renderer/features/transfers/transfer-cards.ts'

const cardOf = (id: string): string => (id === '880001' ? 'Visa 1111' : '')
const of = (operation: 'transfer' | 'pan-eligibility-send', request: Record<string, string>) =>
  transferCards({ operation, request, answer: { 'sending-eligible': 'true' } }, cardOf)

it.each([
  [
    { card_recurring_payment_id: '880001', destination_card_recurring_payment_id: '880002' },
    'Visa 1111 · 880001 → Subscription 880002',
  ],
  [
    { deposit2card: 'true', destination_card_recurring_payment_id: '880001' },
    'The merchant → Visa 1111 · 880001',
  ],
  [{ card_recurring_payment_id: '880002' }, 'Subscription 880002 → a card'],
  [{}, 'A card → a card'],
])('of a transfer with %j, it is %s', (request, text) => {
  expect(of('transfer', request)).toBe(text)
})

it('names a card that money is sent from by its reference, and what the gateway said', () => {
  const named = (id: string) => of('pan-eligibility-send', { 'sending-card-ref-id': id })
  expect(named('3063')).toBe('Card reference 3063 · May send money')
  expect(named('880001')).toBe('Visa 1111 · 880001 · May send money')
})
