// Card numbers in a file, told from ids that have their form. Of ids of 16 digits one in some tens
// reads as a card number; in a column of cards all of them do. So the other cells of the column
// decide (docs/decisions/0172-card-numbers-in-files.md). A file with one is refused whole.
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import type { SourceRow } from './bytes/source-row.ts'

/** This many other cells of one length prove a column of ids by their number. */
const enough = 8
/** Of a number a spreadsheet keeps so many digits: an id with more is refused as rounded. */
const mostKept = 15
/** Ids made one after the other begin alike. */
const beginning = 4

interface Length {
  count: number
  /** Of them, those with the form of a card number. */
  inForm: number
  /** How those without it begin. */
  beginnings: Set<string>
  seen: Set<string>
  /** Lines of cells with the form, by how they begin; the first line of each. */
  suspects: Map<string, number>
}

/** Goes over all cells of a file, and says in which line the first card number stands. */
export function createCardWatch(): {
  see: (row: SourceRow) => void
  /** `isId`: whether the column with this place holds ids by its role. */
  foundIn: (isId: (column: number) => boolean) => number | null
} {
  const columns: Map<number, Length>[] = []
  const rounded = new Map<number, number>()
  let first: number | null = null
  const seeDigits = (line: number, column: number, text: string): void => {
    const lengths = (columns[column] ??= new Map<number, Length>())
    let length = lengths.get(text.length)
    if (length === undefined) {
      length = { count: 0, inForm: 0, beginnings: new Set(), seen: new Set(), suspects: new Map() }
      lengths.set(text.length, length)
    }
    const start = text.slice(0, beginning)
    const isSuspect = holdsCardNumber(text)
    // One id that stands in many lines proves nothing more.
    if (length.seen.size < 10_000) {
      if (length.seen.has(text)) return
      length.seen.add(text)
    }
    length.count += 1
    if (!isSuspect) length.beginnings.add(start)
    else {
      length.inForm += 1
      if (!length.suspects.has(start)) length.suspects.set(start, line)
    }
  }
  return {
    see({ line, cells, kinds }) {
      for (const [column, cell] of cells.entries()) {
        if (cell.length < 12) continue
        const text = cell.trim()
        const kind = kinds?.get(column)
        if (text.length > mostKept && (kind === 'number' || kind === 'masked')) {
          if (!rounded.has(column) && holdsCardNumber(text)) rounded.set(column, line)
        } else if (/^\d{12,19}$/.test(text)) seeDigits(line, column, text)
        else if (first === null && holdsCardNumber(cell)) first = line
      }
    },
    foundIn(isId) {
      let found = first
      for (const [column, line] of rounded)
        if (!isId(column) && (found === null || line < found)) found = line
      for (const [column, lengths] of columns.entries())
        for (const length of lengths?.values() ?? [])
          for (const [start, line] of length.suspects) {
            const isAlike = isId(column) && length.beginnings.has(start)
            if (isAlike || isProven(length, isId(column))) continue
            if (found === null || line < found) found = line
          }
      return found
    },
  }
}

/**
 * Others of its length have no form of a card number. Where a column holds ids by its role, two of
 * them say it; a column that nobody named proves it by many.
 */
const isProven = ({ count, inForm }: Length, isId: boolean): boolean =>
  isId ? count - inForm >= 2 && inForm * 2 <= count : count > enough && inForm * 2 < count
