// What a reading of a file gives: its rows, all that is wrong, and what a person may choose.
// Pure data that crosses threads.
import type { Money } from '../money.ts'
import type { ReportKind, ReportLine } from '../reconcile/report-line.ts'
import type { StatementFacts } from '../reconcile/statement.ts'
import type { ColumnRole } from './column-role.ts'

/** What the rows are for: it says which columns are needed. */
export type FilePurpose =
  'refund' | 'capture' | 'void' | 'payout' | 'charge' | 'look-up' | 'orders' | 'report'

const ids: readonly ColumnRole[] = ['orderId', 'merchantOrderId']
/** Roles that matter for what the rows are for; all other columns are not read. */
export const usedRoles: Readonly<Record<FilePurpose, readonly ColumnRole[]>> = {
  refund: [...ids, 'amount', 'currency', 'reason', 'account', 'kind', 'beside'],
  capture: [...ids, 'amount', 'currency', 'account', 'kind', 'beside'],
  // A void ends the whole hold: a row that names an amount means that amount, and no other.
  void: [...ids, 'amount', 'currency', 'reason', 'account', 'kind', 'beside'],
  payout: [
    ...(['payeeAccount', 'payee', 'bankCode', 'amount', 'currency', 'reason'] as const),
    ...(['kind', 'beside'] as const),
  ],
  charge: ['cardRef', 'amount', 'currency', 'reason', 'kind', 'beside'],
  'look-up': [...ids, 'account'],
  orders: [...ids, 'amount', 'currency', 'day', 'email', 'lastFour', 'name', 'account'],
  report: [
    ...([...ids, 'rrn', 'approvalCode', 'serialNumber', 'kind', 'amount', 'debit'] as const),
    ...(['credit', 'currency', 'lastFour', 'day', 'account', 'batch', 'fee', 'net'] as const),
    ...(['rate', 'convertedAmount', 'convertedCurrency'] as const),
  ],
}

/** Whom a row pays, as it is written but for the spaces of an account number. */
export interface PayTo {
  account: string
  /** Empty where the list says none. */
  name: string
  bankCode: string
}

/** What a line of a report says beside its ids and its amount. */
export type Moved = Pick<
  ReportLine,
  'kind' | 'rrn' | 'approvalCode' | 'serialNumber' | 'at' | 'isDay' | 'batch' | 'fee'
>

/** What a word in the kind column of a report means; 'leave-out' is no movement. */
export type KindMeaning = ReportKind | 'leave-out'
/** Lines of a report that a word leaves out, with how many of them have no amount. */
export interface LeftKind {
  word: string
  count: number
  without: number
  /** In minor units, as text. */
  sums: { currency: string; digits: number; minor: string }[]
}
/** Whether amounts are written in whole units (20.00) or in the smallest ones (2000). */
type AmountUnit = 'major' | 'minor'

/** `line` counts from 1, as an editor and a spreadsheet do. */
export interface FileRow {
  line: number
  /** Digits alone, without zeros in front. One of the two ids is there. */
  orderId: string | null
  merchantOrderId: string | null
  /** Null where the cell is empty or no column has the role: all that can be moved. */
  amount: Money | null
  reason: string | null
  /** YYYY-MM-DD, in the zone of whoever wrote the file. */
  day: string | null
  email: string | null
  lastFour: string | null
  name: string | null
  /** Of a list of payouts: whom to pay. */
  payTo?: PayTo
  /** Of a list of charges: the reference of the saved card. */
  cardRef?: string
  /** Of a report of the gateway: what moved, and the numbers of the movement. */
  moved?: Moved
  /** Cells of the columns that are kept beside the result, in their order. */
  beside?: string[]
}

