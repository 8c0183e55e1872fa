// Payout checks under other names: what only was checked is never shown as paid out.
import { describe, expect, it } from 'vitest'
import type { AttemptState } from '#shared/attempt.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import { mayBeSameCheck } from '#shared/gateway/orders/payout-checks.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'

const seen = (seq: number, transactionType: string, transactionMark = ''): StoredSnapshot => ({
  seq,
  at: seq,
  status: 'approved',
  transactionType,
  stage: '',
  amount: { minor: 2500n, currency: 'EUR', digits: 2 },
  transactionMark,
  partialReturn: null,
  partialCapture: null,
  reason: '',
})
const attempt = (
  operation: string,
  state: AttemptState,
  resolvedBy: number | null,
): AttemptFact => ({
  id: operation,
  operation,
  state,
  amount: { minor: 2500n, currency: 'EUR', digits: 2 },
  resolvedBy,
  sentAfter: null,
  conflict: null,
  createdAt: 1,
})
const check = attempt('payout-check', 'SUCCEEDED', 1)
const phase = (reported: StoredSnapshot[], attempts: AttemptFact[]) =>
  foldFacts(reported, attempts).phase

describe('an order that Paydesk checked', () => {
  it.each(['payout', '', 'payout check'])('is checked, not paid out, under “%s”', (type) => {
    expect(phase([seen(1, type)], [check])).toBe('payout-checked')
  })

  it('stays checked while the payment of it is unknown', () => {
    const paying = attempt('payout-pay', 'UNKNOWN', null)
    expect(phase([seen(1, 'payout'), seen(2, 'payout')], [check, paying])).toBe('payout-checked')
  })

  it('is paid out once its payment is proven, or another transaction shows', () => {
    const paid = attempt('payout-pay', 'SUCCEEDED', 2)
    expect(phase([seen(1, 'payout'), seen(2, 'payout')], [check, paid])).toBe('paid-out')
    expect(phase([seen(1, 'payout', 'p-1'), seen(2, 'payout', 'p-2')], [check])).toBe('paid-out')
  })
})

describe('a payout that nobody checked here', () => {
  it('is what the gateway says', () => {
    expect(phase([seen(1, 'payout')], [])).toBe('paid-out')
  })
})

describe('two answers', () => {
  it('tell one check only while nothing says otherwise', () => {
    expect(mayBeSameCheck(seen(1, 'payout'), seen(2, 'payout'))).toBe(true)
    expect(mayBeSameCheck(seen(1, 'payout', 'p-1'), seen(2, 'payout', 'p-1 day'))).toBe(true)
    expect(mayBeSameCheck(seen(1, 'payout', 'p-1'), seen(2, 'payout', 'p-2'))).toBe(false)
    expect(mayBeSameCheck(seen(1, 'payout', ''), seen(2, 'payout', 'p-2'))).toBe(false)
    expect(mayBeSameCheck(seen(1, ''), seen(2, 'payout'))).toBe(false)
  })
})
