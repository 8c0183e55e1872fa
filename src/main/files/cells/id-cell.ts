// Reads one cell of a column of ids. A spreadsheet loses digits of long numbers, takes some ids for
// days and writes others with an exponent: none of these is an id any more. Pure.
// MONEY: an id that lost its last digits is the id of another order.
import { say } from '#shared/message.ts'
import type { WrongRow } from '#shared/files/file-row.ts'
import type { CellKind } from '../bytes/source-row.ts'

export type ReadId = { value: string | null } | { wrong: WrongRow }

interface IdCell {
  text: string
  kind: CellKind | null
  line: number
  of: 'orderId' | 'merchantOrderId'
  /** A person takes what a formula worked out. */
  takesFormulas: boolean
}

/** Digits that a spreadsheet keeps of a number. */
const mostKept = 15
const scientific = /^[+-]?\d+(?:[.,]\d+)?[eE]\+?\d+$/
const month = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*'
const asDay = new RegExp(
  `^(?:\\d{1,2}[./-]\\d{1,2}(?:[./-]\\d{2,4})?|\\d{4}-\\d{2}-\\d{2}(?:[ T].*)?|\\d{1,2}[-. /]?${month}\\.?(?:[- ]?\\d{2,4})?|${month}[-. ]\\d{2,4})$`,
  'i',
)
const mostCharacters = 128

/** As it was typed, without what spreadsheets put around a text to keep it one: 'x and ="x". */
export const bareId = (text: string): string =>
  text
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

/** Rounded to the digits that a spreadsheet keeps, shown otherwise, or written with an exponent. */
export const isChangedNumber = (text: string, kind: CellKind | null): boolean =>
  kind === 'masked' || isRounded(text, kind) || scientific.test(text)

const isRounded = (text: string, kind: CellKind | null): boolean =>
  (kind === 'number' || kind === 'masked' || kind === 'formula') &&
  text.replace(/\D/g, '').replace(/^0+/, '').length > mostKept

/** An empty cell has no id; whether the row needs one is for others to say. */
export function readIdCell({ text, kind, line, of, takesFormulas }: IdCell): ReadId {
  const value = bareId(text)
  const wrong = (what: WrongRow['kind'], message: string): ReadId => ({
    wrong: { kind: what, line, message },
  })
  if (value === '') return { value: null }
  if (isRounded(value, kind)) return wrong('id-rounded', say('files.id-rounded', { line }))
  if (kind === 'masked') return wrong('id-rounded', say('files.id-shown-otherwise', { line }))
  if (kind === 'formula' && !takesFormulas)
    return wrong('formula', say('files.id-formula', { line }))
  if (scientific.test(value))
    return wrong('id-scientific', say('files.id-scientific', { line, text: value }))
  const isDay = kind === 'day' || (of === 'orderId' && asDay.test(value))
  if (isDay) return wrong('id-date', say('files.id-a-date', { line, text: value }))
  if (of === 'orderId') {
    const digits = value.replace(/^0+(?=\d)/, '')
    return /^\d{1,19}$/.test(digits)
      ? { value: digits }
      : wrong('no-id', say('files.no-order-id', { line, text: short(value) }))
  }
  return value.length > mostCharacters
    ? wrong('no-id', say('files.no-order-id', { line, text: short(value) }))
    : { value }
}

/** Of a cell, in a sentence about it. */
export const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
