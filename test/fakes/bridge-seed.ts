// Plausible orders for the fake bridge: enough states, long texts and right-to-left names to look
// at every screen.
import type { AttemptView, ConnectionView, OrderView } from '../../src/shared/bridge/views.ts'
import { moneySettings } from '../../src/shared/connections/connection.ts'
import { usualReasons } from '../../src/shared/connections/reasons.ts'
import { giveBackOf } from '../../src/shared/gateway/give-back.ts'
import type { Phase } from '../../src/shared/gateway/orders/order-facts.ts'
import type { MoneyText } from '../../src/shared/money.ts'
import { sandbox, seedAt } from './bridge-samples.ts'

export { seedAt }
const minute = 60_000

const eur = (amount: string): MoneyText => ({ amount, currency: 'EUR' })

interface Seed {
  orderid: string
  clientOrderid: string
  phase: Phase
  status?: string
  type?: string
  original?: MoneyText | null
  held?: MoneyText | null
  captured?: MoneyText | null
  returned?: MoneyText | null
  returnable?: MoneyText | null
  ageMinutes?: number
  connection?: ConnectionView
}

const no = (why: string) => ({ isPossible: false as const, why })

function actionsOf(seed: Seed): OrderView['actions'] {
  const most = seed.returnable ?? null
  switch (seed.phase) {
    case 'captured':
    case 'partly-returned':
      return {
        return: {
          isPossible: true,
          effect: 'Refunds the money to the customer.',
          most,
          mayBePartial: true,
          ...(most === null
            ? {
                note: 'Paydesk may not have seen all that was captured, so it can’t check the remainder. The gateway will.',
              }
            : {}),
        },
        capture: no('Only a pre-authorisation can be captured; this order holds no funds.'),
        void: no(
          'A void cancels an authorisation before settlement. This payment is captured. Refund it instead.',
        ),
      }
    case 'authorised':
      return {
        return: {
          isPossible: true,
          effect: 'Releases the hold.',
          most: seed.held ?? null,
          mayBePartial: false,
        },
        capture: {
          isPossible: true,
          effect: 'Captures the amount from the hold. The customer is charged.',
          most: seed.held ?? null,
          mayBePartial: true,
        },
        void: {
          isPossible: true,
          effect: 'Cancels the whole authorisation. The hold is released.',
          most: seed.held ?? null,
          mayBePartial: false,
          note: 'Some gateways can’t void a hold. If this one refuses, release the hold instead.',
        },
      }
    default: {
      const why = 'The payment did not succeed. No money was taken.'
      return { return: no(why), capture: no(why), void: no(why) }
    }
  }
}

function orderOf(seed: Seed): OrderView {
  const connection = seed.connection ?? sandbox
  const checkedAt = seedAt - (seed.ageMinutes ?? 3) * minute
  const original = seed.original === undefined ? eur('125.00') : seed.original
  const type = seed.type ?? 'sale'
  const status = seed.status ?? 'approved'
  const actions = actionsOf(seed)
  return {
    connectionId: connection.id,
    connectionName: connection.name,
    orderid: seed.orderid,
    clientOrderid: seed.clientOrderid,
    phase: seed.phase,
    origin: type === 'preauth' ? 'preauth' : 'sale',
    status,
    transactionType: type,
    original,
    returned: seed.returned === undefined ? eur('0.00') : seed.returned,
    checkedAt,
    customer: '',
    card: '',
    seenAt: 1_800_000_000_000,
    hasUnknown: false,
    held: seed.held ?? null,
    captured: seed.captured ?? null,
    capturedLeast: null,
    returnedLeast: null,
    inProgress: eur('0.00'),
    returnable: seed.returnable ?? null,
    failedAction: null,
    conflict: null,
    clearable: [],
    unknownTerms: [],
    actions,
    reasons: {
      refund: usualReasons.afterSale,
      release: usualReasons.beforeSale,
      freeReasonFrom: '',
    },
    giveBack: giveBackOf(
      { phase: seed.phase, actions, failedAction: null },
      moneySettings.parse({}),
    ),
    attempts: [],
    found: [],
    unknown: null,
    unknownKeys: [],
    related: [],
    notes: [],
    tags: [],
    timeline: [
      {
        at: checkedAt - 42 * minute,
        source: 'service',
        isRelease: false,
        title: type === 'preauth' ? 'Pre-authorisation' : 'Sale',
        message: '',
        state: status,
        amount: original,
        actor: null,
        serialNumber: '00000000-0000-0000-0000-000002d9b22a',
        attemptId: null,
        seq: null,
      },
    ],
    answer: {
      type: 'status-response',
      'serial-number': '00000000-0000-0000-0000-000002d9b22a',
      'paynet-order-id': seed.orderid,
      'merchant-order-id': seed.clientOrderid,
      status,
      'transaction-type': type,
      'order-stage': `${type}_approved`,
      amount: original?.amount ?? '',
      currency: original?.currency ?? '',
      name: 'فاطمة الزهراء بنت محمد',
      'last-four-digits': '4448',
      descriptor:
        'NORDIC LAMPS *A VERY LONG STATEMENT TEXT THAT DOES NOT BREAK ANYWHERE_AT_ALL_BECAUSE_IT_IS_ONE_WORD',
      'paynet-processing-date': '2026-11-21 08:45:02 UTC',
    },
  }
}

