import { describe, expect, it } from 'vitest'
import { isClean, runRuns } from './runs.ts'

describe('a run that is killed', () => {
  it('sends no row twice, none in another amount, loses none, and nothing before a person resumes it', async () => {
    const said: string[] = []
    const summary = await runRuns({
      ...{ rows: 8, kills: 2, sets: 1, seed: 5, say: (line) => said.push(line) },
    })
    expect(said).toEqual([])
    expect(isClean(summary)).toBe(true)
    // It was really at work.
    expect(summary.kills).toBeGreaterThan(0)
    expect(summary.requests).toBeGreaterThan(3)
  }, 300_000)
})
