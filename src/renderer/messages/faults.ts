// The title of each kind of fault, without blame, and what to do next. MONEY: "nothing was sent" is
// said only where `sent` is "no".
import type { DeniedReason, Fault } from '#shared/fault.ts'
import { meaningOf } from '#shared/gateway/refusal-meanings.ts'
import type { Tone } from '../theme/tokens.ts'
import { t } from './message.ts'

export interface FaultWording {
  title: string
  advice: string
  tone: Tone
  /** The title says what the gateway said in its own words: those are no news. */
  isTold?: boolean
}

const denied: Readonly<Record<DeniedReason, { title: string; advice: string }>> = {
  'already-confirmed': {
    title: t('everywhere.this-was-confirmed-already'),
    advice: t('everywhere.remedy-not-again'),
  },
  'confirmation-expired': {
    title: t('everywhere.the-review-expired'),
    advice: t('everywhere.remedy-review-again'),
  },
  undone: {
    title: t('everywhere.undone-nothing-was-sent'),
    advice: t('everywhere.what-you-typed-is-kept'),
  },
  'confirmation-mismatch': {
    title: t('everywhere.fault-review-over'),
    advice: t('everywhere.remedy-review-again'),
  },
  'order-busy': {
    title: t('everywhere.fault-order-busy'),
    advice: t('everywhere.remedy-await-outcome'),
  },
  'order-moved': {
    title: t('everywhere.fault-order-changed'),
    advice: t('everywhere.remedy-check-order'),
  },
  'told-since': {
    title: t('everywhere.the-gateway-told-something-new'),
    advice: t('everywhere.remedy-decide-again'),
  },
  twin: {
    title: t('everywhere.fault-twin'),
    advice: t('everywhere.remedy-review-twin'),
  },
  'over-remainder': {
    title: t('everywhere.fault-amount-high'),
    advice: t('everywhere.remedy-smaller-amount'),
  },
  'not-possible': {
    title: t('everywhere.fault-not-allowed'),
    advice: t('everywhere.nothing-was-sent'),
  },
  'not-found': { title: t('everywhere.not-found-here'), advice: t('everywhere.nothing-was-sent') },
  'ledger-busy': {
    title: t('everywhere.the-ledger-was-in-use'),
    advice: t('everywhere.remedy-moment'),
  },
  'money-stopped': {
    title: t('everywhere.money-is-stopped'),
    advice: t('everywhere.remedy-resume'),
  },
  'people-off': {
    title: t('people.are-off'),
    advice: t('everywhere.nothing-was-sent'),
  },
  'run-held': {
    title: t('runs.held-title'),
    advice: t('everywhere.nothing-was-sent'),
  },
  'team-away': { title: t('team.fault-away'), advice: t('everywhere.nothing-was-sent') },
  'team-holds': { title: t('team.fault-holds'), advice: t('everywhere.nothing-was-sent') },
  'question-open': {
    title: t('everywhere.a-question-is-open'),
    advice: t('everywhere.nothing-was-sent'),
  },
  'not-permitted': {
    title: t('everywhere.this-needs-another-permission'),
    advice: t('everywhere.nothing-was-sent'),
  },
  clock: {
    title: t('everywhere.fault-clock'),
    advice: t('everywhere.remedy-set-clock'),
  },
}

/** The gateway answered, and has no such order. */
export const isNotThere = (fault: Fault): boolean =>
  fault.kind === 'rejected' && meaningOf(fault.message) === 'no-order'

/** The gateway finds no order by its own id alone. */
export const lacksMerchantOrderId = (fault: Fault): boolean =>
  fault.kind === 'rejected' && meaningOf(fault.message) === 'merchant-order-id'

/** Words for a fault of a look-up or a check, which moves no money. */
export function messageOfReadFault(fault: Fault): FaultWording {
  switch (fault.kind) {
    case 'unreached':
      return {
        title: t('everywhere.fault-unreached'),
        advice: '',
        tone: 'warn',
      }
    case 'outcome-unknown':
      return {
        title: t('everywhere.fault-unreadable'),
        advice: t('everywhere.remedy-read-again'),
        tone: 'warn',
      }
    case 'rejected':
      if (isNotThere(fault))
        return {
          title: t('everywhere.fault-no-order'),
          advice: t('everywhere.remedy-check-id'),
          tone: 'warn',
          isTold: true,
        }
      if (lacksMerchantOrderId(fault))
        return {
          title: t('everywhere.fault-merchant-id'),
          advice: t('everywhere.remedy-merchant-id'),
          tone: 'warn',
        }
      return {
        title: t('everywhere.the-gateway-refused-the-question'),
        advice: t('everywhere.gateways-own-message'),
        tone: 'warn',
      }
    case 'denied':
      return fault.reason === 'not-found'
        ? { title: t('everywhere.not-found-here'), advice: '', tone: 'warn' }
        : fault.reason === 'team-away'
          ? // Nothing was to be sent; what was sent before stands.
            { title: t('team.lets-nothing-go'), advice: '', tone: 'warn' }
          : { ...denied[fault.reason], tone: 'warn' }
    case 'bug':
      return {
        title: t('everywhere.something-unexpected-happened-label'),
        advice: t('everywhere.remedy-incident'),
        tone: 'bad',
      }
    default:
      return messageOfFault(fault)
  }
}

