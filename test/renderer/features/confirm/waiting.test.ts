// The bar at the foot of the window: each line is the request as it is now, until it has ended and
// a person knows it.
import { beforeEach, expect, it } from 'vitest'
import type { AttemptState } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { useAppState } from '../../../../src/renderer/api/app-state.ts'
import { isTold, useWaitingStore } from '../../../../src/renderer/features/confirm/waiting.ts'
import {
  lineOf,
  outcomeOfAttempt,
  outcomeOfFault,
  stageOf,
} from '../../../../src/renderer/messages/outcomes.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { attemptOf } from '../../../fakes/bridge-seed.ts'
import { callsOf, openWindow, twoOrdersOf } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

const amount = { amount: '20.00', currency: 'EUR' }
const made = (id: string, state: AttemptState, more: Partial<AttemptView> = {}): AttemptView => {
  const order = twoOrdersOf(bridge).mine
  const attempt: AttemptView = {
    ...attemptOf(order),
    ...{ id, state, amount, operation: 'return', conflict: null, handOutcome: null, message: '' },
    ...{ connectionId: order.connectionId, orderid: order.orderid, isRelease: false },
    ...more,
  }
  order.attempts = [...order.attempts, attempt]
  return attempt
}
const reported = (attempt: AttemptView) => ({
  attemptId: attempt.id,
  place: {
    connectionId: attempt.connectionId,
    orderid: attempt.orderid,
    action: 'return' as const,
  },
  outcome: outcomeOfAttempt(attempt),
})
const texts = (): string[] =>
  useWaitingStore().ended.map(({ outcome, place }) =>
    // Amounts are written with spaces that don't break.
    lineOf(outcome, place.action).text.replaceAll('\u00a0', ' '),
  )
const becomes = async (attempt: AttemptView, state: AttemptState): Promise<void> => {
  Object.assign(attempt, { state })
  bridge.tell({ topic: 'attempt' })
  await new Promise((resolve) => setTimeout(resolve, 300))
}

it('calls a request ended only once nothing of it is open', () => {
  const stages = (['SENDING', 'ACCEPTED', 'UNKNOWN', 'EXPIRED', 'DECLINED', 'UNDONE'] as const).map(
    (state) => stageOf(outcomeOfAttempt(made(state, state))),
  )
  expect(stages).toEqual(['sending', 'open', 'open', 'unsent', 'ended', 'ended'])
})

it('says of an accepted refund that it was declined once it was', async () => {
  const refund = made('one', 'ACCEPTED')
  const waiting = useWaitingStore()
  waiting.tell(reported({ ...refund }))
  expect(texts()).toEqual([expect.stringMatching(/accepted the refund of 20\.00 EUR/)])
  await becomes(refund, 'DECLINED')
  expect(texts()).toEqual([expect.stringMatching(/^Refund of 20\.00 EUR on order \d+ declined\.$/)])
  expect(waiting.ended[0]?.outcome.tone).toBe('bad')
})

it('turns green when an unknown refund was carried out after all', async () => {
  const refund = made('one', 'UNKNOWN')
  const waiting = useWaitingStore()
  waiting.tell(reported({ ...refund }))
  expect(waiting.ended[0]?.outcome.tone).toBe('unknown')
  await becomes(refund, 'SUCCEEDED')
  expect(waiting.ended[0]?.outcome.tone).toBe('good')
  expect(texts()).toEqual([expect.stringMatching(/^20\.00 EUR refunded on order/)])
})

it('never claims more than the state of a request', () => {
  const refund = made('one', 'SENDING')
  useWaitingStore().tell(reported(refund))
  expect(texts()).toEqual([expect.stringMatching(/^Sending the refund of 20\.00 EUR/)])
})

it('follows what leaves the countdown although no screen here confirmed it', async () => {
  const refund = made('one', 'APPROVED')
  const app = useAppState()
  const waiting = useWaitingStore()
  bridge.state.waiting = [{ attempt: refund, sendsAt: 0 }]
  await app.load()
  expect(waiting.ended).toEqual([])
  Object.assign(refund, { state: 'ACCEPTED' })
  bridge.state.waiting = []
  await app.load()
  await expect.poll(texts).toEqual([expect.stringMatching(/accepted the refund of 20\.00 EUR/)])
})

it('tells each request once, silently about what the screen itself shows', async () => {
  const waiting = useWaitingStore()
  const one = made('one', 'ACCEPTED')
  const two = made('two', 'DECLINED')
  for (const attempt of [one, one, two]) waiting.tell(reported(attempt))
  bridge.state.unseenEnds = [two]
  await useAppState().load()
  expect(waiting.ended.map(({ attemptId }) => attemptId)).toEqual(['one', 'two'])
  waiting.showHere('one', 1)
  expect(waiting.ended.map(({ attemptId }) => attemptId)).toEqual(['two'])
  waiting.showHere('one', -1)
  expect(waiting.ended).toHaveLength(2)
})

it('keeps an end that nobody has seen over a start, and asks for it no more once it is closed', async () => {
  const refund = made('one', 'DECLINED')
  bridge.state.unseenEnds = [refund]
  await useAppState().load()
  const waiting = useWaitingStore()
  expect(texts()).toEqual([expect.stringMatching(/declined\.$/)])
  waiting.close('one')
  expect(callsOf(bridge, 'attempt:seen')).toEqual([{ attemptId: 'one' }])
  await useAppState().load()
  expect(waiting.ended).toEqual([])
})

