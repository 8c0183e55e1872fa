// Reads a file of rows, or pasted cells, in one go: what it is, which columns it has, its rows, and
// everything that is wrong with it. Nothing is kept anywhere but in what is returned.
//
// How to use it. `readFile({ path }, options)` or `readFile({ text }, options)` gives a FileReading
// (src/shared/files/file-row.ts). Show its columns, its wrong rows and the sums of its rows; what a
// person chooses goes into `options.choices`, and the file is read again, which takes a second for
// ten thousand rows. Give the digest of the reading before as `expectedSha256`, so that a file that
// was changed meanwhile is told. Rows are good whatever stands in `wrong`, while `isUsable`: a
// wrong row is not among them. For a file of orders the purpose is 'orders': its roles are ids,
// day, amount, currency, e-mail address, last four digits and name, and a row needs an id alone.
// In the program this runs in a thread (read-thread.ts). It does not throw for what a file holds.
import { say } from '#shared/message.ts'
import { type ColumnRole, currencyOfName, roleName } from '#shared/files/column-role.ts'
import {
  type FilePurpose,
  type FileReading,
  type FileRow,
  type ReadChoices,
  usedRoles,
  type WrongKind,
  type WrongRow,
} from '#shared/files/file-row.ts'
import type { DigitsRule, Money } from '#shared/money.ts'
import { isMoneyOut } from '#shared/reconcile/report-line.ts'
import { checkRows, type CheckedRows, type CheckOptions } from './check-rows.ts'
import { readCsv, separatorOf } from './tables/csv.ts'
import { EncodingOpen, encodingOf, textOf } from './bytes/encodings.ts'
import { fileMeaning } from './meaning.ts'
import { tabbed } from './tables/pasted-text.ts'
import { readStated } from './cells/read-money.ts'
import { adds, equalLines, footDiffers } from './row-sets.ts'
import { readSheet } from './tables/sheet.ts'
import { readStatement } from './statements/read-statement.ts'
import { type FileSource, type OpenedSource, openSource, statementForm } from './bytes/source.ts'
import { UnreadableFile } from './bytes/source-row.ts'
import { createTableTaker, type TakenTable } from './table-taker.ts'
import { wrongCellsOf } from './wrong-cells.ts'
import { asUnreadable, openWorkbook } from './tables/workbook.ts'

export interface ReadOptions {
  purpose: FilePurpose
  /** The gateway's operation and account: both are part of what the rows mean. */
  operation: string
  account: string
  /** What may stand in a column of accounts. */
  accountNames: readonly string[]
  digitsRule: DigitsRule
  reason: { most: number | null; isNeeded: boolean }
  choices: ReadChoices
  /** Of an earlier reading of this file, in hex. */
  expectedSha256?: string
  onRow?: (count: number) => void
}

const ids: readonly ColumnRole[] = ['orderId', 'merchantOrderId']
const ownKinds: Readonly<Record<FilePurpose, readonly string[]>> = {
  refund: ['refund', 'refunded', 'return', 'reversal'],
  capture: ['capture'],
  void: ['void', 'cancel'],
  payout: ['payout', 'payment', 'transfer'],
  charge: ['rebill', 'charge', 'sale', 'payment'],
  'look-up': [],
  orders: [],
  report: [],
}

/** See the head of this file. Rejects for mistakes of this program alone. */
export async function readFile(source: FileSource, options: ReadOptions): Promise<FileReading> {
  const reading = emptyReading(options)
  let opened: OpenedSource | null = null
  try {
    opened = await openSource(asTable(source))
    reading.bytesSha256 = opened.bytesSha256
    if (options.expectedSha256 !== undefined && options.expectedSha256 !== opened.bytesSha256)
      throw changed()
    const statement = await readStatement(opened, options)
    const table = statement === null ? await takeTable(source, opened, options, reading) : null
    if (!(await opened.isUnchanged())) throw changed()
    if (statement !== null)
      Object.assign(reading, statement, { meaning: fileMeaning(options, statement.rows) })
    else fill(reading, table!, options)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    if (error instanceof EncodingOpen) reading.encodings = error.samples
    const wrong = [error.wrong, ...reading.wrong]
    return { ...reading, isUsable: false, rows: [], wrong, wrongCells: [] }
  } finally {
    await opened?.close()
  }
  return reading
}