/** Words for a fault of a money request. */
export function messageOfFault(fault: Fault): FaultWording {
  switch (fault.kind) {
    case 'input':
      if (fault.field === 'folder')
        return {
          title: t('everywhere.the-export-was-not-written'),
          advice: t('everywhere.remedy-other-folder'),
          tone: 'warn',
        }
      return {
        title: t('everywhere.one-field-needs-another-look'),
        advice: t('everywhere.remedy-typed-kept'),
        tone: 'warn',
      }
    case 'denied':
      return { ...denied[fault.reason], tone: fault.reason === 'money-stopped' ? 'bad' : 'warn' }
    case 'vault':
      return {
        title: vaultTitles[fault.reason],
        advice: t('everywhere.remedy-typed-kept'),
        tone: 'warn',
      }
    case 'unreached':
      return {
        title: t('everywhere.nothing-was-sent-label'),
        advice: t('everywhere.what-you-typed-is-kept'),
        tone: 'warn',
      }
    case 'outcome-unknown':
      return {
        title: t('everywhere.outcome-unknown-dont-repeat-it'),
        advice: t('everywhere.remedy-unknown'),
        tone: 'unknown',
      }
    case 'rejected':
      return {
        title: t('everywhere.the-gateway-refused-it-label'),
        advice: t('everywhere.remedy-gateways-message'),
        tone: 'bad',
      }
    case 'conflict':
      return {
        title: t('everywhere.fault-contradiction'),
        advice: t('everywhere.remedy-ask-support'),
        tone: 'unknown',
      }
    case 'bug':
      return {
        title: t('everywhere.fault-unexpected'),
        advice: t('everywhere.remedy-may-be-sent'),
        tone: 'unknown',
      }
  }
}

const vaultTitles = {
  locked: t('everywhere.the-keychain-is-locked-label'),
  absent: t('everywhere.no-keychain-was-found'),
  lost: t('everywhere.fault-key-missing'),
  'no-answer': t('everywhere.the-keychain-does-not-answer'),
  refused: t('everywhere.the-keychain-refused'),
} as const

/** Where a person ends its cause: a missing key is entered, what stopped money is read. */
export function placeOf(fault: Fault, connectionId: string | null) {
  if (fault.kind === 'vault' && fault.reason === 'lost' && connectionId !== null)
    return {
      to: { name: 'connection', params: { id: connectionId }, query: { go: 'control-key' } },
      label: t('keys.enter-the-key'),
      testid: 'to-the-key',
    }
  if (fault.kind === 'denied' && fault.reason === 'people-off')
    return { to: { path: '/people' }, label: t('people.open-people'), testid: 'to-people' }
  return fault.kind === 'denied' && fault.reason === 'money-stopped'
    ? { to: { path: '/audit' }, label: t('frame.show-audit-log'), testid: 'to-the-log' }
    : null
}

/** The parts of a fault worth keeping: codes and numbers to quote, as label and value. */
export function quotable(fault: Fault): { name: string; value: string }[] {
  switch (fault.kind) {
    case 'rejected':
      return [
        ...(fault.code === undefined ? [] : [{ name: t('everywhere.code'), value: fault.code }]),
        ...(fault.serialNumber === undefined
          ? []
          : [{ name: t('everywhere.serial-number'), value: fault.serialNumber }]),
        { name: t('everywhere.http-status'), value: String(fault.httpStatus) },
      ]
    case 'unreached':
    case 'outcome-unknown':
    case 'conflict':
    case 'denied':
      return (fault.detail ?? '') === ''
        ? []
        : [{ name: t('everywhere.detail'), value: fault.detail ?? '' }]
    case 'bug':
      return [{ name: t('everywhere.incident'), value: fault.incident }]
    default:
      return []
  }
}
