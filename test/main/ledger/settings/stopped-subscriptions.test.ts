import { describe, expect, it } from 'vitest'
import { createTestDesk } from '../../../fakes/desk.ts'

const place = { connectionId: 'test-1', recurringId: '880013' }
const reason = 'Stopped by the support, ticket 4711'

describe('a subscription', () => {
  it('is marked as stopped and as running again, each time in the log', () => {
    const { ports } = createTestDesk()
    const { subscriptions } = ports.notes
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
})
