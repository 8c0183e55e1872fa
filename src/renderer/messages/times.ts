// Times for people: always with their zone and with all digits, so that two times can be compared
// by eye.
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

/** "2026-11-21 04:05:09 UTC+01:00" for milliseconds since 1970, by the clocks of a zone. */
export function formatTime(at: number, zone: string): string {
  const ahead = aheadOfUtc(at, zone)
  const there = new Date(at + ahead).toISOString()
  return `${there.slice(0, 10)} ${there.slice(11, 19)} ${offsetLabel(ahead)}`
}

/**
 * What a gateway wrote as "2026-11-21 08:45:02 UTC", by the clocks of a zone; other texts as they
 * are.
 */
export function inZone(text: string, zone: string): string {
  const at = momentOf(text)
  return at === null ? text : formatTime(at, zone)
}

/** In ms; null for any other text: a time without a zone is no moment. */
export function momentOf(text: string): number | null {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/.exec(text) ?? []
  const at = Date.parse(`${day}T${clock}Z`)
  return Number.isNaN(at) ? null : at
}

/** "2026-11-21 04:05:09", for a row: the bar at the top names the zone. */
export const formatClock = (at: number, zone: string): string => formatTime(at, zone).slice(0, 19)

/** "2026-11-21 04:05", for a column of a list: whoever points at it sees the rest. */
export const formatMinute = (at: number, zone: string): string => formatTime(at, zone).slice(0, 16)

/** "04:05" of the same day, and else "2026-11-20 04:05". */
export function sinceLabel(at: number, now: number, zone: string): string {
  const [day, clock] = formatMinute(at, zone).split(' ') as [string, string]
  return formatMinute(now, zone).startsWith(day) ? clock : `${day} ${clock}`
}

/** "2026-11-21", of a day that is one wherever it is read. */
export const dayOf = (at: number): string => formatTime(at, 'UTC').slice(0, 10)

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
 * How long ago, in a word or two: "now", "12 min", "3 h", "5 d"; "in 3 h" by a clock that is ahead,
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

/** "1–29 November 2026", and "29 November 2026" of one day; each as YYYY-MM-DD. */
export const daysLabel = (from: string, to: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  }).formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`))

/** When the next check is due: "in 4 s", or "now" when it is due. */
export const untilLabel = (at: number, now: number): string =>
  at <= now ? t('frame.now') : t('frame.in-span', { span: formatSpan(at - now) })
