// A day as a person types it. Pure.

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august'],
  ...['september', 'october', 'november', 'december'],
]

/** No further digit could make it another day. */
export const isDone = (typed: string): boolean =>
  /^(\d{4}-\d\d-\d\d|\d{1,2} [a-z]+ \d{4})$/i.test(typed.trim())

/**
 * The day as 2026-03-31, from that form, from 31.3.2026 and from 31 Mar 2026; null when it is no
 * day.
 */
export function dayOf(typed: string): string | null {
  const text = typed.trim()
  const form = [
    /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
    /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/i,
  ].find((one) => one.test(text))
  const { year, month, day } = form?.exec(text)?.groups ?? {}
  if (year === undefined || month === undefined || day === undefined) return null
  const named = months.findIndex((name) => name.startsWith(month.toLowerCase())) + 1
  const number = named === 0 ? month : String(named)
  const iso = `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || !at.toJSON().startsWith(iso) ? null : iso
}
