import { describe, expect, it } from 'vitest'
import { isHeld, runNoLocks } from '../../tools/no-locks.ts'

describe('two programs on one folder where locks do nothing', () => {
  it('never both send the same return; with the lock probe neither sends', async () => {
    const said: string[] = []
    const summary = await runNoLocks({ rounds: 4, seed: 3, say: (line) => said.push(line) })
    expect(said).toEqual([])
    expect(isHeld(summary)).toBe(true)
    // Both programs of the two probed rounds, and the older one of each of the others at least once.
    expect(summary.heldBack).toBeGreaterThanOrEqual(5)
  }, 180_000)
})