/** The kinds of what can be wrong, in the order in which they are listed. */
export const wrongKindList = [
  'no-rows',
  'no-head',
  'encoding',
  'half-character',
  'quote-open',
  'quote-text',
  'cell-count',
  'long-line',
  'unseen',
  'column-needed',
  // No column holds amounts, and all that is left may not be meant.
  'no-amounts',
  'own-result',
  'one-role-twice',
  'head-twice',
  'amount-unclear',
  'marks-contradict',
  'decimals',
  'negative',
  'zero-or-large',
  'currency',
  'id-rounded',
  'id-scientific',
  'id-date',
  'formula',
  'error-cell',
  'hidden',
  'sheets',
  'same-twice',
  'card-number',
  'no-table',
  'account',
  'reason',
  'kind-word',
  // Of a report: the kind, the sign and the column of an amount contradict each other.
  'direction',
  // Of a report: no amount has decimals, so it may be written in the smallest units.
  'unit',
  'foot',
  'changed',
  // Of a report: gross, fees and net of a line contradict each other.
  'fees',
  // What no bank writes into a statement, or one that does not add up.
  'statement',
  // A cell that is nothing its column could hold.
  'no-id',
  // Whom to pay: no account, one with wrong check digits, or one that looks like a card number.
  'payee',
  // Which card to charge: no reference, or one that a spreadsheet changed.
  'card-reference',
  'no-amount',
  'day',
] as const
export type WrongKind = (typeof wrongKindList)[number]

export interface WrongRow {
  kind: WrongKind
  /** Null for what is said of the whole file. */
  line: number | null
  /** A stored message, with the line in it. */
  message: string
}

/** What stands in a line that is wrong, where its cells can be told apart. */
export interface WrongCells {
  line: number
  /** Of columns with a role, in their order; `column` counts from 0. */
  cells: { column: number; text: string }[]
}

type MinusMeaning = 'amount' | 'refused'
export type DayOrder = 'day-first' | 'month-first'

/** One cell as a person mended it. `column` counts from 0. */
export interface MendedCell {
  line: number
  column: number
  text: string
}

/**
 * What a person chose for this file, or a template for all its like; what is absent is proposed by
 * the file itself.
 */
export interface ReadChoices {
  encoding?: string
  /** The name of a sheet of a workbook. */
  sheet?: string
  /** The line that names the columns; 0 where none does. */
  headLine?: number
  /** A role for each column by its place, counted from 0. */
  roles?: ColumnRole[]
  decimalMark?: '.' | ','
  minus?: MinusMeaning
  dayOrder?: DayOrder
  /** Of an ID or amount that a formula worked out, the result in the workbook is taken. */
  formulas?: 'stored'
  hidden?: 'read' | 'leave-out'
  /** Lower-case names in the kind column, and whether such a row is taken. */
  kindNames?: Record<string, 'take' | KindMeaning>
  /** Of a report. */
  unit?: AmountUnit
  /** Equal lines are meant. */
  keepEqual?: boolean
  /** The last line adds up to something else, and is left out. */
  ignoreFoot?: boolean
  /** For rows that name no currency. */
  currency?: string
  /** Of a list without amounts: all that is left of each order. */
  allLeft?: true
  mended?: MendedCell[]
}

export interface FileColumn {
  /** As the head line names it, or by its letter. */
  name: string
  role: ColumnRole
  /** The first three cells, short; card numbers masked. */
  samples: string[]
}

/** Lines of a file in an encoding that it may be written in. */
export interface EncodingSample {
  encoding: string
  lines: string[]
}

export interface FileReading {
  /** SHA-256 in hex: of the bytes, and of what the good rows mean (meaning.ts). */
  bytesSha256: string
  meaning: string
  /** What was found out or chosen; the next reading begins with it. */
  encoding: string | null
  sheet: string | null
  sheets: string[]
  headLine: number
  decimalMark: '.' | ',' | null
  columns: FileColumn[]
  encodings: EncodingSample[]
  /** Names in the kind column that nobody set. */
  openKinds: string[]
  /** Of a report: what its words leave out. */
  leftKinds?: LeftKind[]
  /** Of a bank statement, which has no columns. */
  statement?: StatementFacts
  /** How many rows with anything in them stand below the head. */
  rowCount: number
  /** The last line, where it was read as the sum of the others and is none of the rows. */
  sumLine: number | null
  /** False while the whole file is wrong, or something has to be chosen: no rows then. */
  isUsable: boolean
  rows: FileRow[]
  wrong: WrongRow[]
  /** Of the first lines that are wrong, for a person to mend. */
  wrongCells: WrongCells[]
}
