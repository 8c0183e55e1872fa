// The amount of one row of a file, under the decimal mark of its column. Pure.
// MONEY: every way in which a number could mean another amount is refused with its line.
import { currencyDigits } from '#shared/currency.ts'
import type { ColumnRole } from '#shared/files/column-role.ts'
import type { ReadChoices, WrongKind } from '#shared/files/file-row.ts'
import { say } from '#shared/message.ts'
import { type DigitsRule, digitsOf, type Money } from '#shared/money.ts'
import { readAmountCell } from './amount-cell.ts'
import { amountOf, type DecimalMark, readCell } from './amount-column.ts'
import type { CellKind } from '../bytes/source-row.ts'

interface MoneyCells {
  line: number
  cells: Partial<Record<ColumnRole, string>>
  kinds?: Partial<Record<ColumnRole, CellKind>>
}

interface MoneyOptions {
  choices: ReadChoices
  digitsRule: DigitsRule
  mark: DecimalMark
  headCurrency: string | null
  needsAmount: boolean
}

type Refuse = (kind: WrongKind, message: string) => null

/** Null for a row without an amount, and for one that is refused. */
export function readMoney(row: MoneyCells, options: MoneyOptions, refuse: Refuse): Money | null {
  const { line, cells, kinds } = row
  const text = cells.amount?.trim()
  if (text === undefined) return null
  if (text === '')
    return options.needsAmount ? refuse('no-amount', say('files.amount-missing', { line })) : null
  const kind = kinds?.amount ?? null
  if (kind === 'formula' && options.choices.formulas !== 'stored')
    return refuse('formula', say('files.formula', { line }))
  if (kind === 'day') return refuse('no-amount', say('files.no-amount', { line, text }))
  const isNumber = kind !== null
  // Zeros in front are how a workbook shows it.
  const bare = text.replace(/^0+(?=\d)/, '')
  const cell = isNumber ? { number: bare, currencies: null } : readAmountCell(text)
  const number = cell === null ? null : readCell(cell.number, isNumber ? '.' : options.mark)
  if (cell === null || number === null)
    return refuse('no-amount', say('files.no-amount', { line, text: shown(text) }))
  const currency = currencyOf(row, cell.currencies, options, refuse)
  if (currency === null) return null
  if (number.isNegative && options.choices.minus !== 'amount')
    return refuse('negative', say('files.negative', { line }))
  return inCurrency(number, { line, text, currency, rule: options.digitsRule }, refuse)
}

function currencyOf(
  { line, cells }: MoneyCells,
  inCell: readonly string[] | null,
  { choices, headCurrency }: MoneyOptions,
  refuse: Refuse,
): string | null {
  const column = (cells.currency ?? '').trim()
  const one = inCell?.length === 1 ? inCell[0] : undefined
  const beside = one ?? headCurrency ?? choices.currency ?? ''
  const code = column === '' ? beside : column.toUpperCase()
  if (code === '') return refuse('currency', say('files.currency-missing', { line }))
  const isKnown = currencyDigits[code] !== undefined
  const named = headCurrency === null ? [inCell] : [inCell, [headCurrency]]
  const other = named.find((codes) => codes !== null && !codes.includes(code))
  // Two currencies for one amount: neither is believed.
  if (isKnown && other === undefined) return code
  const text = shown(
    isKnown ? `${code} / ${other?.length === 1 ? other[0] : (cells.amount ?? '').trim()}` : column,
  )
  return refuse('currency', say('files.no-currency-code', { line, text }))
}

function inCurrency(
  number: { isNegative: boolean; plain: string },
  {
    line,
    text,
    currency,
    rule,
  }: { line: number; text: string; currency: string; rule: DigitsRule },
  refuse: Refuse,
): Money | null {
  const digits = digitsOf(currency, rule)!
  const decimals = (number.plain.split('.')[1] ?? '').replace(/0+$/, '')
  if (decimals.length > digits)
    return refuse(
      'decimals',
      digits === 0
        ? say('files.no-decimals', { line, currency, text: shown(text) })
        : say('files.too-many-decimals', { line, currency, digits, text: shown(text) }),
    )
  const read = amountOf(number, currency, rule, 'amount')
  if (read.ok) return read.value
  const isZero = /^[0.]+$/.test(number.plain)
  return refuse(
    'zero-or-large',
    isZero ? say('files.zero', { line }) : say('files.too-large', { line }),
  )
}

/** "1250.00" of a foot: as an amount of the rows is read. */
export const readStated = (
  text: string,
  mark: DecimalMark,
  currency: string,
  rule: DigitsRule,
): Money | null => {
  const cell = readAmountCell(text)
  const number = cell === null ? null : readCell(cell.number, mark)
  if (number === null) return null
  const read = amountOf(number, currency, rule, 'amount')
  return read.ok ? read.value : null
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
