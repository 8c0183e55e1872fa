// The fake's side of operations that make something new or are about an order: a review, one
// confirm, a register with what such requests are answered with. It has main's shape and proves
// nothing about main.
import type { Input, Output } from '../../src/shared/contract/bridge.ts'
import type { AttemptView, Review } from '../../src/shared/bridge/views.ts'
import { fail, inputFault, ok, type Result } from '../../src/shared/fault.ts'
import { flowOf, isAction, orderidFieldOf } from '../../src/shared/gateway/flow.ts'
import { rowOf } from '../../src/shared/gateway/operations/index.ts'
import { parseRequest } from '../../src/shared/gateway/request.ts'
import { toText } from '../../src/shared/money.ts'
import { seedAt } from './bridge-samples.ts'

const answersTo: Readonly<Record<string, Record<string, string>>> = {
  'create-card-ref': { 'card-ref-id': '2045117', 'last-four-digits': '4448', bin: '444433' },
  'create-card-ref-v4': { 'card-ref-id': '2045118', 'last-four-digits': '4448', bin: '444433' },
  'create-recurring-payment': { 'recurring-payment-id': '880014' },
  'pan-eligibility-send': { 'sending-eligible': 'true' },
}
const cardFacts = {
  type: 'get-card-info-response',
  'serial-number': '00000000-0000-0000-0000-000002d9b4f0',
  bin: '444433',
  'last-four-digits': '4448',
  brand: 'VISA',
  'expire-month': '11',
  'expire-year': '2031',
  'card-printed-name': 'فاطمة الزهراء بنت محمد',
}

const rowOfRegister = (part: Partial<AttemptView>): AttemptView => ({
  id: 'seed-1',
  connectionId: 'sandbox',
  connectionName: 'Sandbox',
  operation: 'payout',
  orderid: '',
  clientOrderid: '',
  state: 'SUCCEEDED',
  amount: null,
  isFull: false,
  comment: '',
  actor: 'maria',
  createdAt: seedAt,
  sentAt: seedAt,
  resolvedAt: seedAt,
  nextCheckAt: null,
  checks: 1,
  handOutcome: null,
  replaces: null,
  lookUps: 0,
  serialNumber: '00000000-0000-0000-0000-000002d9b480',
  request: {},
  answer: {},
  message: 'The gateway confirms that it happened.',
  conflict: null,
  isRelease: false,
  toldSeq: null,
  ...part,
})

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const pageOf = (id: string) => `http://127.0.0.1:40123/pay/form/8f1c0d5e7a9b4c2d/${id}`

/** Newest first, as main lists them. */
export const seedRegister = (): AttemptView[] => [
  rowOfRegister({
    id: 'seed-9',
    operation: 'payout',
    orderid: '700301',
    clientOrderid: 'pd-0009',
    state: 'ACCEPTED',
    resolvedAt: null,
    amount: eur('1250.00'),
    request: {
      account_number: 'DE89370400440532013000',
      account_name: 'Zoë Größe & Söhne, Werkstatt für Lampen und Leuchten aller Art',
    },
  }),
  rowOfRegister({
    id: 'seed-8',
    operation: 'payout-check',
    orderid: '700302',
    clientOrderid: 'pd-0008',
    amount: eur('80.00'),
    request: { phone: '+372 555 0123', first_name: 'محمد', last_name: 'الأحمد' },
  }),
  rowOfRegister({
    id: 'seed-7',
    operation: 'payout',
    state: 'UNKNOWN',
    resolvedAt: null,
    amount: { amount: '15400', currency: 'JPY' },
    request: { cardrefid: '2045101' },
  }),
  rowOfRegister({
    id: 'seed-6',
    operation: 'sale-form',
    orderid: '700303',
    clientOrderid: 'pd-0006',
    state: 'ACCEPTED',
    resolvedAt: null,
    amount: eur('42.00'),
    request: { email: 'zoe@example.org', order_desc: 'Lamp no. 7' },
    answer: { 'redirect-url': pageOf('6') },
  }),
  rowOfRegister({
    id: 'seed-5',
    operation: 'preauth-form',
    orderid: '700304',
    clientOrderid: 'pd-0005',
    state: 'DECLINED',
    amount: eur('300.00'),
    request: { email: 'a-very-long-address-of-a-customer@department.example.org' },
    answer: { 'redirect-url': pageOf('5') },
  }),
  rowOfRegister({
    id: 'seed-4',
    operation: 'create-card-ref',
    orderid: '700101',
    clientOrderid: 'practice-sale-1',
    answer: { 'card-ref-id': '2045101', 'last-four-digits': '4448' },
  }),
  rowOfRegister({
    id: 'seed-3',
    operation: 'create-recurring-payment',
    clientOrderid: 'pd-0003',
    amount: eur('9.90'),
    request: {
      period: 'monthly',
      interval: '1',
      type: 'auto',
      'start-date': '2026-01-31',
      order_desc: 'Lamp club',
    },
    answer: { 'recurring-payment-id': '880013' },
  }),
  rowOfRegister({
    id: 'seed-2',
    operation: 'pan-eligibility-send',
    request: { 'sending-card-ref-id': '2045101' },
    answer: { 'sending-eligible': 'false' },
  }),
]

