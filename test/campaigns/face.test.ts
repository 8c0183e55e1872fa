// Drawn histories of an order with its page looked at after each step; the full run is the same
// command with more of them. A process of its own: the test runner makes the same code slow.
import { expect, it } from 'vitest'
import type { FaceSummary } from './face/run.ts'
import { played } from './runner/programs.ts'

it('no badge, figure, button or sentence contradicts another or the books', async () => {
  const { said, summary } = await played<FaceSummary>('face', '--histories', '250')
  expect(said).toEqual([])
  expect(summary.histories).toBe(250)
  expect(summary.sent).toBeGreaterThan(125)
  expect(summary.looks).toBeGreaterThan(1500)
}, 600_000)
