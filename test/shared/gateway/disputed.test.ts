// Orders whose payment somebody questions: a refund stays possible, and nobody makes one without
// having read what it may cost.
import { describe, expect, it } from 'vitest'
import { planAction } from '../../../src/main/desk/payments/plan/request-plan.ts'
import { actionsFor } from '#shared/gateway/actions.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'

const seen = (seq: number, transactionType: string, status = 'approved'): StoredSnapshot => ({
  seq,
  at: seq,
  status,
  transactionType,
  stage: '',
  amount: { minor: 5000n, currency: 'EUR', digits: 2 },
  transactionMark: `p-${seq}`,
  partialReturn: null,
  partialCapture: null,
  reason: '',
})
const noteOf = (...reported: StoredSnapshot[]) => {
  const { return: returning } = actionsFor(foldFacts(reported, []))
  return formatMessage(returning.isPossible ? (returning.note ?? '') : returning.why)
}

describe('a return', () => {
  it.each(['dispute', 'retrieval', 'fraud'])('of a sale with a %s warns first', (type) => {
    expect(noteOf(seen(1, 'sale'), seen(2, type))).toContain(`a ${type} on this order`)
    const facts = foldFacts([seen(1, 'sale'), seen(2, type)], [])
    const planned = planAction('return', facts, { comment: 'damaged' }, null, 'unknown')
    expect(formatMessages(planned)).toMatchObject({
      ok: true,
      value: { warnings: [expect.stringMatching(/pays the customer twice/)] },
    })
  })

  it('warns of a chargeback that is under way, and refuses one that is done', () => {
    expect(noteOf(seen(1, 'sale'), seen(2, 'chargeback', 'processing'))).not.toBe('')
    expect(noteOf(seen(1, 'sale'), seen(2, 'chargeback'))).toMatch(/charged this payment back/)
  })

  it('of a sale that nobody questions has no such note', () => {
    expect(noteOf(seen(1, 'sale'))).toBe('')
    expect(noteOf(seen(1, 'sale'), seen(2, 'dispute', 'declined'))).toBe('')
  })
})
