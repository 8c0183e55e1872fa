// Card numbers of every brand, made from a drawing of chances: first digits, length, check digit
// and the groups on the card. Written apart from the product, from what the networks print.
import type { Random } from '../../faults/random.ts'

export interface Brand {
  name: string
  heads: readonly string[]
  length: number
  groups: readonly number[]
  /** Whether its numbers count wherever they stand, and not by themselves or as printed alone. */
  isUsual: boolean
}

const fours = (length: number): number[] =>
  Array.from({ length: Math.ceil(length / 4) }, (_, at) => Math.min(4, length - at * 4))
const brand = (name: string, length: number, heads: string, groups = fours(length)): Brand => ({
  ...{ name, heads: heads.split(' '), length, groups },
  isUsual: length === 16 || name === 'American Express',
})

export const brands: readonly Brand[] = [
  brand('Visa', 16, '4929 4111 4539 4000 4716'),
  brand('Mastercard', 16, '51 53 55 2221 2500 2720'),
  brand('American Express', 15, '34 37', [4, 6, 5]),
  brand('Discover', 16, '6011 644 65'),
  brand('JCB', 16, '3528 3589'),
  brand('UnionPay', 16, '6222 6258'),
  brand('UnionPay, long', 19, '6222 6212'),
  brand('Mir', 16, '2200 2204'),
  brand('Diners Club', 14, '300 36 38', [4, 6, 4]),
  brand('Visa, short', 13, '4929'),
  brand('Maestro, long', 19, '6304 6759'),
  brand('Carnet', 16, '286900'),
  { ...brand('UATP', 15, '1220 1114', [4, 5, 6]), isUsual: false },
  { ...brand('a fleet card', 16, '7088 7071 7083'), isUsual: false },
]

/** ISO/IEC 7812-1, annex B: the digit that makes the sum a multiple of ten. */
function checkDigit(body: readonly number[]): number {
  let sum = 0
  for (const [at, digit] of body.toReversed().entries()) {
    const value = at % 2 === 0 ? digit * 2 : digit
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10
}

export function cardOf(random: Random, { heads, length }: Brand): string {
  const body = [...random.pick(heads)].map(Number)
  while (body.length < length - 1) body.push(random.below(10))
  return [...body, checkDigit(body)].join('')
}
