// Requests that a gateway takes first and answers later, by a status: what belongs to the request
// is taken, and what belongs to a payment or to another merchant is not.
import { describe, expect, it } from 'vitest'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { accepted, saleStatus } from '../../../../fakes/gateway.ts'

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

  it('is not taken from a status with another merchant order ID', async () => {
    const desk = await asked()
    await desk.send()
    const reported = { 'merchant-order-id': 'somebody-else', 'card-ref-id': '77' }
    desk.gateway.status = saleStatus('100.00', reported)
    await resolveAttempt(desk.ports, desk.row())
    expect(desk.row().state).toBe('ACCEPTED')
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
  const reported = (merchantId: string | null) => ({
    type: 'status-response',
    status: 'approved',
    'sending-eligible': 'true',
    ...(merchantId === null ? {} : { 'merchant-order-id': merchantId }),
  })

  it('is asked for by the merchant’s id, and taken', async () => {
    const { ports, gateway, row } = await asked()
    gateway.status = reported(row().clientOrderid)
    await resolveAttempt(ports, row())
    expect(gateway.asked.at(-1)).toEqual({ client_orderid: row().clientOrderid })
    expect(row()).toMatchObject({ state: 'SUCCEEDED', answer: { 'sending-eligible': 'true' } })
  })

  it('MONEY: is not declined by the status of an order', async () => {
    const { ports, gateway, row } = await asked()
    const { 'sending-eligible': _answer, ...status } = reported(row().clientOrderid)
    gateway.status = { ...status, status: 'declined', 'paynet-order-id': '9000001' }
    await resolveAttempt(ports, row())
    expect(row().state).toBe('ACCEPTED')
    gateway.status = { ...status, status: 'declined' }
    await resolveAttempt(ports, row())
    expect(row().state).toBe('DECLINED')
  })

  it.each([[null], ['another-merchants']])('is not taken from an answer to %s', async (id) => {
    const { ports, gateway, row } = await asked()
    gateway.status = reported(id)
    await resolveAttempt(ports, row())
    expect(row().state).toBe('ACCEPTED')
  })
})
