import { expect, it } from 'vitest'
import { openDelayMs } from '../../../../../src/main/desk/payments/status/poll-schedule.ts'

const minute = 60_000

it('asks often at first, then every few minutes, then hourly, and never stops', () => {
  let ms = 0
  const at: number[] = []
  for (let checks = 0; checks < 100; checks += 1) at.push((ms += openDelayMs(checks)))
  const gaps = (from: number, until: number) =>
    at.flatMap((one, index) => (one > from && one <= until ? [one - (at[index - 1] ?? 0)] : []))
  for (const gap of gaps(0, 5 * minute)) expect(gap).toBeLessThanOrEqual(5_000)
  for (const gap of gaps(6 * minute, 60 * minute)) {
    expect(gap).toBeGreaterThanOrEqual(5 * minute)
    expect(gap).toBeLessThanOrEqual(10 * minute)
  }
  expect(openDelayMs(1_000_000)).toBe(60 * minute)
})
