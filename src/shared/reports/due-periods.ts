// Which whole days, weeks or months of a zone are over. Pure. Weeks begin on Monday.
import { movedDay } from '../time/days.ts'
import { dayIn } from '../time/zone.ts'
import type { Every } from './plan-methods.ts'

/** Both days are within it. */
export interface DuePeriod {
  from: string
  to: string
}

/** The first day of the period that a day is in. */
export function firstDayOf(every: Every, day: string): string {
  if (every === 'day') return day
  if (every === 'month') return `${day.slice(0, 8)}01`
  return movedDay(day, -((new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7))
}

function nextFirst(every: Every, first: string): string {
  if (every === 'day') return movedDay(first, 1)
  return every === 'week' ? movedDay(first, 7) : firstDayOf('month', movedDay(first, 31))
}

/** Oldest first, from the one that begins on `first`. */
export function* duePeriods(
  every: Every,
  { first, zone }: { first: string; zone: string },
  now: number,
): Generator<DuePeriod> {
  const today = dayIn(now, zone)
  for (let from = first; from <= today;) {
    const next = nextFirst(every, from)
    const to = movedDay(next, -1)
    if (to >= today) return
    yield { from, to }
    from = next
  }
}
