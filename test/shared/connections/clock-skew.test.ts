import { formatMessage } from '#wording/format-messages.ts'
import { describe, expect, it } from 'vitest'
import { clockStateOf, skewMessage } from '#shared/connections/clock-skew.ts'

describe('a clock that is off', () => {
  it.each([
    [0, 'good', 'The gateway’s clock agrees with this computer’s.'],
    [-400, 'good', 'The gateway’s clock agrees with this computer’s.'],
    [30_000, 'good', 'The gateway’s clock is 30 s ahead of this computer’s.'],
    [-30_001, 'warning', 'The gateway’s clock is 30 s behind this computer’s.'],
    [120_000, 'warning', 'The gateway’s clock is 2 min 0 s ahead of this computer’s.'],
    [120_001, 'stopped', 'The gateway’s clock is 2 min 0 s ahead of this computer’s.'],
    [-5_430_000, 'stopped', 'The gateway’s clock is 1 h 30 min behind this computer’s.'],
  ] as const)('by %i ms is %s', (skewMs, state, message) => {
    expect(clockStateOf(skewMs)).toBe(state)
    expect(formatMessage(skewMessage(skewMs))).toBe(message)
  })
})
