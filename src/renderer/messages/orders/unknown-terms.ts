// Labels for terms of the gateway that this program did not know.
import type { UnknownTermRow } from '#shared/bridge/connections.ts'
import { t } from '../message.ts'

export const unknownTermKinds: Readonly<
  Record<UnknownTermRow['kind'], { label: string; hint: string }>
> = {
  key: { label: t('orders.field'), hint: t('orders.a-field-the-description-has-not') },
  type: {
    label: t('orders.kind-of-answer'),
    hint: t('orders.an-answer-that-calls-itself-something-new'),
  },
  status: {
    label: t('everywhere.status'),
    hint: t('orders.a-status-word-that-is-not-known-such'),
  },
  'transaction-type': {
    label: t('everywhere.transaction'),
    hint: t('orders.a-kind-of-transaction-that-is-not-known'),
  },
}
