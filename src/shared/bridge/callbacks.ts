// The bridge's method about callbacks: a pasted one is taken apart, its control recomputed and
// compared with what Paydesk knows. It is believed in nothing: what happened is learnt by status
// alone. Neither the key nor a control that would have been right comes out.
import { say } from '../message.ts'
import { z } from 'zod'

export const callbackMethods = {
  'callback:check': z.strictObject({
    connectionId: z.string().min(1).max(64),
    text: z
      .string()
      .trim()
      .min(1, say('gateway.paste-a-callback'))
      .max(20_000, say('gateway.too-long')),
  }),
} as const

export interface CallbackOutput {
  'callback:check': CallbackReport
}

export interface CallbackReport {
  at: number
  form: 'address' | 'form' | 'json' | 'fields'
  /** 'unclean': the paste itself may have spoilt what the control covers. */
  verdict: 'valid' | 'wrong-control' | 'missing-field' | 'unclean'
  message: string
  formula: string
  /** What is digested, the key as <MERCHANT_CONTROL_KEY>; empty when a field of it is missing. */
  plain: string
  checks: CallbackCheck[]
  /** In the order they came, card numbers masked. */
  fields: { name: string; value: string }[]
  orderid: string
  clientOrderid: string
  /** Whether Paydesk has looked the order up. */
  isKnown: boolean
}

export interface CallbackCheck {
  topic: 'order' | 'merchant-id' | 'status' | 'amount' | 'doubled'
  state: 'good' | 'warning' | 'bad' | 'unknown'
  message: string
  /** When what it is compared with was seen here; null without a time. */
  at: number | null
}