/** What was copied from a program has cells; a statement of a bank has none. */
const asTable = (source: FileSource): FileSource =>
  'text' in source && statementForm(source.text) === null ? { text: tabbed(source.text) } : source

const changed = (): UnreadableFile => new UnreadableFile('changed', say('files.changed'))

const emptyReading = ({ choices }: ReadOptions): FileReading => ({
  ...{ bytesSha256: '', meaning: '', encoding: null, sheet: null, sheets: [], columns: [] },
  ...{ headLine: choices.headLine ?? 0, decimalMark: null, encodings: [], openKinds: [] },
  ...{ rowCount: 0, sumLine: null, isUsable: false, rows: [], wrong: [], wrongCells: [] },
})

/** Notes in the reading what was found out, for when a person has to choose. */
async function takeTable(
  source: FileSource,
  opened: OpenedSource,
  { purpose, choices, onRow }: ReadOptions,
  reading: FileReading,
): Promise<TakenTable> {
  const taker = createTableTaker({
    ...{ choices, used: usedRoles[purpose] },
    byContents: 'text' in source || purpose === 'look-up',
    endEarly: opened.form === 'workbook',
    ...(onRow === undefined ? {} : { onRow }),
  })
  if (opened.form === 'workbook' && 'path' in source)
    await takeSheet(source.path, choices, taker, reading)
  else {
    const encoding = encodingOf(opened, choices.encoding)
    reading.encoding = encoding
    // Taken from the first bytes: a letter cut at their end is no separator.
    const separator = separatorOf(new TextDecoder(encoding).decode(opened.head))
    const isChosen = choices.encoding !== undefined
    // Lines that are bad on the way are listed also where the rest can't be read.
    await readCsv(textOf(opened, encoding, isChosen), separator, taker)
  }
  return taker.end()
}

async function takeSheet(
  path: string,
  choices: ReadChoices,
  taker: ReturnType<typeof createTableTaker>,
  reading: FileReading,
): Promise<void> {
  const book = await openWorkbook(path)
  try {
    reading.sheets = book.sheets.map(({ name }) => name)
    const chosen = book.sheets.find(({ name }) => name === choices.sheet)
    const sheet = chosen ?? book.sheets[0]!
    if (chosen === undefined && book.sheets.length > 1)
      throw new UnreadableFile('sheets', say('files.several-sheets', { count: book.sheets.length }))
    reading.sheet = sheet.name
    const { hiddenRows } = await readSheet(book, sheet, choices.hidden ?? 'read', taker)
    if (hiddenRows > 0 && choices.hidden === undefined)
      taker.wrong({
        kind: 'hidden',
        line: null,
        message: say('files.hidden-rows', { count: hiddenRows }),
      })
  } catch (error) {
    throw asUnreadable(error)
  } finally {
    book.zip.close()
  }
}

/** Makes rows of a table, once all of it was seen. */
function fill(reading: FileReading, table: TakenTable, options: ReadOptions): void {
  const { columns, headLine, rowCount, cardLine } = table
  if (cardLine !== null)
    throw new UnreadableFile('card-number', say('files.card-number', { line: cardLine }), cardLine)
  Object.assign(reading, { columns, headLine, rowCount, wrong: table.wrong })
  const whole = ofTable(table, options)
  const checked = checkRows(withoutFoot(table, options.purpose), {
    ...{ choices: options.choices, digitsRule: options.digitsRule, reason: options.reason },
    ...{ accountNames: options.accountNames, kindNames: ownKinds[options.purpose] },
    headCurrency: currencyOfName(columns.find(({ role }) => role === 'amount')?.name ?? ''),
    mendedAmounts: mendedAmounts(columns, options.choices),
    needsAmount: movesMoney(options.purpose) || options.purpose === 'report',
    about: aboutOf(options.purpose),
  })
  reading.sumLine = footOf(table, options.purpose)?.line ?? null
  if (isSum(table, checked, options)) {
    reading.sumLine = table.rows.at(-1)?.line ?? null
    checked.wrong = checked.wrong.filter(({ line }) => line !== reading.sumLine)
  }
  reading.decimalMark = checked.decimalMark
  reading.openKinds = checked.openKinds
  if (checked.leftKinds.length > 0) reading.leftKinds = checked.leftKinds
  // Without a column of ids each row would be said to lack one.
  if (whole.length === 0) reading.wrong.push(...checked.wrong, ...beside(table, checked, options))
  else reading.wrong.push(...whole)
  const later = new Set(
    reading.wrong.flatMap(({ kind, line }) => (kind === 'same-twice' ? [line] : [])),
  )
  reading.rows = checked.rows.filter(({ line }) => !later.has(line))
  reading.isUsable = reading.wrong.every(({ line }) => line !== null) && checked.isClear
  if (!reading.isUsable) reading.rows = []
  else reading.meaning = fileMeaning(options, reading.rows)
  reading.wrong.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  reading.wrongCells = wrongCellsOf(table, reading.wrong)
}

