// Orders on which something is not possible, one or more for each reason: what the gateway
// told, and what was asked for here.
import { actionReasons } from '#shared/gateway/actions.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import { clearablesOf } from '#shared/gateway/clearances/clearables.ts'
import type { Clearance } from '#shared/gateway/clearances/clearance.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import { waysOut } from '#shared/gateway/orders/ways-out.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'

export const reasons = { ...actionReasons, ...waysOut }
export type ReasonCode = keyof typeof reasons

type Seen = [type: string, cents: number | null, more?: Partial<StoredSnapshot>]

const eur = (cents: number) => ({ minor: BigInt(cents), currency: 'EUR', digits: 2 })

const told = (...lines: Seen[]): StoredSnapshot[] =>
  lines.map(([transactionType, cents, more], at) => ({
    ...{ seq: at + 1, at, status: 'approved', transactionType, stage: '' },
    amount: cents === null ? null : eur(cents),
    transactionMark: `id-${at}`,
    ...{ partialReturn: null, partialCapture: null, reason: '' },
    ...more,
  }))

const asked = (
  state: AttemptFact['state'],
  conflict: string | null = null,
  operation = 'return',
): AttemptFact => ({
  ...{ id: 'ours', operation, state, amount: eur(1000), conflict },
  ...{ resolvedBy: null, sentAfter: 1, createdAt: 0 },
})

export interface ShutOrder {
  told: StoredSnapshot[]
  sent: AttemptFact[]
  cleared: Clearance[]
  reasons: ReasonCode[]
}

const order = (lines: Seen[], reasons: ReasonCode[], sent: AttemptFact[] = []): ShutOrder => ({
  told: told(...lines),
  ...{ sent, reasons, cleared: [] },
})

/** The same order once a person has cleared what its answers contradict. */
function clearedOf(shut: ShutOrder, reasons: ReasonCode[]): ShutOrder {
  const said = { seq: 2, actor: 'anna', reason: 'The support wrote which is true' }
  const cleared = clearablesOf(foldFacts(shut.told, [])).map((one) => ({ ...one, ...said }))
  return { ...shut, cleared, reasons }
}

const sale: Seen = ['sale', 5000]
const hold: Seen = ['preauth', 5000]
const status = (word: string): Seen => ['sale', 5000, { status: word }]

/** Read with a rest of a hold that the gateway releases. */
export const shutOrders: readonly ShutOrder[] = [
  order([sale, ['sale', 6000]], ['the-gateways-answers-contradict-each-other']),
  clearedOf(order([sale, ['sale', 6000], ['reversal', 5000]], []), [
    'a-contradiction-was-cleared-by-a-person',
    'nothing-is-certain-to-be-left',
  ]),
  order(
    [sale],
    ['the-answers-about-a-request-contradict-each-other'],
    [asked('SUCCEEDED', 'shown as declined')],
  ),
  order([sale], ['the-outcome-of-a-request-is-unknown'], [asked('UNKNOWN')]),
  order([sale], ['a-request-is-still-being-processed'], [asked('ACCEPTED')]),
  order([['payout', 5000]], ['this-order-took-nothing-from-a-customer']),
  order([], ['the-status-of-this-order-has-not-been-read']),
  order(
    [['sale', 5000, { stage: 'sale_chain_declined' }]],
    ['one-gate-declined-and-another-is-tried'],
  ),
  order([status('processing')], ['the-gateway-is-still-processing-this-order']),
  order([status('unknown')], ['the-status-is-not-final']),
  order([status('brand-new')], ['the-status-is-not-known-here']),
  order(
    [hold, ['void', 5000]],
    ['the-hold-has-ended-nothing-to-capture', 'the-order-is-voided-already'],
  ),
  order(
    [hold, ['cancel', 5000]],
    ['the-hold-has-ended-already', 'the-hold-has-ended-nothing-to-refund'],
  ),
  order(
    [status('declined')],
    [
      'the-payment-did-not-succeed',
      'the-payment-did-not-succeed-there-is-nothing-to',
      'the-payment-did-not-succeed-no-money-was-taken',
    ],
  ),
  order(
    [sale],
    [
      'only-a-pre-authorisation-can-be-captured',
      'a-void-is-too-late-refund-instead',
      'nothing-is-held-on-this-order',
    ],
  ),
  order([hold], ['nothing-was-captured-yet']),
  order(
    [['reversal', 100]],
    ['paydesk-has-not-seen-a-hold-on-this-order', 'a-void-is-too-late-refund-instead'],
  ),
  order([['', 100]], ['paydesk-has-seen-no-hold-to-void']),
  order(
    [hold, ['capture', 2000]],
    ['a-part-of-the-hold-was-captured', 'a-part-of-the-hold-was-captured-and-only'],
  ),
  order([hold, ['capture', 5000]], ['the-whole-hold-is-captured-already']),
  order(
    [hold, ['capture', 3000, { status: 'processing' }], ['capture', 2000]],
    ['an-uncertain-capture-may-have-taken-the-rest'],
  ),
  order(
    [sale, ['chargeback', 5000]],
    ['a-void-is-too-late-after-a-chargeback', 'the-customers-bank-has-charged-this-payment-back'],
  ),
  order(
    [sale, ['reversal', 5000]],
    ['a-void-is-too-late-after-a-capture', 'everything-that-was-captured-is-refunded-already'],
  ),
  order(
    [hold, ['', 5000]],
    ['whether-this-hold-was-captured-is-not-certain', 'no-amount-is-certain-to-be-capturable'],
  ),
  order(
    [sale, ['', 5000, { transactionMark: 'other' }]],
    ['the-gateway-told-a-transaction-without-a-type'],
  ),
  order(
    [sale, ['reversal', 2000, { status: 'processing' }], ['reversal', 3000]],
    ['a-refund-in-progress-takes-the-rest'],
  ),
  order(
    [hold, ['capture', 100, { status: 'processing' }], ['capture', 2000], ['reversal', 2000]],
    ['everything-known-to-be-captured-is-refunded-already'],
  ),
  order([sale, ['credit', 5000]], ['the-type-is-not-known-here', 'nothing-is-certain-to-be-left']),
  order(
    [sale, ['reversal', null, { partialReturn: false }]],
    ['a-sum-is-not-certain', 'doubt-this-order-allows-no-partial-amounts'],
  ),
  order([sale, ['cancel', 5000]], ['the-type-does-not-go-with-this-order']),
  order(
    [sale, ['sale', 5000, { stage: 'reversal_approved' }]],
    ['the-type-and-the-stage-contradict-each-other'],
  ),
  order(
    [hold, ['reversal', 1000, { partialReturn: false }]],
    ['the-gateway-shows-a-refund-on-this-hold-and'],
  ),
]
