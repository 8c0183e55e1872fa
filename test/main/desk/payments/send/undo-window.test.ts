import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { moneySettings } from '../../../../../src/shared/connections/connection.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { recover } from '../../../../../src/main/desk/payments/watch/recover.ts'
import { undoAttempt } from '../../../../../src/main/desk/payments/send/undo.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'

const request = {
  client_orderid: 'inv-1',
  orderid: '7000001',
  amount: '10.00',
  currency: 'EUR',
  comment: 'damaged',
}
/** Long enough never to end by itself in a test, unless it says otherwise. */
const long = 30_000

async function confirmed(undoMs = long) {
  const desk = createTestDesk({ settings: { money: moneySettings.parse({ undoMs }) } })
  const ask = (fields: Record<string, string> = request) =>
    reviewRequest(desk.ports, {
      connectionId: 'test-1',
      operation: 'return',
      request: fields,
    })
  const review = await ask()
  if (!review.ok) throw new Error(JSON.stringify(review.fault))
  const { attemptId, token } = review.value
  const send = () => confirm(desk.ports, { attemptId, token })
  const answer = send()
  const read = () => desk.ports.journal.get(attemptId)
  return {
    ...desk,
    answer,
    again: send,
    ask,
    attemptId,
    undoMs: review.value.undoMs,
    state: () => read()?.state,
    row: read,
    undoAttempt: () => undoAttempt(desk.ports, attemptId),
    steps: () =>
      desk.ports.audit
        .timeline('order/test-1/7000001')
        .map(({ kind, actor }) => `${kind} ${actor}`),
  }
}

describe('a confirmed request', () => {
  it('waits with its token burnt and nothing sent, and is then sent once', async () => {
    const desk = await confirmed(150)
    expect(desk.undoMs).toBe(150)
    expect(desk.state()).toBe('APPROVED')
    expect(desk.row()?.tokenHash).toBeNull()
    expect(desk.ports.undo.list()).toMatchObject([
      { row: { id: desk.attemptId }, sendsAt: desk.time.now + 150 },
    ])
    expect(desk.gateway.sent).toEqual([])
    expect((await desk.answer).ok).toBe(true)
    expect(desk.gateway.sent).toHaveLength(1)
    expect(desk.state()).toBe('ACCEPTED')
    expect(desk.ports.undo.list()).toEqual([])
  })

  it('that is undone is never sent, says so, and leaves its audit entry', async () => {
    const desk = await confirmed()
    expect(desk.undoAttempt()).toMatchObject({ ok: true, value: { state: 'UNDONE' } })
    expect(await desk.answer).toMatchObject({ fault: { reason: 'undone', sent: 'no' } })
    expect(desk.gateway.sent).toEqual([])
    expect(formatMessages(desk.row()?.message)).toContain('Undone after it was confirmed')
    expect(desk.steps().at(-1)).toBe('attempt:undone anna')
    // Neither undo nor Send now finds it a second time.
    expect(desk.undoAttempt().ok).toBe(false)
    expect(desk.ports.undo.sendNow(desk.attemptId)).toBe(false)
    expect(await desk.again()).toMatchObject({ fault: { reason: 'already-confirmed' } })
    expect(desk.gateway.sent).toEqual([])
  })

  it('is sent at once when a person says so, once for fifty times saying it', async () => {
    const desk = await confirmed()
    const said = Array.from({ length: 50 }, () => desk.ports.undo.sendNow(desk.attemptId))
    expect(said.filter(Boolean)).toHaveLength(1)
    await desk.answer
    expect(desk.gateway.sent).toHaveLength(1)
    expect(desk.undoAttempt().ok).toBe(false)
    expect(desk.state()).toBe('ACCEPTED')
  })

  it('is one request for fifty confirms, and blocks its order while it waits', async () => {
    const desk = await confirmed()
    const all = await Promise.all(Array.from({ length: 50 }, desk.again))
    for (const one of all) expect(one).toMatchObject({ fault: { reason: 'already-confirmed' } })
    expect(formatMessages(await desk.ask())).toMatchObject({
      fault: {
        reason: 'order-busy',
        message: expect.stringMatching(/about to be sent\. Undo it, or wait/) as string,
      },
    })
    desk.ports.undo.sendNow(desk.attemptId)
    await desk.answer
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('reads the status again after the wait: an order that moved meanwhile is not touched', async () => {
    const desk = await confirmed()
    desk.gateway.status = saleStatus('100.00', { 'transaction-type': 'reversal', amount: '40.00' })
    desk.ports.undo.sendNow(desk.attemptId)
    expect(await desk.answer).toMatchObject({ fault: { reason: 'order-moved' } })
    expect(desk.gateway.sent).toEqual([])
  })

  it('is not sent when money was stopped meanwhile', async () => {
    const desk = await confirmed()
    desk.ports.stopMoney('a finding.')
    desk.ports.undo.sendNow(desk.attemptId)
    expect(await desk.answer).toMatchObject({ fault: { reason: 'money-stopped' } })
    expect([desk.gateway.sent, desk.state()]).toEqual([[], 'UNDONE'])
  })

  it('that was due while the computer slept is not sent when it wakes', async () => {
    const desk = await confirmed(60)
    desk.time.now += 3_600_000
    expect(await desk.answer).toMatchObject({ fault: { reason: 'confirmation-expired' } })
    expect([desk.gateway.sent, desk.state()]).toEqual([[], 'UNDONE'])
  })

  it('that waits when the program closes is not sent, and the next start says so', async () => {
    const desk = await confirmed()
    desk.ports.undo.close()
    expect(await desk.answer).toMatchObject({ fault: { reason: 'undone', sent: 'no' } })
    expect(recover(desk.ports)).toEqual({ cut: 0, unsent: [desk.attemptId] })
    expect(desk.state()).toBe('EXPIRED')
    expect(formatMessages(desk.row()?.message)).toContain('Nothing was sent')
    expect(desk.gateway.sent).toEqual([])
  })

  it('that can’t be noted as taken back is not sent either', async () => {
    const desk = await confirmed()
    desk.ports.journal.move = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    }
    expect(desk.undoAttempt()).toMatchObject({ fault: { reason: 'money-stopped' } })
    expect(await desk.answer).toMatchObject({ fault: { reason: 'undone' } })
    expect(desk.gateway.sent).toEqual([])
  })
})
