// Takes the rows of a table as they come: finds the head, keeps the cells of columns with a role,
// and notes what is wrong with a line whatever its columns mean. Of a file of twenty columns four
// are held.
import { say } from '#shared/message.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import type { ColumnRole } from '#shared/files/column-role.ts'
import type {
  FileColumn,
  MendedCell,
  ReadChoices,
  WrongKind,
  WrongRow,
} from '#shared/files/file-row.ts'
import { createCardWatch } from './card-watch.ts'
import type { RoleRow } from './check-rows.ts'
import { type RowTaker, type SourceRow, UnreadableFile } from './bytes/source-row.ts'
import { headAmong, headWithin, isLikeId, proposedRoles } from './table-head.ts'

export interface TableOptions {
  choices: ReadChoices
  /** Roles that matter for what the rows are for. */
  used: readonly ColumnRole[]
  /** Roles may be found by what stands in a column, and a head may lack. */
  byContents: boolean
  /** Rows end where their last cell is, as those of workbooks do. */
  endEarly: boolean
  onRow?: (count: number) => void
}

export interface TakenTable {
  headLine: number
  columns: FileColumn[]
  rows: RoleRow[]
  wrong: WrongRow[]
  rowCount: number
  /** Lines that are no rows, by their number; the first of them. */
  unread: Map<number, string[]>
  /** The last row with anything in it, and its first cell that has. */
  last: { line: number; begin: string } | null
  cardLine: number | null
}

/** So many wrong lines can be mended; with more, the file is what has to be mended. */
export const mostMended = 1_000

/** A file of refunds has thousands of rows, a list of a year's orders a million. */
const mostRows = 2_000_000
/** Of a cell that is only kept. */
const mostKept = 200
// What no editor shows; a tab and line ends do stand in cells.
const unseen = /[\p{Cc}\p{Cf}]/u

interface Table {
  /** 0 where no line names the columns, -1 where one should. */
  headLine: number
  /** The first line that may be a row. */
  from: number
  columns: FileColumn[]
  width: number
}

export function createTableTaker(options: TableOptions): RowTaker & { end: () => TakenTable } {
  const { choices, onRow } = options
  const begin: SourceRow[] = []
  const [wrong, rows]: [WrongRow[], RoleRow[]] = [[], []]
  const unread = new Map<number, string[]>()
  const cards = createCardWatch()
  const mended = byLine(choices.mended ?? [])
  let table: Table | null = null
  let rowCount = 0
  let last: TakenTable['last'] = null

  const refuse = ({ line, cells }: SourceRow, kind: WrongKind, message: string): void => {
    wrong.push({ kind, line, message })
    if (unread.size < mostMended) unread.set(line, cells)
  }
  const take = (row: SourceRow): void => {
    const { columns, width, from, headLine } = table!
    if (row.cells.every((cell) => cell.trim() === '')) return
    if (row.line < from) {
      if (row.line === headLine || !mayBeRow(row, table!)) return
      rowCount += 1
      return refuse(row, 'cell-count', say('files.line-above', { line: row.line }))
    }
    rowCount += 1
    onRow?.(rowCount)
    if (rowCount > mostRows)
      throw new UnreadableFile('no-table', say('files.too-big', { most: mostRows }))
    const beginning = row.cells.find((cell) => cell.trim() !== '') ?? ''
    last = { line: row.line, begin: beginning.trim() }
    if (headLine === -1) return
    const found = row.width ?? lastFilled(row.cells, width)
    if (found > width || (row.cells.length < width && !options.endEarly)) {
      const cells = { line: row.line, found: Math.max(found, row.cells.length), expected: width }
      refuse(row, 'cell-count', say('files.cell-count', cells))
      return
    }
    const hidden = columns.findIndex(({ role }, at) => hasUnseen(row.cells[at], role))
    if (hidden !== -1) {
      const column = columns[hidden]!.name
      refuse(row, 'unseen', say('files.unseen-character', { line: row.line, column }))
      return
    }
    rows.push(roleRow(row, columns))
  }
  const begun = (): void => {
    table = tableOf(begin, options)
    for (const row of begin) take(row)
    begin.length = 0
  }
  return {
    row(source) {
      const row = withMended(source, mended.get(source.line))
      cards.see(row)
      if (table !== null) return take(row)
      begin.push(row)
      if (begin.length > headWithin && row.line >= (choices.headLine ?? 0)) begun()
    },
    wrong(one) {
      // A line that is no row was one.
      if (one.line !== null) rowCount += 1
      wrong.push(one)
    },
    end() {
      if (table === null) begun()
      const { headLine, columns } = table!
      const cardLine = cards.foundIn((at) => isIdColumn(columns[at]))
      return { headLine, columns, rows, wrong, rowCount, unread, last, cardLine }
    },
  }
}

