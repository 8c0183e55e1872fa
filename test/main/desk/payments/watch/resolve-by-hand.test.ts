// Resolving by hand has brakes: the gateway is asked three times over thirty minutes first, or a
// person says why that can't be waited for.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import type { Fault } from '#shared/fault.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { createLookUpCounter } from '../../../../../src/main/desk/payments/watch/look-up-counter.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { recover } from '../../../../../src/main/desk/payments/watch/recover.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { attemptViews } from '../../../../../src/main/desk/orders/views.ts'
import type { Outcome } from '../../../../../src/main/gateway/client.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { accepted, saleStatus, timedOut } from '../../../../fakes/gateway.ts'

const minute = 60_000
const notFound: Fault = {
  kind: 'rejected',
  sent: 'yes',
  message: 'ORDER_NOT_FOUND: order not found',
  httpStatus: 400,
}

async function sent(outcome: Outcome) {
  const desk = createTestDesk()
  const review = await reviewRequest(desk.ports, {
    connectionId: 'test-1',
    operation: 'return',
    request: {
      ...{ client_orderid: 'inv-1', orderid: '7000001', comment: 'damaged' },
      ...{ amount: '10.00', currency: 'EUR' },
    },
  })
  if (!review.ok) throw new Error(JSON.stringify(review.fault))
  desk.gateway.onSend = () => outcome
  await confirm(desk.ports, review.value)
  const { attemptId } = review.value
  const row = () => desk.ports.journal.get(attemptId)!
  const resolve = (override?: string) =>
    resolveByHand(desk.ports, {
      ...{ attemptId, outcome: 'did-not-happen', reason: 'support says so', override },
    })
  return { ...desk, row, resolve, look: () => resolveAttempt(desk.ports, row()) }
}
const early = { ok: false, fault: { kind: 'input', sent: 'no', field: 'override' } }

describe.each([
  ['unknown', timedOut],
  ['accepted', accepted()],
])('an %s request', (_state, outcome) => {
  it('is not resolved before three look-ups over thirty minutes', async () => {
    const desk = await sent(outcome)
    expect(desk.resolve()).toMatchObject(early)
    for (const [looks, waitMs] of [
      [1, 0],
      [1, 14 * minute],
      [2, minute],
      [2, 14 * minute],
      [3, minute],
    ] as const) {
      desk.time.pass(waitMs)
      await desk.look()
      expect(desk.row().looks).toBe(looks)
      if (looks < 3) expect(desk.resolve()).toMatchObject(early)
    }
    expect(desk.resolve()).toMatchObject({ ok: true, value: { state: 'RESOLVED_BY_HAND' } })
  })
  it('is resolved at once by a person who says why it can’t wait, and that is audited', async () => {
    const desk = await sent(outcome)
    await desk.look()
    expect(desk.resolve('the customer stands at the counter').ok).toBe(true)
    const steps = desk.ports.audit.timeline('order/test-1/7000001')
    expect(steps.at(-1)).toMatchObject({
      kind: 'attempt:resolved-by-hand',
      details: {
        reason: 'support says so',
        override: 'the customer stands at the counter',
        looks: 1,
      },
    })
  })
})

describe('a look-up', () => {
  it('that finds nothing counts, and is shown as such', async () => {
    const desk = await sent(timedOut)
    desk.gateway.statusFault = notFound
    const message = []
    for (let count = 0; count < 3; count += 1) {
      await desk.look()
      message.push(desk.row().message)
      desk.time.pass(15 * minute)
    }
    expect(formatMessages(message)).toEqual([
      'Not found after 1 status check.',
      'Not found after 2 status checks.',
      expect.stringMatching(/^Not found in 3 status checks over at least 30 minutes\./),
    ])
    expect(desk.row().state).toBe('UNKNOWN')
    expect(desk.resolve().ok).toBe(true)
  })
  it('counts once with others that were under way at the same time', async () => {
    const desk = await sent(timedOut)
    await Promise.all([desk.look(), desk.look(), desk.look()])
    expect(desk.row().looks).toBe(1)
    expect(desk.resolve()).toMatchObject(early)
  })
  it('whose answer resolves the request is counted no more', async () => {
    const desk = await sent(accepted())
    desk.gateway.status = saleStatus('10.00', {
      ...{ 'transaction-type': 'reversal', 'processor-tx-id': 'tx-2' },
    })
    await desk.look()
    expect(desk.row()).toMatchObject({ state: 'SUCCEEDED', looks: 0 })
  })
  it('that nobody answered does not count', async () => {
    const desk = await sent(timedOut)
    desk.gateway.statusFault = timedOut.fault
    await desk.look()
    expect(desk.row().looks).toBe(0)
  })
  it('counts by time that passed, not by a clock that was moved', async () => {
    const desk = await sent(timedOut)
    for (let count = 0; count < 5; count += 1) {
      await desk.look()
      desk.time.now += 3_600_000
    }
    expect(desk.row().looks).toBe(1)
  })
  it('soon after a restart does not count: nobody knows when the last one was', async () => {
    const desk = await sent(timedOut)
    await desk.look()
    const restarted = { ...desk.ports, lookUps: createLookUpCounter(desk.ports) }
    await resolveAttempt(restarted, desk.row())
    desk.time.pass(14 * minute)
    await resolveAttempt(restarted, desk.row())
    expect(desk.row().looks).toBe(1)
    desk.time.pass(minute)
    await resolveAttempt(restarted, desk.row())
    expect(desk.row().looks).toBe(2)
  })
})

it('a request that has no id is asked about by nobody, and resolved by a person who says why', () => {
  const { ports } = createTestDesk()
  const id = 'a1'
  ports.journal.draft({
    ...{ id, service: 'gate', connectionId: 'test-1', endpointId: '1144', lockKey: 'x' },
    ...{ operation: 'update-recurring-payment', risk: 'write', orderid: '', clientOrderid: '' },
    ...{ amount: null, isFull: false, request: {}, digest: '', tokenHash: 't', expiresAt: 0 },
    ...{ actor: 'anna', comment: '', seen: '' },
  })
  for (const [from, to] of [
    ['DRAFT', 'APPROVED'],
    ['APPROVED', 'SENDING'],
  ] as const)
    ports.journal.move({
      ...{ id, from: [from], to, patch: { message: to }, actor: 'anna', origin: 'desk' },
    })
  recover(ports)
  const row = ports.journal.get(id)!
  expect(row).toMatchObject({ state: 'UNKNOWN', nextCheckAt: null })
  expect(ports.journal.awaited()).toEqual([])
  expect(attemptViews(ports)(row).lookUps).toBeNull()
  const said = { attemptId: id, outcome: 'happened', reason: 'support says so' } as const
  expect(formatMessages(resolveByHand(ports, said))).toMatchObject({
    fault: { field: 'override', message: expect.stringContaining('has no ID') as string },
  })
  const override = 'nobody can look it up'
  expect(resolveByHand(ports, { ...said, override })).toMatchObject({ ok: true })
})
