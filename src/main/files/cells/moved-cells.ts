// What one line of a gateway's report says of a movement: its kind, its direction and the numbers
// that a bank or the gateway knows it by. Pure.
// MONEY: a word that nobody gave a meaning, and a sign or a column that says the other direction
// than the word, is refused with its line: a refund that is read as a sale hides a double refund.
import type { ColumnRole } from '#shared/files/column-role.ts'
import type {
  DayOrder,
  FileRow,
  KindMeaning,
  LeftKind,
  Moved,
  ReadChoices,
  WrongKind,
  WrongRow,
} from '#shared/files/file-row.ts'
import { isMoneyOut, type ReportKind, reportKinds } from '#shared/reconcile/report-line.ts'
import { say } from '#shared/message.ts'
import type { Money } from '#shared/money.ts'
import { readAmountCell } from './amount-cell.ts'
import { type DecimalMark, readCell } from './amount-column.ts'
import { readDay } from './day-column.ts'
import { readIdCell, short } from './id-cell.ts'
import type { CellKind } from '../bytes/source-row.ts'

interface MovedCells {
  line: number
  cells: Partial<Record<ColumnRole, string>>
  kinds?: Partial<Record<ColumnRole, CellKind>>
}

type Refuse = (kind: WrongKind, message: string) => null

const known: Readonly<Record<ReportKind, readonly string[]>> = {
  captured: ['captured', 'capture', 'sale', 'charge', 'purchase'],
  refunded: ['refunded', 'refund', 'return', 'reversal', 'erstattung', 'rückerstattung'],
  'paid-out': ['paid out', 'paid-out', 'payout', 'withdrawal'],
  'charged-back': ['charged back', 'charged-back', 'chargeback', 'charge back'],
  // What a report calls so may be given back too: a person says it once.
  fee: [],
}
const wordOf = ({ cells }: MovedCells): string => (cells.kind ?? '').trim().toLowerCase()

/**
 * Null for a word that nobody gave a meaning. MONEY: a word of which everybody knows that it is a
 * movement can't be said to be none: with it, a double refund would be out.
 */
export function meaningOf(row: MovedCells, { kindNames = {} }: ReadChoices): KindMeaning | null {
  const word = wordOf(row)
  const usual = reportKinds.find((kind) => known[kind].includes(word)) ?? null
  if (Object.hasOwn(kindNames, word)) {
    const chosen = kindNames[word]!
    const isNoMovement = chosen === 'leave-out' || chosen === 'fee'
    return chosen === 'take' || (isNoMovement && usual !== null) ? null : chosen
  }
  return usual
}

/** Lines that a word leaves out, by word. `amountOf`: null for a cell that is no amount. */
export function leftKindsIn<Row extends MovedCells>(
  rows: readonly Row[],
  choices: ReadChoices,
  amountOf: (row: Row) => Money | null,
): LeftKind[] {
  const left = rows.filter((row) => meaningOf(row, choices) === 'leave-out')
  return [...Map.groupBy(left, wordOf)].map(([word, of]) => {
    const amounts = of.flatMap((row) => amountOf(row) ?? [])
    const unit = choices.unit === 'minor' ? ({ digits }: Money) => 10n ** BigInt(digits) : () => 1n
    const sums = [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, all]) => ({
      ...{ currency, digits: all[0]!.digits },
      minor: all.reduce((sum, one) => sum + one.minor / unit(one), 0n).toString(),
    }))
    return { word, count: of.length, without: of.length - amounts.length, sums }
  })
}

/** What nobody gave a meaning, each word once with its first line. */
export function openKindsIn(
  rows: readonly MovedCells[],
  choices: ReadChoices,
): { word: string; written: string; line: number }[] {
  const open = new Map<string, { word: string; written: string; line: number }>()
  for (const row of rows) {
    const word = wordOf(row)
    if (word === '' || open.has(word) || meaningOf(row, choices) !== null) continue
    open.set(word, { word, written: (row.cells.kind ?? '').trim(), line: row.line })
  }
  return [...open.values()]
}

const nothing = /^[-+]?0*(?:[.,]0*)?$/
const isFilled = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== '' && !nothing.test(text.trim())

/** Debit and credit are two columns of one amount; a row with both says neither. */
export function withOneAmount<Row extends MovedCells>(row: Row): Row {
  const { debit, credit, amount } = row.cells
  if (debit === undefined && credit === undefined) return row
  if (amount !== undefined && amount.trim() !== '') return row
  const role = isFilled(debit) ? 'debit' : 'credit'
  const kind = row.kinds?.[role]
  return {
    ...row,
    cells: { ...row.cells, amount: row.cells[role] ?? '' },
    ...(kind === undefined ? {} : { kinds: { ...row.kinds, amount: kind } }),
  }
}

