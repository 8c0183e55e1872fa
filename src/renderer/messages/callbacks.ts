// Labels and colours for the check of a callback.
import type { CallbackCheck, CallbackReport } from '#shared/bridge/callbacks.ts'
import type { Tone } from '../theme/tokens.ts'
import { t } from './message.ts'

export const callbackVerdicts: Readonly<
  Record<CallbackReport['verdict'], { title: string; tone: Tone }>
> = {
  valid: { title: t('gateway.the-control-is-right'), tone: 'good' },
  'wrong-control': { title: t('gateway.the-control-is-wrong'), tone: 'bad' },
  unclean: { title: t('gateway.paste-unclean-title'), tone: 'warn' },
  'missing-field': { title: t('gateway.the-control-cant-be-checked'), tone: 'bad' },
}

export const callbackTopics: Readonly<Record<CallbackCheck['topic'], string>> = {
  order: t('everywhere.order'),
  'merchant-id': t('everywhere.merchant-order-id-label'),
  status: t('everywhere.status'),
  amount: t('everywhere.amount'),
  doubled: t('gateway.sent-twice'),
}

export const callbackForms: Readonly<Record<CallbackReport['form'], string>> = {
  address: t('gateway.read-from-an-address'),
  form: t('gateway.read-as-form-fields'),
  json: t('gateway.read-as-json'),
  fields: t('gateway.read-as-fields'),
}
