// What holds a confirmed request back is looked at once more inside the transaction that makes it
// SENDING.
import { describe, expect, it } from 'vitest'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import {
  type OpenReviews,
  reviewRequest,
  reviewLastsMs,
} from '../../../../../src/main/desk/payments/review/review-request.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'

/**
 * A reviewed refund of a desk without an undo time; `whileReading` happens as the status is read
 * again.
 */
async function reviewed() {
  const desk = createTestDesk()
  const openReviews: OpenReviews = new Map()
  const review = await reviewRequest(desk.ports, openReviews, {
    connectionId: 'test-1',
    operation: 'return',
    request: {
      client_orderid: 'inv-1',
      orderid: '7000001',
      amount: '10.00',
      currency: 'EUR',
      comment: 'damaged',
    },
  })
  if (!review.ok) throw new Error(JSON.stringify(review.fault))
  const { attemptId, token } = review.value
  const { client } = desk.gateway
  return {
    ...desk,
    send: () => confirm(desk.ports, openReviews, { attemptId, token }),
    state: () => desk.ports.journal.get(attemptId)?.state,
    whileReading: (happens: () => void) => {
      const { read } = client
      client.read = (...asked) => {
        happens()
        return read(...asked)
      }
    },
    whileSigning: (happens: () => void) => {
      const { build } = client
      client.build = (...asked) => {
        happens()
        return build(...asked)
      }
    },
  }
}

describe('a confirmed request', () => {
  it('is not sent when money is stopped while the status is read again', async () => {
    const desk = await reviewed()
    desk.whileReading(() => desk.ports.stopMoney('The ledger is damaged.'))
    expect(await desk.send()).toMatchObject({ fault: { reason: 'money-stopped', sent: 'no' } })
    expect([desk.gateway.sent, desk.state()]).toEqual([[], 'UNDONE'])
  })
  it('is not sent when money is stopped while the keychain is asked', async () => {
    const desk = await reviewed()
    desk.whileSigning(() => desk.ports.stopMoney('The ledger is damaged.'))
    expect(await desk.send()).toMatchObject({ fault: { reason: 'money-stopped', sent: 'no' } })
    expect([desk.gateway.sent, desk.state()]).toEqual([[], 'UNDONE'])
  })
  it.each([
    ['The computer slept', { now: 35_000, mono: 0 }],
    ['a gateway took its time under a clock that was set back', { now: -3_600_000, mono: 35_000 }],
  ])('without an undo time is not sent late: %s', async (_why, { now, mono }) => {
    const desk = await reviewed()
    desk.whileReading(() => {
      desk.time.now += now
      desk.time.mono += mono
    })
    expect(await desk.send()).toMatchObject({ fault: { reason: 'confirmation-expired' } })
    expect([desk.gateway.sent, desk.state()]).toEqual([[], 'UNDONE'])
  })
  it('is sent within the time that was promised, also when the clock is set back meanwhile', async () => {
    const desk = await reviewed()
    desk.whileReading(() => {
      desk.time.now -= 10 * 365 * 86_400_000
      desk.time.mono += 29_000
    })
    expect((await desk.send()).ok).toBe(true)
    expect(desk.gateway.sent).toHaveLength(1)
  })
  it('is not sent once the program ends', async () => {
    const desk = await reviewed()
    desk.whileSigning(() => desk.end())
    expect(await desk.send()).toMatchObject({ ok: false, fault: { sent: 'no' } })
    expect(desk.gateway.sent).toEqual([])
  })
  it('is not sent on a review that only a clock set back makes young', async () => {
    const desk = await reviewed()
    desk.time.pass(reviewLastsMs + 60_000)
    desk.time.now -= 86_400_000
    expect(await desk.send()).toMatchObject({ fault: { reason: 'confirmation-expired' } })
    expect(desk.gateway.sent).toEqual([])
  })
})
