// A day as a person types it. Pure.

/** The day as 2026-03-31, from that form or from 31.3.2026; null when it is no day. */
export function dayOf(typed: string): string | null {
  const text = typed.trim()
  const form = [
    /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  ].find((one) => one.test(text))
  const { year, month, day } = form?.exec(text)?.groups ?? {}
  if (year === undefined || month === undefined || day === undefined) return null
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || !at.toJSON().startsWith(iso) ? null : iso
}
