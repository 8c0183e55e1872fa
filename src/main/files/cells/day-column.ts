// Whether a column of days writes the day or the month first: proved by a number over 12, else
// chosen by a person. Pure.
import type { DayOrder } from '#shared/files/file-row.ts'

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[ T].*)?$/
const isoSlash = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?: .*)?$/
const marked = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,? .*)?$/

/** YYYY-MM-DD; null for what is no day of the calendar. A time behind it is left out. */
export function readDay(text: string, order: DayOrder): string | null {
  const cell = text.trim()
  const ymd = iso.exec(cell) ?? isoSlash.exec(cell)
  if (ymd !== null) return dayOf(ymd[1]!, ymd[2]!, ymd[3]!)
  const match = marked.exec(cell)
  if (match === null) return null
  const [, first = '', second = '', year = ''] = match
  return order === 'day-first' ? dayOf(year, second, first) : dayOf(year, first, second)
}

function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text) ? text : null
}

/** What the cells prove. 'open' comes with a cell that has two readings. */
export function orderOf(
  cells: Iterable<string>,
): { kind: 'proven'; order: DayOrder } | { kind: 'open'; text: string } | { kind: 'none' } {
  let open: string | null = null
  for (const text of cells) {
    const match = marked.exec(text.trim())
    if (match === null) continue
    const [first, second] = [Number(match[1]), Number(match[2])]
    if (first > 12 && second <= 12) return { kind: 'proven', order: 'day-first' }
    if (second > 12 && first <= 12) return { kind: 'proven', order: 'month-first' }
    // Dots stand behind days first wherever they stand.
    if (first !== second && !text.includes('.')) open ??= text.trim()
  }
  return open === null ? { kind: 'none' } : { kind: 'open', text: open }
}