export const seedOrders = (): OrderView[] => [
  orderOf({
    orderid: '700101',
    clientOrderid: 'practice-sale-1',
    phase: 'captured',
    captured: eur('125.00'),
    returnable: eur('125.00'),
    ageMinutes: 2,
  }),
  orderOf({
    orderid: '700102',
    clientOrderid: 'practice-hold-1',
    phase: 'authorised',
    type: 'preauth',
    original: eur('80.00'),
    held: eur('80.00'),
    captured: eur('0.00'),
    returnable: eur('0.00'),
    ageMinutes: 9,
  }),
  orderOf({
    orderid: '700103',
    clientOrderid: 'practice-slow-1',
    phase: 'partly-returned',
    type: 'reversal',
    original: eur('1234.50'),
    captured: eur('1234.50'),
    returned: eur('200.00'),
    returnable: eur('1034.50'),
    ageMinutes: 31,
  }),
  orderOf({
    orderid: '700104',
    clientOrderid: 'practice-lost-1',
    phase: 'captured',
    original: { amount: '15400', currency: 'JPY' },
    captured: { amount: '15400', currency: 'JPY' },
    returned: { amount: '0', currency: 'JPY' },
    returnable: { amount: '15400', currency: 'JPY' },
    ageMinutes: 75,
  }),
  orderOf({
    orderid: '700105',
    clientOrderid:
      'a-merchant-order-id-that-a-shop-made-of-many-parts/2026/11/21/0000000000000000000000042-retry-3',
    phase: 'declined',
    status: 'declined',
    returned: null,
    ageMinutes: 150,
  }),
  orderOf({
    orderid: '700106',
    clientOrderid: 'طلب-٤٢',
    phase: 'unclear',
    status: 'manual-review',
    type: 'dispute',
    original: null,
    returned: null,
    ageMinutes: 1500,
  }),
  orderOf({
    orderid: '700107',
    clientOrderid: 'inv-4097763',
    phase: 'captured',
    type: 'reversal',
    original: null,
    returned: null,
    ageMinutes: 1600,
  }),
]

/** An attempt on an order, or on what is none yet. */
export const attemptOf = (
  order: Pick<OrderView, 'connectionId' | 'connectionName' | 'orderid' | 'clientOrderid'>,
  part: Partial<AttemptView> = {},
): AttemptView => ({
  id: 'attempt-1',
  connectionId: order.connectionId,
  connectionName: order.connectionName,
  operation: 'return',
  orderid: order.orderid,
  clientOrderid: order.clientOrderid,
  state: 'DRAFT',
  amount: null,
  isFull: true,
  comment: 'Customer sent the lamp back',
  actor: 'maria',
  createdAt: seedAt,
  sentAt: null,
  resolvedAt: null,
  nextCheckAt: null,
  checks: 0,
  handOutcome: null,
  replaces: null,
  lookUps: 0,
  isAtWork: false,
  serialNumber: null,
  request: {},
  answer: {},
  message: 'Reviewed, not confirmed.',
  conflict: null,
  isRelease: false,
  reportedSeq: null,
  ...part,
})
