// What the review of a capture says can be refunded afterwards: what the order's page shows once
// the capture was told, or nothing.
import { describe, expect, it } from 'vitest'
import {
  planAction,
  type RequestPlan,
} from '../../../../../src/main/desk/payments/plan/request-plan.ts'
import { foldFacts } from '../../../../../src/shared/gateway/orders/order-facts.ts'
import type { StoredSnapshot } from '../../../../../src/shared/gateway/status/status.ts'
import { must } from '../../../../journeys/story.ts'

const eur = (minor: number) => ({ minor: BigInt(minor), currency: 'EUR', digits: 2 })
/** Answers of the gateway, oldest first: "type status cents". */
const seenAs = (lines: readonly string[]): StoredSnapshot[] =>
  lines.map((line, at) => {
    const [type = '', status = '', cents = ''] = line.split(' ')
    return {
      ...{ seq: at + 1, at, status, stage: '', reason: '', transactionMark: `tx-${at}` },
      transactionType: type.replaceAll('_', ' '),
      amount: cents === '' ? null : eur(Number(cents)),
      ...{ partialReturn: null, partialCapture: null },
    }
  })
const factsOf = (lines: readonly string[]) => foldFacts(seenAs(lines), [])
const plan = (
  action: 'capture' | 'return' | 'void',
  lines: readonly string[],
  cents: number | null,
): RequestPlan =>
  must(planAction(action, factsOf(lines), {}, cents === null ? null : eur(cents), 'stays'))

const hold = 'preauth approved 30000'

describe('the review of a capture', () => {
  it.each([
    [[hold], 12050],
    [[hold], 30000],
    [[hold, 'capture approved 10000'], 5000],
    [[hold, 'capture approved 10000', 'reversal approved 4000'], 5000],
    [[hold, 'capture approved 10000', 'reversal approved 10000'], 5000],
    [[hold, 'capture approved 10000', 'chargeback approved 10000'], 5000],
  ] as const)('says what the page shows after %j and %i', (seen, cents) => {
    const { refundableAfter } = plan('capture', seen, cents)
    expect(refundableAfter).toEqual(factsOf([...seen, `capture approved ${cents}`]).returnable)
    expect(refundableAfter).not.toBeNull()
  })

  it('says it of the whole hold as well', () => {
    expect(plan('capture', [hold], null)).toMatchObject({
      remainingAfter: eur(0),
      refundableAfter: eur(30000),
    })
  })

  it.each([
    [
      'less is left than nothing',
      [hold, 'capture approved 5000', 'reversal approved 2000', 'chargeback approved 5000'],
    ],
    ['what the bank took is not told', [hold, 'capture approved 5000', 'chargeback approved']],
    ['an amount that came back is not told', [hold, 'capture approved 5000', 'reversal approved']],
    ['an answer can’t be read', [hold, 'capture approved 5000', 'adjustment approved 700']],
    ['the hold was never seen', ['capture approved 5000']],
  ] as const)('says nothing where %s', (_why, seen) => {
    expect(plan('capture', seen, 1000).refundableAfter).toBeNull()
  })
})

it('leaves the review of a refund or a void with the one amount that it has', () => {
  expect(plan('return', [hold, 'capture approved 10000'], 2500)).toMatchObject({
    remainingAfter: eur(7500),
    refundableAfter: null,
  })
  expect(plan('void', [hold], null)).toMatchObject({
    remainingAfter: eur(0),
    refundableAfter: null,
  })
})
