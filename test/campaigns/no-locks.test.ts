import { describe, expect, it } from 'vitest'
import { isHeld, runNoLocks } from './no-locks.ts'

describe('two programs on one folder where locks do nothing', () => {
  it('never both send the same return; with the lock probe neither sends', async () => {
    const said: string[] = []
    const summary = await runNoLocks({ rounds: 4, seed: 3, say: (line) => said.push(line) })
    expect(said).toEqual([])
    expect(isHeld(summary)).toBe(true)
    // Whoever is first, dies, or finds the file damaged by the other differs from run to run: what
    // counts is that a guard was met at all.
    expect(summary.heldBack).toBeGreaterThan(0)
  }, 600_000)
})
