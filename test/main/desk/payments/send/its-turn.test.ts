// The budget of a gateway account delays a confirmed request before SENDING, and never drops it.
import { describe, expect, it } from 'vitest'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import type { Turn } from '../../../../../src/main/gateway/budget/turn.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'

/** A promise that the test opens. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A reviewed refund of a desk that grants no turn before the test does. */
async function reviewed() {
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
  const [granted, next] = [gate(), gate()]
  const taken: string[] = []
  let ended = 0
  const turn: Turn = {
    ready: () => next.opened,
    begin: () => undefined,
    heard: () => undefined,
    end: () => void (ended += 1),
  }
  desk.ports.takeTurn = async (_connection, rank) => {
    taken.push(rank)
    await granted.opened
    return turn
  }
  const { attemptId, token } = review.value
  return {
    ...desk,
    ...{ granted, next, taken, turn },
    ended: () => ended,
    state: () => desk.ports.journal.get(attemptId)?.state,
    send: (given?: Turn) => confirm(desk.ports, { attemptId, token }, given),
  }
}

describe('a confirmed request', () => {
  it('waits for its turn before its status is read, and for its start before SENDING', async () => {
    const desk = await reviewed()
    const reads = desk.gateway.statusReads
    const sent = desk.send()
    await settle()
    expect([desk.state(), desk.gateway.statusReads - reads, desk.taken]).toEqual([
      ...['APPROVED', 0, ['person']],
    ])
    desk.granted.open()
    await settle()
    expect([desk.state(), desk.gateway.statusReads - reads]).toEqual(['APPROVED', 1])
    expect(desk.gateway.sent).toEqual([])
    desk.next.open()
    expect((await sent).ok).toBe(true)
    expect(desk.gateway.sent).toHaveLength(1)
    expect(desk.ended()).toBe(1)
  })

  it('gives its turn back when it is not sent', async () => {
    const desk = await reviewed()
    desk.granted.open()
    desk.next.open()
    desk.ports.witness = () => Promise.resolve('the keychain is locked')
    expect((await desk.send()).ok).toBe(false)
    expect([desk.gateway.sent, desk.ended()]).toEqual([[], 1])
  })

  it('of many is sent in the turn that was taken for it, which stays its giver’s', async () => {
    const desk = await reviewed()
    desk.next.open()
    expect((await desk.send(desk.turn)).ok).toBe(true)
    expect([desk.taken, desk.ended()]).toEqual([[], 0])
  })
})
