// One strip about finished work at a time, and nothing but a success gives way.
import { effectScope, nextTick, shallowRef } from 'vue'
import { beforeEach, expect, it, vi } from 'vitest'
import type { EvidenceReport } from '#shared/bridge/evidence.ts'
import type { AttemptState } from '#shared/attempt.ts'
import { useOneStrip } from '../../../../src/renderer/features/order/one-strip.ts'
import { useEvidenceStore } from '../../../../src/renderer/features/saved-files/evidence.ts'
import { type Outcome, outcomeOfAttempt } from '../../../../src/renderer/messages/outcomes.ts'
import { attemptOf, seedOrders } from '../../../fakes/bridge-seed.ts'
import { openWindow } from '../../window.ts'

beforeEach(() => void openWindow())
const outcomeOf = (state: AttemptState): Outcome =>
  outcomeOfAttempt({ ...attemptOf(seedOrders()[0]!), id: 'a1', state, conflict: null })
const report = { file: 'pack.zip', files: [], entries: 0, stubs: 0 } as unknown as EvidenceReport

function open(first: Outcome | null) {
  const outcome = shallowRef(first)
  const close = vi.fn()
  effectScope().run(() => useOneStrip(() => outcome.value, close))
  return { outcome, close, evidence: useEvidenceStore() }
}

it.each([
  ['SUCCEEDED', 1],
  ['ACCEPTED', 0],
  ['DECLINED', 0],
  ['UNKNOWN', 0],
] as const)('a pack that was saved closes the outcome %s %d times', async (state, times) => {
  const { close, evidence } = open(outcomeOf(state))
  evidence.report = report
  await nextTick()
  expect(close).toHaveBeenCalledTimes(times)
})

it('an outcome that comes closes the strip of the pack', async () => {
  const { outcome, evidence } = open(null)
  evidence.report = report
  await nextTick()
  outcome.value = outcomeOf('ACCEPTED')
  await nextTick()
  expect(evidence.report).toBeNull()
})
