// Time zones by their IANA names: how far a zone's clocks are ahead at a moment, and when a day
// begins there. Pure; the rules are the platform's own tables (Intl). A day may be missing, or last
// 23 or 25 hours: nothing here counts 24 of them.

const SECOND_MS = 1000
/** Clocks are at most 14 hours ahead of UTC and 12 behind; one more for a change of the clocks. */
const MOST_AHEAD_MS = 15 * 3_600_000
const dayForm = /^\d{4}-\d\d-\d\d$/

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** Names only: a bare offset knows no summer time, so it is no zone of a place. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(name)) return false
  try {
    return formatOf(name).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Milliseconds a zone's clocks are ahead of UTC at a moment (negative: behind). */
export function aheadOfUtc(at: number, zone: string): number {
  if (zone === 'UTC') return 0
  const clock: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) clock[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = clock
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  return shown - Math.floor(at / SECOND_MS) * SECOND_MS
}

/** The day the calendars of a zone show at a moment, like 2026-11-21. */
export const dayIn = (at: number, zone: string): string =>
  new Date(at + aheadOfUtc(at, zone)).toISOString().slice(0, 10)

/**
 * The first moment (ms since 1970) of a day in a zone; of a day that a zone left out, that of the
 * day after.
 */
export function dayStart(day: string, zone: string): number {
  const there = Date.parse(`${day}T00:00:00.000Z`)
  if (zone === 'UTC' || !dayForm.test(day)) return there
  let before = (there - MOST_AHEAD_MS) / SECOND_MS
  let from = (there + MOST_AHEAD_MS) / SECOND_MS
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayIn(middle * SECOND_MS, zone) < day) before = middle
    else from = middle
  }
  return from * SECOND_MS
}

/** The moment a day is over in a zone: the first one of the day after. */
export const dayEnd = (day: string, zone: string): number =>
  dayStart(
    new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10),
    zone,
  )

/** From the first moment of days until the one after them; any moment where no day is named. */
export const momentsOf = ({
  from,
  until,
  zone = 'UTC',
}: {
  from?: string | undefined
  until?: string | undefined
  zone?: string | undefined
}): [number, number] => [
  from === undefined ? 0 : dayStart(from, zone),
  until === undefined ? Number.MAX_SAFE_INTEGER : dayEnd(until, zone),
]
