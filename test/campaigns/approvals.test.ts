// Approval files that must not count, in short form; the full run is the same command with more of
// them. A process of its own: the test runner makes the same code slow.
import { expect, it } from 'vitest'
import type { ApprovalSummary } from './approvals.ts'
import { played } from './runner/programs.ts'

it('no attack on an approval file counts, honest ones do, and both verifiers say the same', async () => {
  const { said, summary } = await played<ApprovalSummary>(
    'approvals',
    ...['--files', '3000', '--asked', '50', '--seed', '7'],
  )
  expect(summary, said.join('\n')).toMatchObject({
    ...{ files: 3000, accepted: 0, honestRefused: 0, differ: 0, untried: 0 },
  })
  expect(summary.attacks).toBeGreaterThanOrEqual(50)
  expect(summary.honest).toBe(150)
  expect(summary.compared).toBeGreaterThan(30)
  // Each attack has a reason of its own, or several.
  expect(summary.reasons).toBeGreaterThanOrEqual(summary.attacks)
}, 600_000)
