// Which line of a table names its columns, and which role each column may have. Names propose; what
// stands in a column proposes only for pasted cells, where often nothing is named. Pure.
import { checkAccount } from '#shared/cards/iban.ts'
import { currencyDigits } from '#shared/currency.ts'
import { type ColumnRole, roleOfName } from '#shared/files/column-role.ts'
import { readAmountCell } from './cells/amount-cell.ts'
import type { SourceRow } from './bytes/source-row.ts'

/** What a row is about: a table with one of these names is one of rows. */
const keyRoles: readonly ColumnRole[] = [
  ...(['orderId', 'merchantOrderId', 'payeeAccount', 'cardRef'] as const),
]

/** So many rows are looked at for a head. */
export const headWithin = 50

/** The place of the head among the first rows; null where none is one. */
export function headAmong(rows: readonly SourceRow[], used: readonly ColumnRole[]): number | null {
  // A reason may be called as a column is.
  const known = rows.map(({ cells }) =>
    cells.some((cell) => isLikeId(cell.trim()) || isLikeAmount(cell.trim()))
      ? []
      : cells.map((cell) => roleOfName(cell, used)),
  )
  const byId = known.findIndex((roles) => roles.some((role) => keyRoles.includes(role)))
  if (byId !== -1) return byId
  const byTwo = known.findIndex((roles) => roles.filter((role) => role !== 'none').length >= 2)
  if (byTwo !== -1) return byTwo
  const byNames = rows.findIndex(
    ({ cells }, at) =>
      cells.every((cell) => !/\d/.test(cell)) &&
      cells.filter((cell) => cell.trim() !== '').length === cells.length &&
      rows[at + 1]?.cells.length === cells.length &&
      rows[at + 1]!.cells.some((cell) => /\d/.test(cell)),
  )
  return byNames === -1 ? null : byNames
}

/** `hasContents`: roles that no name proposes may be found by what stands in the columns. */
export function proposedRoles(
  names: readonly string[],
  rows: readonly SourceRow[],
  used: readonly ColumnRole[],
  hasContents: boolean,
): ColumnRole[] {
  const roles = names.map((name) => roleOfName(name, used))
  if (!hasContents || rows.length === 0) return roles
  const cellsOf = (column: number): string[] =>
    rows.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '')
  const give = (role: ColumnRole, isSuch: (cells: string[]) => boolean): void => {
    if (!used.includes(role) || roles.includes(role)) return
    const found = names
      .map((_name, column) => column)
      .filter((column) => roles[column] === 'none' && cellsOf(column).length > 0)
      .filter((column) => isSuch(cellsOf(column)))
    // Of two columns that could be it nobody knows which one is.
    if (found.length === 1) roles[found[0]!] = role
  }
  const most = (test: (cell: string) => boolean) => (cells: string[]) =>
    cells.filter(test).length * 10 >= cells.length * 8
  if (!roles.includes('merchantOrderId')) give('orderId', most(isLikeId))
  give('payeeAccount', most(isIban))
  give(
    'currency',
    most((cell) => currencyDigits[cell] !== undefined),
  )
  give('amount', most(isLikeAmount))
  const isUnnamed = names.every((name) => name === '')
  if (isUnnamed && roles.includes('currency')) give('amount', most(isNumber))
  // A column that is called something else holds something else: customers are no reason, and their
  // names would be sent to the gateway.
  if (isUnnamed)
    give(
      'reason',
      most((cell) => /\p{L}{3}/u.test(cell) && !cell.includes('@')),
    )
  return roles
}

const isIban = (cell: string): boolean => checkAccount(cell).kind === 'sound'
export const isLikeId = (cell: string): boolean => /^\d{5,19}$/.test(cell)
/** A whole number is an amount only beside its currency. */
const isNumber = (cell: string): boolean => readAmountCell(cell) !== null
const isLikeAmount = (cell: string): boolean =>
  !isLikeId(cell) && readAmountCell(cell) !== null && /[.,]\d|[^\d.,' -]/.test(cell)