function mendedAmounts(columns: TakenTable['columns'], { mended = [] }: ReadChoices): Set<number> {
  const at = columns.findIndex(({ role }) => role === 'amount')
  return new Set(mended.flatMap(({ line, column }) => (column === at ? [line] : [])))
}

/** What is wrong with the table as such: no rows, no head, no column of ids, or two of one. */
function ofTable(
  { headLine, columns, rowCount }: TakenTable,
  { choices, purpose }: ReadOptions,
): WrongRow[] {
  const say1 = (kind: WrongKind, message: string): WrongRow => ({ kind, line: null, message })
  if (headLine === -1) return [say1('no-head', say('files.no-head-line'))]
  if (rowCount === 0) return [say1('no-rows', say('files.no-rows'))]
  if (purpose !== 'orders' && purpose !== 'look-up' && isOwnResult(columns))
    return [say1('own-result', say('files.own-result'))]
  const wrong: WrongRow[] = []
  const read = columns.filter(({ role }) => role !== 'none' && role !== 'beside')
  for (const [at, column] of read.entries()) {
    const other = read.slice(0, at).find(({ role }) => role === column.role)
    if (other === undefined) continue
    // A person that chose roles has told them apart.
    const isOneName = other.name === column.name && choices.roles === undefined
    const pair = { a: other.name, b: column.name, role: roleName[column.role] }
    wrong.push(
      isOneName
        ? say1('head-twice', say('files.head-twice', { name: column.name }))
        : say1('one-role-twice', say('files.two-columns-one-role', pair)),
    )
  }
  const keys = keysOf(purpose)
  if (!read.some(({ role }) => keys.includes(role))) {
    wrong.push(say1('column-needed', noKeyColumn[aboutOf(purpose)]))
  }
  if (purpose === 'report') {
    const has = (...roles: ColumnRole[]): boolean => read.some(({ role }) => roles.includes(role))
    if (!has('kind')) wrong.push(say1('column-needed', say('files.no-kind-column')))
    if (!has('amount', 'debit', 'credit'))
      wrong.push(say1('column-needed', say('files.no-report-amount')))
  }
  // MONEY: amounts that were not found are not all that is left.
  const isOpen = movesMoney(purpose) && (aboutOf(purpose) !== 'order' || choices.allLeft !== true)
  if (wrong.length === 0 && isOpen && !read.some(({ role }) => role === 'amount'))
    wrong.push(say1('no-amounts', say('files.no-amount-column')))
  return wrong
}

const movesMoney = (purpose: FilePurpose): boolean =>
  ['refund', 'capture', 'payout', 'charge'].includes(purpose)

const aboutOf = (purpose: FilePurpose): CheckOptions['about'] => aboutOfPurpose[purpose] ?? 'order'
const aboutOfPurpose: Partial<Record<FilePurpose, CheckOptions['about']>> = {
  ...{ payout: 'payee', charge: 'card', report: 'movement' },
}
const noKeyColumn: Readonly<Record<CheckOptions['about'], string>> = {
  order: say('files.no-id-column'),
  payee: say('files.no-account-column'),
  card: say('files.no-card-column'),
  movement: say('files.no-id-column'),
}

/** What a row is about. */
const keyRoles: Readonly<Record<CheckOptions['about'], readonly ColumnRole[]>> = {
  order: ids,
  payee: ['payeeAccount'],
  card: ['cardRef'],
  movement: [...ids, 'rrn', 'serialNumber'],
}
const keysOf = (purpose: FilePurpose): readonly ColumnRole[] => keyRoles[aboutOf(purpose)]

