// What stands in the lines that are wrong, so that a person can mend them where they are listed.
// Pure.
import type { FileColumn, WrongCells, WrongRow } from '#shared/files/file-row.ts'
import type { RoleRow } from './check-rows.ts'
import { mostMended, type TakenTable } from './table-taker.ts'

/** No id and no amount is longer; what is longer is not mended in a field. */
const longestCell = 500

/** Of the first lines, in their order. A line that is no row of cells has none. */
export function wrongCellsOf(
  { rows, unread, columns }: Pick<TakenTable, 'rows' | 'unread' | 'columns'>,
  wrong: readonly WrongRow[],
): WrongCells[] {
  const lines = [...new Set(wrong.flatMap(({ line }) => line ?? []))].slice(0, mostMended)
  const asked = new Set(lines)
  const ofLine = new Map<number, RoleRow>()
  for (const row of rows) if (asked.has(row.line)) ofLine.set(row.line, row)
  return lines.flatMap((line) => {
    const textIn = textsOf(ofLine.get(line), unread.get(line), columns)
    if (textIn === null) return []
    const cells = columns.flatMap(({ role }, column) =>
      role === 'none' || role === 'beside'
        ? []
        : [{ column, text: textIn(column).slice(0, longestCell) }],
    )
    return [{ line, cells }]
  })
}

function textsOf(
  row: RoleRow | undefined,
  cells: readonly string[] | undefined,
  columns: readonly FileColumn[],
): ((column: number) => string) | null {
  if (cells !== undefined) return (column) => cells[column] ?? ''
  return row === undefined ? null : (column) => row.cells[columns[column]!.role] ?? ''
}
