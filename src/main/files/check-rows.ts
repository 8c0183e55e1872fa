// Makes rows with a meaning of the cells of a table whose columns have roles, and lists all that is
// wrong with them. Columns are proved first, then each row is read alone, then rows are held beside
// each other. Pure.
// MONEY: nothing is guessed here: a cell is read in the one way its column has, or its row is out.
import type { ColumnRole } from '#shared/files/column-role.ts'
import type {
  DayOrder,
  FileRow,
  LeftKind,
  ReadChoices,
  WrongKind,
  WrongRow,
} from '#shared/files/file-row.ts'
import { say } from '#shared/message.ts'
import type { DigitsRule } from '#shared/money.ts'
import { readAmountCell } from './cells/amount-cell.ts'
import { type ColumnMark, createMarkProof, type DecimalMark } from './cells/amount-column.ts'
import { orderOf, readDay } from './cells/day-column.ts'
import { withFees } from './cells/fee-cells.ts'
import { readCardRef } from './cells/card-cell.ts'
import { readIdCell, short } from './cells/id-cell.ts'
import {
  inUnit,
  leftKindsIn,
  meaningOf,
  openKindsIn,
  readMoved,
  signFaults,
  withOneAmount,
} from './cells/moved-cells.ts'
import { readPayee } from './cells/payee-cells.ts'
import { readMoney } from './cells/read-money.ts'
import type { CellKind } from './bytes/source-row.ts'

/** The cells of one line that have a role. */
export interface RoleRow {
  line: number
  cells: Partial<Record<ColumnRole, string>>
  kinds?: Partial<Record<ColumnRole, CellKind>>
  /** Cells of columns that are only kept, in their order. */
  beside?: string[]
}

export interface CheckOptions {
  choices: ReadChoices
  digitsRule: DigitsRule
  /** What the gateway takes; `isNeeded` where the connection asks for a reason. */
  reason: { most: number | null; isNeeded: boolean }
  /** What may stand in a column of accounts. */
  accountNames: readonly string[]
  /** Names in the kind column for rows that are meant, in lower case. */
  kindNames: readonly string[]
  /** That the column of amounts is named with: "Amount (EUR)". */
  headCurrency: string | null
  /** Lines whose amount a person mended. */
  mendedAmounts: ReadonlySet<number>
  /** Whether a row without an amount is wrong, where the file has amounts. */
  needsAmount: boolean
  /** What each row is about: its order, whom it pays, which card it charges, or what moved. */
  about: 'order' | 'payee' | 'card' | 'movement'
}

export interface CheckedRows {
  rows: FileRow[]
  wrong: WrongRow[]
  decimalMark: DecimalMark | null
  openKinds: string[]
  leftKinds: LeftKind[]
  /** Whether all can be read; false while a column is unclear. */
  isClear: boolean
}

export function checkRows(all: readonly RoleRow[], options: CheckOptions): CheckedRows {
  const wrong: WrongRow[] = []
  const rows = options.about === 'movement' ? all.map(withOneAmount) : all
  const mark = markOf(rows, options, wrong)
  const order = dayOrderOf(rows, options.choices, wrong)
  const openKinds = new Set<string>()
  if (options.about === 'movement')
    for (const { word, written, line } of openKindsIn(rows, options.choices)) {
      openKinds.add(word)
      const message = say('files.kind-word-unknown', { line, word: short(written) })
      wrong.push({ kind: 'kind-word', line: null, message })
    }
  const reader: RowReader = {
    ...options,
    mark: mark ?? '.',
    order: order ?? 'day-first',
    openKinds,
  }
  const isClear = wrong.length === 0
  const read: FileRow[] = []
  for (const row of rows) {
    const faults: WrongRow[] = []
    const found = readRow(row, reader, isClear, faults)
    if (faults.length > 0) wrong.push(...faults)
    else if (found !== null) read.push(found)
  }
  const whole =
    options.about === 'movement' && isClear ? ofReport(rows, read, options, mark ?? '.') : null
  if (whole !== null) wrong.push(...whole.wrong)
  return {
    ...{ rows: isClear ? (whole?.rows ?? read) : [], wrong, decimalMark: mark, isClear },
    openKinds: [...openKinds],
    leftKinds: options.about === 'movement' && isClear ? leftKindsOf(rows, reader) : [],
  }
}

