import { describe, expect, it } from 'vitest'
import { runBeside } from './kill/beside.ts'
import { isClean, runKills, runKillsDuring } from './kill.ts'

describe('a desk killed at random moments', () => {
  it('loses no acknowledged record, sends nothing again, tells no state wrong and keeps its log whole, ten times', async () => {
    const failures: string[] = []
    const summary = await runKills({ runs: 10, seed: 1, say: (line) => failures.push(line) })
    expect(failures).toEqual([])
    expect(isClean(summary)).toBe(true)
    // It was really at work: requests left, and some of the kills met one on its way.
    expect(summary.acknowledged).toBeGreaterThan(25)
    expect(summary.requests).toBeGreaterThan(6)
    expect(summary.approved).toBeGreaterThan(0)
    expect(summary.killedAtSending).toBeGreaterThan(1)
  }, 600_000)
})

describe('a desk killed while it copies, restores or rebuilds its ledger', () => {
  it('loses nothing, keeps unknown outcomes unknown and stops money where something is missing', async () => {
    const failures: string[] = []
    const say = (line: string): void => void failures.push(line)
    const summary = await runKillsDuring({ during: 'all', runs: 3, seed: 7, say })
    expect(failures).toEqual([])
    expect(isClean(summary)).toBe(true)
    expect(summary.copy).toMatchObject({ runs: 1 })
    expect(summary.restore).toMatchObject({ runs: 1 })
    expect(summary.rebuild).toMatchObject({ runs: 1, changed: 1 })
  }, 600_000)
})

describe('two desks of one team, both killed at random moments', () => {
  it('refund no part of an order twice, lose none, and end each claim as the books say', async () => {
    const failures: string[] = []
    const say = (line: string): void => void failures.push(line)
    const summary = await runBeside({ runs: 2, seed: 1, without: '', say })
    expect(failures).toEqual([])
    expect(isClean(summary)).toBe(true)
    expect(summary.parts).toBeGreaterThan(2)
    expect(summary.acknowledged).toBeGreaterThan(6)
  }, 600_000)

  it('refund a part twice where they don’t claim it', async () => {
    // Two of one moment may still come one after the other on a busy machine.
    let doubles = 0
    for (let seed = 1; seed <= 5 && doubles === 0; seed += 1) {
      const summary = await runBeside({ runs: 1, seed, without: 'claims', say: () => undefined })
      doubles = summary.doubleParts
      expect(isClean(summary)).toBe(doubles === 0)
    }
    expect(doubles).toBeGreaterThan(0)
  }, 600_000)
})
