// The audit log as CSV for people: RFC 4180, every cell quoted, nothing a spreadsheet would run as
// a formula. Declared non-authoritative: audit.jsonl is what is checked. Pure.
import { formatMessages, formatMessage } from '#wording/format-messages.ts'
import { actionMessage } from '#shared/audit/audit-labels.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { ShownEntry } from '../audit/audit-rows.ts'

export const columns = [
  'seq',
  'time',
  'actor',
  'requested_by',
  'kind',
  'action',
  'outcome',
  'origin',
  'subject',
  'operation',
  'orderid',
  'client_orderid',
  'direction',
  'amount',
  'currency',
  'comment',
  'message',
  'serial_number',
  'rrn',
  'approval_code',
  'processor_tx_id',
  'processing_date',
  'card',
  'payee',
  'payee_account',
  'description',
  'details',
  'computer',
  'log',
] as const

/** Which log a table is of, and which computer keeps it: those of several are put together. */
export interface TablePlace {
  computer: string
  logId: string
}

/** Which way money goes when the operation succeeds. */
export const directionOf = (operation: string): string =>
  (isOperationId(operation) ? rowOf(operation).moves : undefined) ?? ''

// Detail keys that have a column of their own.
const shown = new Set([
  'operation',
  'orderid',
  'clientOrderid',
  'amount',
  'currency',
  'comment',
  'message',
  'serialNumber',
  'requestedBy',
  'rrn',
  'approvalCode',
  'processorTxId',
  'processingDate',
  'card',
  'lastFour',
  'payee',
  'payeeAccount',
  'description',
])

/** The mark at its beginning tells spreadsheets that it is UTF-8. */
export const csvHead = (names: readonly string[] = columns): string => `\ufeff${csvLine(names)}`

/**
 * The cells of one entry, unguarded: csvLine guards them, and a spreadsheet file has text cells.
 */
export function csvCells(row: ShownEntry, { computer, logId }: TablePlace): string[] {
  const { details } = row
  const cell = (key: string): string => {
    const value = details[key]
    return typeof value === 'string' || typeof value === 'number'
      ? formatMessage(String(value))
      : ''
  }
  const rest = Object.fromEntries(Object.entries(details).filter(([key]) => !shown.has(key)))
  const amount = cell('amount').replace(/^[+-]/, '')
  return [
    String(row.seq),
    new Date(row.at).toISOString(),
    row.actor,
    cell('requestedBy') || row.actor,
    row.kind,
    formatMessage(actionMessage(row)),
    row.outcome,
    row.origin,
    row.subject,
    cell('operation'),
    cell('orderid'),
    cell('clientOrderid'),
    amount === '' ? '' : directionOf(cell('operation')),
    amount,
    cell('currency'),
    cell('comment'),
    cell('message'),
    cell('serialNumber'),
    cell('rrn'),
    cell('approvalCode'),
    cell('processorTxId'),
    cell('processingDate'),
    [cell('card'), cell('lastFour')].filter(Boolean).join(' '),
    cell('payee'),
    cell('payeeAccount'),
    cell('description'),
    JSON.stringify(formatMessages(rest)),
    computer,
    logId,
  ]
}

export function csvLine(cells: readonly string[]): string {
  let line = ''
  for (const cell of cells) line += line === '' ? quoted(cell) : `,${quoted(cell)}`
  return `${line}\r\n`
}

const FORMULA = '=+\\-@\uff1d\uff0b\uff0d\uff20'
// Characters that a spreadsheet skips before it looks for a formula, or that nobody sees before it.
const SKIPPED = '["\\s\\p{Cc}\\p{Cf}]*'
// Most cells hold none of these, and looking costs less than replacing.
const RISKY = new RegExp(`[${FORMULA}]|^[\\t\\r\\0]`, 'u')
const AT_START = new RegExp(`^(?:[\\t\\r\\0]|${SKIPPED}[${FORMULA}])`, 'u')
// The list separator is another one in other countries, and a line break ends a row there: a
// formula can begin behind each of them.
const BEHIND = new RegExp(`([;,\\t|\\r\\n]${SKIPPED})(?=[${FORMULA}])`, 'gu')
// Both at once: a hyphen in a number or a time needs no more.
const MAY_RUN = new RegExp(`(?:^|[;,\\t|\\r\\n])${SKIPPED}[${FORMULA}]|^[\\t\\r\\0]`, 'u')

/**
 * Text in which nothing is taken for a formula, whatever a spreadsheet takes for the separator of
 * cells.
 */
const guarded = (text: string): string => {
  if (!RISKY.test(text) || !MAY_RUN.test(text)) return text
  const shown = text.replace(BEHIND, "$1'")
  return AT_START.test(shown) ? `'${shown}` : shown
}

// Most cells hold no quote, and looking costs less than replacing.
const quoted = (text: string): string =>
  `"${text.includes('"') ? guarded(text).replaceAll('"', '""') : guarded(text)}"`

/** A whole table as a file. */
export const csvText = ([head = [], ...rows]: readonly string[][]): string =>
  csvHead(head) + rows.map(csvLine).join('')

/** For the clipboard: tabs between cells and a line each; what would break a cell is a space. */
export const tableText = (rows: readonly string[][]): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => guarded(cell.replaceAll(/[\t\r\n]+/g, ' ')))
        // A quote at the beginning would take in all cells up to the next one.
        .map((cell) => (cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join('\t'),
    )
    .join('\n')
