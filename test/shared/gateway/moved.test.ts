// What moved on an order between the review and the sending, as a person reads it.
import { describe, expect, it } from 'vitest'
import { fingerprintOf, movedSince, type StatusSnapshot } from '#shared/gateway/status/status.ts'
import { formatMessage } from '#wording/format-messages.ts'

const seen = (more: Partial<StatusSnapshot> = {}): StatusSnapshot => ({
  status: 'approved',
  transactionType: 'sale',
  stage: 'sale_approved',
  amount: { minor: 5000n, currency: 'EUR', digits: 2 },
  transactionMark: 'A 2026-11-01 10:00:00 MSK',
  partialReturn: null,
  partialCapture: null,
  reason: '',
  ...more,
})
const moved = (before: Partial<StatusSnapshot>, after: Partial<StatusSnapshot>): string[] =>
  movedSince(fingerprintOf(seen(before)), seen(after)).map(formatMessage)

describe('an order', () => {
  it.each([
    ['A 2026-11-01 10:00:00 MSK', 'A 2026-11-01 07:00:00 UTC'],
    ['A 2026-11-01 10:00:00 MSK', 'A'],
    ['A', 'A 2026-11-01 10:00:00 MSK'],
  ])('has not moved with its id the same and its date from %s to %s', (before, after) => {
    for (const transactionType of ['sale', 'reversal'])
      expect(
        moved(
          { transactionType, transactionMark: before },
          { transactionType, transactionMark: after },
        ),
      ).toEqual([])
  })

  it('has one sale: without an id, its date moves nothing', () => {
    expect(moved({ transactionMark: ' 2026-11-01' }, { transactionMark: ' 2026-11-02' })).toEqual(
      [],
    )
  })

  it('may have another refund of that amount where no id says otherwise', () => {
    const refund = { transactionType: 'reversal' }
    const [before, after] = [' 2026-11-01', ' 2026-11-02']
    expect(
      moved({ ...refund, transactionMark: before }, { ...refund, transactionMark: after }),
    ).toEqual(['its date from “2026-11-01” to “2026-11-02”'])
  })

  it('names each thing that moved', () => {
    expect(moved({}, { status: 'declined' })).toEqual(['its status from “approved” to “declined”'])
    expect(moved({}, { transactionType: 'reversal', stage: 'reversal_approved' })).toEqual([
      'its type from “sale” to “reversal”',
      'its stage from “sale_approved” to “reversal_approved”',
    ])
    expect(moved({}, { amount: { minor: 4500n, currency: 'EUR', digits: 2 } })).toEqual([
      'its amount from “50.00\u00a0EUR” to “45.00\u00a0EUR”',
    ])
    expect(moved({}, { amount: null, unreadableAmount: '4,5' })).toEqual([
      'its amount from “50.00\u00a0EUR” to “4,5”',
    ])
    expect(moved({}, { transactionMark: 'B' })).toEqual(['its transaction ID from “A” to “B”'])
    expect(moved({ transactionMark: '' }, { transactionMark: 'B' })).toEqual([
      'its transaction ID from “-” to “B”',
    ])
  })
})
