// The bench of the look for twins in a small form: it runs, and finds each twin.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { summaryOf } from './bench-summary.ts'

const root = new URL('../..', import.meta.url).pathname

it('the bench of twins finds each twin, and says how long that took', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['bench/twins.ts', '--payouts', '600'],
    { cwd: root, encoding: 'utf8', timeout: 120_000 },
  )
  expect(status, stderr).toBe(0)
  const { figures } = summaryOf(stdout)
  expect(Object.values(figures)).toMatchObject([{ unit: 'ms', goal: { below: 5 } }])
}, 180_000)
