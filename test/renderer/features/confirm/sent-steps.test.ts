// In the sheet of an order, what is being sent and what nobody knows the outcome of is told as the
// review told it: to whom and how much, and step by step how far it came.
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, it } from 'vitest'
import type { AttemptView } from '#shared/bridge/views.ts'
import ConfirmSteps from '../../../../src/renderer/features/confirm/ConfirmSteps.vue'
import SentSteps from '../../../../src/renderer/features/confirm/SentSteps.vue'
import type { Confirm } from '../../../../src/renderer/features/confirm/use-confirm.ts'
import { outcomeOfAttempt } from '../../../../src/renderer/messages/outcomes.ts'
import { attemptOf } from '../../../fakes/bridge-seed.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { openWindow } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
  const media = { matches: false, addEventListener: () => undefined }
  Object.assign(window, { matchMedia: () => media, addEventListener: () => undefined })
  Object.assign(globalThis, { document: { hasFocus: () => false } })
  return () => {
    Reflect.deleteProperty(globalThis, 'document')
  }
})

const amount = { amount: '1.11', currency: 'EUR' }
const payee = { label: 'Refund to', text: 'Visa 4639 · ZOË MÜLLER', isInDoubt: false }
const place = { connectionId: 'sandbox', orderid: '700301', action: 'return' } as const

const drawn = (state: AttemptView['state'] | null, isSheet = true): Promise<string> => {
  const order = bridge.orders[0]!
  const attempt = attemptOf(order, {
    ...{ id: 'a1', operation: 'return', amount, nextCheckAt: Date.now() + 90_000 },
    ...(state === null ? {} : { state }),
  })
  const stepAt = (seq: number, of: AttemptView['state']) => ({
    ...{ ...order.timeline[0]!, source: 'desk' as const, title: 'return', attemptId: 'a1' },
    ...{ at: Date.UTC(2026, 11, 1, 0, 0, seq), seq, state: of, message: '', answer: undefined },
  })
  const timeline = [
    ...(state === null ? [] : [stepAt(14, state)]),
    ...[stepAt(13, 'SENDING'), stepAt(12, 'APPROVED'), stepAt(11, 'DRAFT')],
    { ...stepAt(10, 'SUCCEEDED'), attemptId: 'another' },
  ]
  const sending = {
    ...{ stage: 'sending', attemptId: 'a1', amount, undoMs: 0, sendingSince: Date.now() },
    ...{ waitsUntil: null, isAway: false },
  }
  const confirm = {
    place,
    ...(state === null
      ? { flow: sending, outcome: null }
      : { flow: { stage: 'outcome' }, outcome: outcomeOfAttempt(attempt) }),
  } as unknown as Confirm
  const app = createSSRApp({
    render: () =>
      h(
        ConfirmSteps,
        { confirm, operation: 'return', noun: 'refund', isSheet, payee },
        { steps: (sent: object) => h(SentSteps, { ...sent, timeline } as never) },
      ),
  })
  return renderToString(app)
}

it('names card and amount while it is sent, and its steps, oldest first', async () => {
  const html = await drawn(null)
  expect(html).toMatch(/Refund to.*ZOË MÜLLER.*1\.11\sEUR.*Sending the refund/s)
  expect(html).toMatch(/Reviewed.*Confirmed.*Sending/s)
  expect(html).not.toContain('Next status check')
})

it('tells of an unknown outcome what follows', async () => {
  const html = await drawn('UNKNOWN')
  expect(html).toMatch(
    /data-testid="sent-amount".*1\.11\sEUR.*Outcome unknown\. Don’t repeat it\./s,
  )
  expect(html).toMatch(/Confirmed.*Sending started.*Outcome unknown.*Next status check in 1/s)
})

it('repeats nothing of what is over, nor on a page of its own', async () => {
  expect(await drawn('DECLINED')).not.toMatch(/sent-amount|sent-steps/)
  expect(await drawn('UNKNOWN', false)).not.toMatch(/sent-amount|sent-steps/)
})