/** Names that the saved result of a run has together, and no other list. */
const ofResult = ['order_id', 'asked', 'sends', 'does', 'outcome']
const isOwnResult = (columns: TakenTable['columns']): boolean =>
  ofResult.every((own) => columns.some(({ name }) => name === own))

const footNames =
  '(?:<END>|(?:grand )?total|sum|summe|gesamt(?:summe)?|insgesamt|suma|razem|łącznie|somme|итого)'
const footWord = new RegExp(`^${footNames}(?![\\p{L}\\d])`, 'iu')
const footAlone = new RegExp(`^(?:${footNames} ?:?)?$`, 'iu')

/**
 * The last row, where its first word says that it adds up the others.
 * MONEY: a row with an id of its own is a row, whatever its words say.
 */
function footOf(
  { rows, last }: TakenTable,
  purpose: FilePurpose,
): TakenTable['rows'][number] | null {
  const row = rows.at(-1)
  if (row === undefined || last === null || row.line !== last.line || rows.length < 2) return null
  const hasOwnId = keysOf(purpose).some((role) => !footAlone.test((row.cells[role] ?? '').trim()))
  return footWord.test(last.begin) && !hasOwnId ? row : null
}

/** What is wrong with a sum that is read as a row. */
const ofBareSum: readonly WrongKind[] = [
  ...(['no-id', 'payee', 'card-reference', 'reason', 'currency', 'kind-word'] as const),
]

/** An amount without an id, below rows that add up to it, is the sum that a spreadsheet made. */
function isSum(
  table: TakenTable,
  { rows, wrong, decimalMark }: CheckedRows,
  { digitsRule }: ReadOptions,
): boolean {
  const last = table.rows.at(-1)
  const ofLast = wrong.filter(({ line }) => line === last?.line)
  const currency = rows[0]?.amount?.currency
  if (last === undefined || currency === undefined || ofLast.length === 0) return false
  if (ofLast.some(({ kind }) => !ofBareSum.includes(kind))) return false
  const { amount = '', currency: _currency, ...others } = last.cells
  // A line that says why is a row that lacks its id.
  const isEmpty = [...Object.values(others), ...(last.beside ?? [])].every(
    (cell) => cell.trim() === '',
  )
  const isNumber = last.kinds?.amount !== undefined
  const mark = isNumber ? '.' : (decimalMark ?? '.')
  const stated = readStated(amount.trim(), mark, currency, digitsRule)
  return isEmpty && rows.length > 1 && stated !== null && adds(stated, rows)
}

const withoutFoot = (table: TakenTable, purpose: FilePurpose): TakenTable['rows'] =>
  footOf(table, purpose) === null ? table.rows : table.rows.slice(0, -1)

/** What is wrong with good rows beside each other. */
function beside(
  table: TakenTable,
  { rows, wrong, decimalMark }: CheckedRows,
  { purpose, operation, choices, digitsRule }: ReadOptions,
): WrongRow[] {
  const equal =
    // Equal lines of a report are two movements.
    choices.keepEqual === true || purpose === 'report'
      ? []
      : equalLines(rows, movesMoney(purpose) ? operation : null)
  const foot = footOf(table, purpose)
  const text = foot?.cells.amount?.trim() ?? ''
  const currency = rows[0]?.amount?.currency
  // Rows that could not be read are missing in the sum.
  if (text === '' || currency === undefined || wrong.length > 0 || table.wrong.length > 0)
    return equal
  if (choices.ignoreFoot === true) return equal
  const isNumber = foot?.kinds?.amount !== undefined
  const stated = readStated(text, isNumber ? '.' : (decimalMark ?? '.'), currency, digitsRule)
  const differs = stated === null || addsSigned(stated, rows) ? null : footDiffers(stated, rows)
  return differs === null ? equal : [...equal, differs]
}

/** A report's own sum is of what came in less what went out, whichever of the two is more. */
function addsSigned(stated: Money, rows: readonly FileRow[]): boolean {
  const signed = (sign: bigint): FileRow[] =>
    rows.map((row) => {
      const { amount, moved } = row
      if (amount === null || moved === undefined) return row
      const minor = isMoneyOut(moved.kind) ? -sign * amount.minor : sign * amount.minor
      return { ...row, amount: { ...amount, minor } }
    })
  return (
    rows.every(({ moved }) => moved !== undefined) &&
    (adds(stated, signed(1n)) || adds(stated, signed(-1n)))
  )
}