const leftKindsOf = (rows: readonly RoleRow[], reader: RowReader): LeftKind[] =>
  leftKindsIn(rows, reader.choices, (row) =>
    readMoney(row, { ...reader, choices: { ...reader.choices, minus: 'amount' } }, () => null),
  )

/** What lines of a report say beside each other: their signs, and the unit of their amounts. */
function ofReport(
  rows: readonly RoleRow[],
  read: readonly FileRow[],
  { choices, digitsRule }: CheckOptions,
  mark: DecimalMark,
): Pick<CheckedRows, 'rows' | 'wrong'> {
  const cells = new Map(rows.map((row) => [row.line, row]))
  const signs = signFaults(cells, read, mark)
  const bad = new Set(signs.map(({ line }) => line))
  const inOne = inUnit(
    cells,
    read.filter(({ line }) => !bad.has(line)),
    choices,
    mark,
  )
  const net = withFees(cells, inOne.rows, { choices, digitsRule, mark })
  return { rows: net.rows, wrong: [...signs, ...inOne.wrong, ...net.wrong] }
}

/**
 * Null while it has to be chosen, and where nothing has a mark.
 * MONEY: a cell that was typed proves nothing against the file or against what was chosen; it is
 * read as they are. No proof overturns a choice in silence.
 */
function markOf(
  rows: readonly RoleRow[],
  { choices, mendedAmounts }: CheckOptions,
  wrong: WrongRow[],
): DecimalMark | null {
  const isMended = ({ line }: RoleRow): boolean => mendedAmounts.has(line)
  const ofFile = provenBy(
    rows.filter((row) => !isMended(row)),
    choices,
  )
  const found = ofFile.kind === 'none' ? provenBy(rows.filter(isMended), choices) : ofFile
  const { decimalMark } = choices
  const unclear = (message: string): null => {
    wrong.push({ kind: 'amount-unclear', line: null, message })
    return null
  }
  if (found.kind === 'proven') {
    const { mark, by } = found
    return decimalMark === undefined || decimalMark === mark
      ? mark
      : unclear(say('files.mark-against-choice', { line: by.line, text: short(by.text) }))
  }
  if (found.kind === 'none') return null
  if (found.kind === 'contradiction') {
    const [dot, comma] = [found.dot.line, found.comma.line]
    const message = say('files.marks-contradict', { comma, dot })
    wrong.push({ kind: 'marks-contradict', line: null, message })
    return null
  }
  return decimalMark ?? unclear(say('files.amount-unclear', { text: found.example.text }))
}

function provenBy(rows: readonly RoleRow[], { formulas }: ReadChoices): ColumnMark {
  const proof = createMarkProof()
  for (const { line, cells, kinds } of rows) {
    const kind = kinds?.amount
    const text = cells.amount ?? ''
    // A number of a workbook has no mark; it is written here with a dot.
    const isNumber = kind === 'number' || kind === 'masked'
    if (text === '' || isNumber || (kind === 'formula' && formulas !== 'stored')) continue
    const cell = kind === undefined ? readAmountCell(text) : null
    if (cell !== null) proof.see({ line, text: cell.number })
  }
  return proof.found()
}

function dayOrderOf(
  rows: readonly RoleRow[],
  { dayOrder }: ReadChoices,
  wrong: WrongRow[],
): DayOrder | null {
  const found = orderOf(rows.map(({ cells }) => cells.day ?? ''))
  if (found.kind === 'proven') return found.order
  if (found.kind === 'none' || dayOrder !== undefined) return dayOrder ?? null
  wrong.push({ kind: 'day', line: null, message: say('files.day-unclear', { text: found.text }) })
  return null
}

interface RowReader extends CheckOptions {
  mark: DecimalMark
  order: DayOrder
  openKinds: Set<string>
}

