// The check of a callback in words and colours.
import type { CallbackCheck, CallbackReport } from '#shared/bridge/callbacks.ts'
import type { Tone } from '../theme/tokens.ts'

export const callbackVerdicts: Readonly<
  Record<CallbackReport['verdict'], { title: string; tone: Tone }>
> = {
  valid: { title: 'The control is right', tone: 'good' },
  'wrong-control': { title: 'The control is wrong', tone: 'bad' },
  'missing-field': { title: 'The control can’t be checked', tone: 'bad' },
}

export const callbackTopics: Readonly<Record<CallbackCheck['topic'], string>> = {
  order: 'Order',
  'merchant-id': 'Merchant order id',
  status: 'Status',
  amount: 'Amount',
  doubled: 'Sent twice',
}

export const callbackForms: Readonly<Record<CallbackReport['form'], string>> = {
  address: 'Read from an address',
  form: 'Read as form fields',
  json: 'Read as JSON',
}
