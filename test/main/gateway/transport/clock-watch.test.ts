import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { createClockWatch } from '../../../../src/main/gateway/transport/clock-watch.ts'

describe('the clock watch', () => {
  it('stops OAuth of a connection beyond 120 s and lets it go on when the clock is right again', () => {
    const changes: string[] = []
    const watch = createClockWatch((id) => changes.push(id))
    expect(watch.stop('a')).toBeNull()
    for (const [skewMs, state] of [
      [0, 'good'],
      [30_000, 'good'],
      [30_001, 'warning'],
      [-31_000, 'warning'],
      [120_000, 'warning'],
      [120_001, 'stopped'],
      [-120_001, 'stopped'],
      [-500, 'good'],
    ] as const) {
      watch.note('a', skewMs, 1)
      expect(watch.skew('a')).toEqual({ skewMs, at: 1, state })
      expect(watch.stop('a')?.reason ?? null).toBe(state === 'stopped' ? 'clock' : null)
    }
    // Told once a change, not once an answer.
    expect(changes).toEqual(['a', 'a', 'a'])
    expect(watch.stop('b')).toBeNull()
  })

  it('keeps what it knew when an answer has no date, and forgets on demand', () => {
    const watch = createClockWatch(() => undefined)
    watch.note('a', 200_000, 1)
    watch.note('a', null, 2)
    expect(formatMessages(watch.stop('a')?.message)).toContain('3 min 20 s ahead')
    watch.forget('a')
    expect(watch.skew('a')).toBeNull()
  })
})
