// The ledger's benchmark in its smallest form: everything it measures runs and gives its answer.
// How fast that is, a busy machine can't say.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { summaryOf } from './bench-summary.ts'

const root = new URL('../..', import.meta.url).pathname

describe('the ledger bench', { timeout: 180_000 }, () => {
  it('measures every figure there is a goal for, and says how that was done in one line at the end', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['bench/ledger.ts', '--entries', '6000'],
      { cwd: root, encoding: 'utf8', timeout: 170_000 },
    )
    expect(status, stderr).toBe(0)
    const { figures, ...about } = summaryOf(stdout)
    expect(about).toMatchObject({ bench: 'ledger', entries: 6000, orders: 1200, isFullSize: false })
    const goals = (goal: object) =>
      Object.values(figures).filter((one) => JSON.stringify(one.goal) === JSON.stringify(goal))
    expect(goals({ below: 2 })).toHaveLength(6)
    expect(goals({ below: 20 }).length).toBeGreaterThan(40)
    // Four orders of the list, at the part of 100,000 orders that there are.
    expect(goals({ below: (150 * 1200) / 100_000 })).toHaveLength(4)
    for (const name of ['append, one commit each', 'full verification'])
      expect(figures[name]?.value, name).toBeGreaterThan(0)
    for (const work of ['verification', 'the export', 'searches'])
      expect(figures).toHaveProperty(`main thread held up by ${work}`)
    expect(figures['memory above idle during the export']?.goal).toEqual({ below: 150 })
    const csv = figures['csv rate beside sqlite3 -csv']
    if (existsSync('/usr/bin/sqlite3')) expect(csv?.goal).toEqual({ atLeast: 0.5 })
    else expect(csv).toMatchObject({ skipped: expect.stringContaining('sqlite3') })
    // A line for each, before the summary.
    expect(stdout.trimEnd().split('\n')).toHaveLength(Object.keys(figures).length + 1)
  })
})
