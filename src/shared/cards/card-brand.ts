// Whose card it is by its first digits, and what follows from that: how long the number is, how it
// is grouped on the card, how long the security code is. Pure. Sources: ISO/IEC 7812 ranges as the
// networks publish them. A typed card of an unknown brand is let through; test/shared/card-brand
// holds the list against one that others keep.

export interface CardBrand {
  name: string
  starts: RegExp
  lengths: readonly number[]
  groups: readonly number[]
  codeLength: 3 | 4
}

const fours = [4, 4, 4, 4, 3]
const from16 = [16, 17, 18, 19]

/** The first that fits counts. */
const brands: readonly CardBrand[] = [
  { name: 'Visa', starts: /^4/, lengths: [13, 16, 19], groups: fours, codeLength: 3 },
  {
    name: 'Mastercard',
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: fours,
    codeLength: 3,
  },
  { name: 'Mir', starts: /^220[0-4]/, lengths: from16, groups: fours, codeLength: 3 },
  { name: 'American Express', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], codeLength: 4 },
  {
    name: 'Diners Club',
    starts: /^(30[0-5]|3095|36|3[89])/,
    lengths: [14, 15, 16, 17, 18, 19],
    groups: [4, 6, 4, 5],
    codeLength: 3,
  },
  { name: 'JCB', starts: /^35(2[89]|[3-8])/, lengths: from16, groups: fours, codeLength: 3 },
  {
    name: 'Discover',
    starts: /^(6011|64[4-9]|65)/,
    lengths: from16,
    groups: fours,
    codeLength: 3,
  },
  { name: 'UnionPay', starts: /^62/, lengths: from16, groups: fours, codeLength: 3 },
  {
    name: 'Maestro',
    starts: /^(5018|5020|5038|6304|6759|676[1-3])/,
    lengths: [12, 13, 14, 15, ...from16],
    groups: fours,
    codeLength: 3,
  },
]

/** `head`: the first digits typed so far; six decide. Null while, or when, no brand fits. */
export const brandOf = (head: string): CardBrand | null =>
  brands.find(({ starts }) => starts.test(head)) ?? null

/** How the digits of a card of this brand are grouped; fours when it is not known. */
export const groupsOf = (brand: CardBrand | null): readonly number[] => brand?.groups ?? fours

/**
 * Where a text is searched for card numbers, these count too: national cards, and whole ranges of
 * brands that are partly known above.
 */
const alsoCards: readonly Pick<CardBrand, 'starts' | 'lengths'>[] = [
  { starts: /^4/, lengths: [18] },
  // Maestro in full; Elo, Verve, RuPay, Troy, Hiper and InterPayment share its ranges.
  { starts: /^(5[06-9]|6)/, lengths: [12, 13, 14, 15, ...from16] },
  { starts: /^(62|81)/, lengths: [14, 15] },
  { starts: /^493698/, lengths: [12, 14, 15, 17] },
  // JCB's oldest; UnionPay and RuPay; Belkart, Napas, Troy, Humo and Uzcard.
  { starts: /^(2131|1800)/, lengths: [15, ...from16] },
  { starts: /^8(1|2|600)/, lengths: from16 },
  { starts: /^(9112|9704|9792|9860)/, lengths: from16 },
  { starts: /^2205/, lengths: [16] },
  // Carnet of Mexico.
  { starts: /^286900/, lengths: [16] },
  // Cards for air travel and for fleets: whole ranges, of which few numbers are cards.
  { starts: /^1/, lengths: [15] },
  { starts: /^7/, lengths: from16 },
]
const everyCard = [...brands, ...alsoCards]

/**
 * Whether digits 0 to 9 begin and measure like a known brand's number, and the check digit is
 * right.
 */
export function isCardNumber(digits: Uint8Array): boolean {
  if (digits.length < 12 || digits.length > 19 || !passesLuhn(digits)) return false
  const head = digits.subarray(0, 6).join('')
  return everyCard.some(
    ({ starts, lengths }) => lengths.includes(digits.length) && starts.test(head),
  )
}

/** Nearly all cards have 16 digits, and an American Express has 15. */
export const usualLengths: readonly number[] = [16, 15]
export const isUsualCardNumber = (digits: Uint8Array): boolean =>
  isCardNumber(digits) &&
  (digits.length === 16 ? digits[0] !== 7 : digits[0] === 3 && digits[1] !== 5)

/** The check digit of card numbers (ISO/IEC 7812-1, annex B), over digits 0 to 9 or a part. */
export function passesLuhn(digits: Uint8Array, start = 0, end = digits.length): boolean {
  let sum = 0
  for (let at = end - 1, isDoubled = false; at >= start; at -= 1, isDoubled = !isDoubled) {
    const value = isDoubled ? digits[at]! * 2 : digits[at]!
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** As gateways and lists write it; empty of digits that no brand begins with. */
export function shortBrandOf(digits: string): string {
  const { name = '' } = brandOf(digits) ?? {}
  return name === 'American Express' ? 'Amex' : name
}
