// Pages of orders that once contradicted themselves, each as short as the drawn histories made it
// (test/campaigns/face).
import { formatMessage } from '#wording/format-messages.ts'
import { describe, expect, it } from 'vitest'
import type { AttemptState } from '#shared/attempt.ts'
import { actionsFor } from '#shared/gateway/actions.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'

const eur = (minor: bigint) => ({ minor, currency: 'EUR', digits: 2 })
const reported = (
  seq: number,
  transactionType: string,
  minor: bigint,
  more: Partial<StoredSnapshot> = {},
): StoredSnapshot => ({
  seq,
  at: seq,
  status: 'approved',
  transactionType,
  stage: '',
  amount: eur(minor),
  transactionMark: `tx-${seq}`,
  partialReturn: null,
  partialCapture: null,
  reason: '',
  ...more,
})
const open = (operation: string, state: AttemptState, minor: bigint): AttemptFact => ({
  ...{ id: operation, operation, state, amount: eur(minor) },
  ...{ resolvedBy: null, sentAfter: 1, conflict: null, createdAt: 1 },
})
const whyOf = (seen: StoredSnapshot[], rest: 'unknown' | 'released' = 'unknown') => {
  const { capture, void: voiding, return: returning } = actionsFor(foldFacts(seen, []), rest)
  const why = (one: typeof capture): string | null =>
    one.isPossible ? null : formatMessage(one.why)
  return { capture: why(capture), void: why(voiding), return: why(returning) }
}

describe('a void that is under way', () => {
  it.each(['ACCEPTED', 'UNKNOWN'] as const)('is in progress while it is %s', (state) => {
    const facts = foldFacts([reported(1, 'preauth', 10_000n)], [open('void', state, 10_000n)])
    expect(facts.inProgress?.minor).toBe(10_000n)
  })
})

describe('a refund of a part of a hold whose capture was not seen', () => {
  const facts = foldFacts([reported(1, 'preauth', 30_000n), reported(2, 'reversal', 10_000n)], [])
  const whole = foldFacts([reported(1, 'preauth', 30_000n), reported(2, 'reversal', 30_000n)], [])

  it('shows that something was captured, and not that the hold was released', () => {
    expect(facts).toMatchObject({ phase: 'partly-returned', isHoldGone: false, captured: null })
    expect(facts.held).toBeNull()
    expect(formatMessage(facts.uncertainty ?? '')).toMatch(/how much was captured is not known/)
  })

  it('leaves the rest refundable, by an amount that a person enters', () => {
    expect(actionsFor(facts).return).toMatchObject({ isPossible: true, most: null })
  })

  it('of the whole hold is no release, whatever some hosts call one', () => {
    expect(whole).toMatchObject({ phase: 'unclear', isHoldGone: false, captured: null })
    expect(formatMessage(whole.uncertainty ?? '')).toMatch(/how much was captured is not known/)
  })
})

describe('the reason why nothing can be voided', () => {
  it('says “refund it” only where a refund is possible', () => {
    const sale = reported(1, 'sale', 10_000n)
    expect(whyOf([sale]).void).toMatch(/captured\. Refund it instead\.$/)
    expect(whyOf([sale, reported(2, 'reversal', 10_000n)]).void).toMatch(/captured\.$/)
    expect(whyOf([sale, reported(2, 'chargeback', 10_000n)]).void).toMatch(
      /charged this payment back/,
    )
  })

  it('says of an order of which nothing was seen that no hold was seen', () => {
    const declined = reported(1, 'capture', 10_000n, { status: 'declined' })
    expect(whyOf([declined]).void).toMatch(/has not seen a hold/)
  })
})

it('an order that another gate still tries is not called declined for good', () => {
  const chained = { status: 'declined', stage: 'sale_chain_declined' }
  const { return: why } = whyOf([reported(1, 'sale', 10_000n, chained)])
  expect(why).toMatch(/still trying another/)
})

it('nothing is captured of a hold whose rest is released, charged back or not', () => {
  const seen = [
    reported(1, 'preauth', 40_500n),
    reported(2, 'capture', 10_000n),
    reported(3, 'chargeback', 10_000n),
  ]
  expect(whyOf(seen, 'released').capture).toMatch(/releases the rest at once/)
})
