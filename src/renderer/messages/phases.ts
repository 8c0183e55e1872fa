// Words and colour of what an order is, and of the status words of the gateway. Unseen status words
// are shown as they came.
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { outcomeOf, typeOfStage } from '#shared/gateway/status.ts'
import type { Tone } from '../theme/tokens.ts'

export interface Wording {
  label: string
  tone: Tone
  hint: string
}

export const phases: Readonly<Record<Phase, Wording>> = {
  processing: {
    label: 'Processing',
    tone: 'info',
    hint: 'The gateway is still processing the order.',
  },
  authorised: {
    label: 'On hold',
    tone: 'info',
    hint: 'A pre-authorisation: the amount is held on the customer’s account, nothing is charged yet.',
  },
  captured: { label: 'Captured', tone: 'good', hint: 'The customer was charged.' },
  'partly-captured': {
    label: 'Partly captured',
    tone: 'info',
    hint: 'A part of the held amount was charged.',
  },
  'partly-returned': {
    label: 'Partly refunded',
    tone: 'info',
    hint: 'A part of what was charged went back to the customer.',
  },
  returned: {
    label: 'Refunded',
    tone: 'neutral',
    hint: 'All that was charged went back to the customer.',
  },
  released: {
    label: 'Hold released',
    tone: 'neutral',
    hint: 'The hold was released. The customer was not charged.',
  },
  voided: {
    label: 'Voided',
    tone: 'neutral',
    hint: 'The authorisation was cancelled. The customer was not charged.',
  },
  'charged-back': {
    label: 'Charged back',
    tone: 'bad',
    hint: 'The customer’s bank has charged the payment back. A refund would pay the customer twice.',
  },
  disputed: {
    label: 'Disputed',
    tone: 'warn',
    hint: 'The customer or a bank questions the payment. What became of its money the gateway’s answer does not say.',
  },
  'paid-out': {
    label: 'Paid out',
    tone: 'good',
    hint: 'The gateway has sent the money to the recipient.',
  },
  'payout-checked': {
    label: 'Recipient checked',
    tone: 'info',
    hint: 'The gateway registered the payout and accepts its recipient. No money has left yet.',
  },
  transferred: {
    label: 'Transferred',
    tone: 'good',
    hint: 'The gateway has moved the money to the destination card.',
  },
  'card-checked': {
    label: 'Card checked',
    tone: 'good',
    hint: 'The card’s bank says that the card can be used. Nothing was charged.',
  },
  declined: {
    label: 'Declined',
    tone: 'bad',
    hint: 'The gateway or a bank refused it. No money moved.',
  },
  failed: { label: 'Failed', tone: 'bad', hint: 'It did not work. No money moved.' },
  unclear: {
    label: 'Unclear',
    tone: 'warn',
    hint: 'The gateway’s answer does not say what became of the order. Nothing is assumed.',
  },
}

/** The colour of a status word of the gateway. */
export function toneOfStatus(status: string): Tone {
  switch (outcomeOf(status)) {
    case 'approved':
      return 'good'
    case 'declined':
    case 'failed':
      return 'bad'
    case 'processing':
      return 'info'
    case 'unclear':
      return 'warn'
  }
}

const types: Readonly<Record<string, string>> = {
  sale: 'Sale',
  preauth: 'Hold',
  capture: 'Capture',
  cancel: 'Release',
  reversal: 'Refund',
  refund: 'Refund',
  void: 'Void',
  chargeback: 'Chargeback',
  fraud: 'Fraud report',
  dispute: 'Dispute',
  retrieval: 'Retrieval request',
  transfer: 'Transfer',
  payout: 'Payout',
  'payout check': 'Payout check',
  'payout-check': 'Payout check',
  'chargeback reversal': 'Chargeback reversed',
  prearbitration: 'Pre-arbitration',
  arbitration: 'Arbitration',
  'payout cancel': 'Payout cancelled',
  '': 'Transaction',
  'account verification': 'Card check',
  status: 'Status',
}

/** A transaction type in words; one that is not in the catalogue is shown as it came. */
export const typeLabel = (type: string): string => types[type] ?? type

const statuses: Readonly<Record<string, string>> = {
  approved: 'Approved',
  declined: 'Declined',
  filtered: 'Filtered',
  error: 'Failed',
  failed: 'Failed',
  refused: 'Refused',
  processing: 'Processing',
  unknown: 'Unknown',
  '': 'No status',
}

/** A status of the gateway in words; one that is not in the catalogue is shown as it came. */
export const statusLabel = (status: string): string => statuses[status] ?? status

const stageEnds: Readonly<Record<string, string>> = {
  ...{ approved: 'approved', declined: 'declined', filtered: 'filtered', failed: 'failed' },
  ...{ error: 'failed', processing: 'processing', unknown: 'unknown' },
  chain_declined: 'declined at one gate, another is tried',
  '3d_validating': 'in 3-D Secure',
}

/** An order-stage in words ("Sale approved"); one that is not known is shown as it came. */
export function stageLabel(stage: string): string {
  const type = typeOfStage(stage)
  const end = Object.keys(stageEnds).find((one) => stage.toLowerCase().endsWith(`_${one}`))
  if (type === '' || end === undefined) return stage
  const longest = stage.toLowerCase().endsWith('_chain_declined') ? 'chain_declined' : end
  return `${typeLabel(type)} ${stageEnds[longest]}`
}
