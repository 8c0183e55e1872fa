// The bench of orders from the shop's list in a small form: it imports, searches, and makes the
// same tables again from the log.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { summaryOf } from './bench-summary.ts'

const root = new URL('../..', import.meta.url).pathname

it('the bench of shop orders finds each order by what its list says, and says how long', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', 'bench/shop-orders.ts', '--rows', '600'],
    { cwd: root, encoding: 'utf8', timeout: 120_000 },
  )
  expect(status, stderr).toBe(0)
  const { figures } = summaryOf(stdout)
  expect(Object.keys(figures)).toHaveLength(16)
  expect(figures['search by an order ID, p95']).toMatchObject({ unit: 'ms', goal: { below: 20 } })
}, 180_000)
