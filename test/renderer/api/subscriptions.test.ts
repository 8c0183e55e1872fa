// What a register of subscriptions adds up to for one of them.
import { describe, expect, it } from 'vitest'
import type { AttemptView } from '../../../src/shared/bridge/views.ts'
import {
  changesOf,
  nextDayOf,
  paymentsOf,
  subscriptionOf,
} from '../../../src/renderer/api/subscriptions.ts'
import { attemptOf, seedOrders } from '../../fakes/bridge-seed.ts'

const row = (part: Partial<AttemptView>): AttemptView => attemptOf(seedOrders()[0]!, part)
const about = (operation: string, state: AttemptView['state'], more: Record<string, string> = {}) =>
  row({ operation, state, request: { 'recurring-payment-id': '7', ...more }, answer: {} })
const created = row({
  operation: 'create-recurring-payment',
  request: { type: 'auto', period: 'monthly', interval: '1', 'start-date': '2030-01-31' },
  answer: { 'recurring-payment-id': '7' },
})

describe('of one subscription', () => {
  it('the id is the one the gateway gave, or the one that was named', () => {
    expect(subscriptionOf(created)).toBe('7')
    expect(subscriptionOf(about('process-recurring-payment', 'SUCCEEDED'))).toBe('7')
  })

  it('payments are those that were or may have been taken, of no other subscription', () => {
    const states = ['SUCCEEDED', 'UNKNOWN', 'ACCEPTED', 'DECLINED', 'REJECTED', 'NOT_SENT'] as const
    const rows = states.map((state) => about('process-recurring-payment', state))
    const other = about('process-recurring-payment', 'SUCCEEDED', { 'recurring-payment-id': '8' })
    expect(paymentsOf('7', [...rows, other]).map(({ state }) => state)).toEqual([
      'SUCCEEDED',
      'UNKNOWN',
      'ACCEPTED',
    ])
  })

  it('changes are folded from the oldest on, and only those the gateway confirmed', () => {
    const newestFirst = [
      about('update-recurring-payment', 'UNKNOWN', { amount: '99.00', currency: 'EUR' }),
      about('update-recurring-payment', 'SUCCEEDED', { amount: '12.00', currency: 'EUR' }),
      about('update-recurring-payment', 'SUCCEEDED', {
        amount: '11.00',
        'finish-date': '2031-01-01',
      }),
    ]
    expect(changesOf('7', newestFirst)).toEqual({
      amount: '12.00',
      currency: 'EUR',
      'finish-date': '2031-01-01',
    })
    expect(changesOf('', newestFirst)).toEqual({})
  })

  it('the next day follows the calendar, an earlier last day, and is not guessed after a new period', () => {
    expect(nextDayOf(created, {}, '2030-02-01')).toBe('2030-02-28')
    expect(nextDayOf(created, { 'finish-date': '2030-02-10' }, '2030-02-01')).toBeNull()
    expect(nextDayOf(created, { period: 'weekly', interval: '1' }, '2030-02-01')).toBeNull()
  })
})
