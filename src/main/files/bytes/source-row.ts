// A row of a table as the file holds it, before anybody knows what its columns mean. Pure.
import type { WrongKind, WrongRow } from '#shared/files/file-row.ts'

/** What a cell of a workbook is, where it is no text. */
export type CellKind =
  /** `text` has the 15 digits that a spreadsheet keeps, and the zeros in front that it shows. */
  | 'number'
  /** A number that is shown with other characters than it has. */
  | 'masked'
  | 'day'
  | 'error'
  | 'formula'

export interface SourceRow {
  /** Of its first character, counted from 1; of a workbook, the row. */
  line: number
  cells: string[]
  /** By the place of a cell; none for text. */
  kinds?: Map<number, CellKind>
  /** How many cells it has, where that are more than are kept. */
  width?: number
}

/** Says of a file why it can’t be read. Thrown: nothing of the file is used. */
export class UnreadableFile extends Error {
  readonly wrong: WrongRow
  constructor(kind: WrongKind, message: string, line: number | null = null) {
    super(message)
    this.wrong = { kind, line, message }
  }
}

/** Whoever takes the rows of a table. */
export interface RowTaker {
  row: (row: SourceRow) => void
  /** A line that is no row. */
  wrong: (wrong: WrongRow) => void
}

/** More cells than this no head has; a row keeps no more. */
export const mostColumns = 256
