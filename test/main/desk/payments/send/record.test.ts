// What an answer says of a request that was sent, and what one about another order does not.
import { describe, expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import { formatMessages } from '#wording/format-messages.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { accepted, saleStatus, timedOut } from '../../../../fakes/gateway.ts'

const payout = {
  amount: '30.00',
  currency: 'EUR',
  order_desc: 'Deposit back',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
}
const naming = (orderid: string) => ({
  ...(accepted() as Extract<ReturnType<typeof accepted>, { kind: 'accepted' }>),
  answer: { type: 'async-response', 'paynet-order-id': orderid },
})

function openDesk() {
  const desk = createTestDesk()
  const review = async () => {
    const asked = { connectionId: 'test-1', operation: 'payout' as const, request: payout }
    const made = await reviewRequest(desk.ports, asked)
    if (!made.ok) throw new Error(JSON.stringify(made.fault))
    return made.value
  }
  const send = ({ attemptId, token }: { attemptId: string; token: string }, twinsSeen?: string[]) =>
    confirm(desk.ports, { attemptId, token, twinsSeen })
  const row = (id: string) => desk.ports.journal.get(id)!
  const paid = (orderid: string, clientOrderid: string) =>
    saleStatus('30.00', {
      'transaction-type': 'payout',
      'order-stage': 'payout_approved',
      'paynet-order-id': orderid,
      'merchant-order-id': clientOrderid,
    })
  return { ...desk, review, send, row, paid }
}
const saying = (message: RegExp) => expect.stringMatching(message) as unknown

describe('an answer that is about another order', () => {
  it('is no acceptance: the outcome is unknown, and the other order’s success does not close it', async () => {
    const desk = openDesk()
    const first = await desk.review()
    desk.gateway.onSend = () => naming('9000001')
    await desk.send(first)
    desk.gateway.status = desk.paid('9000001', desk.row(first.attemptId).clientOrderid)
    await resolveAttempt(desk.ports, desk.row(first.attemptId))
    expect(desk.row(first.attemptId).state).toBe('SUCCEEDED')

    const second = await desk.review()
    expect(formatMessages(await desk.send(second, [first.attemptId]))).toMatchObject({
      fault: { kind: 'conflict', message: saying(/names an order that another/) },
    })
    expect(desk.row(second.attemptId)).toMatchObject({
      state: 'UNKNOWN',
      orderid: '',
      conflict: saying(/9000001/),
    })
    await resolveAttempt(desk.ports, desk.row(second.attemptId))
    expect(desk.row(second.attemptId).state).toBe('UNKNOWN')

    desk.gateway.status = desk.paid('9000002', desk.row(second.attemptId).clientOrderid)
    await resolveAttempt(desk.ports, desk.row(second.attemptId))
    expect(desk.row(second.attemptId)).toMatchObject({ state: 'SUCCEEDED', orderid: '9000002' })
  })

  it('closes nothing when status carries another merchant order id than the one that was sent', async () => {
    const desk = openDesk()
    const one = await desk.review()
    desk.gateway.onSend = () => naming('9000001')
    await desk.send(one)
    desk.gateway.status = desk.paid('9000001', 'somebody-else')
    await resolveAttempt(desk.ports, desk.row(one.attemptId))
    expect(desk.row(one.attemptId)).toMatchObject({
      state: 'ACCEPTED',
      conflict: saying(/somebody-else/),
    })
  })
})

describe('a payout that a look-up finds before its own answer comes', () => {
  const found = async (named: string) => {
    const desk = openDesk()
    const one = await desk.review()
    const value = desk.row(one.attemptId).clientOrderid
    desk.gateway.status = desk.paid('9000001', value)
    desk.gateway.onSend = async () => {
      await lookUp(desk.ports, { connectionId: 'test-1', by: 'client_orderid', value })
      return naming(named)
    }
    await desk.send(one)
    return { ...desk, state: () => desk.row(one.attemptId) }
  }
  it('is accepted all the same, and money is not stopped', async () => {
    const { state, ports } = await found('9000001')
    expect(state()).toMatchObject({ state: 'ACCEPTED', orderid: '9000001', conflict: null })
    expect(ports.moneyStop(undefined)).toBeNull()
  })
  it('is unknown and contradicted when its answer names another order', async () => {
    const { state, ports } = await found('9000002')
    expect(state()).toMatchObject({ state: 'UNKNOWN', orderid: '9000001' })
    expect(state().conflict).toMatch(/9000002.*9000001/)
    expect(ports.moneyStop(undefined)).toBeNull()
  })
})

describe('an answer that never comes', () => {
  it.each([
    [say('gateway.the-answer-was-cut-off'), 'The answer was cut off.'],
    ['read ECONNRESET', 'No clear answer: read ECONNRESET'],
    [
      say('gateway.detail-and-code', { detail: 'write failed', code: 'EPIPE' }),
      'No clear answer: write failed (EPIPE)',
    ],
  ])('is told once: %s', async (detail, told) => {
    const desk = openDesk()
    desk.gateway.onSend = () => ({ ...timedOut, fault: { ...timedOut.fault, detail } })
    const review = await desk.review()
    await desk.send(review)
    expect(formatMessages(desk.row(review.attemptId))).toMatchObject({
      state: 'UNKNOWN',
      message: told,
    })
  })
})