/** MONEY: a line above the table with what may be an id is an order that would be lost. */
const mayBeRow = ({ cells }: SourceRow, { headLine, columns }: Table): boolean =>
  cells.some((cell, at) => isLikeId(cell.trim()) && (headLine === 0 || isIdColumn(columns[at])))

const idRoles: readonly ColumnRole[] = ['orderId', 'merchantOrderId', 'cardRef']
const isIdColumn = (column: FileColumn | undefined): boolean =>
  column !== undefined && idRoles.includes(column.role)

const byLine = (cells: readonly MendedCell[]): Map<number, MendedCell[]> =>
  Map.groupBy(cells, ({ line }) => line)

/** A mended cell is text, whatever a spreadsheet had made of it. */
function withMended(row: SourceRow, mended: readonly MendedCell[] | undefined): SourceRow {
  if (mended === undefined) return row
  const cells = [...row.cells]
  const kinds = new Map(row.kinds)
  for (const { column, text } of mended) {
    while (cells.length < column) cells.push('')
    cells[column] = text
    kinds.delete(column)
  }
  return { ...row, cells, kinds }
}

/** How many cells count: empty ones behind the head's last are none. */
function lastFilled(cells: readonly string[], width: number): number {
  let length = cells.length
  while (length > width && cells[length - 1]!.trim() === '') length -= 1
  return length
}

/** In columns that are read nothing may hide; in others a control character alone is one. */
const hasUnseen = (cell: string | undefined, role: ColumnRole): boolean =>
  cell !== undefined &&
  unseen.test(cell) &&
  (role === 'none' || role === 'beside' ? /\0/ : unseen).test(cell.replace(/[\t\r\n\ufeff]/g, ''))

function roleRow({ line, cells, kinds }: SourceRow, columns: readonly FileColumn[]): RoleRow {
  const row: RoleRow = { line, cells: {} }
  for (const [at, { role }] of columns.entries()) {
    if (role === 'none') continue
    if (role === 'beside') {
      ;(row.beside ??= []).push((cells[at] ?? '').trim().slice(0, mostKept))
      continue
    }
    row.cells[role] = cells[at] ?? ''
    const kind = kinds?.get(at)
    if (kind !== undefined) (row.kinds ??= {})[role] = kind
  }
  return row
}

function tableOf(begin: readonly SourceRow[], { choices, used, byContents }: TableOptions): Table {
  const found = headOf(begin, choices.headLine, used)
  if (found === null && !byContents && begin.length > 0)
    return { headLine: -1, from: 0, columns: [], width: Number.MAX_SAFE_INTEGER }
  const head = found === null || found === 'none' ? null : begin[found]!
  const below = head === null ? begin : begin.slice(begin.indexOf(head) + 1)
  const filled = below.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const width = head === null ? usualWidth(filled) : head.cells.length
  // What stands before the first row of a pasted table is no part of it.
  const first = filled.find(({ cells }) => cells.length === width)
  const from = head === null ? (first?.line ?? 0) : head.line + 1
  const inTable = filled.filter(({ line, cells }) => line >= from && cells.length <= width)
  const names = Array.from({ length: width }, (_, at) => head?.cells[at]?.trim() ?? '')
  const proposed = proposedRoles(names, inTable.slice(0, headWithin), used, byContents)
  const roles = proposed.map((role, at) => choices.roles?.[at] ?? role)
  const columns = names.map((name, at) => ({
    name: maskCardNumbers(name === '' ? letterOf(at) : shortened(name)),
    role: used.includes(roles[at]!) ? roles[at]! : 'none',
    samples: inTable
      .slice(0, mostSamples)
      .map(({ cells }) => shortened(maskCardNumbers(cells[at] ?? ''))),
  }))
  return { headLine: head?.line ?? 0, from, columns, width }
}

const mostSamples = 3
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/** As a spreadsheet names a column: A, B, AA. */
const letterOf = (at: number): string =>
  (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** 'none': a person said that no line names the columns. */
function headOf(
  begin: readonly SourceRow[],
  chosen: number | undefined,
  used: readonly ColumnRole[],
): number | 'none' | null {
  if (chosen === undefined) return headAmong(begin.slice(0, headWithin), used)
  if (chosen === 0) return 'none'
  const at = begin.findIndex(({ line }) => line === chosen)
  return at === -1 ? null : at
}

function usualWidth(rows: readonly SourceRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}
