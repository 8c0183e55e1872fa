// Words for what the gateway said that this program had not met before.
import type { UnknownTermRow } from '#shared/bridge/connections.ts'
import { t } from '../message.ts'

export const unknownTermKinds: Readonly<
  Record<UnknownTermRow['kind'], { label: string; hint: string }>
> = {
  key: { label: t('field'), hint: t('a-field-the-description-has-not') },
  type: { label: t('kind-of-answer'), hint: t('an-answer-that-calls-itself-something-new') },
  status: {
    label: t('status'),
    hint: t('a-status-word-that-is-not-known-such'),
  },
  'transaction-type': {
    label: t('transaction'),
    hint: t('a-kind-of-transaction-that-is-not-known'),
  },
}
