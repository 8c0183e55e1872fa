// Labels and colours for the check of a callback.
import type { CallbackCheck, CallbackReport } from '#shared/bridge/callbacks.ts'
import type { Tone } from '../theme/tokens.ts'
import { t } from './message.ts'

export const callbackVerdicts: Readonly<
  Record<CallbackReport['verdict'], { title: string; tone: Tone }>
> = {
  valid: { title: t('the-control-is-right'), tone: 'good' },
  'wrong-control': { title: t('the-control-is-wrong'), tone: 'bad' },
  unclean: { title: t('the-paste-is-not-clean-title'), tone: 'warn' },
  'missing-field': { title: t('the-control-cant-be-checked'), tone: 'bad' },
}

export const callbackTopics: Readonly<Record<CallbackCheck['topic'], string>> = {
  order: t('order'),
  'merchant-id': t('merchant-order-id-label'),
  status: t('status'),
  amount: t('amount'),
  doubled: t('sent-twice'),
}

export const callbackForms: Readonly<Record<CallbackReport['form'], string>> = {
  address: t('read-from-an-address'),
  form: t('read-as-form-fields'),
  json: t('read-as-json'),
  fields: t('read-as-a-list-of-fields'),
}
