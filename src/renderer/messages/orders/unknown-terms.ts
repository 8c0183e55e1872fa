// Labels for terms of the gateway that this program did not know.
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
