// The rows of one sheet of a workbook, as they come. A cell is text, or what a spreadsheet made of
// it: a number has the 15 digits that it keeps, and what it lost is not brought back.
import { say } from '#shared/message.ts'
import {
  type CellKind,
  mostColumns,
  type RowTaker,
  type SourceRow,
  UnreadableFile,
} from '../bytes/source-row.ts'
import { isTrue, readPart, type Workbook, type WorkbookSheet, type XmlTag } from './workbook.ts'

/** Of a text in a cell (the limit of the format). */
const longestCell = 32_767
const lastColumn = 16_384
const lastRow = 1_048_576

interface OpenCell {
  at: number
  type: string
  style: number
  isFormula: boolean
  text: string
}

/** Gives the rows of a sheet; says how many are hidden, which are given all the same if asked. */
export async function readSheet(
  book: Workbook,
  sheet: WorkbookSheet,
  hidden: 'read' | 'leave-out',
  taker: RowTaker,
): Promise<{ hiddenRows: number }> {
  let hiddenRows = 0
  let row: SourceRow | null = null
  let cell: OpenCell | null = null
  let isText = false
  let inAid = false
  let isTooLong = false
  let line = 0
  let lastAt = -1
  const endCell = (): void => {
    if (row === null || cell === null) return
    const { text, kind } = valueOf(book, cell)
    if (text.length > longestCell && !isTooLong) {
      isTooLong = true
      taker.wrong({ kind: 'long-line', line, message: say('files.line-too-long', { line }) })
    }
    if (text !== '') row.width = Math.max(row.width ?? 0, cell.at + 1)
    if (text !== '' && cell.at < mostColumns) {
      while (row.cells.length < cell.at) row.cells.push('')
      row.cells[cell.at] = text
      if (kind !== null) (row.kinds ??= new Map()).set(cell.at, kind)
    }
    cell = null
  }
  const endRow = (): void => {
    if (row !== null && row.cells.length > 0 && !isTooLong) taker.row(row)
    row = null
    isTooLong = false
  }
  await readPart(book, sheet.part, {
    open: (tag) => {
      if (tag.name === 'row') {
        line = lineOf(tag, line)
        const isHidden = isTrue(tag.attributes.hidden)
        if (isHidden) hiddenRows += 1
        row = isHidden && hidden === 'leave-out' ? null : { line, cells: [] }
      } else if (tag.name === 'c') cell = cellOf(tag, lastAt)
      else if (tag.name === 'f' && cell !== null) cell.isFormula = true
      else if (tag.name === 'rPh') inAid = true
      isText = (tag.name === 'v' || tag.name === 't') && !inAid
    },
    text: (text) => {
      if (isText && cell !== null) cell.text += text
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') inAid = false
      if (name === 'c') {
        lastAt = cell?.at ?? lastAt
        endCell()
      }
      if (name === 'row') {
        lastAt = -1
        endRow()
      }
    },
  })
  return { hiddenRows }
}

const broken = (): UnreadableFile => new UnreadableFile('no-table', say('files.no-table'))

/** A row without a number stands below the one before it. */
function lineOf({ attributes }: XmlTag, before: number): number {
  const line = attributes.r === undefined ? before + 1 : Number(attributes.r)
  if (!Number.isInteger(line) || line <= before || line > lastRow) throw broken()
  return line
}

function cellOf({ attributes }: XmlTag, before: number): OpenCell {
  const letters = /^([A-Z]{1,3})\d+$/.exec(attributes.r ?? '')?.[1]
  const at =
    attributes.r === undefined ? before + 1 : letters === undefined ? -1 : columnOf(letters)
  if (at <= before || at >= lastColumn) throw broken()
  return {
    at,
    type: attributes.t ?? 'n',
    style: Number(attributes.s ?? 0),
    isFormula: false,
    text: '',
  }
}

/** Counted from 0, of "A", "AB". */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function valueOf(book: Workbook, cell: OpenCell): { text: string; kind: CellKind | null } {
  const { type, text } = cell
  if (type === 'e') return { text: text.trim(), kind: 'error' }
  if (type === 's') {
    const shared = book.texts[Number(text)]
    if (shared === undefined) throw broken()
    return { text: shared, kind: null }
  }
  if (text === '') return { text, kind: null }
  const kind = cell.isFormula ? 'formula' : null
  if (type === 'inlineStr' || type === 'str') return { text, kind }
  if (type === 'b') return { text: text === '1' ? 'TRUE' : 'FALSE', kind }
  if (type === 'd') return { text, kind: 'day' }
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw broken()
  const format = book.formats[cell.style] ?? { kind: 'plain' }
  const plain = plainNumber(number)
  if (format.kind === 'day') return { text: dayOf(number, book.is1904) ?? plain, kind: 'day' }
  const isPadded = format.kind === 'padded' && /^\d+$/.test(plain)
  const shown = isPadded ? plain.padStart(format.digits, '0') : plain
  return { text: shown, kind: kind ?? (format.kind === 'otherwise' ? 'masked' : 'number') }
}

/** As a spreadsheet shows it: 15 digits, no exponent. */
function plainNumber(number: number): string {
  const shown = Number(number.toPrecision(15))
  if (Number.isInteger(shown)) return BigInt(shown).toString()
  const [digits = '', exponent] = shown.toString().split('e')
  return exponent === undefined ? digits : shown.toFixed(Math.min(20, 15 - Number(exponent)))
}

const dayMs = 86_400_000

/**
 * The day of a serial number. Null for 1900-02-29, which the format has and the calendar has not,
 * and for what lies before it, which programs count in two ways.
 */
function dayOf(serial: number, is1904: boolean): string | null {
  const days = is1904 ? serial + 1_462 : serial
  if (days < 61 || days >= 2_958_466) return null
  return new Date(Math.round((days - 25_569) * dayMs)).toISOString().slice(0, 10)
}