/** Null for a row that is left out by its kind. Faults say why it can't be read. */
function readRow(
  row: RoleRow,
  reader: RowReader,
  isClear: boolean,
  faults: WrongRow[],
): FileRow | null {
  const { line, cells, kinds } = row
  const wrong = (kind: WrongKind, message: string): null => {
    faults.push({ kind, line, message })
    return null
  }
  for (const [role, kind] of Object.entries(kinds ?? {}))
    if (kind === 'error')
      wrong('error-cell', say('files.error-cell', { line, error: cells[role as ColumnRole] ?? '' }))
  if (faults.length > 0) return null
  const isReport = reader.about === 'movement'
  if (isReport ? meaningOf(row, reader.choices) === 'leave-out' : !takesKind(row, reader, wrong))
    return null
  const id = (of: 'orderId' | 'merchantOrderId'): string | null => {
    const takesFormulas = reader.choices.formulas === 'stored'
    const cell = { text: cells[of] ?? '', kind: kinds?.[of] ?? null }
    const found = readIdCell({ ...cell, line, of, takesFormulas })
    if ('value' in found) return found.value
    faults.push(found.wrong)
    return null
  }
  const [orderId, merchantOrderId] = [id('orderId'), id('merchantOrderId')]
  const payTo = reader.about === 'payee' ? readPayee(row, reader.choices, wrong) : null
  const cardRef = reader.about === 'card' ? readCardRef(row, reader.choices, wrong) : null
  const moved = isReport ? readMoved(row, reader, wrong) : null
  if (
    faults.length === 0 &&
    reader.about === 'order' &&
    orderId === null &&
    merchantOrderId === null
  )
    wrong('no-id', say('files.id-missing', { line }))
  // In a report a minus says the direction, which is read with its kind.
  const choices = isReport ? { ...reader.choices, minus: 'amount' as const } : reader.choices
  const amount = isClear ? readMoney(row, { ...reader, choices }, wrong) : null
  const reason = readReason(row, reader, wrong)
  const account = (cells.account ?? '').trim()
  if (account !== '' && !reader.accountNames.includes(account))
    wrong('account', say('files.other-account', { line, account: short(account) }))
  const dayCell = (cells.day ?? '').trim()
  const day = dayCell === '' ? null : readDay(dayCell, reader.order)
  if (dayCell !== '' && day === null)
    wrong('day', say('files.no-day', { line, text: short(dayCell) }))
  const beside = row.beside === undefined ? {} : { beside: row.beside }
  return {
    ...{ line, orderId, merchantOrderId, amount, reason, day, ...ofCustomer(cells), ...beside },
    ...(payTo === null ? {} : { payTo }),
    ...(cardRef === null ? {} : { cardRef }),
    ...(moved === null ? {} : { moved }),
  }
}

const mostText = 200
const textOrNull = (text: string | undefined): string | null => {
  const trimmed = (text ?? '').trim().slice(0, mostText)
  return trimmed === '' ? null : trimmed
}

const ofCustomer = (cells: RoleRow['cells']): Pick<FileRow, 'email' | 'lastFour' | 'name'> => ({
  email: textOrNull(cells.email),
  lastFour: /(?<!\d)(\d{4})$/.exec((cells.lastFour ?? '').trim())?.[1] ?? null,
  name: textOrNull(cells.name),
})

/** MONEY: a row of a kind that nobody set is neither taken nor dropped in silence. */
function takesKind(
  { line, cells }: RoleRow,
  { choices, kindNames, openKinds }: RowReader,
  wrong: (kind: WrongKind, message: string) => null,
): boolean {
  const word = (cells.kind ?? '').trim().toLowerCase()
  if (cells.kind === undefined || (word !== '' && kindNames.includes(word))) return true
  const chosen = choices.kindNames ?? {}
  if (Object.hasOwn(chosen, word)) return chosen[word] === 'take'
  openKinds.add(word)
  wrong('kind-word', say('files.kind-unknown', { line, word: short(word) }))
  return false
}

function readReason(
  { line, cells }: RoleRow,
  { reason: { most, isNeeded } }: CheckOptions,
  wrong: (kind: WrongKind, message: string) => null,
): string | null {
  if (cells.reason === undefined) return null
  const reason = cells.reason.trim().replace(/\s+/g, ' ')
  const { length } = [...reason]
  if (reason === '') return isNeeded ? wrong('reason', say('files.reason-missing', { line })) : null
  return most !== null && length > most
    ? wrong('reason', say('files.reason-too-long', { line, length, most }))
    : reason
}
