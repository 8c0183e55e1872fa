import { describe, expect, it } from 'vitest'
import { reviewRequest } from '../../../../src/main/desk/payments/review/review-request.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { formatMessages } from '#messages/format-messages.ts'

const place = { connectionId: 'test-1', recurringId: '880013' }
const reason = 'Stopped by the support, ticket 4711'

function opened() {
  const desk = createTestDesk({ settings: { extensions: ['process-recurring-payment'] } })
  const { subscriptions } = desk.ports.notes
  const charge = () =>
    reviewRequest(desk.ports, {
      connectionId: 'test-1',
      operation: 'process-recurring-payment',
      request: { 'recurring-payment-id': '880013' },
    })
  return { ...desk, subscriptions, charge }
}

describe('a subscription', () => {
  it('is marked as stopped and as running again, each time in the log', () => {
    const { subscriptions, ports } = opened()
    subscriptions.mark(place, 'maria', { isStopped: true, reason })
    expect(subscriptions.list('test-1')).toEqual([
      { recurringId: '880013', at: expect.any(Number), actor: 'maria', reason },
    ])
    expect(subscriptions.list('another')).toEqual([])
    subscriptions.mark(place, 'peter', { isStopped: false, reason: 'It was another one' })
    expect(subscriptions.list('test-1')).toEqual([])
    const steps = ports.audit.timeline('connection/test-1')
    expect(steps.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['subscription:stopped', 'maria'],
      ['subscription:running', 'peter'],
    ])
    expect(steps[0]?.details).toMatchObject({ recurringId: '880013', reason })
  })

  it('that is marked as stopped is not charged without a warning', async () => {
    const { subscriptions, charge } = opened()
    expect(await charge()).toMatchObject({ ok: true, value: { warnings: [] } })
    subscriptions.mark(place, 'maria', { isStopped: true, reason })
    const review = await charge()
    expect(formatMessages(review.ok && review.value.warnings)).toEqual([
      `maria marked this subscription as stopped: “${reason}”.`,
    ])
  })
})
