// The schedule of a subscription as a line of the register says it.
import { describe, expect, it } from 'vitest'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import { planOf } from '../../../../src/renderer/features/subscriptions/plan.ts'
import { attemptOf, seedOrders } from '../../../fakes/bridge-seed.ts'

const row = (part: Partial<AttemptView>): AttemptView => attemptOf(seedOrders()[0]!, part)
const monthly = { type: 'auto', period: 'monthly', interval: '1', 'start-date': '2030-01-31' }
const created = row({
  operation: 'create-recurring-payment',
  request: monthly,
  answer: { 'recurring-payment-id': '7' },
})
const changed = (request: Record<string, string>) =>
  row({
    operation: 'update-recurring-payment',
    state: 'SUCCEEDED',
    request: { 'recurring-payment-id': '7', ...request },
    answer: {},
  })
const day = '2030-02-15'

describe('the plan of a subscription', () => {
  it('begins with the day of the next charge, and leaves the first day out', () => {
    const plan = planOf(created, [created], false, day)
    expect(plan).toMatch(/28 Feb 2030.* · /)
    expect(plan).not.toContain('31 Jan 2030')
  })

  it('names its first day, and no next charge, once it is stopped', () => {
    const plan = planOf(created, [created], true, day)
    expect(plan).toContain('31 Jan 2030')
    expect(plan).not.toContain('28 Feb 2030')
  })

  it('names no next charge after a change of its period', () => {
    const plan = planOf(created, [changed({ period: 'weekly' }), created], false, day)
    expect(plan).not.toContain('28 Feb 2030')
  })

  it('says of a change what was changed', () => {
    const change = changed({ amount: '12.00', currency: 'EUR' })
    expect(planOf(change, [change, created], false, day)).toContain('12.00')
  })
})
