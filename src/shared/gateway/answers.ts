// Response records of the service (interface.md "Named records"): flat, all values strings, unknown keys kept.
// The envelope's field names come from the gateway family's public documents; interface.md does not show them.
import { z } from 'zod'

const text = z.string()

export const envelope = z.looseObject({
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
})

/** StatusResponse: a subset of these keys each time. */
export const statusResponse = envelope.extend({
  type: z.literal('status-response'),
  status: text,
  'transaction-type': text.optional(),
  'order-stage': text.optional(),
  amount: text.optional(),
  currency: text.optional(),
  'error-code': text.optional(),
  'error-message': text.optional(),
  'processor-tx-id': text.optional(),
  'paynet-processing-date': text.optional(),
  'gate-partial-reversal': text.optional(),
  'gate-partial-capture': text.optional(),
})

/** ValidationErrorResponse and ServerErrorResponse, also seen under HTTP 200. */
export const errorResponse = envelope.extend({
  type: z.enum(['validation-error', 'error']),
  'error-code': text.optional(),
  'error-message': text.optional(),
})
