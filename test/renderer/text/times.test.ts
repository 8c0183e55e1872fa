// Times for people: the zone is always there.
import { describe, expect, it } from 'vitest'
import { formatSpan, formatTime, untilWords, zoneOf } from '../../../src/renderer/text/times.ts'

const at = Date.UTC(2026, 10, 21, 23, 5, 9)

describe('times', () => {
  it('names the zone, ahead of UTC, behind it, and on it', () => {
    expect(zoneOf(0)).toBe('UTC')
    expect(zoneOf(-120)).toBe('UTC+02:00')
    expect(zoneOf(-345)).toBe('UTC+05:45')
    expect(zoneOf(210)).toBe('UTC−03:30')
  })

  it('writes the local date and time with the zone, over midnight too', () => {
    expect(formatTime(at, 0)).toBe('2026-11-21 23:05:09 UTC')
    expect(formatTime(at, -120)).toBe('2026-11-22 01:05:09 UTC+02:00')
  })

  it('writes spans that a person can read, never negative', () => {
    expect(formatSpan(-5)).toBe('0 s')
    expect(formatSpan(59_999)).toBe('59 s')
    expect(formatSpan(125_000)).toBe('2 min 05 s')
    expect(formatSpan(3_725_000)).toBe('1 h 02 min')
    expect(untilWords(10, 10)).toBe('now')
    expect(untilWords(5_010, 10)).toBe('in 5 s')
  })
})
