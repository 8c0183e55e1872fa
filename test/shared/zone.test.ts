// Days and clocks of time zones where they are hardest: at both changes of the clocks, over a day
// left out, at odd offsets.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aheadOfUtc, dayEnd, dayIn, dayStart, isZone } from '../../src/shared/time/zone.ts'

const HOUR = 3_600_000
const hours = (day: string, zone: string): number =>
  (dayEnd(day, zone) - dayStart(day, zone)) / HOUR
const utc = (text: string): number => Date.parse(`${text}Z`)

describe('a zone', () => {
  it.each(['UTC', 'Europe/Tallinn', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'is %s',
    (name) => {
      expect(isZone(name)).toBe(true)
    },
  )

  it.each([
    '',
    'Europe/Nowhere',
    '+02:00',
    'UTC; DROP',
    '../etc',
    'x'.repeat(65),
    '4111111111111111',
  ])('is not “%s”', (name) => {
    expect(isZone(name)).toBe(false)
  })

  it('is ahead by what its clocks show at that very moment', () => {
    expect(aheadOfUtc(utc('2026-03-29T00:59:59.999'), 'Europe/Berlin')).toBe(HOUR)
    expect(aheadOfUtc(utc('2026-03-29T01:00:00'), 'Europe/Berlin')).toBe(2 * HOUR)
    expect(aheadOfUtc(utc('2026-10-25T00:59:59'), 'Europe/Berlin')).toBe(2 * HOUR)
    expect(aheadOfUtc(utc('2026-10-25T01:00:00'), 'Europe/Berlin')).toBe(HOUR)
    expect(aheadOfUtc(utc('2026-01-01T00:00:00'), 'Asia/Kathmandu')).toBe(5.75 * HOUR)
    expect(aheadOfUtc(utc('2026-01-01T00:00:00'), 'America/St_Johns')).toBe(-3.5 * HOUR)
    expect(aheadOfUtc(utc('2026-07-01T00:00:00'), 'Australia/Lord_Howe')).toBe(10.5 * HOUR)
    expect(aheadOfUtc(-1, 'UTC')).toBe(0)
  })
})

describe('a day', () => {
  it('is 23 hours long when the clocks go forward and 25 when they go back', () => {
    expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23)
    expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25)
    expect(hours('2026-10-24', 'Europe/Berlin')).toBe(24)
    expect(hours('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5)
  })

  it('begins when its midnight would be although the clocks skip it', () => {
    // Cairo's clocks went from 23:59:59 to 01:00 there.
    expect(dayStart('2024-04-26', 'Africa/Cairo')).toBe(utc('2024-04-25T22:00:00'))
    expect(hours('2024-04-26', 'Africa/Cairo')).toBe(23)
  })

  it('begins once although the clocks show the hour before it twice', () => {
    // Beirut's went from 24:00 back to 23:00: the 26th began an hour later.
    expect(dayStart('2024-10-27', 'Asia/Beirut')).toBe(utc('2024-10-26T22:00:00'))
    expect(hours('2024-10-26', 'Asia/Beirut')).toBe(25)
  })

  it('that a zone left out holds no moment', () => {
    expect(hours('2011-12-30', 'Pacific/Apia')).toBe(0)
    expect(dayIn(utc('2011-12-30T09:59:59'), 'Pacific/Apia')).toBe('2011-12-29')
    expect(dayIn(utc('2011-12-30T10:00:00'), 'Pacific/Apia')).toBe('2011-12-31')
  })

  it('in UTC is the UTC day', () => {
    expect([dayStart('2026-11-21', 'UTC'), dayEnd('2026-11-21', 'UTC')]).toEqual([
      utc('2026-11-21T00:00:00'),
      utc('2026-11-22T00:00:00'),
    ])
  })

  it('of any moment in any zone begins at or before it, ends after it, and begins nowhere else', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    fc.assert(
      fc.property(
        fc.integer({ min: utc('2012-01-01T00:00:00'), max: utc('2036-01-01T00:00:00') }),
        fc.constantFrom(...zones),
        (at, zone) => {
          const day = dayIn(at, zone)
          const start = dayStart(day, zone)
          expect(start).toBeLessThanOrEqual(at)
          expect(dayEnd(day, zone)).toBeGreaterThan(at)
          expect(dayIn(start, zone)).toBe(day)
          expect(dayIn(start - 1, zone) < day).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
  })
})
