// From form to outcome: one confirm per review, nothing typed is lost, and no outcome invites
// sending twice.
import { beforeEach, describe, expect, it } from 'vitest'
import { useAttemptStore } from '../../../../src/renderer/features/confirm/attempt-store.ts'
import { outcomeIn } from '../../../../src/renderer/features/confirm/flow.ts'
import { keyOf, type Place, useDraftsStore } from '../../../../src/renderer/forms/drafts.ts'
import { draftIn, requestOf } from '../../../../src/renderer/forms/request.ts'
import type { Fault } from '../../../../src/shared/fault.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'
import { reviewIn } from './steps.ts'

const place: Place = { connectionId: 'sandbox', orderid: '700101', action: 'return' }
const typed = { part: 'yes', amount: '12.50', comment: 'One lamp was sent back' }
const now = 1_000

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

async function reviewed() {
  const attempt = useAttemptStore()
  const drafts = useDraftsStore()
  drafts.begin(keyOf(place), typed)
  await attempt.review(place, requestOf('return', draftIn(typed), bridge.orders[0]!))
  expect(attempt.flowOf(place).stage).toBe('review')
  return { attempt, drafts }
}

describe('attempt store', () => {
  it('reviews with the fields the gateway knows, amounts as text', async () => {
    await reviewed()
    expect(callsOf(bridge, 'attempt:review')).toEqual([
      {
        connectionId: 'sandbox',
        operation: 'return',
        request: {
          client_orderid: 'practice-sale-1',
          orderid: '700101',
          amount: '12.50',
          currency: 'EUR',
          comment: 'One lamp was sent back',
        },
      },
    ])
  })

  it('confirms once for fifty clicks', async () => {
    const { attempt } = await reviewed()
    const release = bridge.hold('attempt:confirm')
    const clicks = Array.from({ length: 50 }, () => attempt.confirm(place, now))
    expect(attempt.flowOf(place).stage).toBe('sending')
    release()
    await Promise.all(clicks)
    await attempt.confirm(place, now)
    expect(callsOf(bridge, 'attempt:confirm')).toHaveLength(1)
    expect(outcomeIn(attempt.flowOf(place))?.kind).toBe('accepted')
  })

  it('keeps what was typed when the gateway refuses, and offers the form again', async () => {
    const { attempt, drafts } = await reviewed()
    bridge.script('attempt:confirm', {
      ok: false,
      fault: {
        kind: 'rejected',
        sent: 'yes',
        message: 'Too old to be returned',
        code: '1207',
        httpStatus: 400,
      },
    })
    await attempt.confirm(place, now)
    expect(outcomeIn(attempt.flowOf(place))).toMatchObject({
      kind: 'rejected',
      message: 'Too old to be returned',
      mayTryAgain: true,
    })
    attempt.again(place)
    expect(attempt.flowOf(place).stage).toBe('form')
    expect(drafts.fieldsOf(keyOf(place))).toEqual(typed)
  })

  it('keeps what was typed when nothing was sent', async () => {
    const { attempt, drafts } = await reviewed()
    bridge.script('attempt:confirm', {
      ok: false,
      fault: { kind: 'unreached', sent: 'no', message: 'No connection.', detail: 'ECONNREFUSED' },
    })
    await attempt.confirm(place, now)
    expect(outcomeIn(attempt.flowOf(place))).toMatchObject({ kind: 'not-sent', mayTryAgain: true })
    expect(drafts.fieldsOf(keyOf(place))).toEqual(typed)
  })

  it('does not offer the form again after an unknown outcome, and empties it', async () => {
    bridge.next = 'unknown'
    const { attempt, drafts } = await reviewed()
    await attempt.confirm(place, now)
    const outcome = outcomeIn(attempt.flowOf(place))
    expect(outcome).toMatchObject({ kind: 'unknown', mayTryAgain: false })
    expect(outcome?.title).toContain('Don’t repeat it')
    expect(drafts.fieldsOf(keyOf(place))).toEqual({})
  })

  it('shows the real state of an attempt that was confirmed already', async () => {
    const { attempt } = await reviewed()
    const { attemptId, token } = reviewIn(attempt.flowOf(place))
    await bridge.call('attempt:confirm', { attemptId, token })
    await attempt.confirm(place, now)
    expect(outcomeIn(attempt.flowOf(place))).toMatchObject({
      title: 'This was confirmed already',
      mayTryAgain: false,
      attempt: { id: attemptId, state: 'ACCEPTED' },
    })
  })

  it('says that nothing was sent when a fault stopped a request that the ledger shows as discarded', async () => {
    const { attempt, drafts } = await reviewed()
    const { attemptId } = reviewIn(attempt.flowOf(place))
    const order = bridge.orders[0]!
    const discarded = { ...(await discardedView(attemptId)), id: attemptId }
    order.attempts = [discarded]
    const fault: Fault = {
      kind: 'conflict',
      sent: 'yes',
      message: 'The gateway answered about another order.',
      detail: '',
    }
    bridge.script('attempt:confirm', { ok: false, fault })
    await attempt.confirm(place, now)
    expect(outcomeIn(attempt.flowOf(place))).toMatchObject({
      kind: 'stopped',
      title: 'Nothing was sent',
      mayTryAgain: true,
    })
    expect(drafts.fieldsOf(keyOf(place))).toEqual(typed)
  })

  it('treats a conflict of a sent request as unknown', async () => {
    const { attempt } = await reviewed()
    bridge.script('attempt:confirm', {
      ok: false,
      fault: { kind: 'conflict', sent: 'yes', message: 'Another order was named.', detail: '' },
    })
    await attempt.confirm(place, now)
    expect(outcomeIn(attempt.flowOf(place))).toMatchObject({ kind: 'unknown', mayTryAgain: false })
  })

  it('goes back with what was typed and discards the reviewed attempt', async () => {
    const { attempt, drafts } = await reviewed()
    const { attemptId } = reviewIn(attempt.flowOf(place))
    await attempt.back(place)
    expect(attempt.flowOf(place).stage).toBe('form')
    expect(callsOf(bridge, 'attempt:undo')).toEqual([{ attemptId }])
    expect(drafts.fieldsOf(keyOf(place))).toEqual(typed)
    await attempt.confirm(place, now)
    expect(callsOf(bridge, 'attempt:confirm')).toHaveLength(0)
  })

  it('discards a review that arrives after the person left', async () => {
    const attempt = useAttemptStore()
    const release = bridge.hold('attempt:review')
    const reviewing = attempt.review(place, requestOf('return', draftIn(typed), bridge.orders[0]!))
    await attempt.leave(place)
    release()
    await reviewing
    expect(attempt.flowOf(place).stage).toBe('form')
    expect(callsOf(bridge, 'attempt:undo')).toHaveLength(1)
  })

  it('goes on sending when the person leaves the screen, and has the outcome when they return', async () => {
    const { attempt } = await reviewed()
    const release = bridge.hold('attempt:confirm')
    const sending = attempt.confirm(place, now)
    await attempt.leave(place)
    expect(attempt.flowOf(place).stage).toBe('sending')
    release()
    await sending
    expect(outcomeIn(attempt.flowOf(place))?.kind).toBe('accepted')
  })

  it('leaves a newer outcome alone when a review is discarded late', async () => {
    const { attempt } = await reviewed()
    const release = bridge.hold('attempt:undo')
    const leaving = attempt.leave(place)
    await attempt.review(place, requestOf('return', draftIn(typed), bridge.orders[0]!))
    await attempt.confirm(place, now)
    release()
    await leaving
    expect(outcomeIn(attempt.flowOf(place))?.kind).toBe('accepted')
  })

  it('keeps the form and the fault when the review is refused', async () => {
    const attempt = useAttemptStore()
    const drafts = useDraftsStore()
    drafts.begin(keyOf(place), typed)
    const fault: Fault = {
      kind: 'denied',
      sent: 'no',
      reason: 'over-remainder',
      message: 'Only 10.00 EUR is left.',
    }
    bridge.script('attempt:review', { ok: false, fault })
    await attempt.review(place, requestOf('return', draftIn(typed), bridge.orders[0]!))
    expect(attempt.flowOf(place)).toMatchObject({ stage: 'form', fault })
    expect(drafts.fieldsOf(keyOf(place))).toEqual(typed)
  })
})

/** A discarded attempt as main shows it. */
async function discardedView(attemptId: string) {
  const result = await bridge.call('attempt:undo', { attemptId })
  if (!result.ok) throw new Error('the fake did not discard')
  return result.value
}
