// Times and days for people: the full form with its zone, "21 Nov 2026, 04:05:09 UTC", where a
// moment stands alone, and the short form of `listTime` in lists and timelines. Files and the
// gateway have ISO.
import { aheadOfUtc } from '#shared/time/zone.ts'
import { t } from './message.ts'

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const MINUTE_MS = 60_000

/** "UTC", "UTC+02:00", "UTC−03:30" for milliseconds ahead of UTC. */
export function offsetLabel(aheadMs: number): string {
  if (aheadMs === 0) return 'UTC'
  const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS)
  return `UTC${aheadMs > 0 ? '+' : '−'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** The day, and the clock to the minute or the second, that a zone has at a moment. */
function thereAt(at: number, zone: string, until: 'minute' | 'second') {
  const ahead = aheadOfUtc(at, zone)
  const there = at + ahead
  const clock = new Date(there).toISOString().slice(11, until === 'minute' ? 16 : 19)
  return { ahead, day: days.format(there), clock }
}

/** "21 Nov 2026, 04:05:09 UTC+01:00" for milliseconds since 1970, by the clocks of a zone. */
export function formatTime(at: number, zone: string): string {
  const { ahead, day, clock } = thereAt(at, zone, 'second')
  return `${day}, ${clock} ${offsetLabel(ahead)}`
}

/**
 * What a gateway wrote as "2026-11-21 08:45:02 UTC", by the clocks of a zone; other texts as they
 * are.
 */
export function inZone(text: string, zone: string): string {
  const at = momentOf(text)
  return at === null ? text : formatTime(at, zone)
}

/** The day of the same, in short: “21 Nov 2026”. */
export function dayThere(text: string, zone: string): string {
  const at = momentOf(text)
  return at === null ? longDay(text.slice(0, 10)) : thereAt(at, zone, 'minute').day
}

/** In ms; null for any other text: a time without a zone is no moment. */
export function momentOf(text: string): number | null {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/.exec(text) ?? []
  const at = Date.parse(`${day}T${clock}Z`)
  return Number.isNaN(at) ? null : at
}

/** "21 Nov 2026, 04:05:09", beside the name of its zone. */
export function formatClock(at: number, zone: string): string {
  const { day, clock } = thereAt(at, zone, 'second')
  return `${day}, ${clock}`
}

/**
 * For a list, which is read down: "04:05" of today, "29 Nov 04:05" of this year, "29 Nov 2025" of
 * another one. Whoever points at it sees the rest. To the second nothing is left out of another
 * year, and neither is the clock of what is still to come.
 */
export function listTime(
  at: number,
  now: number,
  zone: string,
  until: 'minute' | 'second' = 'minute',
): string {
  const { day, clock } = thereAt(at, zone, until)
  const { day: today } = thereAt(now, zone, until)
  if (day === today) return clock
  if (day.slice(-4) === today.slice(-4)) return `${day.slice(0, -5)} ${clock}`
  return until === 'second' || at > now ? `${day}, ${clock}` : day
}

/** "21 Nov 2026", of a day that is one wherever it is read. */
export const dayOf = (at: number): string => days.format(at)

/** "21 Nov 2026" for a calendar day like 2026-11-21; any other text as it is. */
export const longDay = (day: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? dayOf(Date.parse(day)) : day

/** This computer's, as the browser knows it. */
export const systemZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/**
 * Zones whose name or present distance from UTC holds every word that was typed; without a word,
 * all but UTC.
 */
export function zonesLike(typed: string, at: number): { name: string; label: string }[] {
  const asked = plainOf(typed).split(' ').filter(Boolean)
  return Intl.supportedValuesOf('timeZone')
    .filter((name) => name !== 'UTC')
    .map((name) => ({ name, label: offsetLabel(aheadOfUtc(at, name)) }))
    .filter(({ name, label }) => {
      const text = plainOf(`${name} ${label}`)
      return asked.every((word) => text.includes(word))
    })
}

const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('−', '-')
    .replace(/[\s/_]+/g, ' ')
    .trim()

/** "5 s", "2 min 05 s", "1 h 02 min"; never negative. */
export function formatSpan(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1000))
  if (seconds < 60) return t('connections.a-span-of-seconds', { seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60)
    return t('frame.minutes-min-two-digits-s', { minutes, twoDigits: twoDigits(seconds % 60) })
  return t('frame.floor-h-two-digits-min', {
    floor: Math.floor(minutes / 60),
    twoDigits: twoDigits(minutes % 60),
  })
}

/**
 * How long ago, in a word or two: "Now", "12 min", "3 h", "5 d"; "in 3 h" by a clock that is ahead,
 * so that what is still to come is never told as past.
 */
export function ageLabel(at: number, now: number): string {
  if (at - now >= MINUTE_MS) return t('frame.in-span', { span: ageLabel(now, at) })
  const minutes = Math.floor((now - at) / MINUTE_MS)
  if (minutes < 1) return t('frame.now')
  if (minutes < 60) return t('frame.minutes-min', { minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 24
    ? t('frame.hours-h', { hours })
    : t('frame.floor-d', { floor: Math.floor(hours / 24) })
}

/** "just now", "12 min ago"; "in 3 h" by a clock that is ahead. */
export function agoLabel(at: number, now: number): string {
  if (at - now >= MINUTE_MS) return ageLabel(at, now)
  return now - at < MINUTE_MS
    ? t('frame.just-now')
    : t('frame.span-ago', { span: ageLabel(at, now) })
}

/** "Saturday, 21 November" by the calendar of a zone. */
export const dayTitle = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: zone,
  })
    .format(at)
    .replace(/^(\w+) /, '$1, ')

/** "21 Nov" for a calendar day like 2026-11-21. */
export const dayLabel = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )

/** "1–29 Nov 2026", and "29 Nov 2026" of one day; each as YYYY-MM-DD. */
export const daysLabel = (from: string, to: string): string =>
  days.formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`))

/** When the next check is due: "in 4 s", or "now" when it is due. */
export const untilLabel = (at: number, now: number): string =>
  at <= now ? t('frame.now-inside') : t('frame.in-span', { span: formatSpan(at - now) })
