// Label and colour of each phase of an order, and of the gateway's status values. An unknown status
// is shown as it came.
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { outcomeOf, typeOfStage } from '#shared/gateway/status/status.ts'
import type { Tone } from '../theme/tokens.ts'
import { t } from './message.ts'

export interface Wording {
  label: string
  tone: Tone
  hint: string
}

export const phases: Readonly<Record<Phase, Wording>> = {
  processing: {
    label: t('processing'),
    tone: 'info',
    hint: t('the-gateway-is-still-processing-the-order'),
  },
  authorised: {
    label: t('on-hold'),
    tone: 'info',
    hint: t('a-pre-authorisation-the-amount-is-held'),
  },
  captured: { label: t('captured'), tone: 'good', hint: t('the-customer-was-charged') },
  'partly-captured': {
    label: t('partly-captured'),
    tone: 'info',
    hint: t('a-part-of-the-held-amount-was-charged'),
  },
  'partly-returned': {
    label: t('partly-refunded'),
    tone: 'info',
    hint: t('a-part-of-what-was-charged-went-back'),
  },
  returned: {
    label: t('refunded'),
    tone: 'neutral',
    hint: t('all-that-was-charged-went-back'),
  },
  released: {
    label: t('hold-released'),
    tone: 'neutral',
    hint: t('hold-ended-and-nothing-kept'),
  },
  voided: {
    label: t('voided'),
    tone: 'neutral',
    hint: t('authorisation-cancelled-and-not-charged'),
  },
  'charged-back': {
    label: t('charged-back'),
    tone: 'bad',
    hint: t('the-customers-bank-has-charged-the-payment-back'),
  },
  disputed: {
    label: t('disputed'),
    tone: 'warn',
    hint: t('the-customer-or-a-bank-questions-the-payment'),
  },
  'paid-out': {
    label: t('paid-out'),
    tone: 'good',
    hint: t('the-gateway-has-sent-the-money'),
  },
  'payout-checked': {
    label: t('recipient-checked'),
    tone: 'info',
    hint: t('the-gateway-registered-the-payout-and-accepts'),
  },
  transferred: {
    label: t('transferred'),
    tone: 'good',
    hint: t('the-gateway-has-moved-the-money'),
  },
  'card-checked': {
    label: t('card-checked'),
    tone: 'good',
    hint: t('the-card-can-be-used'),
  },
  declined: {
    label: t('declined'),
    tone: 'bad',
    hint: t('refused-and-no-money-moved'),
  },
  failed: { label: t('failed'), tone: 'bad', hint: t('it-did-not-work-no-money-moved') },
  unclear: {
    label: t('unclear'),
    tone: 'warn',
    hint: t('the-gateways-answer-does-not-say-what-became'),
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
  sale: t('sale'),
  preauth: t('hold'),
  capture: t('capture'),
  cancel: t('release-label'),
  reversal: t('refund'),
  refund: t('refund'),
  void: t('void'),
  chargeback: t('chargeback'),
  fraud: t('fraud-report'),
  dispute: t('dispute'),
  retrieval: t('retrieval-request'),
  transfer: t('transfer'),
  payout: t('payout'),
  'payout check': t('payout-check'),
  'payout-check': t('payout-check'),
  'chargeback reversal': t('chargeback-reversed'),
  prearbitration: t('pre-arbitration'),
  arbitration: t('arbitration'),
  'payout cancel': t('payout-cancelled'),
  '': t('transaction'),
  'account verification': t('card-check'),
  status: t('status'),
}

/** A transaction type in words; one that is not in the catalogue is shown as it came. */
export const typeLabel = (type: string): string => types[type] ?? type

const statuses: Readonly<Record<string, string>> = {
  approved: t('approved'),
  declined: t('declined'),
  filtered: t('filtered'),
  error: t('failed'),
  failed: t('failed'),
  refused: t('refused'),
  processing: t('processing'),
  unknown: t('unknown'),
  '': t('no-status'),
}

/** A status of the gateway in words; one that is not in the catalogue is shown as it came. */
export const statusLabel = (status: string): string => statuses[status] ?? status

/** Of the type and the status in one, as main tells them: "sale approved". */
export function seenLabel(seen: string): string {
  const at = seen.lastIndexOf(' ')
  const status = statusLabel(seen.slice(at + 1))
  return at < 0 ? status : t('type-and-status', { type: typeLabel(seen.slice(0, at)), status })
}

const stageEnds: Readonly<Record<string, string>> = {
  ...{ approved: 'approved', declined: 'declined', filtered: 'filtered', failed: 'failed' },
  ...{ error: 'failed', processing: 'processing', unknown: 'unknown' },
  chain_declined: t('declined-at-one-gate-another-is-tried'),
  '3d_validating': t('in-three-d-secure'),
}

/** An order-stage in words ("Sale approved"); one that is not known is shown as it came. */
export function stageLabel(stage: string): string {
  const type = typeOfStage(stage)
  const end = Object.keys(stageEnds).find((one) => stage.toLowerCase().endsWith(`_${one}`))
  if (type === '' || end === undefined) return stage
  const longest = stage.toLowerCase().endsWith('_chain_declined') ? 'chain_declined' : end
  return `${typeLabel(type)} ${stageEnds[longest]}`
}
