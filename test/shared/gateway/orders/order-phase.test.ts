import { describe, expect, it } from 'vitest'
import { actionsFor } from '../../../../src/shared/gateway/actions.ts'
import { foldFacts, type Phase } from '../../../../src/shared/gateway/orders/order-facts.ts'
import type { AttemptFact } from '../../../../src/shared/gateway/orders/attempt-fact.ts'
import {
  isSideType,
  knownTransactionTypes,
  type StoredSnapshot,
  sideTypes,
} from '../../../../src/shared/gateway/status/status.ts'
import { formatMessages } from '#wording/format-messages.ts'

const eur = (minor: bigint) => ({ minor, currency: 'EUR', digits: 2 })
const seen = (transactionType: string, status: string, seq = 1): StoredSnapshot => ({
  seq,
  at: seq,
  status,
  transactionType,
  stage: '',
  amount: eur(1000n),
  transactionMark: `m${seq}`,
  partialReturn: null,
  partialCapture: null,
  reason: '',
})
const attempt = (operation: string, state: AttemptFact['state']): AttemptFact => ({
  id: operation,
  operation,
  state,
  amount: eur(1000n),
  resolvedBy: null,
  sentAfter: null,
  conflict: null,
  createdAt: 0,
})

/**
 * What an order is when this is all that was seen of it: approved, declined, processing, and a
 * status nobody knows.
 */
const alone: Record<string, [Phase, Phase, Phase, Phase]> = {
  sale: ['captured', 'declined', 'processing', 'unclear'],
  preauth: ['authorised', 'declined', 'processing', 'unclear'],
  capture: ['captured', 'unclear', 'processing', 'unclear'],
  cancel: ['released', 'unclear', 'processing', 'unclear'],
  reversal: ['partly-returned', 'unclear', 'processing', 'unclear'],
  refund: ['partly-returned', 'unclear', 'processing', 'unclear'],
  void: ['voided', 'unclear', 'processing', 'unclear'],
  chargeback: ['charged-back', 'unclear', 'disputed', 'unclear'],
  'chargeback reversal': ['unclear', 'unclear', 'processing', 'unclear'],
  fraud: ['disputed', 'unclear', 'disputed', 'unclear'],
  retrieval: ['disputed', 'unclear', 'disputed', 'unclear'],
  dispute: ['disputed', 'unclear', 'disputed', 'unclear'],
  transfer: ['transferred', 'declined', 'processing', 'unclear'],
  payout: ['paid-out', 'declined', 'processing', 'unclear'],
  'payout check': ['payout-checked', 'declined', 'processing', 'unclear'],
  'account verification': ['card-checked', 'declined', 'processing', 'unclear'],
}

describe('every type of transaction', () => {
  it('has a row here', () => {
    expect(Object.keys(alone).sort()).toEqual([...knownTransactionTypes].sort())
  })

  it.each(Object.entries(alone))('%s is told as what it is', (type, phases) => {
    const reported = ['approved', 'declined', 'processing', 'brand-new'].map(
      (status) => foldFacts([seen(type, status)], []).phase,
    )
    expect(reported).toEqual(phases)
  })

  it('that is not known is never taken for something that happened', () => {
    expect(foldFacts([seen('card registration', 'approved')], []).phase).toBe('unclear')
  })
})

describe('an order that takes nothing from a customer', () => {
  it.each(sideTypes)('a %s shows its amount and offers no action, whatever its status', (type) => {
    for (const status of ['approved', 'declined', 'processing', 'odd']) {
      const facts = foldFacts([seen(type, status)], [])
      expect([facts.origin, facts.original]).toEqual([type, eur(1000n)])
      for (const action of Object.values(actionsFor(facts)))
        expect(formatMessages(action)).toMatchObject({
          isPossible: false,
          why: expect.stringContaining('Nothing was taken from a customer'),
        })
    }
  })

  it('becomes a payout when its check is paid', () => {
    const reported = [seen('payout check', 'approved'), seen('payout', 'processing', 2)]
    expect(foldFacts(reported, [])).toMatchObject({ phase: 'processing', origin: 'payout' })
    expect(foldFacts([...reported, seen('payout', 'approved', 3)], []).phase).toBe('paid-out')
  })

  it('counts what is asked for as on its way until it is resolved', () => {
    const reported = [seen('payout check', 'approved')]
    for (const operation of ['payout', 'payout-pay', 'transfer']) {
      expect(foldFacts(reported, [attempt(operation, 'UNKNOWN')]).inProgress).toEqual(eur(1000n))
      expect(foldFacts(reported, [attempt(operation, 'SUCCEEDED')]).inProgress).toEqual(eur(0n))
    }
    expect(foldFacts(reported, [attempt('payout-check', 'ACCEPTED')]).inProgress).toEqual(eur(0n))
  })

  it('is unclear once something is told of it that this program can’t read', () => {
    expect(foldFacts([seen('payout', 'approved'), seen('reversal', 'approved', 2)], []).phase).toBe(
      'unclear',
    )
  })
})

describe('a payment that somebody questions', () => {
  it('keeps what became of its money while it is only asked about', () => {
    for (const type of ['dispute', 'retrieval', 'fraud'])
      expect(foldFacts([seen('sale', 'approved'), seen(type, 'approved', 2)], []).phase).toBe(
        'captured',
      )
  })

  it('stays charged back, and takes no refund, whatever is told afterwards', () => {
    const reported = [seen('sale', 'approved'), seen('chargeback', 'approved', 2)]
    for (const after of ['dispute', 'retrieval', 'sale'] as const) {
      const facts = foldFacts([...reported, seen(after, 'approved', 3)], [])
      expect(facts.phase).toBe('charged-back')
      expect(actionsFor(facts).return.isPossible).toBe(false)
    }
  })

  it('is no other kind of order', () => {
    expect(knownTransactionTypes.filter(isSideType)).toHaveLength(sideTypes.length)
    expect(foldFacts([seen('sale', 'approved')], []).origin).toBe('sale')
  })
})
