import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isCardNumber } from '#shared/cards/card-brand.ts'

interface Listed {
  brand: string
  patterns: (number | [number, number])[]
  lengths: number[]
}
const { brands } = JSON.parse(
  readFileSync(new URL('../../vectors/card-brands.json', import.meta.url), 'utf8'),
) as { brands: Listed[] }

/** With the check digit that makes it right, found by trying. */
const numberOf = (head: string, length: number): number[] => {
  const body = head.padEnd(length - 1, '0')
  const found = Array.from({ length: 10 }, (_, check) => `${body}${check}`).find(hasItsCheckDigit)
  return Array.from(found!, Number)
}
/** ISO/IEC 7812-1, annex B, written apart from the product's. */
function hasItsCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return sum % 10 === 0
}

it.each(brands.map((one) => [one.brand, one] as const))(
  'every number range of %s counts',
  (_brand, { patterns, lengths }) => {
    const heads = patterns.flatMap((one) => (typeof one === 'number' ? [one] : one)).map(String)
    const missed = heads.flatMap((head) =>
      lengths.filter((length) => !isCardNumber(Uint8Array.from(numberOf(head, length)))),
    )
    expect(missed).toEqual([])
    expect(heads.length).toBeGreaterThan(0)
  },
)