/** Of a row with one amount; null where something is wrong with it. */
export function readMoved(
  row: MovedCells,
  { choices, order }: { choices: ReadChoices; order: DayOrder },
  wrong: Refuse,
): Moved | null {
  const { line, cells } = row
  const kind = meaningOf(row, choices)
  // A word without a meaning is said of the whole file.
  if (kind === null || kind === 'leave-out')
    return wordOf(row) === '' ? wrong('kind-word', say('files.kind-missing', { line })) : null
  if (isFilled(cells.debit) && isFilled(cells.credit))
    return wrong('direction', say('files.two-amounts', { line }))
  const isOut = isMoneyOut(kind)
  if (isFilled(cells.debit) ? !isOut : isFilled(cells.credit) && isOut)
    return wrong('direction', say('files.direction-of-column', { line }))
  const number = (role: 'rrn' | 'approvalCode' | 'serialNumber' | 'batch'): string | null => {
    const text = cells[role] ?? ''
    const cell = { text, kind: row.kinds?.[role] ?? null }
    const takesFormulas = choices.formulas === 'stored'
    const found = readIdCell({ ...cell, line, of: 'merchantOrderId', takesFormulas })
    if ('value' in found) return found.value ?? ''
    return wrong(found.wrong.kind, say('files.number-changed', { line, text: short(text) }))
  }
  const [rrn, approvalCode, serialNumber, batch] = [
    ...([number('rrn'), number('approvalCode'), number('serialNumber'), number('batch')] as const),
  ]
  if (rrn === null || approvalCode === null || serialNumber === null || batch === null) return null
  const when = timeOf(cells.day ?? '', order)
  return { kind, rrn, approvalCode, serialNumber, ...when, ...(batch === '' ? {} : { batch }) }
}

const time = /[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?/
const minuteMs = 60_000

/**
 * In milliseconds; null for an empty cell and for what is no day. Without a zone the clock is taken
 * for that of UTC and without a clock it is noon: the day before a movement, in which its line may
 * lie, is longer than any zone is away.
 */
function timeOf(text: string, order: DayOrder): Pick<Moved, 'at' | 'isDay'> {
  const day = readDay(text, order)
  if (day === null) return { at: null }
  const found = time.exec(text)
  if (found === null) return { at: Date.parse(`${day}T12:00:00Z`), isDay: true }
  const [, hours = '0', minutes = '0', seconds = '0', zone = 'Z'] = found
  const at = Date.parse(`${day}T00:00:00Z`)
  const clock = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1_000
  const away = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  const ahead = away === null ? 0 : Number(away[2]) * 60 + Number(away[3])
  return { at: at + clock - (away?.[1] === '-' ? -ahead : ahead) * minuteMs }
}

interface NumberCell {
  isNegative: boolean
  hasDecimals: boolean
  text: string
}

function numberIn({ cells, kinds }: MovedCells, mark: DecimalMark): NumberCell | null {
  const text = cells.amount?.trim() ?? ''
  const isNumber = kinds?.amount !== undefined
  const written = isNumber ? text : (readAmountCell(text)?.number ?? null)
  const number = written === null ? null : readCell(written, isNumber ? '.' : mark)
  if (number === null) return null
  return { isNegative: number.isNegative, hasDecimals: number.plain.includes('.'), text }
}

/**
 * Signs say the direction, or nothing: where money out has a minus, all of it has. Each line that
 * says otherwise is listed.
 */
export function signFaults(
  cells: ReadonlyMap<number, MovedCells>,
  rows: readonly FileRow[],
  mark: DecimalMark,
): WrongRow[] {
  const isNegative = (row: FileRow): boolean =>
    numberIn(cells.get(row.line)!, mark)?.isNegative === true
  // Debit and credit say it by their column.
  const signed = rows.filter(({ line, moved }) => {
    const { debit, credit } = cells.get(line)!.cells
    return moved !== undefined && debit === undefined && credit === undefined
  })
  const first = signed.find((row) => isMoneyOut(row.moved!.kind) && isNegative(row))
  return signed.flatMap((row): WrongRow[] => {
    const [isOut, { line }] = [isMoneyOut(row.moved!.kind), row]
    const said = (message: string): WrongRow[] => [{ kind: 'direction', line, message }]
    if (!isOut && isNegative(row)) return said(say('files.sign-of-kind', { line }))
    return isOut && first !== undefined && !isNegative(row)
      ? said(say('files.sign-missing', { line, other: first.line }))
      : []
  })
}

/**
 * Amounts in the smallest units: proved wrong by decimals, and asked where no cell has any. The
 * rows come back with their amounts read in the unit.
 */
export function inUnit(
  cells: ReadonlyMap<number, MovedCells>,
  rows: readonly FileRow[],
  { unit }: ReadChoices,
  mark: DecimalMark,
): { rows: FileRow[]; wrong: WrongRow[] } {
  const number = ({ line }: FileRow): NumberCell | null => numberIn(cells.get(line)!, mark)
  if (unit === 'minor') {
    const wrong = rows.flatMap((row): WrongRow[] => {
      const found = number(row)
      if (found?.hasDecimals !== true) return []
      const { line } = row
      const message = say('files.unit-with-decimals', { line, text: short(found.text) })
      return [{ kind: 'unit', line, message }]
    })
    const bad = new Set(wrong.map(({ line }) => line))
    return { wrong, rows: rows.filter(({ line }) => !bad.has(line)).map(toMinor) }
  }
  const [example] = rows.filter(({ amount }) => (amount?.digits ?? 0) > 0)
  const isOpen =
    unit === undefined &&
    example !== undefined &&
    rows.every((row) => number(row)?.hasDecimals !== true)
  if (!isOpen) return { wrong: [], rows: [...rows] }
  const text = short(number(example)?.text ?? '')
  const message = say('files.unit-unclear', { text })
  return { wrong: [{ kind: 'unit', line: null, message }], rows: [...rows] }
}

/** It was read as whole units, of which there is no part. */
const toMinor = (row: FileRow): FileRow => {
  const { amount } = row
  if (amount === null) return row
  return { ...row, amount: { ...amount, minor: amount.minor / 10n ** BigInt(amount.digits) } }
}
