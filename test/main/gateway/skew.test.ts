import { describe, expect, it } from 'vitest'
import { skewOf } from '../../../src/main/gateway/skew.ts'

const now = Date.UTC(2026, 10, 21, 4, 0, 0)

describe('the clock difference', () => {
  it('is positive when the service is ahead, negative when it is behind, with half a second for the header’s whole seconds', () => {
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
