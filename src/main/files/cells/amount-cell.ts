// An amount with its currency in one cell: "20.00 EUR", "€ 20,00". Pure.
import { currencyDigits } from '#shared/currency.ts'
import { readCell } from './amount-column.ts'

export interface AmountCell {
  /** The number as it is written, with its sign. */
  number: string
  /** Null where the cell names none, or by a sign that several currencies have. */
  currency: string | null
}

/** Signs that one currency alone has; a dollar and a yen are several. */
const signs: Readonly<Record<string, string | null>> = {
  ...{ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₺': 'TRY', '₽': 'RUB', '₴': 'UAH', '₪': 'ILS' },
  ...{ zł: 'PLN', Kč: 'CZK', $: null, '¥': null, kr: null },
}
const word = '(?:[A-Za-z]{3}|[€£₹₺₽₴₪$¥]|zł|Kč|kr)'
const form = new RegExp(`^([-\u2212(]?)\\s*(${word})?\\s*([^A-Za-z€£₹₺₽₴₪$¥]*?)\\s*(${word})?$`)

/** Null for a text that is no number with either decimal mark. */
export function readAmountCell(text: string): AmountCell | null {
  const match = form.exec(text.trim().replace(/\.$/, ''))
  if (match === null) return null
  const [, sign = '', before, number = '', after] = match
  if (before !== undefined && after !== undefined) return null
  const written = `${sign}${number}`
  if (readCell(written, '.') === null && readCell(written, ',') === null) return null
  const named = before ?? after
  if (named === undefined) return { number: written, currency: null }
  const code = named.toUpperCase()
  if (currencyDigits[code] !== undefined) return { number: written, currency: code }
  return named in signs ? { number: written, currency: signs[named] ?? null } : null
}
