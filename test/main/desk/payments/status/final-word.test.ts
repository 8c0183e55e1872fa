// Answers that are the last word on a request, or are not yet: a decline is never shown as done.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#messages/format-messages.ts'
import { finalWordOf } from '../../../../../src/main/desk/payments/status/final-word.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { accepted, saleStatus } from '../../../../fakes/gateway.ts'

const envelope = { type: 'async-response', 'serial-number': 's-1', 'merchant-order-id': 'm-1' }

describe('the answer to', () => {
  it.each([
    ['create-card-ref', { 'card-ref-id': '77' }, 'SUCCEEDED'],
    ['create-card-ref', { 'card-ref-id': '77', status: 'approved' }, 'SUCCEEDED'],
    ['create-card-ref', { 'card-ref-id': '77', status: 'declined' }, 'DECLINED'],
    ['create-card-ref', { 'card-ref-id': '77', status: 'error' }, 'FAILED'],
    ['create-card-ref', { 'card-ref-id': '77', status: 'processing' }, null],
    ['create-card-ref', {}, null],
    ['create-card-ref', { 'card-ref-id': '' }, null],
    ['create-recurring-payment', { status: 'approved' }, null],
    ['create-recurring-payment', { 'recurring-payment-id': '5', status: 'filtered' }, 'DECLINED'],
    ['create-recurring-payment', { 'recurring-payment-id': '5', status: 'odd' }, null],
    ['pan-eligibility-send', {}, null],
    ['pan-eligibility-send', { eligible: 'yes' }, 'SUCCEEDED'],
    ['update-recurring-payment', { status: 'processing' }, null],
    ['upload-cres-result', { status: 'processing' }, 'SUCCEEDED'],
    ['upload-cres-result', { status: 'error' }, 'FAILED'],
  ] as const)('%s with %j is %s', (operation, more, state) => {
    expect(finalWordOf(operation, { ...envelope, ...more })?.state ?? null).toBe(state)
  })

  it('says why it was declined, in the gateway’s words', () => {
    const told = { ...envelope, status: 'declined', 'error-code': '5', 'error-message': 'No' }
    expect(formatMessages(finalWordOf('create-card-ref', told)?.message)).toBe(
      'The gateway answers “declined” (5 No).',
    )
  })
})

describe('a card reference', () => {
  const asked = async () => {
    const desk = createTestDesk()
    const review = await reviewRequest(desk.ports, {
      connectionId: 'test-1',
      operation: 'create-card-ref',
      request: { client_orderid: 'inv-1', orderid: '7000001' },
    })
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    return {
      ...desk,
      send: () => confirm(desk.ports, review.value),
      row: () => desk.ports.journal.get(review.value.attemptId)!,
    }
  }

  it('that the gateway declines is declined here', async () => {
    const desk = await asked()
    desk.gateway.onSend = () => accepted('sn-1', { status: 'declined', 'card-ref-id': '77' })
    await desk.send()
    expect(desk.row()).toMatchObject({ state: 'DECLINED' })
  })

  it('that comes later is taken from the order’s status', async () => {
    const desk = await asked()
    await desk.send()
    expect(desk.row()).toMatchObject({ state: 'ACCEPTED' })
    await resolveAttempt(desk.ports, desk.row())
    expect(desk.row().state).toBe('ACCEPTED')
    desk.gateway.status = saleStatus('100.00', { 'card-ref-id': '77' })
    await resolveAttempt(desk.ports, desk.row())
    expect(desk.row()).toMatchObject({ state: 'SUCCEEDED', answer: { 'card-ref-id': '77' } })
  })

  it('of a payment that was declined later is still there: the word is the payment’s', async () => {
    const desk = await asked()
    await desk.send()
    desk.gateway.status = saleStatus('100.00', { 'card-ref-id': '77', status: 'declined' })
    await resolveAttempt(desk.ports, desk.row())
    expect(desk.row().state).toBe('SUCCEEDED')
  })
})

describe('an eligibility that is answered later', () => {
  const asked = async () => {
    const desk = createTestDesk()
    const review = await reviewRequest(desk.ports, {
      connectionId: 'test-1',
      operation: 'pan-eligibility-send',
      request: { 'sending-card-ref-id': '77' },
    })
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    await confirm(desk.ports, review.value)
    const row = () => desk.ports.journal.get(review.value.attemptId)!
    expect(row().state).toBe('ACCEPTED')
    return { ...desk, row }
  }
  const told = (merchantId: string | null) => ({
    type: 'status-response',
    status: 'approved',
    'sending-eligible': 'true',
    ...(merchantId === null ? {} : { 'merchant-order-id': merchantId }),
  })

  it('is asked for by the merchant’s id, and taken', async () => {
    const { ports, gateway, row } = await asked()
    gateway.status = told(row().clientOrderid)
    await resolveAttempt(ports, row())
    expect(gateway.asked.at(-1)).toEqual({ client_orderid: row().clientOrderid })
    expect(row()).toMatchObject({ state: 'SUCCEEDED', answer: { 'sending-eligible': 'true' } })
  })

  it('MONEY: is not declined by the status of an order', async () => {
    const { ports, gateway, row } = await asked()
    const { 'sending-eligible': _answer, ...status } = told(row().clientOrderid)
    gateway.status = { ...status, status: 'declined', 'paynet-order-id': '9000001' }
    await resolveAttempt(ports, row())
    expect(row().state).toBe('ACCEPTED')
    gateway.status = { ...status, status: 'declined' }
    await resolveAttempt(ports, row())
    expect(row().state).toBe('DECLINED')
  })

  it.each([[null], ['another-merchants']])('is not taken from an answer to %s', async (id) => {
    const { ports, gateway, row } = await asked()
    gateway.status = told(id)
    await resolveAttempt(ports, row())
    expect(row().state).toBe('ACCEPTED')
  })
})
