// The one way from a form to an outcome, whatever form and frame it has. MONEY: a token is used
// once, and a request whose answer was lost is never confirmed again.
import { effectScope, nextTick, reactive, ref } from 'vue'
import { beforeEach, describe, expect, it } from 'vitest'
import { useAttemptStore } from '../../../../src/renderer/features/confirm/attempt-store.ts'
import type { Flow } from '../../../../src/renderer/features/confirm/flow.ts'
import {
  type ConfirmFrame,
  useConfirm,
} from '../../../../src/renderer/features/confirm/use-confirm.ts'
import type { Place } from '../../../../src/renderer/forms/drafts.ts'
import { type Fault, fail, inputFault, ok } from '../../../../src/shared/fault.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'

const place: Place = { connectionId: 'sandbox', orderid: '', action: 'payout' }
const request = {
  amount: '12.50',
  currency: 'EUR',
  order_desc: 'Deposit back',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
}
const lost: Fault = {
  kind: 'outcome-unknown',
  sent: 'maybe',
  message: 'No answer came.',
  detail: 'ECONNRESET',
}

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
  const matchMedia = () => ({ matches: false, addEventListener: () => {} })
  Object.assign(window, { addEventListener: () => {}, removeEventListener: () => {}, matchMedia })
})

function begun(frame: ConfirmFrame = {}) {
  const typed = reactive({ amount: '12.50' })
  const scope = effectScope()
  const steps = ref({ focus: () => {}, form: () => null })
  const confirm = scope.run(() =>
    useConfirm(
      {
        place: () => place,
        ask: () => (typed.amount === '' ? null : { request: { ...request, amount: typed.amount } }),
        hasField: (name) => name === 'amount',
        typed: () => typed.amount,
      },
      frame,
      steps,
    ),
  )!
  return { confirm, typed, scope }
}
const kindOf = ({ outcome }: ReturnType<typeof begun>['confirm']) => outcome?.kind

