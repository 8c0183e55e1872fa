import { describe, expect, it } from 'vitest'
import { isClean, runRuns } from './runs.ts'

describe('a run that is killed', () => {
  it('sends no row twice, none in another amount, loses none, and nothing before a person resumes it', async () => {
    const said: string[] = []
    const summary = await runRuns({
      ...{ rows: 6, kills: 2, sets: 1, seed: 5, calm: false, desks: false },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(isClean(summary, { calm: false })).toBe(true)
    // It was really at work.
    expect(summary.kills).toBeGreaterThan(0)
    expect(summary.requests).toBeGreaterThan(3)
    expect(summary.byNumber).toBeGreaterThan(0)
    expect(summary.approved).toBeGreaterThan(0)
  }, 300_000)
})

describe('a run whose books nobody else moves', () => {
  it('goes as its check foretold, row for row', async () => {
    const said: string[] = []
    const summary = await runRuns({
      ...{ rows: 8, kills: 0, sets: 1, seed: 3, calm: true, desks: false },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(summary).toMatchObject({ otherwise: 0, foretoldWrong: 0, done: summary.foretold })
    expect(summary.rows).toBeGreaterThan(summary.foretold)
  }, 300_000)
})

describe('two desks on one list', () => {
  it('send nothing that the gateway had told the other did', async () => {
    const said: string[] = []
    const summary = await runRuns({
      ...{ rows: 8, kills: 1, sets: 1, seed: 5, calm: false, desks: true },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(isClean(summary, { calm: false })).toBe(true)
    expect(summary.kills).toBeGreaterThan(0)
  }, 300_000)
})
