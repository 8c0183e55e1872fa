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
    title: t('this-was-confirmed-already'),
    advice: t('it-was-not-sent-again-its-real-state'),
  },
  'confirmation-expired': {
    title: t('the-review-expired'),
    advice: t('nothing-was-sent-review-it-again'),
  },
  undone: {
    title: t('undone-nothing-was-sent'),
    advice: t('what-you-typed-is-kept'),
  },
  'confirmation-mismatch': {
    title: t('this-review-is-no-longer-valid'),
    advice: t('nothing-was-sent-review-it-again'),
  },
  'order-busy': {
    title: t('something-else-is-open-on-this-order'),
    advice: t('nothing-was-sent-wait-until-its-outcome'),
  },
  'order-moved': {
    title: t('the-order-changed-in-the-meantime'),
    advice: t('nothing-was-sent-look-at-the-order'),
  },
  'told-since': {
    title: t('the-gateway-told-something-new'),
    advice: t('close-this-read-what-is-shown-now'),
  },
  twin: {
    title: t('the-same-payment-was-sent-already-label'),
    advice: t('nothing-was-sent-review-it-again-the-review'),
  },
  'over-remainder': {
    title: t('that-is-more-than-is-left-label'),
    advice: t('nothing-was-sent-enter-a-smaller-amount'),
  },
  'not-possible': { title: t('the-order-does-not-allow-this-now'), advice: t('nothing-was-sent') },
  'not-found': { title: t('not-found-here'), advice: t('nothing-was-sent') },
  'ledger-busy': {
    title: t('the-ledger-was-in-use'),
    advice: t('nothing-was-sent-try-again-in-a-moment'),
  },
  'money-stopped': {
    title: t('money-is-stopped'),
    advice: t('nothing-was-sent-look-ups-and-the-audit'),
  },
  'question-open': { title: t('a-question-is-open'), advice: t('nothing-was-sent') },
  'not-permitted': { title: t('this-needs-another-permission'), advice: t('nothing-was-sent') },
  clock: {
    title: t('the-clocks-are-too-far-apart'),
    advice: t('nothing-was-sent-set-this-computers-clock-best'),
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
        title: t('the-gateway-could-not-be-reached-label'),
        advice: '',
        tone: 'warn',
      }
    case 'outcome-unknown':
      return {
        title: t('the-gateway-did-not-give-a-readable-answer'),
        advice: t('reading-moves-no-money-trying-again-is-safe'),
        tone: 'warn',
      }
    case 'rejected':
      if (isNotThere(fault))
        return {
          title: t('the-gateway-knows-no-such-order'),
          advice: t('look-at-the-id-and-its-kind'),
          tone: 'warn',
        }
      if (lacksMerchantOrderId(fault))
        return {
          title: t('the-gateway-needs-the-merchant-order-id-too'),
          advice: t('choose-merchant-order-id-and-enter-the-shops'),
          tone: 'warn',
        }
      return {
        title: t('the-gateway-refused-the-question'),
        advice: t('gateways-own-message'),
        tone: 'warn',
      }
    case 'denied':
      return fault.reason === 'not-found'
        ? { title: t('not-found-here'), advice: '', tone: 'warn' }
        : { ...denied[fault.reason], tone: 'warn' }
    case 'bug':
      return {
        title: t('something-unexpected-happened-label'),
        advice: t('try-again-if-it-stays-tell-whoever-looks'),
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
          title: t('the-export-was-not-written'),
          advice: t('export-again-and-choose-another-folder'),
          tone: 'warn',
        }
      return {
        title: t('one-field-needs-another-look'),
        advice: t('nothing-was-sent-what-you-typed-is-kept'),
        tone: 'warn',
      }
    case 'denied':
      return { ...denied[fault.reason], tone: fault.reason === 'money-stopped' ? 'bad' : 'warn' }
    case 'vault':
      return {
        title: vaultTitles[fault.reason],
        advice: t('nothing-was-sent-what-you-typed-is-kept'),
        tone: 'warn',
      }
    case 'unreached':
      return {
        title: t('nothing-was-sent-label'),
        advice: t('what-you-typed-is-kept'),
        tone: 'warn',
      }
    case 'outcome-unknown':
      return {
        title: t('outcome-unknown-dont-repeat-it'),
        advice: t('the-gateway-may-have-carried-it-out-paydesk'),
        tone: 'unknown',
      }
    case 'rejected':
      return {
        title: t('the-gateway-refused-it-label'),
        advice: t('gateways-own-message-and-typed-is-kept'),
        tone: 'bad',
      }
    case 'conflict':
      return {
        title: t('the-answers-contradict-each-other-dont-repeat-it'),
        advice: t('ask-the-gateways-support-before-moving-money'),
        tone: 'unknown',
      }
    case 'bug':
      return {
        title: t('something-unexpected-happened-dont-repeat-it'),
        advice: t('it-may-have-been-sent-look'),
        tone: 'unknown',
      }
  }
}

const vaultTitles = {
  locked: t('the-keychain-is-locked-label'),
  absent: t('no-keychain-was-found'),
  lost: t('the-key-is-missing-from-the-keychain'),
  'no-answer': t('the-keychain-does-not-answer'),
  refused: t('the-keychain-refused'),
} as const

/** The parts of a fault worth keeping: codes and numbers to quote, as label and value. */
export function quotable(fault: Fault): { name: string; value: string }[] {
  switch (fault.kind) {
    case 'rejected':
      return [
        ...(fault.code === undefined ? [] : [{ name: t('code'), value: fault.code }]),
        ...(fault.serialNumber === undefined
          ? []
          : [{ name: t('serial-number'), value: fault.serialNumber }]),
        { name: t('http-status'), value: String(fault.httpStatus) },
      ]
    case 'unreached':
    case 'outcome-unknown':
    case 'conflict':
      return fault.detail === '' ? [] : [{ name: t('detail'), value: fault.detail }]
    case 'bug':
      return [{ name: t('incident'), value: fault.incident }]
    default:
      return []
  }
}