export interface FakeOperations {
  rows: AttemptView[]
  /** Null for what the fake's orders answer themselves. */
  review(input: Input<'attempt:review'>): Result<Review> | null
  confirm(input: Input<'attempt:confirm'>): Result<AttemptView> | null
  discard(attemptId: string): AttemptView | null
  list(input: Input<'register:list'>): Result<Output['register:list']>
  read(input: Input<'operation:read'>): Result<Output['operation:read']>
}

export function fakeOperations(parts: {
  clock: () => number
  isUnknown: () => boolean
  changed: () => void
}): FakeOperations {
  const { clock } = parts
  const pending = new Map<string, { row: AttemptView; token: string }>()
  let minted = 0
  const fake: FakeOperations = {
    rows: seedRegister(),
    review({ connectionId, operation, request }) {
      if (isAction(operation)) return null
      const own = orderidFieldOf(operation)
      const isNew = flowOf(operation) === 'new' && own !== null
      minted += 1
      const parsed = parseRequest(
        operation,
        isNew ? { ...request, [own]: `pd-new-${minted}` } : request,
        'iso-4217',
      )
      if (!parsed.ok) return parsed
      const { fields, money } = parsed.value
      const id = `operation-${minted}`
      const token = `operation-token-${minted}`
      const row = rowOfRegister({
        id,
        connectionId,
        operation,
        state: 'DRAFT',
        orderid: isNew ? '' : (fields['orderid'] ?? ''),
        clientOrderid: own === null ? '' : (fields[own] ?? ''),
        amount: money === null ? null : toText(money),
        request: fields,
        createdAt: clock(),
        sentAt: null,
        resolvedAt: null,
        serialNumber: null,
        message: 'Reviewed, not confirmed.',
      })
      pending.set(id, { row, token })
      fake.rows = [row, ...fake.rows]
      return ok({
        attemptId: id,
        token,
        operation,
        effect: `${rowOf(operation).about}.`,
        connectionName: 'Sandbox',
        environment: 'test',
        url: `http://127.0.0.1:40123/paynet${rowOf(operation).path}/1144`,
        amount: row.amount,
        isFull: false,
        remainingAfter: null,
        refundableAfter: null,
        fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
        formula: 'RSA-SHA256 over the OAuth 1.0a base string',
        digest: '9f2c1d77a0b3e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e',
        payTo: [],
        statusSeen: '',
        warnings: [],
        twins: [],
        expiresAt: clock() + 15 * 60_000,
        undoMs: 0,
      })
    },
    confirm({ attemptId, token }) {
      const found = pending.get(attemptId)
      if (found === undefined || found.token !== token) return null
      pending.delete(attemptId)
      const { row } = found
      const answer = answersTo[row.operation]
      const isLink = row.operation.endsWith('-form')
      const isFinal = rowOf(row.operation as Parameters<typeof rowOf>[0]).resolvedBy === 'answer'
      const isUnknown = parts.isUnknown()
      Object.assign(row, {
        sentAt: clock(),
        state: isUnknown ? 'UNKNOWN' : isFinal ? 'SUCCEEDED' : 'ACCEPTED',
        resolvedAt: isFinal && !isUnknown ? clock() : null,
        nextCheckAt: isFinal ? null : clock() + 4_000,
        orderid: row.orderid !== '' || isUnknown ? row.orderid : `7004${minted}`,
        serialNumber: isUnknown ? null : '00000000-0000-0000-0000-000002d9b4f1',
        answer: isUnknown
          ? {}
          : { ...answer, ...(isLink ? { 'redirect-url': pageOf('new') } : {}) },
        message: isUnknown
          ? 'The connection was closed before a whole answer arrived.'
          : 'The gateway accepted the request.',
      } satisfies Partial<AttemptView>)
      parts.changed()
      if (!isUnknown) return ok(row)
      return fail({
        kind: 'outcome-unknown',
        sent: 'maybe',
        message: row.message,
        detail: 'reset after 312 bytes written, 0 bytes read',
        attemptId,
      })
    },
    discard(attemptId) {
      const found = pending.get(attemptId)
      if (found === undefined) return null
      pending.delete(attemptId)
      found.row.state = 'UNDONE'
      return found.row
    },
    list({ connectionId, operations }) {
      const rows = fake.rows.filter(
        (row) =>
          row.connectionId === connectionId && (operations as string[]).includes(row.operation),
      )
      return ok({ rows, next: null })
    },
    read({ request }) {
      const reference = request['cardrefid'] ?? ''
      if (reference === '') return fail(inputFault('cardrefid', 'Enter the card reference ID.'))
      return ok({ answer: cardFacts, serialNumber: cardFacts['serial-number'] })
    },
  }
  return fake
}
