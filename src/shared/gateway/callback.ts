// Server callbacks: which fields their control covers. interface.md "Events" shows neither payload nor signing; this is how the gateway
// family documents it. Data only.
import type { ControlAuth } from './operation.ts'

/** Amount, currency, type and everything else stand outside of it: a right control proves nothing about them. */
export const callbackAuth: ControlAuth = {
  scheme: 'control',
  parts: ['status', 'orderid', 'client_orderid', '#merchant_control_key'],
}
export const signedByCallback = ['status', 'orderid', 'client_orderid'] as const
