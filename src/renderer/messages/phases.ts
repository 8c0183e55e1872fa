// Label and colour of each phase of an order: the one table of what money came to, for orders,
// requests, runs, reports and the audit log. Also of the gateway's status values; an unknown status
// is shown as it came.
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { outcomeOf, typeOfStage } from '#shared/gateway/status/status.ts'
import type { Tone } from '../theme/tokens.ts'
import { t } from './message.ts'

export interface Wording {
  label: string
  tone: Tone
  hint: string
  /** The dot of its chip is half full: a part of the money is still there. */
  isPart?: boolean
}

/**
 * How an order stands, in one look at a list: green is money that is with the shop or went where it
 * should, grey is what was refunded or released, blue is open, the others ask for a look.
 */
export const phases: Readonly<Record<Phase, Wording>> = {
  processing: {
    label: t('everywhere.processing'),
    tone: 'info',
    hint: t('everywhere.phase-processing'),
  },
  authorised: {
    label: t('everywhere.on-hold'),
    tone: 'info',
    hint: t('everywhere.phase-on-hold'),
  },
  captured: {
    label: t('everywhere.captured'),
    tone: 'good',
    hint: t('everywhere.the-customer-was-charged'),
  },
  'partly-captured': {
    label: t('everywhere.partly-captured'),
    tone: 'info',
    hint: t('everywhere.phase-part-captured'),
  },
  'partly-returned': {
    label: t('everywhere.partly-refunded'),
    tone: 'neutral',
    isPart: true,
    hint: t('everywhere.phase-part-refunded'),
  },
  returned: {
    label: t('everywhere.refunded'),
    tone: 'neutral',
    hint: t('everywhere.phase-refunded'),
  },
  released: {
    label: t('audit.hold-released'),
    tone: 'neutral',
    hint: t('everywhere.hold-ended-and-nothing-kept'),
  },
  voided: {
    label: t('everywhere.voided'),
    tone: 'neutral',
    hint: t('everywhere.authorisation-cancelled-and-not-charged'),
  },
  'charged-back': {
    label: t('everywhere.charged-back'),
    tone: 'bad',
    hint: t('everywhere.phase-charged-back'),
  },
  disputed: {
    label: t('everywhere.disputed'),
    tone: 'warn',
    hint: t('everywhere.phase-disputed'),
  },
  'paid-out': {
    label: t('everywhere.paid-out'),
    tone: 'good',
    hint: t('everywhere.phase-paid-out'),
  },
  'payout-checked': {
    label: t('everywhere.recipient-checked'),
    tone: 'good',
    hint: t('everywhere.phase-payout-checked'),
  },
  transferred: {
    label: t('everywhere.transferred'),
    tone: 'good',
    hint: t('everywhere.phase-transferred'),
  },
  'card-checked': {
    label: t('everywhere.card-checked'),
    tone: 'good',
    hint: t('everywhere.the-card-can-be-used'),
  },
  declined: {
    label: t('everywhere.declined'),
    tone: 'bad',
    hint: t('everywhere.refused-and-no-money-moved'),
  },
  failed: {
    label: t('everywhere.failed'),
    tone: 'bad',
    hint: t('everywhere.phase-error'),
  },
  unclear: {
    label: t('everywhere.unclear'),
    tone: 'warn',
    hint: t('everywhere.phase-unsaid'),
  },
}

/** What an approved transaction did to the money, in the word and the colour of its order. */
export const approvedAs: Readonly<Record<string, Wording>> = {
  sale: phases.captured,
  preauth: phases.authorised,
  capture: phases.captured,
  cancel: phases.released,
  reversal: phases.returned,
  refund: phases.returned,
  void: phases.voided,
  chargeback: phases['charged-back'],
  payout: phases['paid-out'],
  'payout check': phases['payout-checked'],
  transfer: phases.transferred,
  'account verification': phases['card-checked'],
}

const toneOfDeed = new Map(Object.values(approvedAs).map(({ label, tone }) => [label, tone]))

/** One word has one colour: what a request did has that of the transaction that did it. */
export const inOneColour = (wording: Wording): Wording => ({
  ...wording,
  tone: toneOfDeed.get(wording.label) ?? wording.tone,
})

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
  sale: t('everywhere.sale'),
  preauth: t('everywhere.hold'),
  capture: t('everywhere.capture'),
  cancel: t('everywhere.release-label'),
  reversal: t('everywhere.refund'),
  refund: t('everywhere.refund'),
  void: t('everywhere.void'),
  chargeback: t('everywhere.chargeback'),
  fraud: t('everywhere.fraud-report'),
  dispute: t('everywhere.dispute'),
  retrieval: t('everywhere.retrieval-request'),
  transfer: t('everywhere.transfer'),
  payout: t('everywhere.payout'),
  'payout check': t('everywhere.payout-check'),
  'payout-check': t('everywhere.payout-check'),
  'chargeback reversal': t('everywhere.chargeback-reversed'),
  prearbitration: t('everywhere.pre-arbitration'),
  arbitration: t('everywhere.arbitration'),
  'payout cancel': t('everywhere.payout-cancelled'),
  '': t('everywhere.transaction'),
  'account verification': t('everywhere.card-check'),
  status: t('everywhere.status'),
}

/** A transaction type in words; one that is not in the catalogue is shown as it came. */
export const typeLabel = (type: string): string => types[type] ?? type

const statuses: Readonly<Record<string, string>> = {
  approved: t('everywhere.approved'),
  declined: t('everywhere.declined'),
  filtered: t('everywhere.filtered'),
  error: t('everywhere.failed'),
  failed: t('everywhere.failed'),
  refused: t('everywhere.refused'),
  processing: t('everywhere.processing'),
  unknown: t('everywhere.unknown'),
  '': t('everywhere.no-status'),
}

/** A status of the gateway in words; one that is not in the catalogue is shown as it came. */
export const statusLabel = (status: string): string => statuses[status] ?? status

/** Of the type and the status in one, as main tells them: "sale approved". */
export function seenLabel(seen: string): string {
  const at = seen.lastIndexOf(' ')
  const status = statusLabel(seen.slice(at + 1))
  return at < 0
    ? status
    : t('everywhere.type-and-status', { type: typeLabel(seen.slice(0, at)), status })
}

const stageEnds: Readonly<Record<string, string>> = {
  ...{ approved: 'approved', declined: 'declined', filtered: 'filtered', failed: 'failed' },
  ...{ error: 'failed', processing: 'processing', unknown: 'unknown' },
  chain_declined: t('everywhere.declined-at-one-gate'),
  '3d_validating': t('everywhere.in-three-d-secure'),
}

/** An order-stage in words ("Sale approved"); one that is not known is shown as it came. */
export function stageLabel(stage: string): string {
  const type = typeOfStage(stage)
  const end = Object.keys(stageEnds).find((one) => stage.toLowerCase().endsWith(`_${one}`))
  if (type === '' || end === undefined) return stage
  const longest = stage.toLowerCase().endsWith('_chain_declined') ? 'chain_declined' : end
  return `${typeLabel(type)} ${stageEnds[longest]}`
}
