// What the amounts of one column of a file mean. The decimal mark is decided once for the column,
// by proof: of "2.614" alone nobody knows whether it is two or two thousand. Pure.
// MONEY: a mark taken for the other moves a thousand times the amount.
import { type DigitsRule, digitsOf, type Money, parseAmount } from '#shared/money.ts'
import type { Result } from '#shared/fault.ts'

export type DecimalMark = '.' | ','

/** `line` is that of the file, counted from 1. */
interface SeenCell {
  line: number
  text: string
}

export type ColumnMark =
  | { kind: 'proven'; mark: DecimalMark; by: SeenCell }
  /** One line can only be read with a dot, the other only with a comma. */
  | { kind: 'contradiction'; dot: SeenCell; comma: SeenCell }
  /** Every cell with a mark has two readings: a person chooses. */
  | { kind: 'open'; example: SeenCell }
  /** Every cell means the same with either mark. */
  | { kind: 'none' }

interface SignedNumber {
  isNegative: boolean
  /** Digits, and a dot before the decimals if there are any. */
  plain: string
}

const spaces = /[ \u00a0\u2009\u202f]/g
const numberWith = (mark: DecimalMark): RegExp => {
  const group = mark === '.' ? "[,' ]" : "[.' ]"
  return new RegExp(
    `^(0|[1-9]\\d*|[1-9]\\d{0,2}(?:(${group})\\d{3})(?:\\2\\d{3})*)(?:\\${mark}(\\d+))?$`,
  )
}
const numbers = { '.': numberWith('.'), ',': numberWith(',') }
const longest = 40

/**
 * The number that a cell is, if the column writes decimals with this mark. The minus is that of
 * ASCII or U+2212, before or behind the number, or parentheses around it. Null for any other text:
 * words, percent signs, exponents, zeros in front and digits that are not 0 to 9.
 */
export function readCell(text: string, mark: DecimalMark): SignedNumber | null {
  const cell = text.replace(spaces, ' ').replaceAll('’', "'").replaceAll('\u2212', '-').trim()
  if (cell.length > longest) return null
  const signed = /^-(.+)$|^(.+)-$|^\((.+)\)$/.exec(cell)
  const bare = (signed?.[1] ?? signed?.[2] ?? signed?.[3] ?? cell).trim()
  const match = numbers[mark].exec(bare)
  if (match === null) return null
  const whole = match[1]!.replace(/\D/g, '')
  const decimals = match[3] ?? ''
  return {
    isNegative: signed !== null,
    plain: decimals === '' ? whole : `${whole}.${decimals}`,
  }
}

/** Goes over a column cell by cell, and keeps one cell of each kind. */
export function createMarkProof(): {
  see: (cell: SeenCell) => void
  found: () => ColumnMark
} {
  let dot: SeenCell | undefined
  let comma: SeenCell | undefined
  let open: SeenCell | undefined
  return {
    see(cell) {
      const withDot = readCell(cell.text, '.')
      const withComma = readCell(cell.text, ',')
      if (withDot !== null && withComma !== null) {
        if (withDot.plain !== withComma.plain) open ??= cell
      } else if (withDot !== null) dot ??= cell
      else if (withComma !== null) comma ??= cell
    },
    found() {
      if (dot !== undefined && comma !== undefined) return { kind: 'contradiction', dot, comma }
      if (dot !== undefined) return { kind: 'proven', mark: '.', by: dot }
      if (comma !== undefined) return { kind: 'proven', mark: ',', by: comma }
      return open === undefined ? { kind: 'none' } : { kind: 'open', example: open }
    },
  }
}

/**
 * The amount of a number as readCell gives it. Zeros behind the last decimal of the currency are no
 * decimals: "12.00" of a currency without any is 12. Faults: input, as parseAmount says them.
 */
export function amountOf(
  { plain }: SignedNumber,
  currency: string,
  rule: DigitsRule,
  field: string,
): Result<Money> {
  const [whole = '', decimals = ''] = plain.split('.')
  const digits = digitsOf(currency, rule) ?? 0
  const kept = decimals.slice(0, digits) + decimals.slice(digits).replace(/0+$/, '')
  return parseAmount(kept === '' ? whole : `${whole}.${kept}`, currency, rule, field)
}
