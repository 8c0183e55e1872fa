// Operations whose answer is the gateway's final word: accepted and done is one step, also when it
// could be written only later.
import { describe, expect, it } from 'vitest'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { recover } from '../../../../../src/main/desk/payments/watch/recover.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { accepted } from '../../../../fakes/gateway.ts'

async function reviewed() {
  const desk = createTestDesk()
  desk.gateway.onSend = () => accepted('sn-1', { 'card-ref-id': '77' })
  const review = await reviewRequest(desk.ports, {
    connectionId: 'test-1',
    operation: 'create-card-ref',
    request: { client_orderid: 'inv-1', orderid: '7000001' },
  })
  if (!review.ok) throw new Error(JSON.stringify(review.fault))
  const { attemptId } = review.value
  const { move } = desk.ports.journal
  return {
    ...desk,
    send: () => confirm(desk.ports, review.value),
    state: () => desk.ports.journal.get(attemptId)?.state,
    /** The disk takes nothing that leads to this state. */
    refuse: (to: string | null) => {
      desk.ports.journal.move = (step) => {
        if (step.to === to || step.then?.to === to)
          throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
        return move(step)
      }
    },
  }
}

describe('an answer that is final by itself', () => {
  it('leaves the request done, in one step', async () => {
    const desk = await reviewed()
    expect(await desk.send()).toMatchObject({ ok: true, value: { state: 'SUCCEEDED' } })
  })
  it('that is written late leaves the request done as well', async () => {
    const desk = await reviewed()
    desk.refuse('ACCEPTED')
    await desk.send()
    expect(desk.state()).toBe('SENDING')
    desk.refuse(null)
    expect(desk.ports.outcomes.flush()).toBe(0)
    expect(desk.state()).toBe('SUCCEEDED')
    desk.ports.outcomes.close()
  })
  it('whose second half a crash of an earlier version lost is mended at the start', async () => {
    const desk = await reviewed()
    const { move } = desk.ports.journal
    desk.ports.journal.move = ({ then: _lost, ...step }) => move(step)
    await desk.send()
    expect(desk.state()).toBe('ACCEPTED')
    recover(desk.ports)
    expect(desk.state()).toBe('SUCCEEDED')
  })
})
