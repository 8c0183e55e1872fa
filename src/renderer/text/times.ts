// Times for people: always with their zone, always with all digits, so that two of them can be compared by eye.

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** "UTC", "UTC+02:00", "UTC-03:30": minutes as Date.getTimezoneOffset gives them. */
export function zoneOf(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC'
  const ahead = Math.abs(offsetMinutes)
  return `UTC${offsetMinutes < 0 ? '+' : '−'}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`
}

/** "2026-11-21 04:05:09 UTC+01:00" for milliseconds since 1970. */
export function formatTime(at: number, offsetMinutes = new Date(at).getTimezoneOffset()): string {
  const local = new Date(at - offsetMinutes * 60_000).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${zoneOf(offsetMinutes)}`
}

/** "5 s", "2 min 05 s", "1 h 02 min"; never negative. */
export function formatSpan(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`
}

/** When the next check is due: "in 4 s", or "now" when it is due. */
export const untilWords = (at: number, now: number): string =>
  at <= now ? 'now' : `in ${formatSpan(at - now)}`
