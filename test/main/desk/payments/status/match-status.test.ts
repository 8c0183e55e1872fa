import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { fingerprintOf } from '#shared/gateway/status/status.ts'
import type { Money } from '#shared/money.ts'
import {
  matchStatus,
  type MatchedAttempt,
} from '../../../../../src/main/desk/payments/status/match-status.ts'
import type { StatusSnapshot } from '#shared/gateway/status/status.ts'

const eur = (minor: bigint): Money => ({ minor, currency: 'EUR', digits: 2 })
const snapshotWith = (more: Partial<StatusSnapshot> = {}): StatusSnapshot => ({
  status: 'approved',
  transactionType: 'sale',
  stage: `${more.transactionType ?? 'sale'}_approved`,
  amount: eur(10_000n),
  transactionMark: 'tx-1',
  partialReturn: null,
  partialCapture: null,
  reason: '',
  ...more,
})
const unknownReturn: MatchedAttempt = {
  operation: 'return',
  state: 'UNKNOWN',
  amount: eur(1_000n),
  isFull: false,
  snapshot: snapshotWith(),
  known: [],
}
const reversal = (more: Partial<StatusSnapshot> = {}): StatusSnapshot =>
  snapshotWith({
    transactionType: 'reversal',
    stage: `${more.transactionType ?? 'reversal'}_approved`,
    amount: eur(1_000n),
    transactionMark: 'tx-2',
    ...more,
  })
const verdict = (attempt: MatchedAttempt, seen: StatusSnapshot) =>
  matchStatus(attempt, seen, fingerprintOf)

describe('matchStatus', () => {
  it('settles an unknown refund when the gateway shows a new reversal of that amount', () => {
    expect(verdict(unknownReturn, reversal())).toMatchObject({
      kind: 'resolved',
      state: 'SUCCEEDED',
    })
  })
  it('concludes nothing from a status that did not change since before sending', () => {
    expect(verdict(unknownReturn, snapshotWith()).kind).toBe('no-proof')
  })
  it('concludes nothing from an earlier refund of the same amount', () => {
    const second = { ...unknownReturn, snapshot: reversal() }
    expect(verdict(second, reversal()).kind).toBe('no-proof')
    expect(verdict(second, reversal({ transactionMark: 'tx-3' })).kind).toBe('resolved')
  })
  it('concludes nothing from a status that goes back to what was known before sending', () => {
    const known = [reversal(), reversal({ amount: eur(500n), transactionMark: 'tx-3' })]
    const third: MatchedAttempt = {
      ...unknownReturn,
      snapshot: known[1]!,
      known,
    }
    expect(verdict(third, reversal()).kind).toBe('no-proof')
    expect(verdict(third, reversal({ transactionMark: 'tx-4' })).kind).toBe('resolved')
  })
  it('does not take somebody else’s refund of another amount for ours', () => {
    expect(verdict(unknownReturn, reversal({ amount: eur(10_000n) })).kind).toBe('no-proof')
  })
  it.each([
    ['an unknown partial return', {}],
    ['an unknown full return', { isFull: true }],
    ['an accepted partial return', { state: 'ACCEPTED' }],
    ['an accepted full return', { state: 'ACCEPTED', isFull: true }],
  ] as const)('does not recognise %s by a status without an amount', (_which, more) => {
    for (const status of ['approved', 'declined', 'error', 'processing'])
      expect(
        formatMessages(verdict({ ...unknownReturn, ...more }, reversal({ amount: null, status }))),
      ).toMatchObject({ kind: 'no-proof', message: expect.stringContaining('by hand') as unknown })
  })
  it('needs no amount where the answer is for the very request, or nothing can be done in part', () => {
    const accepted: MatchedAttempt = { ...unknownReturn, state: 'ACCEPTED' }
    expect(
      matchStatus(accepted, reversal({ amount: null }), fingerprintOf, { isByName: true }).kind,
    ).toBe('resolved')
    const payout: MatchedAttempt = { ...accepted, operation: 'payout', snapshot: null }
    expect(verdict(payout, snapshotWith({ transactionType: 'payout', amount: null })).kind).toBe(
      'resolved',
    )
    const hold = snapshotWith({ transactionType: 'preauth', stage: 'preauth_approved' })
    for (const operation of ['return', 'void'])
      expect(
        verdict(
          { ...unknownReturn, operation, snapshot: hold, amount: eur(10_000n), isFull: true },
          reversal({ transactionType: 'cancel', stage: 'cancel_approved', amount: null }),
        ).kind,
      ).toBe('resolved')
  })
  it('reports a conflict when an accepted refund shows up with another amount', () => {
    const accepted: MatchedAttempt = { ...unknownReturn, state: 'ACCEPTED' }
    expect(verdict(accepted, reversal({ amount: eur(2_000n) })).kind).toBe('conflict')
  })
  it('keeps waiting while the gateway processes it or says something unseen', () => {
    expect(verdict(unknownReturn, reversal({ status: 'processing' })).kind).toBe('processing')
    expect(verdict(unknownReturn, reversal({ status: 'unknown' })).kind).toBe('processing')
    expect(verdict(unknownReturn, reversal({ status: 'brand-new' })).kind).toBe('processing')
  })
  it('tells declined and failed apart', () => {
    expect(verdict(unknownReturn, reversal({ status: 'declined' }))).toMatchObject({
      state: 'DECLINED',
    })
    expect(verdict(unknownReturn, reversal({ status: 'filtered' }))).toMatchObject({
      state: 'DECLINED',
    })
    expect(verdict(unknownReturn, reversal({ status: 'error' }))).toMatchObject({ state: 'FAILED' })
  })
  it('does not settle a capture by a reversal', () => {
    expect(verdict({ ...unknownReturn, operation: 'capture' }, reversal()).kind).toBe('no-proof')
  })

  it.each(['reversal', 'refund'])('needs the amount of a %s that is told without one', (type) => {
    const seen = reversal({ transactionType: type, amount: null })
    expect(verdict({ ...unknownReturn, isFull: true }, seen).kind).toBe('no-proof')
  })

  it('believes neither word of an answer whose type and stage contradict each other', () => {
    expect(verdict(unknownReturn, reversal({ stage: 'capture_approved' })).kind).toBe('no-proof')
    expect(verdict(unknownReturn, reversal({ stage: 'refund_approved' })).kind).toBe('resolved')
  })

  it('takes a known transaction that is read with other decimals for the same one', () => {
    const yen = (minor: bigint, digits: number) => ({ minor, currency: 'JPY', digits })
    const before = reversal({ amount: yen(1_000n, 0), transactionMark: '' })
    const again = reversal({ amount: yen(100_000n, 2), transactionMark: '' })
    const attempt = { ...unknownReturn, amount: yen(100_000n, 2), known: [before] }
    expect(verdict(attempt, again).kind).toBe('no-proof')
  })
})
