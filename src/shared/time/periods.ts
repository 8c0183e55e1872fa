// Periods of whole days in a zone, cut into days, weeks or months: where each piece begins. Pure.
// A piece is closed on the left and open on the right, and lasts as long as its days do there.
import { DAY_MS, movedDay } from './days.ts'
import { dayIn, dayStart } from './zone.ts'

export interface Period {
  /** Days like 2026-11-26, both within it. */
  from: string
  to: string
  zone: string
}

export interface Pieces {
  /** The first day of each piece. */
  names: string[]
  /** Where each piece begins, and where the last one ends: one more than names. */
  borders: number[]
}

/** Weeks begin on Monday, as ISO 8601 counts them. */
const isMonday = (day: string): boolean => new Date(`${day}T00:00:00.000Z`).getUTCDay() === 1

const isBorder = {
  whole: () => false,
  day: () => true,
  week: isMonday,
  month: (day: string) => day.endsWith('-01'),
} as const

export function piecesOf({ from, to, zone }: Period, cut: keyof typeof isBorder): Pieces {
  const names = [from]
  for (let day = movedDay(from, 1); day <= to; day = movedDay(day, 1))
    if (isBorder[cut](day)) names.push(day)
  let last = dayStart(from, zone)
  const borders = [last]
  for (const name of [...names.slice(1), movedDay(to, 1)]) {
    last = startAfter(name, last, zone)
    borders.push(last)
  }
  return { names, borders }
}

/** Most days last 24 hours: that is seen quicker than where one begins is searched. */
function startAfter(day: string, before: number, zone: string): number {
  const usual = before + DAY_MS
  return dayIn(usual, zone) === day && dayIn(usual - 1, zone) < day ? usual : dayStart(day, zone)
}
