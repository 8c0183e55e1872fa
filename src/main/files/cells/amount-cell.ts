// An amount with its currency in one cell: "20.00 EUR", "€ 20,00". Pure.
import { currencyDigits } from '#shared/currency.ts'
import { readCell } from './amount-column.ts'

export interface AmountCell {
  /** The number as it is written, with its sign. */
  number: string
  /** What the cell says it may be: a sign that several currencies have names all of them. */
  currencies: readonly string[] | null
}

const dollars =
  'ARS AUD BBD BMD BND BRL BSD BZD CAD CLP COP CUP CVE DOP FJD GYD HKD JMD KYD LRD MXN NAD NIO NZD SBD SGD SRD TTD TWD USD UYU XCD'
const signs: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', '£': 'GBP', '₹': 'INR', '₺': 'TRY', '₽': 'RUB', '₴': 'UAH', '₪': 'ILS' },
  ...{ zł: 'PLN', Kč: 'CZK', $: dollars, '¥': 'JPY CNY', kr: 'DKK ISK NOK SEK' },
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
  if (named === undefined) return { number: written, currencies: null }
  const code = named.toUpperCase()
  if (currencyDigits[code] !== undefined) return { number: written, currencies: [code] }
  return named in signs ? { number: written, currencies: signs[named]!.split(' ') } : null
}