describe('from a form to an outcome', () => {
  it('asks main for nothing while a field needs another look', async () => {
    const { confirm, typed } = begun()
    typed.amount = ''
    expect(await confirm.review()).toBe(false)
    expect(confirm.isAsked).toBe(true)
    expect(callsOf(bridge, 'attempt:review')).toEqual([])
  })

  it('puts main’s word beside its field, until that is typed anew, and any other above the form', async () => {
    const { confirm, typed } = begun()
    const wrong = inputFault('amount', 'Too much.')
    bridge.script('attempt:review', fail(wrong))
    await confirm.review()
    expect(confirm.reported).toEqual(wrong)
    expect(confirm.formFault).toBeNull()
    typed.amount = '1.00'
    await nextTick()
    expect(confirm.reported).toBeNull()
    expect(confirm.flow).toMatchObject({ stage: 'form', fault: null })
    bridge.script('attempt:review', fail(inputFault('order_desc', 'Missing.')))
    await confirm.review()
    expect(confirm.reported).toBeNull()
    expect(confirm.formFault).toMatchObject({ field: 'order_desc' })
  })

  it('confirms once, however often it is pressed', async () => {
    const { confirm } = begun()
    await confirm.review()
    await Promise.all(Array.from({ length: 20 }, () => confirm.send([])))
    await confirm.send([])
    expect(callsOf(bridge, 'attempt:confirm')).toHaveLength(1)
    expect(kindOf(confirm)).toBe('accepted')
  })

  it('does not confirm again what got no answer, and gives no token to do it with', async () => {
    const { confirm } = begun()
    bridge.next = 'unknown'
    await confirm.review()
    await confirm.send([])
    expect(kindOf(confirm)).toBe('unknown')
    expect(confirm.outcome?.mayTryAgain).toBe(false)
    expect(JSON.stringify(confirm.flow)).not.toContain('token')
    await confirm.send([])
    expect(callsOf(bridge, 'attempt:confirm')).toHaveLength(1)
  })

  it('is handed to the bar at the foot of the window where the frame closes, and tells its outcome there', async () => {
    let closed = 0
    const { confirm, scope } = begun({ confirmed: () => (closed += 1) })
    await confirm.review()
    if (confirm.flow.stage === 'review') confirm.flow.review.undoMs = 5_000
    const release = bridge.hold('attempt:confirm')
    const sending = confirm.send([])
    await nextTick()
    expect(closed).toBe(1)
    expect(confirm.flow).toMatchObject({ stage: 'sending', isAway: true })
    scope.stop()
    release()
    await sending
    expect(callsOf(bridge, 'attempt:confirm')).toHaveLength(1)
  })

  it('is followed by a screen that is opened again while it is sent, until it is final', async () => {
    const first = begun()
    await first.confirm.review()
    const release = bridge.hold('attempt:confirm')
    const sending = first.confirm.send([])
    first.scope.stop()
    const { confirm } = begun()
    expect(confirm.flow.stage).toBe('sending')
    release()
    await sending
    expect(kindOf(confirm)).toBe('accepted')
    const attemptId = confirm.outcome?.attempt?.id ?? ''
    const found = await bridge.call('attempt:show', { attemptId })
    if (!found.ok) throw new Error(found.fault.message)
    // Reads that were on their way take the first answers.
    for (let read = 0; read < 8; read += 1)
      bridge.script('attempt:show', ok({ ...found.value, state: 'SUCCEEDED' }))
    bridge.tell({ topic: 'attempt' })
    await expect.poll(() => kindOf(confirm)).toBe('done')
  })

  it('is followed by a screen that is opened after its outcome came', async () => {
    const first = begun()
    await first.confirm.review()
    const release = bridge.hold('attempt:confirm')
    const sending = first.confirm.send([])
    first.scope.stop()
    release()
    await sending
    const reads = callsOf(bridge, 'attempt:show').length
    const { confirm } = begun()
    expect(kindOf(confirm)).toBe('accepted')
    expect(callsOf(bridge, 'attempt:show')).toHaveLength(reads + 1)
  })

  it('goes one step back by Escape, and from a form nowhere', async () => {
    const { confirm } = begun()
    await confirm.review()
    expect(confirm.escape()).toBe(true)
    expect(confirm.flow.stage).toBe('form')
    expect(confirm.escape()).toBe(false)
    await nextTick()
    expect(callsOf(bridge, 'attempt:undo')).toHaveLength(1)
  })

  it('leaves a review nobody sees any more', async () => {
    const { confirm, scope } = begun()
    await confirm.review()
    scope.stop()
    await nextTick()
    expect(useAttemptStore().flowOf(place).stage).toBe('form')
    expect(callsOf(bridge, 'attempt:undo')).toHaveLength(1)
  })
})

/** What each step holds, and nothing else: a step that mixes two is not one of them. */
const holds: Record<Flow['stage'], readonly string[]> = {
  form: ['card', 'fault', 'stage'],
  reviewing: ['card', 'isAbandoned', 'stage'],
  review: ['review', 'stage'],
  sending: ['amount', 'attemptId', 'isAway', 'sendingSince', 'stage', 'undoMs', 'waitsUntil'],
  outcome: ['outcome', 'stage'],
}

/** The same walk each time: numbers from 0 to `most` that look like chance. */
function chance(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

describe('whatever is pressed in whatever order', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('no token is used twice (walk %i)', async (seed) => {
    const attempt = useAttemptStore()
    const pick = chance(seed)
    const open: Promise<unknown>[] = []
    const moves: (() => unknown)[] = [
      () => attempt.review(place, request),
      () => attempt.confirm(place, 1_000),
      () => attempt.confirm(place, 1_000),
      () => attempt.back(place),
      () => attempt.again(place),
      () => attempt.leave(place),
      () => attempt.setAway(place, pick(2) === 0),
      () => attempt.forgive(place),
      () => bridge.script('attempt:confirm', fail(lost)),
      () => (bridge.next = 'unknown'),
    ]
    for (let step = 0; step < 300; step += 1) {
      const move = moves[pick(moves.length)]!
      open.push(Promise.resolve(move()))
      if (pick(3) === 0) await Promise.all(open.splice(0))
      const flow = attempt.flowOf(place)
      expect(Object.keys(flow).sort()).toEqual(holds[flow.stage])
    }
    await Promise.all(open)
    const tokens = callsOf(bridge, 'attempt:confirm').map(
      (input) => (input as { token: string }).token,
    )
    expect(tokens.length).toBeGreaterThan(2)
    expect(new Set(tokens).size).toBe(tokens.length)
  })
})
