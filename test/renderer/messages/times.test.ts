// Times for people: the zone is always there.
import { describe, expect, it } from 'vitest'
import {
  ageLabel,
  agoLabel,
  dayOf,
  daysLabel,
  formatClock,
  formatSpan,
  formatTime,
  listTime,
  longDay,
  offsetLabel,
  untilLabel,
  zonesLike,
} from '../../../src/renderer/messages/times.ts'

const at = Date.UTC(2026, 10, 21, 23, 5, 9)

describe('times', () => {
  it('names the distance from UTC, ahead of it, behind it, and on it', () => {
    const hour = 3_600_000
    expect(offsetLabel(0)).toBe('UTC')
    expect(offsetLabel(2 * hour)).toBe('UTC+02:00')
    expect(offsetLabel(5.75 * hour)).toBe('UTC+05:45')
    expect(offsetLabel(-3.5 * hour)).toBe('UTC−03:30')
  })

  it('writes the local date and time with the zone, over midnight too', () => {
    expect(formatTime(at, 'UTC')).toBe('21 Nov 2026, 23:05:09 UTC')
    expect(formatTime(at, 'Europe/Tallinn')).toBe('22 Nov 2026, 01:05:09 UTC+02:00')
    expect(formatTime(at, 'America/St_Johns')).toBe('21 Nov 2026, 19:35:09 UTC−03:30')
  })

  it('tells the hour that clocks show twice apart, and leaves the skipped one out', () => {
    const berlin = (text: string) => formatTime(Date.parse(`${text}Z`), 'Europe/Berlin')
    expect(berlin('2026-10-25T00:30:00')).toBe('25 Oct 2026, 02:30:00 UTC+02:00')
    expect(berlin('2026-10-25T01:30:00')).toBe('25 Oct 2026, 02:30:00 UTC+01:00')
    expect(berlin('2026-03-29T00:59:59')).toBe('29 Mar 2026, 01:59:59 UTC+01:00')
    expect(berlin('2026-03-29T01:00:00')).toBe('29 Mar 2026, 03:00:00 UTC+02:00')
  })

  it('writes of a time in a list what today’s date does not tell, by the clocks of the zone', () => {
    const day = 86_400_000
    const listed = (now: number, zone = 'UTC') => listTime(at, now, zone)
    expect(listed(at + 60_000)).toBe('23:05')
    expect(listed(at + 3_600_000)).toBe('21 Nov 23:05')
    expect(listed(at + 3_600_000, 'Europe/Tallinn')).toBe('01:05')
    expect(listed(at + 60 * day)).toBe('21 Nov 2026')
    // What is still to come keeps its clock: when it is due is what the list is read for.
    expect(listed(at - 365 * day)).toBe('21 Nov 2026, 23:05')
    const exact = (now: number) => listTime(at, now, 'UTC', 'second')
    expect(exact(at)).toBe('23:05:09')
    expect(exact(at + day)).toBe('21 Nov 23:05:09')
    expect(exact(at + 60 * day)).toBe('21 Nov 2026, 23:05:09')
  })

  it('writes a day of the calendar in the same form, and any other text as it is', () => {
    expect(longDay('2026-11-21')).toBe('21 Nov 2026')
    expect(dayOf(at)).toBe('21 Nov 2026')
    expect(formatClock(at, 'UTC')).toBe('21 Nov 2026, 23:05:09')
    expect(daysLabel('2026-11-01', '2026-11-29').replaceAll(/\s/g, ' ')).toMatch(
      /^1 ?– ?29 Nov 2026$/,
    )
    expect(['', 'soon', '2026-11'].map(longDay)).toEqual(['', 'soon', '2026-11'])
  })

  it('finds zones by parts of their name or their distance from UTC', () => {
    const names = (typed: string) => zonesLike(typed, at).map(({ name }) => name)
    expect(names('tallinn')).toEqual(['Europe/Tallinn'])
    expect(names('los ang')).toEqual(['America/Los_Angeles'])
    expect(names('utc+05:45')).toHaveLength(1)
    expect(names('america utc-03:30')).toEqual(['America/St_Johns'])
    expect(names('')).not.toContain('UTC')
    expect(names('nowhere at all')).toEqual([])
  })

  it('writes spans that a person can read, never negative', () => {
    expect(formatSpan(-5)).toBe('0 s')
    expect(formatSpan(59_999)).toBe('59 s')
    expect(formatSpan(125_000)).toBe('2 min 05 s')
    expect(formatSpan(3_725_000)).toBe('1 h 02 min')
    expect(untilLabel(10, 10)).toBe('now')
    expect(untilLabel(5_010, 10)).toBe('in 5 s')
  })

  it('tells no moment as past that a clock which is ahead puts before us', () => {
    const minute = 60_000
    expect(ageLabel(0, 59_000)).toBe('Now')
    expect(ageLabel(0, 12 * minute)).toBe('12 min')
    expect(ageLabel(30_000, 0)).toBe('Now')
    expect(ageLabel(3 * minute, 0)).toBe('in 3 min')
    expect(ageLabel(50 * 60 * minute, 0)).toBe('in 2 d')
    expect(agoLabel(0, 12 * minute)).toBe('12 min ago')
    expect(agoLabel(3 * minute, 0)).toBe('in 3 min')
  })
})
