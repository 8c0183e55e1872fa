// Tells a table in a pasted text from a list, and reads its cells as RFC 4180 writes them: quoted
// cells may hold the separator, quotes and line breaks. Pure. Which column means what is for a
// person to say.

export interface PastedTable {
  /** Counted from 0, each with the name in the first row, or empty where that row is no head. */
  names: string[]
  rows: { line: number; cells: string[] }[]
}

const separators = ['\t', ';', ',', '|'] as const

/** Null for a text whose lines don't have the same columns: that is a list. */
export function readTable(text: string): PastedTable | null {
  const found = separators
    .map((separator) => rowsOf(text, separator))
    .map((rows) => ({ rows, width: usualWidth(rows) }))
    .filter(({ width }) => width > 1)
    .sort((a, b) => b.width - a.width)[0]
  if (found === undefined) return null
  const rows = found.rows.map(({ line, cells }) => ({
    line,
    // A row that ends early has empty cells there.
    cells: Array.from({ length: Math.max(found.width, cells.length) }, (_, at) => cells[at] ?? ''),
  }))
  const isHead = hasHead(rows.map(({ cells }) => cells))
  const names = Array.from({ length: found.width }, (_, at) =>
    isHead ? (rows[0]?.cells[at] ?? '') : '',
  )
  return { names, rows: isHead ? rows.slice(1) : rows }
}

/** How many columns most rows have: at least two rows, and at least half of them; else 1. */
function usualWidth(rows: readonly { cells: string[] }[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width, count] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  return count >= 2 && count * 2 >= rows.length ? width : 1
}

/** Names have no digits, and what stands below them has. */
const hasHead = ([first, ...rest]: readonly string[][]): boolean =>
  first !== undefined &&
  rest.length > 0 &&
  first.every((cell) => !/\d/.test(cell)) &&
  rest.some((cells) => cells.some((cell) => /\d/.test(cell)))

/** Rows without anything in them are left out. */
function rowsOf(text: string, separator: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  let cells: string[] = []
  let [cell, isQuoted, line, startedAt] = ['', false, 1, 1]
  const endCell = (): void => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    if (cells.some((one) => one !== '')) rows.push({ line: startedAt, cells })
    cells = []
    startedAt = line
  }
  const plain = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain.charAt(at)
    if (char === '\n') line += 1
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (plain.charAt(at + 1) === '"') {
        cell += char
        at += 1
      } else isQuoted = false
    } else if (char === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (char === separator) endCell()
    else if (char === '\n') endRow()
    else cell += char
  }
  endRow()
  return rows
}
