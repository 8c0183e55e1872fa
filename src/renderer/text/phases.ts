// Words and colour of what an order is, and of the status words of the service. Unseen status words are shown as they came.
import type { Phase } from '#shared/gateway/order-facts.ts'
import { outcomeOf } from '#shared/gateway/status.ts'
import type { Tone } from '../theme/tokens.ts'

export interface Wording {
  words: string
  tone: Tone
  hint: string
}

export const phases: Readonly<Record<Phase, Wording>> = {
  processing: {
    words: 'Processing',
    tone: 'info',
    hint: 'The service is still working on it. Its final word is not known yet.',
  },
  authorised: {
    words: 'On hold',
    tone: 'info',
    hint: 'A pre-authorisation: the amount is held on the customer’s account, nothing is charged yet.',
  },
  captured: { words: 'Captured', tone: 'good', hint: 'The customer was charged.' },
  'partly-captured': {
    words: 'Partly captured',
    tone: 'info',
    hint: 'A part of the held amount was charged; the rest is still held.',
  },
  'partly-returned': {
    words: 'Partly refunded',
    tone: 'info',
    hint: 'A part of what was charged went back to the customer.',
  },
  returned: {
    words: 'Refunded',
    tone: 'neutral',
    hint: 'All that was charged went back to the customer.',
  },
  released: {
    words: 'Hold released',
    tone: 'neutral',
    hint: 'The held amount was let go. The customer was not charged.',
  },
  voided: {
    words: 'Voided',
    tone: 'neutral',
    hint: 'The authorisation was cancelled. The customer was not charged.',
  },
  'charged-back': {
    words: 'Charged back',
    tone: 'bad',
    hint: 'The customer’s bank has taken the payment back. A return would pay it twice.',
  },
  disputed: {
    words: 'Disputed',
    tone: 'warn',
    hint: 'The customer or a bank questions the payment. What became of its money the service’s answer does not say.',
  },
  'paid-out': {
    words: 'Paid out',
    tone: 'good',
    hint: 'The service has sent the money to the recipient.',
  },
  'payout-checked': {
    words: 'Recipient checked',
    tone: 'info',
    hint: 'The service registered the payout and accepts its recipient. No money has left yet.',
  },
  transferred: {
    words: 'Transferred',
    tone: 'good',
    hint: 'The service has moved the money to the destination card.',
  },
  'card-checked': {
    words: 'Card checked',
    tone: 'good',
    hint: 'The card’s bank says that the card can be used. Nothing was charged.',
  },
  declined: {
    words: 'Declined',
    tone: 'bad',
    hint: 'The service or a bank refused it. No money moved.',
  },
  failed: { words: 'Failed', tone: 'bad', hint: 'It did not work. No money moved.' },
  unclear: {
    words: 'Unclear',
    tone: 'warn',
    hint: 'The service’s answer does not say what became of the order. Nothing is assumed.',
  },
}

/** The colour of a status word of the service. */
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
  'account verification': 'Card check',
  status: 'Status',
}

/** A transaction type in words; one that is not in the catalogue is shown as it came. */
export const typeWords = (type: string): string => types[type] ?? type
