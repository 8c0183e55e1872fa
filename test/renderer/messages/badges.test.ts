import { describe, expect, it } from 'vitest'
import { attemptStates } from '#shared/attempt.ts'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { states, titleOf } from '../../../src/renderer/messages/attempts.ts'
import { badgeOf, orderBadge } from '../../../src/renderer/messages/badges.ts'
import { t } from '../../../src/renderer/messages/message.ts'
import { lineOf, outcomeOfAttempt } from '../../../src/renderer/messages/outcomes.ts'
import { attemptOf, seedOrders } from '../../fakes/bridge-seed.ts'

const requests = operationIds.flatMap((operation) =>
  attemptStates.flatMap((state) =>
    [null, 'The gateway shows another result.'].flatMap((conflict) =>
      [false, operation === 'return'].map((isRelease) => ({
        operation,
        state,
        conflict,
        isRelease,
      })),
    ),
  ),
)

const isHold = ({ operation }: { operation: string }): boolean => operation.startsWith('preauth')
const goesBack = ({ operation }: { operation: string }): boolean =>
  ['return', 'void'].includes(operation)

describe('the badge of a request', () => {
  it('is good only where the gateway confirmed it and nothing contradicts', () => {
    for (const one of requests)
      expect(badgeOf(one).tone === 'good').toBe(
        one.state === 'SUCCEEDED' && one.conflict === null && !isHold(one) && !goesBack(one),
      )
  })

  it('has the colour of its order where it made a hold, which took nothing yet', () => {
    const holds = requests.filter(isHold)
    expect(new Set(holds.map(({ operation }) => operation))).toEqual(
      new Set(['preauth', 'preauth-form']),
    )
    const { tone, label } = orderBadge({ hasUnknown: false, phase: 'authorised', status: '' })
    for (const one of holds.filter(({ state, conflict }) => state === 'SUCCEEDED' && !conflict))
      expect(badgeOf(one)).toMatchObject({ tone, label })
  })

  it('is violet for every unknown outcome and for nothing else', () => {
    for (const one of requests)
      expect(badgeOf(one).tone === 'unknown').toBe(one.state === 'UNKNOWN')
  })

  it('says what was done, for every operation, and never a bare “Succeeded”', () => {
    for (const one of requests) expect(badgeOf(one).label).not.toBe('Succeeded')
    const message = (operation: string, isRelease = false) =>
      badgeOf({ operation, state: 'SUCCEEDED', isRelease }).label
    expect(message('return')).toBe('Refunded')
    expect(message('return', true)).toBe('Hold released')
    expect(message('capture')).toBe('Captured')
    expect(message('void')).toBe('Voided')
    expect(message('sale-form')).toBe('Captured')
    expect(message('payout-check')).toBe('Account checked')
    // A sale that was made here is called what its order is called.
    expect(message('sale')).toBe('Captured')
    expect(message('make-rebill')).toBe('Captured')
    expect(message('preauth')).toBe('On hold')
  })

  it('has a word of its own for what was done: no other state has it', () => {
    const done = new Set(
      requests
        .filter(({ state, conflict }) => state === 'SUCCEEDED' && conflict === null)
        .map((one) => badgeOf(one).label),
    )
    for (const one of requests)
      if (one.state !== 'SUCCEEDED') expect(done.has(badgeOf(one).label)).toBe(false)
  })

  it('agrees with the panel that tells the outcome', () => {
    for (const one of requests) {
      const outcome = outcomeOfAttempt({ ...attemptOf(seedOrders()[0]!), ...one })
      const isBack = one.state === 'SUCCEEDED' && one.conflict === null && goesBack(one)
      expect(outcome.tone).toBe(isBack ? 'good' : badgeOf(one).tone)
      // MONEY: nothing that may have happened is offered again.
      if (['good', 'unknown', 'info'].includes(outcome.tone))
        expect(outcome.mayTryAgain).toBe(false)
    }
  })
})

it('says of an unknown outcome the same on its sheet and on the card of its order', () => {
  expect(states.UNKNOWN.hint).toContain(t('gateway.the-request-was-sent'))
})

it('names a release of a hold as such, everywhere a request has a name', () => {
  expect(titleOf({ operation: 'return', isRelease: true })).toBe('Release hold')
  expect(titleOf({ operation: 'return', isRelease: false })).toBe('Refund')
})

describe('the panel of a request that succeeded', () => {
  const outcomeOf = (more: object) =>
    outcomeOfAttempt({
      ...attemptOf(seedOrders()[0]!),
      state: 'SUCCEEDED',
      conflict: null,
      amount: { amount: '20.00', currency: 'EUR' },
      orderid: '6760150',
      ...more,
    })
  it.each([
    ['20.00\u00a0EUR refunded', { operation: 'return' }],
    ['20.00\u00a0EUR released', { operation: 'return', isRelease: true }],
    ['20.00\u00a0EUR paid out', { operation: 'payout-pay' }],
    ['Account checked: 20.00\u00a0EUR', { operation: 'payout-check' }],
    ['The full amount voided', { operation: 'void', amount: null }],
    [
      'The gateway accepted the payout of 20.00\u00a0EUR',
      { operation: 'payout', state: 'ACCEPTED' },
    ],
  ])('says %s; the page names the order, and the bar does', (title, more) => {
    const outcome = outcomeOf(more)
    expect(outcome.title).toBe(title)
    expect(lineOf(outcome, 'return').text).toBe(`${title} on order 6760150`)
  })
})

it('the badge of an order is violet while an outcome is unknown, whatever the order was before', () => {
  for (const order of seedOrders()) {
    expect(orderBadge({ ...order, hasUnknown: true })).toMatchObject({
      ...{ label: 'Outcome unknown', tone: 'unknown' },
    })
    expect(orderBadge({ ...order, hasUnknown: false }).tone).not.toBe('unknown')
  }
  const unclear = { phase: 'unclear' as const, status: 'approved', hasUnknown: false }
  expect(orderBadge(unclear).label).toBe('Unclear: Approved')
})
