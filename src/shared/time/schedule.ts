// The days on which a subscription would be charged, worked out from its schedule: pure calendar
// days, without a clock or a time zone. It is a preview; the gateway charges by its own calendar.

const periods = ['daily', 'weekly', 'monthly'] as const
export type Period = (typeof periods)[number]

export interface Schedule {
  period: Period
  /** How many periods lie between two charges. */
  interval: number
  /** Days like 2030-01-31. */
  start: string
  /** The last day on which there may be a charge; without it there is no end. */
  finish?: string | undefined
}

export const isPeriod = (text: string): text is Period =>
  (periods as readonly string[]).includes(text)

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Milliseconds of a day's beginning in UTC; null for a day the calendar does not have. */
function readDay(text: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) || dayOf(at) !== text ? null : at
}

/**
 * Months keep the first charge's day of the month, or end with the month where it has no such day.
 */
function addMonths(at: number, months: number): number {
  const from = new Date(at)
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay))
}

/** The first `count` charges; fewer when the schedule ends before, none when it can't be read. */
export function chargeDays(schedule: Schedule, count: number): string[] {
  const start = readDay(schedule.start)
  const { finish, interval, period } = schedule
  const last = finish === undefined || finish === '' ? Infinity : readDay(finish)
  if (start === null || last === null || !Number.isSafeInteger(interval) || interval < 1) return []
  const days: string[] = []
  for (let step = 0; step < count; step += 1) {
    const at =
      period === 'monthly'
        ? addMonths(start, step * interval)
        : start + step * interval * (period === 'weekly' ? 7 : 1) * dayMs
    if (at > last) break
    days.push(dayOf(at))
  }
  return days
}

/** The next `count` charges on or after a day, of a schedule that may have begun long ago. */
export function nextChargeDays(schedule: Schedule, from: string, count: number): string[] {
  const start = readDay(schedule.start)
  const now = readDay(from)
  if (start === null || now === null) return []
  // No period is shorter than a day, so that many steps reach it.
  const steps = Math.max(0, Math.ceil((now - start) / dayMs)) + count
  return chargeDays(schedule, steps)
    .filter((day) => day >= from)
    .slice(0, count)
}
