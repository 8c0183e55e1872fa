// The answer records: flat JSON, kebab-case keys, every value a string. They name the request
// (serial-number) and the order.
import type { Refusal } from './refusal.ts'

export const MEDIA_TYPE = 'application/vnd.pay+json'
export const BASE_PATH = '/paynet'

export type AnswerRecord = Readonly<Record<string, string>>

export interface Named {
  serial: string
  endpointId: string
}

export function asyncResponse(
  named: Named,
  order: { orderid: number; clientOrderid: string },
  more: AnswerRecord = {},
): AnswerRecord {
  return {
    type: 'async-response',
    'serial-number': named.serial,
    'merchant-order-id': order.clientOrderid,
    'paynet-order-id': String(order.orderid),
    'end-point-id': named.endpointId,
    ...more,
  }
}

/**
 * ValidationErrorResponse for what the merchant can correct, ServerErrorResponse ("error") for the
 * rest.
 */
export function errorResponse(
  serial: string,
  refusal: Refusal,
  clientOrderid: string | null,
): AnswerRecord {
  return {
    type: refusal.http === 400 ? 'validation-error' : 'error',
    'serial-number': serial,
    ...(clientOrderid === null ? {} : { 'merchant-order-id': clientOrderid }),
    'error-code': refusal.code,
    'error-message': refusal.message,
  }
}

/** "2026-11-19 08:30:00 UTC": the family's form with this gateway's zone. */
export const dateText = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
