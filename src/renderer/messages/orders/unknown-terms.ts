// Labels for terms of the gateway that this program did not know.
import type { UnknownTermRow } from '#shared/bridge/connections.ts'
import { t } from '../message.ts'

export const unknownTermKinds: Readonly<
  Record<UnknownTermRow['kind'], { label: string; hint: string }>
> = {
  key: { label: t('orders.field'), hint: t('orders.odd-field') },
  type: {
    label: t('orders.kind-of-answer'),
    hint: t('orders.odd-kind'),
  },
  status: {
    label: t('everywhere.status'),
    hint: t('orders.odd-status'),
  },
  'transaction-type': {
    label: t('everywhere.transaction'),
    hint: t('orders.odd-transaction'),
  },
}
