import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  holdsCardNumber,
  maskCardNumbers,
  maskDetails,
} from '../../../../src/main/ledger/audit/mask.ts'

// Published test numbers of the card schemes.
const cards = [
  '4111111111111111',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '6011111111111117',
  '3530111333300000',
  '4222222222222',
  '6799990100000000019',
]

describe('free text', () => {
  it.each(cards)(
    'loses the middle digits of %s, alone, spaced, dashed, and inside a sentence',
    (card) => {
      const spaced = card.replace(/(.{4})(?=.)/g, '$1 ')
      const dashed = card.replace(/(.{4})(?=.)/g, '$1-')
      for (const written of [card, spaced, dashed, `x${card}y`, `card ${spaced}, thanks`]) {
        const masked = maskCardNumbers(written)
        expect(holdsCardNumber(written)).toBe(true)
        expect(holdsCardNumber(masked)).toBe(false)
        expect(masked.replace(/\D/g, '')).toBe(card.slice(0, 6) + card.slice(-4))
      }
    },
  )

  it('loses a card number with its expiry typed behind it, or another number before it', () => {
    for (const text of ['4111111111111111 1229', '7 4111 1111 1111 1111', '41111111111111110129'])
      expect(holdsCardNumber(maskCardNumbers(text))).toBe(false)
  })

  it.each([
    'order 1234567',
    '4111111111111112',
    '2026-03-01 09:30',
    '192.168.100.100',
    '+44 20 7946 0958',
    '',
  ])('keeps %j', (text) => {
    expect(maskCardNumbers(text)).toBe(text)
  })

  it('never keeps more than the first six and last four digits of any card number put into any text', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 })
    const leads = fc.constantFrom('4', '51', '2221', '2200', '34', '37', '3528', '50', '6011', '62')
    fc.assert(
      fc.property(
        leads,
        digits,
        // With digits glued before and behind, or with more of them, it is an id. With one of these
        // countries before it, one number in 97 is a valid IBAN of 18 characters.
        fc.string().map((text) => text.replace(/\d+$|(?:dk|fi|fo|gl|nl|sd)$/gi, '')),
        fc.string().map((text) => text.replace(/^\d{3,}/, '')),
        (lead, rest, a, b) => {
          const length = /^3[47]/.test(lead) ? 15 : 16
          const body = `${lead}${rest.join('')}`.slice(0, length - 1)
          const card = [...'0123456789'].map((check) => body + check).find((text) => luhn(text))!
          const masked = maskCardNumbers(`${a}${card}${b}`)
          expect(masked).not.toContain(card)
          expect(masked.replace(/[^0-9]/g, '')).not.toContain(card)
        },
      ),
      { numRuns: 500 },
    )
  })
})

/** Written apart from the product's own, from ISO/IEC 7812-1 annex B. */
function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return sum % 10 === 0
}

describe('details', () => {
  it('keep ids that pass Luhn by accident, at any depth, so that a refund is found by its order', () => {
    const ids = {
      orderid: '4111111111111111',
      clientOrderid: '4111111111111111',
      'merchant-order-id': '4111111111111111',
      serialNumber: '4111111111111111',
      nested: [{ attemptId: '4111111111111111' }],
    }
    expect(maskDetails(ids)).toEqual(ids)
  })

  it('mask a card number typed with spaces where an id belongs', () => {
    expect(maskDetails({ orderid: '4111 1111 1111 1111' })).toEqual({
      orderid: '4111 11•• •••• 1111',
    })
  })

  it('mask comments, words, answers, names of keys and numbers', () => {
    expect(
      maskDetails({
        comment: 'paid by 4111111111111111',
        answer: { message: ['ok', '5555 5555 5555 4444'], '4111111111111111': 1 },
        paid: '4111111111111111',
        amount: 4111111111111111,
      }),
    ).toEqual({
      comment: 'paid by 411111••••••1111',
      answer: { message: ['ok', '5555 55•• •••• 4444'], '411111••••••1111': 1 },
      paid: '411111••••••1111',
      amount: '411111••••••1111',
    })
  })

  it('mask what a card field holds even when it fails Luhn, and hide codes and keys whole', () => {
    expect(
      maskDetails({
        credit_card_number: '4111111111111112',
        cvv2: '123',
        merchant_control_key: 'B17F-KEY',
        'destination-card-no': '411111******1111',
      }),
    ).toEqual({
      credit_card_number: '411111••••••1112',
      cvv2: '•••',
      merchant_control_key: '•••',
      'destination-card-no': '411111******1111',
    })
  })

  it('keep times, flags, null and amounts, and write bigints as decimal text', () => {
    const at = Date.UTC(2026, 2, 1)
    expect(maskDetails({ at, isFull: true, from: null, amountMinor: 12345n })).toEqual({
      at,
      isFull: true,
      from: null,
      amountMinor: '12345',
    })
  })
})
