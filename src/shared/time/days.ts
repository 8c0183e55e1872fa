// Days of the calendar, as YYYY-MM-DD: without a zone, and without the hours of a clock.
export const DAY_MS = 86_400_000

/** The day so many days later, or earlier where `days` is below 0. */
export const movedDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)
