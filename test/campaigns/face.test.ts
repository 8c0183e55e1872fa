// Drawn histories of an order with its page looked at after each step; the full run is the same
// command with more of them. A process of its own: the test runner makes the same code slow.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { FaceSummary } from './face/run.ts'

it('no badge, figure, button or sentence contradicts another or the books', async () => {
  const command = join(import.meta.dirname, 'face.ts')
  const run = promisify(execFile)(process.execPath, [command, '--histories', '500'])
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const [last = '', ...found] = stdout.trimEnd().split('\n').toReversed()
  expect(found.toReversed().join('\n')).toBe('')
  const counts = JSON.parse(last) as FaceSummary
  expect(counts.histories).toBe(500)
  expect(counts.sent).toBeGreaterThan(250)
  expect(counts.looks).toBeGreaterThan(3000)
}, 120_000)
