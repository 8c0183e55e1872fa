import { describe, expect, it } from 'vitest'
import { lookAndWrite } from '../../../../src/main/team/claims/look.ts'
import type { LookReason } from '../../../../src/main/team/claims/team-port.ts'

/** Looks that take so long, one after the other; what was written, and when. */
async function looked(tookMs: readonly number[], reasons: readonly (LookReason | null)[] = []) {
  let clock = 0
  let looks = 0
  const written: number[] = []
  const reason = await lookAndWrite(
    () => {
      clock += tookMs[looks] ?? 0
      looks += 1
      return Promise.resolve(reasons[looks - 1] ?? null)
    },
    () => ({ steadyMs: clock, wallMs: clock }),
    () => written.push(clock),
  )
  return { reason, looks, written }
}

describe('the last look', () => {
  it('lets the bytes leave once, right after a fresh answer', async () => {
    expect(await looked([5])).toEqual({ reason: null, looks: 1, written: [5] })
    expect(await looked([1_999])).toEqual({ reason: null, looks: 1, written: [1_999] })
  })

  it('asks again when the answer is old, and holds the bytes back after three of them', async () => {
    expect(await looked([2_000, 5])).toEqual({ reason: null, looks: 2, written: [2_005] })
    expect(await looked([2_000, 3_000, 9_000])).toEqual({ reason: 'slow', looks: 3, written: [] })
  })

  it('holds the bytes back for any reason, also the second time', async () => {
    for (const reason of ['gone', 'epoch', 'no-answer'] as const) {
      expect(await looked([5], [reason])).toEqual({ reason, looks: 1, written: [] })
      expect(await looked([2_500, 5], [null, reason])).toEqual({ reason, looks: 2, written: [] })
    }
  })
})
