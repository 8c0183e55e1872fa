// A callback held against what is known: the same, news, older, contradicting, doubled, and amounts
// that differ.
import { describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { checksOf } from '../../../../src/main/desk/callbacks/callback-checks.ts'
import type { StoredSnapshot } from '../../../../src/shared/gateway/status/status.ts'
import type { Money } from '../../../../src/shared/money.ts'

const eur = (minor: bigint): Money => ({ minor, currency: 'EUR', digits: 2 })
const seen = (part: Partial<StoredSnapshot>): StoredSnapshot => ({
  seq: 1,
  at: 1000,
  status: 'approved',
  transactionType: 'sale',
  stage: '',
  amount: eur(12000n),
  transactionMark: 'tx-1 2026-11-21 09:00:00 UTC',
  partialReturn: null,
  partialCapture: null,
  reason: '',
  ...part,
})
const callback = {
  status: 'approved',
  type: 'sale',
  orderid: '7000001',
  client_orderid: 'inv-1',
  merchant_order: 'inv-1',
  amount: '120.00',
  currency: 'EUR',
  'processor-tx-id': 'tx-1',
}
const states = (
  snapshots: StoredSnapshot[] | null,
  changes: Record<string, string> = {},
  checkedAt: number | null = null,
) =>
  Object.fromEntries(
    checksOf(
      { ...callback, ...changes },
      snapshots === null ? null : { clientOrderid: 'inv-1', snapshots },
      checkedAt,
      { digitsRule: 'iso-4217', amountUnit: 'units' },
    ).map(({ topic, state, message }) => [topic, [state, formatMessage(message)]]),
  ) as Record<string, [string, string]>

const reversal = (part: Partial<StoredSnapshot> = {}) =>
  seen({
    at: 2000,
    transactionType: 'reversal',
    amount: eur(2000n),
    transactionMark: 'tx-2',
    ...part,
  })

describe('a callback', () => {
  it('that says what is known fits', () => {
    const found = states([seen({})])
    expect(Object.values(found).map(([state]) => state)).toEqual(['good', 'good', 'good', 'good'])
  })

  it('that writes type, status and currency in other letters, or the currency’s number, fits too', () => {
    const told = { status: 'APPROVED', type: 'SALE', currency: '978' }
    const found = states([seen({})], told)
    expect(Object.values(found).map(([state]) => state)).toEqual(['good', 'good', 'good', 'good'])
  })

  it('of an order that was never looked up can be compared with nothing', () => {
    expect(states(null)).toEqual({ order: ['unknown', expect.stringMatching(/not looked up/)] })
  })

  it('is older when the gateway has said more since, or a final word before', () => {
    expect(states([seen({}), reversal()])['status']).toEqual([
      'warning',
      expect.stringMatching(/older.*“reversal approved”/),
    ])
    expect(states([seen({})], { status: 'processing' })['status']).toEqual([
      'warning',
      expect.stringMatching(/older.*final/),
    ])
  })

  it('is news when nothing final is known, or nothing of its type, or another transaction', () => {
    expect(states([seen({ status: 'processing' })])['status']?.[1]).toMatch(/newer/)
    expect(states([seen({})], { type: 'reversal' })['status']?.[1]).toMatch(/No reversal is known/)
    expect(
      states([reversal({ status: 'declined' })], {
        type: 'reversal',
        'processor-tx-id': 'tx-3',
      })['status']?.[1],
    ).toMatch(/not known here yet/)
  })

  it('contradicts a final status of the same transaction', () => {
    for (const status of ['declined', 'filtered', 'error'])
      expect(states([seen({})], { status })['status']).toEqual([
        'bad',
        expect.stringMatching(/contradicts.*“sale approved”/),
      ])
  })

  it('with another amount, currency or unreadable amount is flagged although its control can’t tell', () => {
    expect(states([seen({})], { amount: '120.01' })['amount']).toEqual([
      'bad',
      expect.stringMatching(/120\.01.*120\.00/),
    ])
    expect(states([seen({})], { currency: 'USD' })['amount']?.[1]).toMatch(/in USD.*in EUR/)
    for (const amount of ['1.2.3', '120,0', '12.005', '1e3', '-1'])
      expect(states([seen({})], { amount })['amount']?.[0]).toBe('bad')
    expect(states([seen({ amount: null })])['amount']?.[0]).toBe('unknown')
  })

  it('that names another or two merchant order ids is flagged', () => {
    expect(states([seen({})], { client_orderid: 'inv-2', merchant_order: 'inv-2' })).toMatchObject({
      'merchant-id': ['bad', expect.stringMatching(/“inv-1”, not “inv-2”/)],
    })
    expect(states(null, { merchant_order: 'inv-2' })['merchant-id']?.[1]).toMatch(/two merchant/)
  })

  it('that was checked before is counted once', () => {
    expect(states([seen({})], {}, 5000)['doubled']).toEqual([
      'warning',
      expect.stringMatching(/Count it once/),
    ])
  })
})
