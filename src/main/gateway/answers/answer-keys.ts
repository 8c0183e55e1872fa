// The keys of an answer that decide something, and the way gateways write them. Pure data, names;
// called where answers are read.
import { rowOf, operationIds } from '#shared/gateway/operations/index.ts'

export const orderidKeys = ['paynet-order-id', 'orderid'] as const
export const clientOrderidKeys = [
  'merchant-order-id',
  'client_orderid',
  'client-order-id',
  'client-orderid',
  'merchant_order',
] as const
export const recurringIdKeys = ['recurring-payment-id'] as const

const deciding = new Set<string>([
  ...orderidKeys,
  ...clientOrderidKeys,
  ...recurringIdKeys,
  'type',
  'status',
  'transaction-type',
  'order-stage',
  'amount',
  'initial-amount',
  'currency',
  'serial-number',
  'processor-tx-id',
  'paynet-processing-date',
  'error-code',
  'gate-partial-reversal',
  'gate-partial-capture',
  'card-ref-id',
  'redirect-url',
])

/** Whether a value may change what is believed, or where somebody is sent. */
export const isDeciding = (name: string): boolean => deciding.has(name)

/** Every key that a record of the interface may have, in the family's own writing. */
const written = new Set<string>([
  ...deciding,
  'error-message',
  'end-point-id',
  ...operationIds.flatMap((id) => Object.keys(rowOf(id).response.shape)),
])

/** A known key that came with underscores, as the family writes it; others as they are. */
export function hyphened(name: string): string {
  const usual = name.replaceAll('_', '-')
  return !written.has(name) && written.has(usual) ? usual : name
}

const recordTypes = [
  'async-response',
  'async-form-response',
  'status-response',
  'get-card-info-response',
  'validation-error',
  'error',
]

/** A record's type in the family's writing; one that is none of theirs as it came. */
export const usualType = (type: string): string =>
  recordTypes.find((one) => one === type.toLowerCase().replaceAll('_', '-')) ?? type
