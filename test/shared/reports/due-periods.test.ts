// Which periods are over: each once, without a gap, in any zone and over changes of the clocks.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { duePeriods, firstDayOf } from '#shared/reports/due-periods.ts'
import { everies } from '#shared/reports/plan-methods.ts'

const DAY_MS = 86_400_000
const zones = ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']
/** By the system's calendar alone. */
const dayThere = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)

it('follow each other from the first day, and the last one is over', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...everies),
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2011, 10, 1), max: Date.UTC(2027, 0, 1) }),
      fc.integer({ min: 0, max: 120 * 24 }),
      (every, zone, begun, hours) => {
        const now = begun + hours * 3_600_000
        const first = firstDayOf(every, dayThere(begun, zone))
        const due = [...duePeriods(every, { first, zone }, now)]
        let next = first
        for (const { from, to } of due) {
          expect(from).toBe(next)
          expect(to >= from).toBe(true)
          next = new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 10)
          expect(firstDayOf(every, next)).toBe(next)
          expect(firstDayOf(every, to)).toBe(from)
        }
        const today = dayThere(now, zone)
        // A day that a zone left out is over with the day before it.
        expect(next <= today).toBe(true)
        expect(firstDayOf(every, today)).toBe(next)
      },
    ),
    { numRuns: 2_000 },
  )
})

it('are the calendar’s: days, weeks from Monday, and months', () => {
  const now = Date.parse('2026-03-02T00:00:00+01:00')
  const zone = 'Europe/Berlin'
  const of = (every: (typeof everies)[number], day: string) =>
    [...duePeriods(every, { first: firstDayOf(every, day), zone }, now)].map(
      ({ from, to }) => `${from} ${to}`,
    )
  expect(of('day', '2026-02-28')).toEqual(['2026-02-28 2026-02-28', '2026-03-01 2026-03-01'])
  expect(of('week', '2026-02-18')).toEqual(['2026-02-16 2026-02-22', '2026-02-23 2026-03-01'])
  expect(of('month', '2026-01-31')).toEqual(['2026-01-01 2026-01-31', '2026-02-01 2026-02-28'])
  const before = [...duePeriods('day', { first: '2026-03-01', zone }, now - 1)]
  expect(before).toEqual([])
})
