// Server callbacks: which fields their control covers. interface.md "Events" shows neither payload
// nor signing; this is how the gateway family documents it. Data only.
import type { ControlAuth } from './operations/parts/operation.ts'

/**
 * Amount, currency, type and everything else stand outside of it: a right control proves nothing
 * about them.
 */
export const callbackAuth: ControlAuth = {
  scheme: 'control',
  parts: ['status', 'orderid', 'client_orderid', '#merchant_control_key'],
}
/**
 * Some hosts name the merchant's id by merchant_order alone, and sign with it (the family's public
 * documents).
 */
export const withMerchantId = (
  fields: Readonly<Record<string, string>>,
): { fields: Readonly<Record<string, string>>; isByMerchantOrder: boolean } => {
  const { client_orderid: own = '', merchant_order: other = '' } = fields
  return own === '' && other !== ''
    ? { fields: { ...fields, client_orderid: other }, isByMerchantOrder: true }
    : { fields, isByMerchantOrder: false }
}

export const signedByCallback = ['status', 'orderid', 'client_orderid'] as const
