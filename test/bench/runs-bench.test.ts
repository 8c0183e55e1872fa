// The benches of runs in a small form: a run is checked, its pages are read, it is reviewed, and
// another one is sent.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { summaryOf } from './bench-summary.ts'

const root = new URL('../..', import.meta.url).pathname

it('the bench of runs checks every row, and says how long and what that holds up', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', 'bench/runs.ts', '--rows', '300'],
    { cwd: root, encoding: 'utf8', timeout: 120_000 },
  )
  expect(status, stderr).toBe(0)
  const { figures } = summaryOf(stdout)
  expect(Object.keys(figures)).toHaveLength(12)
  expect(figures['the review, by the clock']).toMatchObject({ unit: 's', goal: { below: 10 } })
}, 180_000)

it('the bench of sending says how much of its budget a run uses, and what a row costs', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', 'bench/runs-sent.ts', '--rows', '4'],
    { cwd: root, encoding: 'utf8', timeout: 120_000 },
  )
  expect(status, stderr).toBe(0)
  const { figures } = summaryOf(stdout)
  expect(figures['requests in a second, of the budget']).toMatchObject({ goal: { atLeast: 0.9 } })
  expect(figures['processor time of a row']).toMatchObject({ unit: 'ms', goal: { below: 15 } })
}, 180_000)
