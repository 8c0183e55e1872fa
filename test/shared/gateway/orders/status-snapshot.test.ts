// What a setting makes of a gateway's own words and amounts, one order's answers after another.
import { describe, expect, it } from 'vitest'
import { connectionSettings } from '#shared/connections/connection.ts'
import {
  readStory,
  type AnswerSettings,
  snapshotOf,
} from '#shared/gateway/orders/status-snapshot.ts'

const reading = (more: Partial<AnswerSettings> = {}): AnswerSettings => ({
  ...connectionSettings.parse({ statusAmount: 'latest' }),
  ...more,
})
const reported = (type: string, amount: string, more: Record<string, string> = {}) => ({
  status: 'approved',
  'transaction-type': type,
  amount,
  currency: 'EUR',
  ...more,
})
const minors = (
  statusAmount: AnswerSettings['statusAmount'],
  answers: readonly Record<string, string>[],
  hasReportedOther = false,
) =>
  readStory(
    answers.map((one) => ({ reported: one, reading: reading({ statusAmount }) })),
    () => hasReportedOther,
  ).map(({ amount }) => amount?.minor ?? null)

describe('a word of the gateway', () => {
  const terms: AnswerSettings['terms'] = [
    { of: 'status', term: 'settled', means: 'approved' },
    { of: 'status', term: 'expired', means: 'failed' },
    { of: 'type', term: 'partial refund', means: 'reversal' },
  ]

  it('gets the meaning that a setting gives it, and stays visible', () => {
    const answer = reported('Partial-Refund', '5.00', { status: 'SETTLED' })
    expect(snapshotOf(answer, reading({ terms }))).toMatchObject({
      ...{ status: 'approved', transactionType: 'reversal' },
      ...{ reportedStatus: 'SETTLED', reportedType: 'Partial-Refund' },
    })
    expect(snapshotOf({ ...answer, status: 'expired' }, reading({ terms })).status).toBe('error')
  })

  it('stays as it was told where no setting speaks of it', () => {
    const seen = snapshotOf(reported('partial refund', '5.00', { status: 'settled' }), reading())
    expect(seen).toMatchObject({ status: 'settled', transactionType: 'partial refund' })
    expect(seen).not.toHaveProperty('toldStatus')
    expect(seen).not.toHaveProperty('toldType')
  })
})

describe('an amount', () => {
  it.each([
    ['units', '50.00', 5000n],
    ['units', '50,00', 5000n],
    ['minor', '5000', 5000n],
    ['minor', '5000.00', 5000n],
    ['minor', '50.5', null],
    ['units', '1,050', null],
    ['units', '1,050.00', 105_000n],
    ['units', '1,050,000.00', 105_000_000n],
    ['units', '10,50.00', null],
    ['units', '-50.00', null],
  ] as const)('in %s, told as %s, is %s cents or unread', (amountUnit, amount, minor) => {
    const seen = snapshotOf(reported('sale', amount), reading({ amountUnit }))
    expect(seen.amount?.minor ?? null).toBe(minor)
    expect(seen.unreadableAmount).toBe(minor === null ? `${amount} EUR` : undefined)
  })

  it.each(['reversal', 'refund', 'cancel'])('of a %s is read without its sign', (type) => {
    expect(snapshotOf(reported(type, '-50.00'), reading()).amount?.minor).toBe(5000n)
  })

  it('with a comma is unread in a currency of three decimals', () => {
    expect(snapshotOf(reported('sale', '1,50', { currency: 'KWD' }), reading()).amount).toBeNull()
  })
})

describe('whose amount a status tells', () => {
  const sale = reported('sale', '50.00')
  const [full, part] = [reported('reversal', '50.00'), reported('reversal', '5.00')]

  it('proves nothing of a full refund while nobody knows it', () => {
    expect(minors('unknown', [sale, full])).toEqual([5000n, null])
    expect(minors('unknown', [full])).toEqual([null])
  })

  it('is the refund’s once it is not the first one, and once this gateway has told such', () => {
    expect(minors('unknown', [sale, part])).toEqual([5000n, 500n])
    expect(minors('unknown', [sale, full], true)).toEqual([5000n, 5000n])
  })

  it('is nobody’s where the first one is always told', () => {
    expect(minors('initial', [sale, part], true)).toEqual([5000n, null])
  })

  it('is what is missing since before where the rest is told, however often', () => {
    const first = reported('reversal', '45.00', { 'processor-tx-id': 'A' })
    const second = reported('reversal', '30.00', { 'processor-tx-id': 'B' })
    const last = reported('reversal', '0.00', { 'processor-tx-id': 'C' })
    const before = { ...second, status: 'processing', amount: '45.00' }
    expect(minors('remaining', [sale, first, first, before, second, first, last])).toEqual([
      ...[5000n, 500n, 500n, null, 1500n, 500n, 3000n],
    ])
    expect(minors('remaining', [first])).toEqual([null])
    expect(minors('remaining', [sale, full])).toEqual([5000n, null])
  })
})
