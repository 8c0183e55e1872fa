// What holds a confirmed request back is looked at once more inside the transaction that makes it
// SENDING.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { recover } from '../../../../../src/main/desk/payments/watch/recover.ts'
import { reviewLastsMs } from '../../../../../src/main/desk/payments/plan/plan.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { clocked } from '../../../../fakes/gateway.ts'

/**
 * A reviewed refund of a desk without an undo time; `whileReading` happens as the status is read
 * again.
 */
async function reviewed() {
  const desk = createTestDesk()
  const review = await reviewRequest(desk.ports, {
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
    send: () => confirm(desk.ports, { attemptId, token }),
    state: () => desk.ports.journal.get(attemptId)?.state,
    attemptId,
    /** What the next start names, the one after it, and one after a person closed that message. */
    named: () => {
      const both = [recover(desk.ports).unsent, recover(desk.ports).unsent]
      desk.ports.unseenEnds.forget(attemptId)
      return [...both, recover(desk.ports).unsent]
    },
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
  it('is not sent in a currency that was taken away meanwhile', async () => {
    const { whileReading, records, send, state, gateway } = await reviewed()
    whileReading(() => {
      const own = records[0]!
      records[0] = { ...own, settings: { ...own.settings, currencies: ['USD'] } }
    })
    const result = formatMessages(await send())
    expect(result).toMatchObject({ fault: { sent: 'no', reason: 'not-permitted' } })
    expect(JSON.stringify(result)).toMatch(/may use USD, not EUR/)
    expect(gateway.sent).toEqual([])
    expect(state()).toBe('UNDONE')
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
  it('is not sent when its connection took hours to be made, and its row says so', async () => {
    const desk = await reviewed()
    let wasAsked = false
    desk.gateway.client.send = (_signed, _connection, _operation, leaving) => {
      wasAsked = true
      expect(leaving?.whyNotNow?.()).toBeNull()
      desk.time.now += 8 * 3_600_000
      const detail = leaving?.whyNotNow?.() ?? ''
      const fault = { kind: 'unreached', sent: 'no', message: 'No connection.', detail } as const
      return Promise.resolve({ kind: 'not-sent', fault, ...clocked })
    }
    expect(await desk.send()).toMatchObject({
      fault: { reason: 'confirmation-expired', sent: 'no', attemptId: desk.attemptId },
    })
    expect([wasAsked, desk.state()]).toEqual([true, 'NOT_SENT'])
    expect(formatMessages(desk.ports.journal.get(desk.attemptId)?.message)).toMatch(
      /^Nothing was sent: More than 30 seconds/,
    )
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

describe('a confirmed request that ends unsent as Paydesk ends is named by each start until a person closed that', () => {
  it('held back between the ledger and the socket', async () => {
    const desk = await reviewed()
    desk.ports.witness = () => {
      desk.end()
      return Promise.resolve(null)
    }
    expect(await desk.send()).toMatchObject({ ok: false, fault: { sent: 'no' } })
    expect([desk.gateway.sent, desk.state()]).toEqual([[], 'NOT_SENT'])
    expect(desk.named()).toEqual([[desk.attemptId], [desk.attemptId], []])
  })
  it('stopped, or with a gateway that can’t be reached, while Paydesk waits for it', async () => {
    for (const stops of [true, false]) {
      const desk = await reviewed()
      const fault = {
        kind: 'unreached',
        sent: 'no',
        message: 'No connection.',
        detail: '',
      } as const
      desk.gateway.onSend = () => ({ kind: 'not-sent', fault, ...clocked })
      if (stops) desk.whileReading(() => desk.ports.stopMoney('The ledger is damaged.'))
      const answer = desk.send()
      desk.askToEnd()
      expect(await answer).toMatchObject({ ok: false, fault: { sent: 'no' } })
      expect(desk.state()).toBe(stops ? 'UNDONE' : 'NOT_SENT')
      expect(desk.named()).toEqual([[desk.attemptId], [desk.attemptId], []])
    }
  })
  it('after an error that nobody foresaw', async () => {
    const desk = await reviewed()
    desk.whileSigning(() => {
      desk.end()
      throw new Error('the keychain is gone')
    })
    await expect(desk.send()).rejects.toThrow('the keychain is gone')
    expect(desk.named()).toEqual([[desk.attemptId], [desk.attemptId], []])
  })
  it('and not when it ended before that, was sent, or was never confirmed', async () => {
    const ended = await reviewed()
    ended.whileReading(() => ended.ports.stopMoney('The ledger is damaged.'))
    await ended.send()
    ended.end()
    expect(ended.named()).toEqual([[], [], []])
    const sent = await reviewed()
    sent.ports.unseenEnds.add(sent.attemptId)
    await sent.send()
    sent.ports.unseenEnds.add('of-another-ledger')
    expect(sent.named()).toEqual([[], [], []])
    const draft = await reviewed()
    draft.end()
    expect(draft.named()).toEqual([[], [], []])
  })
  it('also where the list of them can’t be read', async () => {
    const desk = await reviewed()
    desk.db.prepare("INSERT INTO meta (key, value) VALUES ('left.unsent', '[')").run()
    desk.end()
    await desk.send()
    expect(desk.named()).toEqual([[desk.attemptId], [desk.attemptId], []])
  })
})
