import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { connectionRecord } from '#shared/connections/connection.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { applyStatus } from '../../../../../src/main/desk/payments/status/apply-status.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { readStatus } from '../../../../../src/main/desk/payments/status/read-status.ts'
import { undoAttempt } from '../../../../../src/main/desk/payments/send/undo.ts'
import { connection, createTestDesk, placeOf } from '../../../../fakes/desk.ts'
import { saleStatus, timedOut } from '../../../../fakes/gateway.ts'

const request = {
  client_orderid: 'inv-1',
  orderid: '7000001',
  amount: '10.00',
  currency: 'EUR',
  comment: 'damaged',
}
/** The same gateway account again: written otherwise, and through the endpoint's group. */
const twin = connectionRecord.parse({
  ...connection,
  id: 'test-2',
  name: 'Test shop by group',
  baseUrl: 'http://localhost:1/another-prefix/',
  endpointId: 'group/7',
  login: 'SHOP',
})

function twoRecords(undoMs = 0) {
  const money = { ...connection.settings.money, undoMs }
  const settings = { ...connection.settings, money }
  const desk = createTestDesk({ settings, others: [{ ...twin, settings }] })
  const ask = (connectionId: string, fields: Record<string, string> = request) =>
    reviewRequest(desk.ports, { connectionId, operation: 'return', request: fields })
  const reviewed = async (connectionId: string, fields = request) => {
    const review = await ask(connectionId, fields)
    if (!review.ok) throw new Error(JSON.stringify(review.fault))
    return { attemptId: review.value.attemptId, token: review.value.token }
  }
  const send = (review: { attemptId: string; token: string }) => confirm(desk.ports, review)
  return { ...desk, ask, reviewed, send }
}

describe('two connection records of one gateway', () => {
  it('share one lock: an unknown refund of the first stops the second', async () => {
    const desk = twoRecords()
    desk.gateway.onSend = () => timedOut
    await desk.send(await desk.reviewed('test-1'))
    expect(formatMessages(await desk.ask('test-2'))).toMatchObject({
      fault: { reason: 'not-possible', message: expect.stringContaining('is unknown') as unknown },
    })
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('share one lock in the ledger itself: of two reviews made before, one is sent', async () => {
    const desk = twoRecords()
    const reviews = [await desk.reviewed('test-1'), await desk.reviewed('test-2')]
    desk.gateway.onSend = () => timedOut
    const [first, second] = [await desk.send(reviews[0]!), await desk.send(reviews[1]!)]
    expect(first).toMatchObject({ fault: { kind: 'outcome-unknown' } })
    expect(second).toMatchObject({ fault: { sent: 'no' } })
    expect(desk.gateway.sent).toHaveLength(1)
    const rows = desk.ports.journal.ofOrder(placeOf('7000001'))
    expect(new Set(rows.map((row) => row.lockKey)).size).toBe(1)
    expect(new Set(rows.map((row) => row.connectionId)).size).toBe(2)
  })

  it('share the room of requests that can still be taken back', async () => {
    const desk = twoRecords(30_000)
    const review = await desk.reviewed('test-1')
    const sent = desk.send(review)
    expect(await desk.ask('test-2')).toMatchObject({ fault: { reason: 'order-busy' } })
    undoAttempt(desk.ports, review.attemptId)
    await sent
    expect(await desk.ask('test-2')).toMatchObject({ ok: true })
  })

  it('share the sums: what the first returned can’t be returned by the second', async () => {
    const desk = twoRecords()
    await desk.send(await desk.reviewed('test-1', { ...request, amount: '80.00' }))
    desk.gateway.status = saleStatus('80.00', {
      'transaction-type': 'reversal',
      'processor-tx-id': 'tx-2',
    })
    // The second record's look resolves what the first one sent.
    const status = await readStatus(
      desk.ports,
      desk.records[1]!,
      { orderid: '7000001' },
      { actor: 'anna', isLookUp: true },
    )
    if (!status.ok) throw new Error(JSON.stringify(status.fault))
    applyStatus(desk.ports, status.value)
    expect(desk.ports.journal.ofOrder(placeOf('7000001'))).toMatchObject([{ state: 'SUCCEEDED' }])
    expect(desk.ports.orders.facts(placeOf('7000001')).returnable?.minor).toBe(2_000n)
    const over = await desk.ask('test-2', { ...request, amount: '20.01' })
    expect(over).toMatchObject({ fault: { reason: 'over-remainder' } })
  })

  it('stop a review that was made before the other one’s request left', async () => {
    const desk = twoRecords()
    const late = await desk.reviewed('test-2')
    await desk.send(await desk.reviewed('test-1'))
    const [row] = desk.ports.journal.ofOrder(placeOf('7000001'))
    desk.ports.journal.move({
      id: row!.id,
      from: ['ACCEPTED'],
      to: 'DECLINED',
      patch: { message: 'declined' },
      actor: 'paydesk',
      origin: 'service',
    })
    expect(await desk.send(late)).toMatchObject({ fault: { reason: 'order-moved' } })
    expect(desk.gateway.sent).toHaveLength(1)
  })
})

describe('a connection that is pointed at another gateway', () => {
  it.each([
    ['address', { baseUrl: 'http://127.0.0.1:2/paynet' }],
    ['login', { login: 'other-shop' }],
  ])('inherits nothing of an order with the same number: another %s', async (_what, moved) => {
    const desk = createTestDesk()
    const ask = (amount: string) =>
      reviewRequest(desk.ports, {
        connectionId: 'test-1',
        operation: 'return',
        request: { ...request, amount },
      })
    desk.gateway.status = saleStatus('4900.00')
    expect(await ask('4900.00')).toMatchObject({ ok: true })
    desk.records[0] = { ...desk.records[0]!, ...moved }
    desk.gateway.status = saleStatus('120.00', { 'processor-tx-id': 'tx-other' })
    expect(await ask('120.01')).toMatchObject({ fault: { reason: 'over-remainder' } })
    const place = { service: gatewayOf(desk.records[0]), orderid: '7000001' }
    expect(desk.ports.orders.facts(place).returnable?.minor).toBe(12_000n)
    expect(desk.ports.orders.snapshots(place)).toHaveLength(1)
    expect(desk.ports.orders.get('test-1', '7000001')).toMatchObject({
      ...place,
      original: { minor: 12_000n },
    })
  })

  it('has an order with the same number busy only where it is', async () => {
    const desk = twoRecords()
    desk.gateway.onSend = () => timedOut
    await desk.send(await desk.reviewed('test-1'))
    desk.records[1] = { ...desk.records[1]!, login: 'other-shop' }
    expect(await desk.ask('test-2')).toMatchObject({ ok: true })
  })
})
