// Words for what the gateway said that this program had not met before.
import type { DriftRow } from '#shared/bridge/connections.ts'

export const driftKinds: Readonly<Record<DriftRow['kind'], { label: string; hint: string }>> = {
  key: { label: 'Field', hint: 'A field of an answer that is not in the description.' },
  type: { label: 'Kind of answer', hint: 'An answer that calls itself something new.' },
  status: {
    label: 'Status',
    hint: 'A status word that is not known: such an order counts as unclear.',
  },
  'transaction-type': {
    label: 'Transaction',
    hint: 'A kind of transaction that is not known: such an order counts as unclear.',
  },
}
