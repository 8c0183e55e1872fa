// The bench of a team's database in a small form: every step of it is carried out, on a real
// PostgreSQL, and has a figure. `npm run bench -- --team` runs it, and no other.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { BenchSummary } from './bench-summary.ts'

const root = new URL('../..', import.meta.url).pathname

it('the bench of a team says what each of its questions takes', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['bench/run.ts', '--team', '--rows', '2000'],
    { cwd: root, encoding: 'utf8', timeout: 300_000 },
  )
  expect(status, stderr).toBe(0)
  const all = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>
  expect(Object.keys(all)).toEqual(['bench', 'options', 'failed', 'team'])
  const { figures, ...sizes } = all['team'] as BenchSummary
  expect(sizes).toMatchObject({ rows: 2_000, desks: 10, isFullSize: false })
  expect(Object.keys(figures)).toEqual([
    ...['records laid', 'a bare commit, p99', 'a bare question, p50', 'a claim, p99'],
    ...['a last look, p99', 'an outcome, p99', 'the 20 records of an order, p95'],
    ...['the list of orders with colleagues’ marks, p95', 'hearing 10 desks, p50'],
    ...['a colleague’s claim is told so late, p99', 'hearing 200 desks that say nothing, p50'],
    ...['a record, body and signature', 'a record, with the table’s indexes'],
  ])
  expect(figures['a claim, p99']!.goal).toEqual({ below: 10 })
  expect(figures['a record, body and signature']!.value).toBeGreaterThan(300)
}, 360_000)
