import { describe, expect, it } from 'vitest'
import { provenSkew, skewOf } from '../../../../src/main/gateway/transport/skew.ts'

const now = Date.UTC(2026, 10, 21, 4, 0, 0)

describe('the clock difference', () => {
  it('is positive when the gateway is ahead, negative when it is behind, with half a second for the header’s whole seconds', () => {
    expect(skewOf('Sat, 21 Nov 2026 04:00:00 GMT', now)).toBe(500)
    expect(skewOf('Sat, 21 Nov 2026 05:00:00 GMT', now)).toBe(3_600_500)
    expect(skewOf('Sat, 21 Nov 2026 03:58:00 GMT', now)).toBe(-119_500)
    expect(skewOf('Mon, 29 Feb 2028 00:00:00 GMT', Date.UTC(2028, 1, 29))).toBe(500)
  })

  it('is unknown without a date, or with one that is not in the form HTTP prescribes', () => {
    for (const header of [
      null,
      '',
      'now',
      '1795234409',
      '2026-11-21T04:00:00Z',
      'Sat, 21 Nov 2026 04:00:00 +0100',
      'Sat, 21 Nov 2026 04:00:00',
      'Saturday, 21-Nov-26 04:00:00 GMT',
      'Sat, 31 Feb 2026 04:00:00 GMT',
      'Sat, 21 Foo 2026 04:00:00 GMT',
      'Sat, 21 Nov 2026 04:00:00 GMT, Sat, 21 Nov 2026 04:00:00 GMT',
    ])
      expect(skewOf(header, now)).toBe(null)
  })
})

describe('the proven skew', () => {
  const date = 'Sat, 21 Nov 2026 09:00:00 GMT'
  const at = Date.UTC(2026, 10, 21, 9)

  it('is none when the date lies between sending and the last byte, however slow that was', () => {
    expect(provenSkew(date, at - 200, at + 300)).toBe(0)
    expect(provenSkew(date, at - 10, at + 59_000)).toBe(0)
    // The header names a whole second: up to its end is still the same.
    expect(provenSkew(date, at + 900, at + 950)).toBe(0)
  })

  it('is at least what can’t be explained otherwise', () => {
    expect(provenSkew(date, at - 60_000, at - 50_000)).toBe(50_000)
    expect(provenSkew(date, at + 61_000, at + 70_000)).toBe(-60_000)
  })

  it('is unknown without a date, and not misled by a clock that was set back meanwhile', () => {
    expect(provenSkew(null, 0, 1)).toBeNull()
    expect(provenSkew('yesterday', 0, 1)).toBeNull()
    expect(provenSkew(date, at + 5_000, at - 5_000)).toBe(0)
  })
})
