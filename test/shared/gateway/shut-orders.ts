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

const reported = (...lines: Seen[]): StoredSnapshot[] =>
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
  reported: StoredSnapshot[]
  sent: AttemptFact[]
  cleared: Clearance[]
  reasons: ReasonCode[]
}

const order = (lines: Seen[], reasons: ReasonCode[], sent: AttemptFact[] = []): ShutOrder => ({
  reported: reported(...lines),
  ...{ sent, reasons, cleared: [] },
})

/** The same order once a person has cleared what its answers contradict. */
function clearedOf(shut: ShutOrder, reasons: ReasonCode[]): ShutOrder {
  const said = { seq: 2, actor: 'anna', reason: 'The support wrote which is true' }
  const cleared = clearablesOf(foldFacts(shut.reported, [])).map((one) => ({ ...one, ...said }))
  return { ...shut, cleared, reasons }
}

const sale: Seen = ['sale', 5000]
const hold: Seen = ['preauth', 5000]
const status = (word: string): Seen => ['sale', 5000, { status: word }]

/** Read with a rest of a hold that the gateway releases. */
export const shutOrders: readonly ShutOrder[] = [
  order([sale, ['sale', 6000]], ['order.answers-contradict']),
  clearedOf(order([sale, ['sale', 6000], ['reversal', 5000]], []), [
    'order.contradiction-cleared',
    'order.refund-amount-uncertain',
  ]),
  order([sale], ['order.request-contradicted'], [asked('SUCCEEDED', 'shown as declined')]),
  order([sale], ['order.request-unknown'], [asked('UNKNOWN')]),
  order([sale], ['order.request-processing'], [asked('ACCEPTED')]),
  order([['payout', 5000]], ['order.took-nothing']),
  order([], ['order.status-not-read']),
  order([['sale', 5000, { stage: 'sale_chain_declined' }]], ['order.other-gate-tried']),
  order([status('processing')], ['order.still-processing']),
  order([status('unknown')], ['order.status-not-final']),
  order([status('brand-new')], ['order.status-not-known']),
  order(
    [hold, ['void', 5000]],
    ['order.capture-hold-ended', 'order.void-done', 'order.refund-voided'],
  ),
  order([hold, ['cancel', 5000]], ['order.void-hold-ended', 'order.refund-hold-ended']),
  order(
    [status('declined')],
    ['order.capture-no-payment', 'order.void-no-payment', 'order.refund-no-payment'],
  ),
  order(
    [sale],
    ['order.capture-of-sale', 'order.void-captured-refund', 'order.release-nothing-held'],
  ),
  order([hold], ['order.refund-nothing-captured']),
  order([['reversal', 100]], ['order.capture-no-hold-seen', 'order.void-captured-refund']),
  order([['', 100]], ['order.void-no-hold-seen']),
  order(
    [
      ['capture', 2000],
      ['reversal', 1000],
    ],
    ['order.capture-refunded'],
  ),
  order(
    [hold, ['capture', 2000]],
    ['order.capture-rest-released', 'order.refund-captured-part-only'],
  ),
  order([hold, ['capture', 5000]], ['order.capture-all-done']),
  order(
    [hold, ['capture', 3000, { status: 'processing' }], ['capture', 2000]],
    ['order.capture-rest-uncertain'],
  ),
  order([sale, ['chargeback', 5000]], ['order.void-charged-back', 'order.refund-charged-back']),
  order([sale, ['reversal', 5000]], ['order.void-captured', 'order.refund-all-done']),
  order([hold, ['', 5000]], ['order.void-uncertain', 'order.capture-amount-uncertain']),
  order([sale, ['', 5000, { transactionMark: 'other' }]], ['order.type-missing']),
  order(
    [sale, ['reversal', 2000, { status: 'processing' }], ['reversal', 3000]],
    ['order.refund-rest-in-progress'],
  ),
  order(
    [hold, ['capture', 100, { status: 'processing' }], ['capture', 2000], ['reversal', 2000]],
    ['order.refund-all-known-done'],
  ),
  order([sale, ['credit', 5000]], ['order.type-not-known', 'order.refund-amount-uncertain']),
  order(
    [sale, ['reversal', null, { partialReturn: false }]],
    ['order.sum-uncertain', 'order.doubt-and-whole-only'],
  ),
  order([sale, ['cancel', 5000]], ['order.type-does-not-fit']),
  order([sale, ['sale', 5000, { stage: 'reversal_approved' }]], ['order.type-contradicts-stage']),
  order([hold, ['reversal', 1000, { partialReturn: false }]], ['order.capture-unseen']),
]
