import { describe, expect, it } from 'vitest'
import { isClean, runKills } from '../../tools/kill.ts'

describe('a desk killed at random moments', () => {
  it('loses no acknowledged record, sends nothing again and keeps its log whole, fifteen times', async () => {
    const failures: string[] = []
    const summary = await runKills({ runs: 15, seed: 7, say: (line) => failures.push(line) })
    expect(failures).toEqual([])
    expect(isClean(summary)).toBe(true)
    // It was really at work: requests left, and some of them were cut off.
    expect(summary.acknowledged).toBeGreaterThan(40)
    expect(summary.requests).toBeGreaterThan(10)
  }, 120_000)
})
