// What came first is told by numbers: the wall clock may be wrong by years and jump between any two
// steps.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import type { Outcome } from '../../../../../src/main/gateway/client.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { clocked, saleStatus } from '../../../../fakes/gateway.ts'

const year = 365 * 86_400_000
const refused: Outcome = {
  kind: 'rejected',
  fault: { kind: 'rejected', sent: 'yes', message: 'Amount exceeds', code: '5', httpStatus: 400 },
  answer: {},
  ...clocked,
}
const reversal = (mark: string, status = 'approved') =>
  saleStatus('10.00', { status, 'transaction-type': 'reversal', 'processor-tx-id': mark })

/** A desk whose clock jumps by the next of these after each step. */
function jumping(jumps: readonly number[]) {
  const desk = createTestDesk()
  let step = 0
  const jump = (): void => {
    desk.time.now += jumps[step % jumps.length] ?? 0
    step += 1
  }
  const send = async (onSend: () => Outcome) => {
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
    desk.gateway.onSend = onSend
    await confirm(desk.ports, review.value)
    jump()
    return review.value.attemptId
  }
  const row = (id: string) => desk.ports.journal.get(id)!
  const look = async (id: string, status = desk.gateway.status) => {
    desk.gateway.status = status
    await resolveAttempt(desk.ports, row(id))
    jump()
  }
  const clear = (id: string) => {
    const reason = 'asked the gateway’s support'
    const cleared = resolveByHand(desk.ports, { attemptId: id, outcome: 'did-not-happen', reason })
    expect(cleared.ok).toBe(true)
    jump()
  }
  return { ...desk, send, look, clear, row }
}
const taken = (): Outcome => ({
  ...{ kind: 'accepted', answer: { type: 'async-response' }, typed: {}, serialNumber: 'sn-1' },
  ...clocked,
})

describe.each([
  ['stands still', [0]],
  ['goes back an hour after each step', [-3_600_000]],
  ['was ten years ahead and is put right', [-10 * year, 0, 0, 0]],
  ['was ten years behind and is put right', [10 * year, 0, 0, 0]],
  ['jumps ten years to and fro', [10 * year, -20 * year, 10 * year]],
])('with a clock that %s', (_how, jumps) => {
  it('a request that was refused and done stops the order, whatever was sent before it', async () => {
    const desk = jumping(jumps)
    const first = await desk.send(taken)
    await desk.look(first, reversal('tx-2'))
    expect(desk.row(first).state).toBe('SUCCEEDED')
    const second = await desk.send(() => refused)
    await desk.look(second, reversal('tx-3'))
    expect(desk.row(second)).toMatchObject({ state: 'REJECTED' })
    expect(formatMessages(desk.row(second).conflict)).toContain(
      'was refused, but the gateway shows',
    )
  })
  it('a cleared contradiction hides no later, different one, and does not come back', async () => {
    const desk = jumping(jumps)
    const id = await desk.send(taken)
    await desk.look(id, reversal('tx-2'))
    await desk.look(id, reversal('tx-2', 'declined'))
    expect(formatMessages(desk.row(id).conflict)).toContain('is now “declined”')
    desk.clear(id)
    await desk.look(id)
    expect(desk.row(id).conflict).toBeNull()
    await desk.look(id, reversal('tx-2', 'filtered'))
    expect(formatMessages(desk.row(id).conflict)).toContain('is now “filtered”')
  })
})
