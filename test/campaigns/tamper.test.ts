import { beforeEach, describe, expect, it } from 'vitest'
import { tampered } from '../fakes/ledger-check.ts'
import { isClean, runTamper } from './tamper.ts'

const entries = 16

describe('tampering with a log', () => {
  beforeEach(() => tampered('the campaign changes whatever is there'))
  it('is found out in every way at every position by every verifier, and no honest log is', async () => {
    const failures: string[] = []
    const summary = await runTamper({
      entries,
      archived: 10,
      honest: 10,
      lives: 4,
      seed: 3,
      // Each attack meets each position in the ledger and in an export; so many of the ledgers are
      // exported as well.
      exportEvery: 10,
      tableEvery: 30,
      say: (line) => failures.push(line),
    })
    expect(failures).toEqual([])
    expect(isClean(summary)).toBe(true)
    // Nothing was left out: each attack met each position, here and in both other programs.
    expect(summary.cases).toBeGreaterThan(50 * entries)
    expect(summary.inApp).toBeGreaterThan(40 * entries)
    expect(summary.asPrograms).toBeGreaterThan(2)
    expect(summary.honestArchived).toBeGreaterThan(0)
    expect(summary.tableAttacks).toBeGreaterThan(90)
    expect(summary.lifeAttacks).toBeGreaterThan(35)
    expect(summary.honestLives).toBe(4)
  }, 240_000)

  it('counts what is not found: a change that is none is missed everywhere', async () => {
    const failures: string[] = []
    const summary = await runTamper({
      entries: 12,
      archived: 12,
      honest: 0,
      seed: 1,
      only: [
        {
          name: 'nothing at all',
          where: 'ledger',
          run: ({ rows }) => [...rows],
          expect: (_target, seq) => ({ word: 'tampered', bad: seq }),
        },
      ],
      say: (line) => failures.push(line),
    })
    // Twelve positions: twice in the program, and both verifiers over the exported ledger and over
    // the export. Behind the archives of four entries each the same for the four that stayed, both
    // verifiers over each archive, and the program while the second one leaves.
    const missed = 12 * 6 + 4 * 6 + (4 + 4) * 2 + (3 + 4) * 2
    expect(summary).toMatchObject({ missed, wrongVerdicts: 0, falseAlarms: 0 })
    expect(failures).toHaveLength(missed)
    expect(isClean(summary)).toBe(false)
  }, 60_000)
})
