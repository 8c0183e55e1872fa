// Cards as this gateway sees them: brand, Luhn check, and the test cards with their effects. Full
// numbers and security codes are read from a request and never stored; BIN, last four digits and
// expiry are.
import type { Outcome } from './test-amounts.ts'
import { plainOutcome } from './test-amounts.ts'

export interface CardFacts {
  bin: string
  last4: string
  brand: string
  printedName: string
  expireMonth: string
  expireYear: string
}

export type Check3ds =
  'none' | 'method-then-challenge' | 'method-frictionless' | 'challenge' | 'pares'

export interface TestCard {
  number: string
  about: string
  outcome?: Outcome
  check: Check3ds
}

const declined = (code: string, message: string): Outcome => ({
  ...plainOutcome,
  final: 'declined',
  errorCode: code,
  errorMessage: message,
})

/** Any other number that passes the Luhn check is approved without 3-D Secure. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', about: 'approved', check: 'none' },
  { number: '5555555555554444', about: 'approved', check: 'none' },
  {
    number: '4000000000000002',
    about: 'declined: do not honour',
    outcome: declined('105', 'Do not honour'),
    check: 'none',
  },
  {
    number: '4000000000009995',
    about: 'declined: insufficient funds',
    outcome: declined('116', 'Insufficient funds'),
    check: 'none',
  },
  {
    number: '4000000000000101',
    about: 'stopped by fraud control',
    outcome: {
      ...plainOutcome,
      final: 'filtered',
      errorCode: '204',
      errorMessage: 'Stopped by fraud control',
    },
    check: 'none',
  },
  {
    number: '4000000000003220',
    about: '3-D Secure 2: method step, then challenge',
    check: 'method-then-challenge',
  },
  {
    number: '4000000000003055',
    about: '3-D Secure 2: method step, then approved without challenge',
    check: 'method-frictionless',
  },
  { number: '4000000000003063', about: '3-D Secure 2: challenge at once', check: 'challenge' },
  { number: '4000000000003089', about: '3-D Secure 1.0.2: PaReq and PaRes', check: 'pares' },
]

export const testCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number)

export function brandOf(number: string): string {
  if (/^4/.test(number)) return 'VISA'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MASTERCARD'
  if (/^3[47]/.test(number)) return 'AMEX'
  if (/^(6011|65)/.test(number)) return 'DISCOVER'
  if (/^35/.test(number)) return 'JCB'
  return 'OTHER'
}

export function cardFacts(
  fields: ReadonlyMap<string, string>,
  numberField = 'credit_card_number',
): CardFacts | null {
  const number = fields.get(numberField)
  if (number === undefined) return null
  return {
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    brand: brandOf(number),
    printedName: fields.get('card_printed_name') ?? '',
    expireMonth: (fields.get('expire_month') ?? '').replace(/^\d$/, '0$&'),
    expireYear: (fields.get('expire_year') ?? '').replace(/^\d\d$/, '20$&'),
  }
}

/**
 * The outcome that the card itself causes: an expired card is declined, a test card does what its
 * row says.
 */
export function outcomeOfCard(card: CardFacts, number: string, now: number): Outcome | null {
  const known = testCard(number)?.outcome
  if (known !== undefined) return known
  return isExpired(card, now) ? declined('154', 'Expired card') : null
}

function isExpired(card: CardFacts, now: number): boolean {
  const today = new Date(now)
  const month = today.getUTCFullYear() * 12 + today.getUTCMonth()
  return (
    card.expireYear !== '' && Number(card.expireYear) * 12 + Number(card.expireMonth) - 1 < month
  )
}
