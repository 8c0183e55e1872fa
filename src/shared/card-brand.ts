// Whose card it is by its first digits, and what follows from that: how long the number is, how it is grouped on the card, how long
// the security code is. Pure. Sources: ISO/IEC 7812 ranges as the networks publish them; a number of an unknown brand is let through.

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
