// Columns of amounts as spreadsheets of many countries write them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountOf,
  type ColumnMark,
  createMarkProof,
  readCell,
} from '../../../../src/main/files/cells/amount-column.ts'

function markOf(...texts: string[]): ColumnMark {
  const proof = createMarkProof()
  for (const [at, text] of texts.entries()) proof.see({ line: at + 2, text })
  return proof.found()
}

function minorOf(text: string, mark: '.' | ',', currency: string): bigint | null {
  const number = readCell(text, mark)
  if (number === null) return null
  const amount = amountOf(number, currency, 'iso-4217', 'amount')
  return amount.ok ? amount.value.minor : null
}

describe('the decimal mark of a column', () => {
  it.each([
    ['a dot with two digits behind it', ['2.614', '12.50'], '.'],
    ['a comma with two digits behind it', ['2,614', '12,50'], ','],
    ['commas that group', ['1,234,567', '2.614'], '.'],
    ['dots that group', ['1.234.567', '2.614'], ','],
    ['both in one cell', ['1.234,500'], ','],
    ['a zero in front', ['0.614'], '.'],
    ['four digits in front', ['1234,567'], ','],
    ['another mark that groups', ['1’234.567'], '.'],
    ['a narrow space that groups', ['1\u202f234,567'], ','],
  ])('is proven by %s', (_what, texts, mark) => {
    expect(markOf(...texts)).toMatchObject({ kind: 'proven', mark })
  })

  it('stays open where each cell has two readings', () => {
    expect(markOf('12', '2.614', '1 234', '3.000')).toEqual({
      kind: 'open',
      example: { line: 3, text: '2.614' },
    })
  })

  it('is refused where two lines contradict each other', () => {
    expect(markOf('12', '1.234,50', '7.5')).toEqual({
      kind: 'contradiction',
      comma: { line: 3, text: '1.234,50' },
      dot: { line: 4, text: '7.5' },
    })
  })

  it('is not needed where nothing has one', () => {
    expect(markOf('12', '1 234', "5'000", '', 'total')).toEqual({ kind: 'none' })
  })
})

describe('a cell of an amount', () => {
  it.each(['-12.50', '\u221212.50', '12.50-', '12.50\u2212', '(12.50)', ' - 12.50 '])(
    'is negative as %j',
    (text) => {
      expect(readCell(text, '.')).toEqual({ isNegative: true, plain: '12.50' })
    },
  )

  it.each([
    ...['', '-', '()', '--1', '(-1)', '-1-', '+1', '1.23457E+17', '50 %', '12.50 EUR', 'EUR 12.50'],
    ...['٣٤٫٥٠', '007', '.5', '5.', '1,23.50', '1,2345', '12,34,567.00', '1 234,567.00', '1.2.3'],
    ...['12\n50', '12\0', '0x10', 'Infinity', `1${'0'.repeat(50)}`],
  ])('is no number as %j', (text) => {
    expect(readCell(text, '.')).toBeNull()
  })

  it.each([
    ['1.234,50', ',', 'EUR', 123450n],
    ['2.614', '.', 'KWD', 2614n],
    ['2.614', ',', 'KWD', 2614000n],
    ['1.250', ',', 'JPY', 1250n],
    ['12.00', '.', 'JPY', 12n],
    ['12.5000', '.', 'EUR', 1250n],
  ] as const)('%s with the mark %s is read in %s', (text, mark, currency, minor) => {
    expect(minorOf(text, mark, currency)).toBe(minor)
  })

  it.each([
    ['more decimals than the currency has', '2.614', 'EUR'],
    ['decimals of a currency without any', '1.250', 'JPY'],
    ['a fraction of a thousandth', '2.6145', 'KWD'],
    ['zero', '0.00', 'EUR'],
    ['more than can be sent', '99999999999999.99', 'EUR'],
    ['a currency that nobody knows', '12.50', 'EUX'],
  ])('is refused for %s', (_what, text, currency) => {
    expect(minorOf(text, '.', currency)).toBeNull()
  })

  it('is the amount that was written, for each mark, group and number of decimals', () => {
    const styles = [',', '.'].flatMap((mark) =>
      ['', ' ', '\u00a0', '\u202f', "'", '’', mark === '.' ? ',' : '.'].map((group) => ({
        mark: mark as '.' | ',',
        group,
      })),
    )
    const currencies = [
      { currency: 'JPY', digits: 0 },
      { currency: 'EUR', digits: 2 },
      { currency: 'KWD', digits: 3 },
    ]
    const written = fc.record({
      minor: fc.bigInt({ min: 1n, max: 10n ** 14n }),
      style: fc.constantFrom(...styles),
      form: fc.constantFrom(...currencies),
    })
    fc.assert(
      fc.property(written, ({ minor, style: { mark, group }, form: { currency, digits } }) => {
        const all = String(minor).padStart(digits + 1, '0')
        const whole = all.slice(0, all.length - digits)
        const groups = whole.replace(/\B(?=(\d{3})+$)/g, group)
        const text = digits === 0 ? groups : `${groups}${mark}${all.slice(-digits)}`
        expect(minorOf(text, mark, currency)).toBe(minor)
        const found = markOf(text)
        if (found.kind === 'proven') expect(found.mark).toBe(mark)
      }),
      { numRuns: 2_000 },
    )
  })
})
