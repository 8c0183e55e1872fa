// Connections, audit entries and reviews for the fake bridge.
import type { ArchiveReport } from '../../src/shared/bridge/archives.ts'
import type { CopyReport } from '../../src/shared/bridge/copies.ts'
import type { CallbackReport } from '../../src/shared/bridge/callbacks.ts'
import type { ConnectionView } from '../../src/shared/contract/bridge.ts'
import type { AuditRow } from '../../src/shared/bridge/lists.ts'
import type { OrderView, Review } from '../../src/shared/bridge/views.ts'
import type { MoneyText } from '../../src/shared/money.ts'

export const seedAt = Date.UTC(2026, 10, 21, 9, 30, 0)

export const sandbox: ConnectionView = {
  id: 'sandbox',
  name: 'Sandbox',
  environment: 'test',
  isEmbedded: true,
  baseUrl: 'http://127.0.0.1:40123/paynet',
  endpointId: '1144',
  login: 'practice-shop',
  trainingOrders: [
    {
      orderid: '700101',
      clientOrderid: 'practice-sale-1',
      about: 'A captured sale of 125.00 EUR: refund it in full or in part.',
    },
    {
      orderid: '700102',
      clientOrderid: 'practice-hold-1',
      about: 'A hold of 80.00 EUR: capture it, or release it.',
    },
    {
      orderid: '700103',
      clientOrderid: 'practice-slow-1',
      about: 'Its refund is accepted and takes a while to become final.',
    },
    {
      orderid: '700104',
      clientOrderid: 'practice-lost-1',
      about: 'The answer to its refund gets lost: see how an unknown outcome is settled.',
    },
    {
      orderid: '700105',
      clientOrderid: 'practice-refused-1',
      about: 'The gateway refuses to refund it, and says why.',
    },
  ],
}

export const production: ConnectionView = {
  ...sandbox,
  id: 'shop',
  name: 'Nordic Lamps & Daughters, cards of all the European shops',
  environment: 'production',
  isEmbedded: false,
  baseUrl: 'https://gate.example/paynet',
  endpointId: '20771',
  login: 'nordic-lamps',
  trainingOrders: [],
}

export const testConnection: ConnectionView = {
  ...production,
  id: 'shop-test',
  name: 'Nordic Lamps (test)',
  environment: 'test',
}

export const seedAudit = (count: number): AuditRow[] => {
  const kinds = [
    'order:look-up',
    'attempt:draft',
    'attempt:sending',
    'attempt:unknown',
    'attempt:rejected',
    'audit:verified',
    'a:kind-not-in-the-catalogue',
  ]
  const outcomes = [
    'approved',
    'DRAFT',
    'SENDING',
    'UNKNOWN',
    'REJECTED',
    'intact',
    'something else',
  ]
  return Array.from({ length: count }, (_, index) => {
    const seq = count - index
    const which = seq % kinds.length
    return {
      seq,
      at: seedAt - index * 37_000,
      actor: seq % 5 === 0 ? 'د. فاطمة الزهراء' : 'maria',
      kind: kinds[which]!,
      outcome: outcomes[which]!,
      origin: 'desk',
      subject: `sandbox/7001${String(seq % 7).padStart(2, '0')}`,
      details: {
        amount: '12.50',
        currency: 'EUR',
        message: 'Customer sent the lamp back',
        fields: { orderid: '700101' },
      },
      leaf: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
      chain: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
    }
  })
}

/** What the confirm step shows, for an order and a request of the fake. */
export const reviewOf = (from: {
  order: OrderView
  attemptId: string
  token: string
  amount: MoneyText | null
  isFull: boolean
  request: Record<string, string>
  operation: string
  effect: string
  environment: 'test' | 'production'
  now: number
}): Review => ({
  attemptId: from.attemptId,
  token: from.token,
  operation: from.operation,
  effect: from.effect,
  connectionName: from.order.connectionName,
  environment: from.environment,
  url: `http://127.0.0.1:40123/paynet/api/v2/${from.operation}/1144`,
  amount: from.amount,
  isFull: from.isFull,
  remainingAfter: { amount: from.isFull ? '0.00' : '112.50', currency: 'EUR' },
  refundableAfter: from.operation === 'capture' ? from.amount : null,
  fields: [
    { name: 'login', value: 'practice-shop' },
    ...Object.entries(from.request).map(([name, value]) => ({ name, value })),
    { name: 'control', value: '•••' },
  ],
  formula: `practice-shop${from.order.clientOrderid}${from.order.orderid}1250EUR••••••••••••`,
  digest: '9f2c1d77a0b3e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e',
  payTo: [],
  statusSeen: `${from.order.transactionType} ${from.order.status}`,
  twins: [],
  warnings: from.isFull
    ? []
    : [
        'A refund of 12.50 EUR was made on this order 20 minutes ago. Make sure this is another one.',
      ],
  expiresAt: from.now + 15 * 60_000,
  undoMs: 0,
})

/** A callback whose control is right and that is older than what is known. */
export const callbackReport: CallbackReport = {
  at: seedAt,
  form: 'address',
  verdict: 'valid',
  message: 'Status, order ID and merchant order ID are as they were signed.',
  formula: 'SHA-1 of status, orderid, client_orderid, merchant_control_key',
  plain: 'approved700101inv-4711<MERCHANT_CONTROL_KEY>',
  checks: [
    { topic: 'order', state: 'good', message: 'Paydesk knows the order.', at: seedAt },
    {
      topic: 'status',
      state: 'warning',
      message: 'It is older than what is known here.',
      at: seedAt,
    },
  ],
  fields: [
    { name: 'status', value: 'approved' },
    { name: 'orderid', value: '700101' },
  ],
  orderid: '700101',
  clientOrderid: 'inv-4711',
  isKnown: true,
}

export const archiveReport: ArchiveReport = {
  keptSince: { seq: 9_013, at: Date.UTC(2025, 9, 30, 8, 12) },
  archives: [
    {
      first: 1,
      size: 9_012,
      oldestAt: Date.UTC(2024, 8, 2, 7, 55),
      newestAt: Date.UTC(2025, 9, 30, 8, 10),
      folder: 'audit-1-to-9012',
      digest: '4f'.repeat(32),
      madeAt: Date.UTC(2026, 10, 2, 9),
    },
  ],
  folder: '/home/maria/.config/paydesk/archives',
  ready: {
    first: 9_013,
    size: 9_640,
    oldestAt: Date.UTC(2025, 9, 30, 8, 12),
    newestAt: Date.UTC(2025, 10, 20, 16, 40),
  },
  why: null,
}

export const copyReport: CopyReport = {
  copies: [
    { name: 'ledger-daily-20261121T090000Z.db', at: Date.UTC(2026, 10, 21, 9), bytes: 1_310_720 },
    { name: 'ledger-daily-20261120T090000Z.db', at: Date.UTC(2026, 10, 20, 9), bytes: 1_228_800 },
  ],
  folder: '/home/maria/.config/paydesk/backups',
  asked: null,
}