it('tells no more of an undone request once a later one was shown on the screen', async () => {
  const waiting = useWaitingStore()
  waiting.tell(reported(made('undone', 'UNDONE')))
  await Promise.resolve()
  expect(texts()).toHaveLength(1)
  waiting.showHere('later', 1)
  waiting.tell(reported(made('later', 'ACCEPTED')))
  await Promise.resolve()
  expect(texts()).toEqual([])
})

it('tells no more of an undone request once a later one on its order is shown', async () => {
  const waiting = useWaitingStore()
  waiting.tell(reported(made('undone', 'UNDONE', { createdAt: 20 })))
  await Promise.resolve()
  const elsewhere = made('elsewhere', 'SUCCEEDED', { createdAt: 30, orderid: 'another' })
  const earlier = made('earlier', 'SUCCEEDED', { createdAt: 10 })
  for (const shown of [elsewhere, earlier]) waiting.overtake(shown)
  expect(texts()).toHaveLength(1)
  waiting.overtake(made('later', 'SUCCEEDED', { createdAt: 30 }))
  expect(texts()).toEqual([])
})

it('tells no more of an undone request once another order or a form is opened', async () => {
  const waiting = useWaitingStore()
  const { connectionId, orderid } = made('undone', 'UNDONE')
  const tell = () => waiting.tell(reported(made('undone', 'UNDONE')))
  tell()
  waiting.leaveFor({ connectionId, orderid, isSheet: false })
  expect(waiting.ended).toHaveLength(1)
  waiting.leaveFor({ connectionId, orderid: `${orderid}1`, isSheet: false })
  expect(waiting.ended).toEqual([])
  tell()
  waiting.leaveFor({ connectionId, orderid, isSheet: true })
  expect(waiting.ended).toEqual([])
  waiting.tell(reported(made('declined', 'DECLINED')))
  waiting.leaveFor({ connectionId, orderid, isSheet: true })
  expect(waiting.ended).toHaveLength(1)
})

it('tells of an undone request until another one is told of', async () => {
  const waiting = useWaitingStore()
  waiting.tell(reported(made('undone', 'UNDONE')))
  await Promise.resolve()
  expect(texts()).toEqual([
    expect.stringMatching(/^Refund of 20\.00 EUR on order \d+ undone\. Nothing was sent\.$/),
  ])
  waiting.tell(reported(made('later', 'ACCEPTED')))
  await Promise.resolve()
  expect(texts()).toEqual([expect.stringMatching(/accepted the refund/)])
  // A decline stays beside what comes after it.
  waiting.tell(reported(made('declined', 'DECLINED')))
  waiting.tell(reported(made('last', 'ACCEPTED')))
  await Promise.resolve()
  expect(texts()).toHaveLength(3)
})

it('leads the page of an order to no request that its sheet shows', () => {
  const waiting = useWaitingStore()
  const refund = made('one', 'SUCCEEDED')
  // Nor to an earlier one instead.
  waiting.tell(reported({ ...refund, id: 'earlier' }))
  waiting.showHere('one', 1)
  waiting.tell(reported(refund))
  expect(waiting.goingWellOn(refund.connectionId, refund.orderid)).toBeNull()
  waiting.showHere('one', -1)
  expect(waiting.goingWellOn(refund.connectionId, refund.orderid)).toBe('one')
})

it('keeps saying why a confirmed request was not let go', async () => {
  const waiting = useWaitingStore()
  const refund = made('one', 'UNDONE')
  const message = 'Bo at desk-1 has this order.'
  const fault = { kind: 'denied', sent: 'no', reason: 'team-holds', message } as const
  const outcome = outcomeOfFault(fault, refund)
  expect(outcome.message).toBe(message)
  waiting.tell({ ...reported(refund), outcome })
  waiting.tell(reported(made('later', 'ACCEPTED')))
  await Promise.resolve()
  expect(texts()[0]).toMatch(/^Refund of 20\.00 EUR on order \d+ not sent\.$/)
  expect(lineOf(outcome, 'return').more).toBe(message)
  // What a person took back says nothing more.
  const undone = outcomeOfFault({ ...fault, reason: 'undone' }, refund)
  expect([undone.message, lineOf(undone, 'return').more]).toEqual(['', ''])
})

it('tells of an unknown refund that nobody here followed, once it was carried out', async () => {
  const refund = made('one', 'UNKNOWN')
  bridge.script('attempt:list', { ok: true, value: [{ ...refund }] })
  await useAppState().load()
  useAppState().state!.unknownCount = 1
  const waiting = useWaitingStore()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(texts()).toEqual([])
  bridge.script('attempt:list', { ok: true, value: [] })
  await becomes(refund, 'SUCCEEDED')
  expect(texts()).toEqual([expect.stringMatching(/^20\.00 EUR refunded/)])
  expect(waiting.ended[0]?.outcome.tone).toBe('good')
})

it('tells of a request that asks its team only where that takes its time', () => {
  const attempt = made('one', 'APPROVED')
  const asks = { attempt, sendsAt: 1_000, asksTeam: true } as const
  expect([1_000, 1_499, 1_500].map((now) => isTold(asks, now))).toEqual([false, false, true])
  expect(isTold({ attempt, sendsAt: 9_000 }, 1_000)).toBe(true)
})
