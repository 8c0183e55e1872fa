// The answer records this gateway gives, as data for its description: which fields each has, and
// which may be missing. Every value is a string. A test holds them against the answers themselves
// and against the client's reading of them.
import type { FieldForm } from '../http/fields.ts'
import type { Route } from './context.ts'

export interface RecordShape {
  about: string
  required: readonly string[]
  optional: readonly string[]
  forms: Readonly<Record<string, FieldForm>>
}

const serial = 'serial-number'
const order = ['merchant-order-id', 'paynet-order-id', 'end-point-id'] as const
const typed = (...values: string[]): { forms: Record<string, FieldForm> } => ({
  forms: { type: { values } },
})
const statusValues = ['processing', 'approved', 'declined', 'filtered', 'error', 'unknown']

export const records = {
  AsyncResponse: {
    about: 'The request was taken; status or a callback tells what became of it.',
    required: ['type', serial, 'merchant-order-id', 'end-point-id'],
    optional: ['paynet-order-id', 'status', 'sending-eligible'],
    ...typed('async-response'),
  },
  AsyncCheckoutFormRedirect: {
    about: 'The order waits for the customer at redirect-url.',
    required: ['type', serial, ...order, 'redirect-url'],
    optional: [],
    forms: { type: { values: ['async-form-response'] }, 'redirect-url': { formats: ['uri'] } },
  },
  CardRefAsyncResponse: {
    about: 'The reference that stands for the card of an order.',
    required: ['type', serial, ...order, 'status', 'card-ref-id', 'last-four-digits', 'bin'],
    optional: [],
    ...typed('create-card-ref-response'),
  },
  CardInfoAsyncResponse: {
    about: 'What is known of a card; never its number.',
    required: ['type', serial, 'bin', 'last-four-digits', 'brand'],
    optional: ['card-printed-name', 'expire-month', 'expire-year'],
    ...typed('get-card-info-response'),
  },
  CreateRecurringPaymentResponse: {
    about: 'The subscription as it stands.',
    required: [
      'type',
      serial,
      'merchant-order-id',
      'end-point-id',
      'status',
      'recurring-payment-id',
    ],
    optional: ['amount', 'currency'],
    ...typed('create-recurring-payment-response'),
  },
  StatusResponse: {
    about: 'The latest stage of an order, or the stage of one request.',
    required: [
      'type',
      serial,
      ...order,
      'status',
      'transaction-type',
      'order-stage',
      'amount',
      'currency',
      'descriptor',
      'gate-partial-reversal',
      'gate-partial-capture',
      'processor-tx-id',
      'paynet-processing-date',
    ],
    optional: [
      'redirect-to',
      'html',
      'approval-code',
      'processor-rrn',
      'receipt-id',
      'error-code',
      'error-message',
      'bank-name',
      'card-hash-id',
      'last-four-digits',
      'bin',
      'card-type',
      'card-exp-month',
      'card-exp-year',
      'cardholder-name',
      'card-ref-id',
      'verified-3d-status',
      'name',
      'email',
      'phone',
    ],
    forms: { type: { values: ['status-response'] }, status: { values: statusValues } },
  },
  ValidationErrorResponse: {
    about: 'The request was refused and nothing was booked; error-message begins with the reason.',
    required: ['type', serial, 'error-code', 'error-message'],
    optional: ['merchant-order-id'],
    ...typed('validation-error'),
  },
  ServerErrorResponse: {
    about: 'The request was refused at the door, or the gateway failed.',
    required: ['type', 'error-code', 'error-message'],
    optional: [serial, 'merchant-order-id'],
    ...typed('error'),
  },
} as const satisfies Record<string, RecordShape>

export type RecordName = keyof typeof records

/** Which record an accepted request is answered with. */
export function recordOf({ id }: Pick<Route, 'id'>): RecordName {
  if (id.endsWith('-form')) return 'AsyncCheckoutFormRedirect'
  if (id.startsWith('create-card-ref')) return 'CardRefAsyncResponse'
  if (id === 'get-card-info') return 'CardInfoAsyncResponse'
  if (id === 'status') return 'StatusResponse'
  if (/^(create|update)-recurring/.test(id)) return 'CreateRecurringPaymentResponse'
  return 'AsyncResponse'
}
