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
}

const denied: Readonly<Record<DeniedReason, { title: string; advice: string }>> = {
  'already-confirmed': {
    title: t('everywhere.this-was-confirmed-already'),
    advice: t('everywhere.it-was-not-sent-again-its-real-state'),
  },
  'confirmation-expired': {
    title: t('everywhere.the-review-expired'),
    advice: t('everywhere.nothing-was-sent-review-it-again'),
  },
  undone: {
    title: t('everywhere.undone-nothing-was-sent'),
    advice: t('everywhere.what-you-typed-is-kept'),
  },
  'confirmation-mismatch': {
    title: t('everywhere.this-review-is-no-longer-valid'),
    advice: t('everywhere.nothing-was-sent-review-it-again'),
  },
  'order-busy': {
    title: t('everywhere.something-else-is-open-on-this-order'),
    advice: t('everywhere.nothing-was-sent-wait-until-its-outcome'),
  },
  'order-moved': {
    title: t('everywhere.the-order-changed-in-the-meantime'),
    advice: t('everywhere.nothing-was-sent-look-at-the-order'),
  },
  'told-since': {
    title: t('everywhere.the-gateway-told-something-new'),
    advice: t('everywhere.close-this-read-what-is-shown-now'),
  },
  twin: {
    title: t('everywhere.the-same-payment-was-sent-already-label'),
    advice: t('everywhere.nothing-was-sent-review-it-again-the-review'),
  },
  'over-remainder': {
    title: t('everywhere.that-is-more-than-is-left-label'),
    advice: t('everywhere.nothing-was-sent-enter-a-smaller-amount'),
  },
  'not-possible': {
    title: t('everywhere.the-order-does-not-allow-this-now'),
    advice: t('everywhere.nothing-was-sent'),
  },
  'not-found': { title: t('everywhere.not-found-here'), advice: t('everywhere.nothing-was-sent') },
  'ledger-busy': {
    title: t('everywhere.the-ledger-was-in-use'),
    advice: t('everywhere.nothing-was-sent-try-again-in-a-moment'),
  },
  'money-stopped': {
    title: t('everywhere.money-is-stopped'),
    advice: t('everywhere.nothing-was-sent-look-ups-and-the-audit'),
  },
  'question-open': {
    title: t('everywhere.a-question-is-open'),
    advice: t('everywhere.nothing-was-sent'),
  },
  'not-permitted': {
    title: t('everywhere.this-needs-another-permission'),
    advice: t('everywhere.nothing-was-sent'),
  },
  clock: {
    title: t('everywhere.the-clocks-are-too-far-apart'),
    advice: t('everywhere.nothing-was-sent-set-this-computers-clock-best'),
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
        title: t('everywhere.the-gateway-could-not-be-reached-label'),
        advice: '',
        tone: 'warn',
      }
    case 'outcome-unknown':
      return {
        title: t('everywhere.the-gateway-did-not-give-a-readable-answer'),
        advice: t('everywhere.reading-moves-no-money-trying-again-is-safe'),
        tone: 'warn',
      }
    case 'rejected':
      if (isNotThere(fault))
        return {
          title: t('everywhere.the-gateway-knows-no-such-order'),
          advice: t('everywhere.look-at-the-id-and-its-kind'),
          tone: 'warn',
        }
      if (lacksMerchantOrderId(fault))
        return {
          title: t('everywhere.the-gateway-needs-the-merchant-order-id-too'),
          advice: t('everywhere.choose-merchant-order-id-and-enter-the-shops'),
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
        : { ...denied[fault.reason], tone: 'warn' }
    case 'bug':
      return {
        title: t('everywhere.something-unexpected-happened-label'),
        advice: t('everywhere.try-again-if-it-stays-tell-whoever-looks'),
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
          advice: t('everywhere.export-again-and-choose-another-folder'),
          tone: 'warn',
        }
      return {
        title: t('everywhere.one-field-needs-another-look'),
        advice: t('everywhere.nothing-was-sent-what-you-typed-is-kept'),
        tone: 'warn',
      }
    case 'denied':
      return { ...denied[fault.reason], tone: fault.reason === 'money-stopped' ? 'bad' : 'warn' }
    case 'vault':
      return {
        title: vaultTitles[fault.reason],
        advice: t('everywhere.nothing-was-sent-what-you-typed-is-kept'),
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
        advice: t('everywhere.the-gateway-may-have-carried-it-out-paydesk'),
        tone: 'unknown',
      }
    case 'rejected':
      return {
        title: t('everywhere.the-gateway-refused-it-label'),
        advice: t('everywhere.gateways-own-message-and-typed-is-kept'),
        tone: 'bad',
      }
    case 'conflict':
      return {
        title: t('everywhere.the-answers-contradict-each-other-dont-repeat-it'),
        advice: t('everywhere.ask-the-gateways-support-before-moving-money'),
        tone: 'unknown',
      }
    case 'bug':
      return {
        title: t('everywhere.something-unexpected-happened-dont-repeat-it'),
        advice: t('everywhere.it-may-have-been-sent-look'),
        tone: 'unknown',
      }
  }
}

const vaultTitles = {
  locked: t('everywhere.the-keychain-is-locked-label'),
  absent: t('everywhere.no-keychain-was-found'),
  lost: t('everywhere.the-key-is-missing-from-the-keychain'),
  'no-answer': t('everywhere.the-keychain-does-not-answer'),
  refused: t('everywhere.the-keychain-refused'),
} as const

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
      return fault.detail === '' ? [] : [{ name: t('everywhere.detail'), value: fault.detail }]
    case 'bug':
      return [{ name: t('everywhere.incident'), value: fault.incident }]
    default:
      return []
  }
}
