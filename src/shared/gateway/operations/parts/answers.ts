// Response records of the gateway (interface.md "Named records"): flat, all values strings, unknown
// keys kept. The envelope's field names come from the gateway family's public documents;
// interface.md does not show them.
import { say } from '../../../message.ts'
import { z } from 'zod'

const text = z.string()

const envelope = z.looseObject({
  type: text,
  'serial-number': text.optional(),
  'merchant-order-id': text.optional(),
  'paynet-order-id': text.optional(),
  'end-point-id': text.optional(),
})

/** AsyncResponse: the request was taken; without a status it counts as processing. */
export const asyncResponse = envelope.extend({
  type: z.enum(['async-response', 'async-form-response']),
  status: text.optional(),
  'error-code': text.optional(),
  'error-message': text.optional(),
})

/** AsyncCheckoutFormRedirect: the customer goes to redirect-url. */
export const formRedirect = envelope.extend({
  type: z.enum(['async-response', 'async-form-response']),
  status: text.optional(),
  'redirect-url': text.min(1),
})

/** Of records whose type name is not known, any but an error's. */
const anySuccess = text.refine(
  (type) => type !== 'error' && type !== 'validation-error',
  say('operations.the-answer-is-an-error'),
)

/** What interface.md does not show: any record that is no error. */
export const openResponse = envelope.extend({ type: anySuccess, status: text.optional() })

/** Said beside a status that is no success. */
const reasons = { 'error-code': text.optional(), 'error-message': text.optional() }

/**
 * CardRefAsyncResponse and CardRefV4AsyncResponse: as its name says, the reference may come later.
 */
export const cardRefResponse = openResponse.extend({ 'card-ref-id': text.optional(), ...reasons })

/** CardInfoAsyncResponse: never a full card number. */
export const cardFactsResponse = envelope.extend({
  type: anySuccess,
  bin: text.optional(),
  'last-four-digits': text.optional(),
  brand: text.optional(),
  'card-printed-name': text.optional(),
  'expire-month': text.optional(),
  'expire-year': text.optional(),
})

/** CreateRecurringPaymentResponse. */
export const recurringResponse = openResponse.extend({
  'recurring-payment-id': text.optional(),
  ...reasons,
})

/** Shown as they come; a key that nobody has documented stands out (unknown-terms.ts). */
const documented = {
  descriptor: text.optional(),
  'receipt-id': text.optional(),
  name: text.optional(),
  'cardholder-name': text.optional(),
  'card-exp-month': text.optional(),
  'card-exp-year': text.optional(),
  email: text.optional(),
  phone: text.optional(),
  'processor-rrn': text.optional(),
  'approval-code': text.optional(),
  'auth-response-code': text.optional(),
  'terminal-id': text.optional(),
  'acquirer-processing-date': text.optional(),
  'last-four-digits': text.optional(),
  bin: text.optional(),
  'card-type': text.optional(),
  'bank-name': text.optional(),
  'card-hash-id': text.optional(),
  'card-ref-id': text.optional(),
  'verified-3d-status': text.optional(),
  merchantdata: text.optional(),
  html: text.optional(),
  'redirect-to': text.optional(),
  'original-gate-descriptor': text.optional(),
  'card-country-alpha-three-code': text.optional(),
  'first-name': text.optional(),
  'last-name': text.optional(),
  'recurring-payment-id': text.optional(),
}

/** StatusResponse: a subset of these keys each time. */
export const statusResponse = envelope.extend({
  type: z.literal('status-response'),
  status: text,
  'transaction-type': text.optional(),
  'order-stage': text.optional(),
  amount: text.optional(),
  'initial-amount': text.optional(),
  currency: text.optional(),
  'error-code': text.optional(),
  'error-message': text.optional(),
  'processor-tx-id': text.optional(),
  'paynet-processing-date': text.optional(),
  'gate-partial-reversal': text.optional(),
  'gate-partial-capture': text.optional(),
  ...documented,
})

/** ValidationErrorResponse and ServerErrorResponse, also seen under HTTP 200. */
export const errorResponse = envelope.extend({
  type: z.enum(['validation-error', 'error']),
  'error-code': text.optional(),
  'error-message': text.optional(),
})
