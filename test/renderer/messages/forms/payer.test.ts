// A card has one label on every screen: its brand, its last four digits, and its holder.
import { describe, expect, it } from 'vitest'
import {
  cardOfAnswer,
  maskedCard,
  payingCard,
} from '../../../../src/renderer/messages/forms/payer.ts'

describe('the label of a card', () => {
  it('is the same by the gateway’s brand and by the ends of its number', () => {
    const told = { 'card-type': 'VISA', 'last-four-digits': '1111' }
    expect(payingCard({ ...told, 'cardholder-name': 'ZOE' })).toBe('Visa 1111 · ZOE')
    expect(payingCard(told)).toBe('Visa 1111')
    expect(cardOfAnswer({ bin: '411111', 'last-four-digits': '1111' })).toBe('Visa 1111')
    expect(cardOfAnswer({ bin: '378282', 'last-four-digits': '0005' })).toBe('Amex 0005')
    expect(payingCard({ 'card-type': 'AMEX', 'last-four-digits': '0005' })).toBe('Amex 0005')
  })

  it('says what is not told by no guess', () => {
    expect(payingCard({ name: 'ZOE' })).toBe('ZOE')
    expect(payingCard({})).toBe('')
    expect(cardOfAnswer({ bin: '411111' })).toBe('')
    expect(cardOfAnswer({ 'last-four-digits': '1111' })).toBe('Card 1111')
  })

  it('stands for the digits that a request keeps, and for nothing else', () => {
    expect(maskedCard('•••• 1111')).toBe('Card 1111')
    expect(maskedCard('•••• 1111 → •••• 4444')).toBe('Card 1111 → Card 4444')
    expect(maskedCard('4111 11•• •••• 1111')).toBe('4111 11•• •••• 1111')
    expect(maskedCard('card-17')).toBe('card-17')
  })
})
