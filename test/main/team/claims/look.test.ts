import { describe, expect, it } from 'vitest'
import { look, lookAndWrite } from '../../../../src/main/team/claims/look.ts'
import type { LookReason } from '../../../../src/main/team/claims/team-port.ts'
import type { Answer } from '../../../../src/main/team/database/session.ts'
import { statements } from '../../../../src/main/team/database/statements.ts'
import { epoch, openBook } from '../../../fakes/team/record-book.ts'

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

describe('a claim that is looked at', () => {
  const book = openBook()
  const claim = book.claim('a')
  const rows = (found: readonly object[]): Answer => ({
    ...{ kind: 'rows', rows: found as Record<string, unknown>[], hasNotice: false },
  })
  const later = '7-00000002-5'
  /** What the database says: its epoch, and the newest record of the order. */
  const asked = (now: string, newest: readonly object[], enteredIn = epoch) => {
    const [system, timeline, database] = now.split('-')
    const ask = (text: string) =>
      Promise.resolve(
        text === statements.identity ? rows([{ system, timeline, database }]) : rows(newest),
      )
    const session = { ask, isOver: false, close: () => Promise.resolve() }
    return look({ session, epoch: enteredIn, roster: book.roster() }, claim)
  }

  it('stands while nothing came after it', async () => {
    expect(await asked(epoch, [claim.stored])).toBeNull()
    expect(await asked(epoch, [])).toBe('gone')
    expect(await asked(epoch, [{ ...claim.stored, signature: Buffer.alloc(64) }])).toBe('gone')
    expect(await asked(epoch, [{ ...claim.stored, body: Buffer.from('{}') }])).toBe('gone')
    expect(await look(null, claim)).toBe('no-answer')
  })

  it('is not used in another epoch, of the database or of the session', async () => {
    expect(await asked(later, [claim.stored])).toBe('epoch')
    expect(await asked(epoch, [claim.stored], later)).toBe('epoch')
    expect(await asked(later, [claim.stored], later)).toBe('epoch')
  })
})
