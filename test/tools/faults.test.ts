import { describe, expect, it } from 'vitest'
import { runFaults } from '../../tools/faults.ts'
import { cells, nameOf } from '../../tools/faults/matrix.ts'

describe('the fault matrix', () => {
  it('names every cell once', () => {
    const names = cells.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(250)
  })

  it('breaks no rule in 500 seeded schedules that meet every cell', async () => {
    const failures: string[] = []
    const summary = await runFaults({ runs: 500, seed: 1, say: (line) => failures.push(line) })
    expect(failures).toEqual([])
    expect(summary).toMatchObject({
      runs: 500,
      failedRuns: 0,
      doubleEffects: 0,
      lostIntents: 0,
      closedWithoutEvidence: 0,
    })
    expect(summary.sent).toBeGreaterThan(600)
    // A slow machine may let a cell or two pass by: the long run in the docs meets them all.
    expect(summary.missed.length).toBeLessThanOrEqual(5)
  }, 300_000)
})
