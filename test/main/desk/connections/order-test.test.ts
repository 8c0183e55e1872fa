// What a test of a connection says of one real order: word by word, and the setting that would
// teach what it does not understand.
import { describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { connectionSettings } from '#shared/connections/connection.ts'
import {
  orderChecks,
  untried,
  withOrder,
} from '../../../../src/main/desk/connections/order-test.ts'
import { saleStatus } from '../../../fakes/gateway.ts'

const named = { orderid: '7000001', clientOrderid: 'inv-1', sent: null }
const read = (
  more: Record<string, string> = {},
  settings: Record<string, unknown> = {},
  order: Parameters<typeof orderChecks>[2] = named,
) =>
  new Map(
    orderChecks(
      { settings: connectionSettings.parse(settings) },
      { kind: 'accepted', answer: saleStatus('50.00', more), typed: {} },
      order,
    ).map(({ topic, state, message }) => [topic, [state, formatMessage(message)] as const]),
  )
const test = { verdict: 'good' as const, summary: 'ok', checks: [] }

describe('a real order in the test of a connection', () => {
  it('is understood where every word, amount and id is', () => {
    const checks = read({ 'last-four-digits': '1111' })
    for (const topic of ['record', 'status', 'transaction-type', 'amount', 'ids', 'card'] as const)
      expect(checks.get(topic)?.[0]).toBe('good')
    // One that is not told is not known, and no fault.
    expect(checks.get('dates')?.[0]).toBe('unknown')
  })

  it.each([
    ['status', { status: 'settled' }, /“settled”.*Words of this gateway/],
    ['transaction-type', { 'transaction-type': 'credit' }, /“credit”.*Words of this gateway/],
    ['amount', { amount: '50.001' }, /“50\.001” can’t be read/],
    ['amount', { currency: '' }, /without a currency/],
    ['ids', { 'paynet-order-id': '7000009' }, /another order/],
  ] as const)('names the %s that is not understood: %o', (topic, more, message) => {
    const [state, text] = read(more).get(topic) ?? []
    expect([state, text]).toEqual(['bad', expect.stringMatching(message)])
  })

  it('understands what a setting taught', () => {
    const terms = [{ of: 'status', term: 'settled', means: 'approved' }]
    expect(read({ status: 'SETTLED' }, { terms }).get('status')).toEqual([
      'good',
      'The status “SETTLED” is read as approved.',
    ])
  })

  it('names the unit where an order made here is told a hundredfold', () => {
    const sent = { minor: 5000n, currency: 'EUR', digits: 2 }
    const [state, text] = read({ amount: '5000' }, {}, { ...named, sent }).get('amount') ?? []
    expect([state, text]).toEqual(['bad', expect.stringMatching(/Amounts sent and read/)])
    expect(
      read({ amount: '5000' }, { amountUnit: 'minor' }, { ...named, sent }).get('amount')?.[0],
    ).toBe('good')
  })

  it('makes the whole test one that failed where anything is not understood', () => {
    const refused = { kind: 'rejected', answer: {}, message: 'No', httpStatus: 400 } as const
    const checks = orderChecks({ settings: connectionSettings.parse({}) }, refused, named)
    expect(withOrder(test, checks).verdict).toBe('bad')
  })

  it('is missed where none was named: the test is never green as a whole', () => {
    const without = withOrder(test, [untried])
    expect(without.verdict).toBe('unread')
    expect(formatMessage(without.summary)).toMatch(/Enter a real order/)
  })
})
