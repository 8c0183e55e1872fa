// Sums of payouts under way, and a check that is paid once.
import { describe, expect, it } from 'vitest'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import {
  amountOf,
  isFolded,
  mayBePaid,
  paidOut,
  underWay,
} from '../../../../src/renderer/features/payouts/payouts-store.ts'

const row = (part: Partial<AttemptView>): AttemptView => ({
  id: 'a',
  connectionId: 'sandbox',
  connectionName: 'Sandbox',
  operation: 'payout',
  orderid: '1',
  clientOrderid: 'pd-1',
  state: 'ACCEPTED',
  amount: { amount: '12.50', currency: 'EUR' },
  isFull: false,
  comment: '',
  actor: 'maria',
  createdAt: 1,
  sentAt: 2,
  resolvedAt: null,
  nextCheckAt: null,
  checks: 0,
  handOutcome: null,
  replaces: null,
  lookUps: 0,
  isAtWork: false,
  serialNumber: null,
  request: {},
  answer: {},
  message: '',
  conflict: null,
  isRelease: false,
  reportedSeq: null,
  ...part,
})
const check = row({ operation: 'payout-check', orderid: '7', state: 'SUCCEEDED' })
const payment = (state: AttemptView['state']): AttemptView =>
  row({ id: 'p', operation: 'payout-pay', orderid: '7', amount: null, state })

describe('paidOut', () => {
  it('adds up what was paid, a checked payout once, and no check by itself', () => {
    const rows = [
      row({ state: 'SUCCEEDED' }),
      check,
      payment('SUCCEEDED'),
      row({ id: 'c', operation: 'payout-check', orderid: '8', state: 'SUCCEEDED' }),
      row({ state: 'ACCEPTED' }),
      row({ state: 'UNKNOWN' }),
    ]
    expect(paidOut(rows)).toEqual({ sums: [{ amount: '25.00', currency: 'EUR' }], unknown: 0 })
  })
})

describe('underWay', () => {
  it('adds up what may be on its way, one sum for each currency', () => {
    const rows = [
      row({}),
      row({ state: 'UNKNOWN', amount: { amount: '0.55', currency: 'EUR' } }),
      row({ state: 'SENDING', amount: { amount: '1200', currency: 'JPY' } }),
      row({ state: 'SUCCEEDED' }),
      row({ state: 'REJECTED' }),
    ]
    expect(underWay(rows, rows)).toEqual({
      count: 3,
      unknown: 1,
      sums: [
        { amount: '13.05', currency: 'EUR' },
        { amount: '1200', currency: 'JPY' },
      ],
      unstated: 0,
    })
  })

  it('takes a checked payout’s amount from its check, which moves nothing itself', () => {
    expect(underWay([check, row({ ...check, state: 'ACCEPTED' })], []).sums).toEqual([])
    expect(underWay([payment('ACCEPTED')], [check]).sums).toEqual([check.amount])
    expect(amountOf(payment('ACCEPTED'), [check])).toEqual(check.amount)
    expect(underWay([payment('ACCEPTED')], [])).toEqual({
      count: 1,
      unknown: 0,
      sums: [],
      unstated: 1,
    })
  })
})

describe('mayBePaid', () => {
  it('pays a check that succeeded, once', () => {
    expect(mayBePaid(check, [check])).toBe(true)
    expect(mayBePaid(row({ ...check, state: 'ACCEPTED' }), [])).toBe(false)
    expect(mayBePaid(row({ ...check, orderid: '' }), [])).toBe(false)
    expect(mayBePaid(row({ ...check, operation: 'payout' }), [])).toBe(false)
  })

  it.each(['SENDING', 'UNKNOWN', 'ACCEPTED', 'SUCCEEDED', 'DECLINED', 'FAILED'] as const)(
    'pays nothing whose payment is %s',
    (state) => {
      expect(mayBePaid(check, [payment(state), check])).toBe(false)
    },
  )

  it.each(['NOT_SENT', 'REJECTED'] as const)('may pay again after %s', (state) => {
    expect(mayBePaid(check, [payment(state), check])).toBe(true)
  })
})

describe('isFolded', () => {
  it.each(['SENDING', 'UNKNOWN', 'SUCCEEDED', 'DECLINED'] as const)(
    'makes one row of a check and its payment that is %s',
    (state) => {
      const rows = [payment(state), check]
      expect(rows.filter((one) => !isFolded(one, rows))).toEqual([payment(state)])
    },
  )

  it('keeps the row of a check that can still be paid, or was never paid', () => {
    expect(isFolded(check, [check])).toBe(false)
    expect(isFolded(check, [payment('REJECTED'), check])).toBe(false)
    expect(isFolded(row({ ...check, orderid: '' }), [payment('SUCCEEDED')])).toBe(false)
  })
})
