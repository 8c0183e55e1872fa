import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '#shared/gateway/status.ts'
import type { Money } from '#shared/money.ts'
import { judge, type Judged } from '../../../src/main/desk/judge.ts'
import type { Seeing } from '../../../src/main/desk/observe.ts'

const eur = (minor: bigint): Money => ({ minor, currency: 'EUR', digits: 2 })
const seeing = (more: Partial<Seeing> = {}): Seeing => ({
  status: 'approved',
  transactionType: 'sale',
  stage: 'sale_approved',
  amount: eur(10_000n),
  transactionMark: 'tx-1',
  partialReturn: null,
  partialCapture: null,
  reason: '',
  ...more,
})
const unknownReturn: Judged = {
  operation: 'return',
  state: 'UNKNOWN',
  amount: eur(1_000n),
  isFull: false,
  snapshot: seeing(),
  known: [],
}
const reversal = (more: Partial<Seeing> = {}): Seeing =>
  seeing({
    transactionType: 'reversal',
    stage: 'reversal_approved',
    amount: eur(1_000n),
    transactionMark: 'tx-2',
    ...more,
  })
const verdict = (attempt: Judged, seen: Seeing) => judge(attempt, seen, fingerprintOf)

describe('judge', () => {
  it('settles an unknown return when the service shows a new reversal of that amount', () => {
    expect(verdict(unknownReturn, reversal())).toMatchObject({
      kind: 'settled',
      state: 'SUCCEEDED',
    })
  })
  it('concludes nothing from a status that did not change since before sending', () => {
    expect(verdict(unknownReturn, seeing()).kind).toBe('no-evidence')
  })
  it('concludes nothing from an earlier return of the same amount', () => {
    const second = { ...unknownReturn, snapshot: reversal() }
    expect(verdict(second, reversal()).kind).toBe('no-evidence')
    expect(verdict(second, reversal({ transactionMark: 'tx-3' })).kind).toBe('settled')
  })
  it('concludes nothing from a status that goes back to what was known before sending', () => {
    const known = [reversal(), reversal({ amount: eur(500n), transactionMark: 'tx-3' })]
    const third: Judged = {
      ...unknownReturn,
      snapshot: known[1]!,
      known,
    }
    expect(verdict(third, reversal()).kind).toBe('no-evidence')
    expect(verdict(third, reversal({ transactionMark: 'tx-4' })).kind).toBe('settled')
  })
  it('does not take somebody else’s return of another amount for ours', () => {
    expect(verdict(unknownReturn, reversal({ amount: eur(10_000n) })).kind).toBe('no-evidence')
  })
  it.each([
    ['an unknown partial return', {}],
    ['an unknown full return', { isFull: true }],
    ['an accepted partial return', { state: 'ACCEPTED' }],
    ['an accepted full return', { state: 'ACCEPTED', isFull: true }],
  ] as const)('does not recognise %s by a status without an amount', (_which, more) => {
    for (const status of ['approved', 'declined', 'error', 'processing'])
      expect(
        verdict({ ...unknownReturn, ...more }, reversal({ amount: null, status })),
      ).toMatchObject({ kind: 'no-evidence', words: expect.stringContaining('by hand') as unknown })
  })
  it('needs no amount where the answer is for the very request, or nothing can be done in part', () => {
    const accepted: Judged = { ...unknownReturn, state: 'ACCEPTED' }
    expect(
      judge(accepted, reversal({ amount: null }), fingerprintOf, { isByName: true }).kind,
    ).toBe('settled')
    const payout: Judged = { ...accepted, operation: 'payout', snapshot: null }
    expect(verdict(payout, seeing({ transactionType: 'payout', amount: null })).kind).toBe(
      'settled',
    )
    const hold = seeing({ transactionType: 'preauth', stage: 'preauth_approved' })
    for (const operation of ['return', 'void'])
      expect(
        verdict(
          { ...unknownReturn, operation, snapshot: hold, amount: eur(10_000n), isFull: true },
          reversal({ transactionType: 'cancel', stage: 'cancel_approved', amount: null }),
        ).kind,
      ).toBe('settled')
  })
  it('reports a conflict when an accepted return shows up with another amount', () => {
    const accepted: Judged = { ...unknownReturn, state: 'ACCEPTED' }
    expect(verdict(accepted, reversal({ amount: eur(2_000n) })).kind).toBe('conflict')
  })
  it('keeps waiting while the service processes it or says something unseen', () => {
    expect(verdict(unknownReturn, reversal({ status: 'processing' })).kind).toBe('pending')
    expect(verdict(unknownReturn, reversal({ status: 'unknown' })).kind).toBe('pending')
    expect(verdict(unknownReturn, reversal({ status: 'brand-new' })).kind).toBe('pending')
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
    expect(verdict({ ...unknownReturn, operation: 'capture' }, reversal()).kind).toBe('no-evidence')
  })
})
