// How a run stands, in words: one whose rows were all sent is finished only once each outcome is
// known.
import { describe, expect, it } from 'vitest'
import type { RunView } from '#shared/runs/run-methods.ts'
import type { RowOutcome } from '#shared/runs/run-state.ts'
import { stateLabel } from '../../../src/renderer/messages/runs.ts'
import { t } from '../../../src/renderer/messages/message.ts'

const runWith = (outcomes: Partial<Record<RowOutcome, number>>): RunView =>
  ({
    state: 'DONE',
    outcomes: Object.entries(outcomes).map(([outcome, rows]) => ({ outcome, rows })),
  }) as unknown as RunView

describe('a run whose rows were all sent', () => {
  it('is finished once every outcome is known', () => {
    expect(stateLabel(runWith({ done: 9, declined: 1 }))).toEqual({
      label: t('runs.finished'),
      tone: 'good',
    })
  })

  it('is not finished while the gateway works on a row, known outcomes or not', () => {
    const sent = { label: t('runs.all-sent'), tone: 'info' }
    expect(stateLabel(runWith({ done: 9, processing: 1 }))).toEqual(sent)
    expect(stateLabel(runWith({ done: 8, processing: 1, unknown: 1 }))).toEqual(sent)
  })

  it('says how many outcomes are unknown, and asks for a person', () => {
    for (const count of [1, 3])
      expect(stateLabel(runWith({ done: 9, unknown: count }))).toEqual({
        label: t('runs.sent-with-unknown', { count }),
        tone: 'warn',
      })
  })
})
