// Which action is possible on an order and, if not, why not, in a sentence for the screen. Pure;
// main decides by it, screens draw it. Source: interface.md, "States and transitions", rules 1-6.
import { type MessageValue, say, sayAll } from '../message.ts'
import type { MoneySettings } from '../connections/connection.ts'
import type { TermKind } from '../connections/term-rules.ts'
import type { Money } from '../money.ts'
import type { OrderFacts, Phase } from './orders/order-facts.ts'
import {
  asTheDoubt,
  done,
  type Reason,
  type Reasons,
  sayingOf,
  settings,
  support,
  time,
  you,
} from './orders/ways-out.ts'
import { nameOfRequest } from './request-name.ts'
import {
  isFinalAnswer,
  isKnownStatus,
  isSideType,
  isStillTried,
  outcomeOf,
  type SideType,
} from './status/status.ts'

export type ActionId = 'capture' | 'void' | 'return'

/** Why an action is not possible, each with who ends that and how. */
export const actionReasons = {
  // What stops every action.
  'the-gateways-answers-contradict-each-other': you(say('way-clear-on-the-orders-page')),
  'the-answers-about-a-request-contradict-each-other': you(say('way-clear-under-open-requests')),
  'the-outcome-of-a-request-is-unknown': you(say('way-paydesk-asks-or-resolve-by-hand')),
  'a-request-is-still-being-processed': time(say('way-wait-paydesk-asks-by-itself')),
  'this-order-took-nothing-from-a-customer': done,
  'the-status-of-this-order-has-not-been-read': you(say('way-check-now')),
  'one-gate-declined-and-another-is-tried': time(say('way-wait-then-check-now')),
  'the-gateway-is-still-processing-this-order': time(say('way-wait-then-check-now')),
  'the-status-is-not-final': time(say('way-wait-then-check-now')),
  'the-status-is-not-known-here': settings(say('way-say-what-the-word-means')),
  // Captures.
  'the-hold-has-ended-nothing-to-capture': done,
  'the-payment-did-not-succeed': done,
  'only-a-pre-authorisation-can-be-captured': done,
  'paydesk-has-not-seen-a-hold-on-this-order': you(say('way-check-now-or-the-back-office')),
  'a-part-of-the-hold-was-captured': settings(say('way-say-that-the-rest-stays-held')),
  'the-whole-hold-is-captured-already': done,
  'an-uncertain-capture-may-have-taken-the-rest': time(say('way-check-now-or-the-back-office')),
  // Voids.
  'the-order-is-voided-already': done,
  'the-hold-has-ended-already': done,
  'the-payment-did-not-succeed-there-is-nothing-to': done,
  'a-void-is-too-late-after-a-chargeback': done,
  'a-void-is-too-late-refund-instead': you(say('way-refund-it-instead')),
  'a-void-is-too-late-after-a-capture': done,
  'whether-this-hold-was-captured-is-not-certain': support(say('way-compare-with-the-gateway')),
  'paydesk-has-seen-no-hold-to-void': you(say('way-check-now-or-the-back-office')),
  // Refunds and releases.
  'the-hold-has-ended-nothing-to-refund': done,
  'the-payment-did-not-succeed-no-money-was-taken': done,
  'the-customers-bank-has-charged-this-payment-back': you(say('way-once-the-bank-reverses-it')),
  'a-refund-in-progress-takes-the-rest': time(say('way-wait-then-check-now')),
  'everything-that-was-captured-is-refunded-already': done,
  'everything-known-to-be-captured-is-refunded-already': done,
  'no-amount-is-certain-to-be-capturable': asTheDoubt,
  'nothing-is-certain-to-be-left': asTheDoubt,
  'doubt-this-order-allows-no-partial-amounts': asTheDoubt,
} as const satisfies Reasons

const reason = sayingOf(actionReasons)

/**
 * `most` is null when Paydesk does not know the limit: the gateway then decides. `never`: more than
 * this there can't be in any case, and how much less nobody knows.
 */
export type Possibility =
  | {
      isPossible: true
      effect: string
      most: Money | null
      never?: Money
      mayBePartial: boolean
      note?: string
    }
  | { isPossible: false; why: string }

/** `doubt` is what else has to be known then. */
const no = (why: Reason, doubt: string | null = null): Possibility => ({
  isPossible: false,
  why: doubt === null ? why : sayAll([why, doubt]),
})

/** What the connection says becomes of the rest of a hold after a partial capture. */
export type RestOfHold = MoneySettings['restOfHold']

/**
 * Every action with its effect or the reason it is not possible. interface.md, "States and
 * transitions", rules 1-6.
 */
export function actionsFor(
  facts: OrderFacts,
  restOfHold: RestOfHold = 'unknown',
): Record<ActionId, Possibility> {
  const block = blockOf(facts)
  if (block !== null) return { capture: no(block), void: no(block), return: no(block) }
  const returning = returnOf(facts)
  return {
    capture: captureOf(facts, restOfHold),
    void: voidOf(facts, returning),
    return: returning,
  }
}

const typeNouns: Readonly<Record<SideType, MessageValue>> = {
  payout: { noun: 'payout' },
  'payout check': { noun: 'payout-check' },
  transfer: { noun: 'transfer' },
  'account verification': { noun: 'account-verification' },
}

/** What stops every action on the order, or null. */
function blockOf(facts: OrderFacts): Reason | null {
  if (facts.conflict !== null)
    return facts.isRequestContradicted
      ? reason('the-answers-about-a-request-contradict-each-other', { conflict: facts.conflict })
      : reason('the-gateways-answers-contradict-each-other', { conflict: facts.conflict })
  const open = facts.openAttempt
  if (open !== null) {
    const what = nameOfRequest(open)
    return open.state === 'UNKNOWN'
      ? reason('the-outcome-of-a-request-is-unknown', { request: what })
      : reason('a-request-is-still-being-processed', { request: what })
  }
  if (isSideType(facts.origin))
    return reason('this-order-took-nothing-from-a-customer', { type: typeNouns[facts.origin] })
  const latest = facts.latest
  if (latest === null) return reason('the-status-of-this-order-has-not-been-read')
  if (isStillTried(latest.stage)) return reason('one-gate-declined-and-another-is-tried')
  if (isFinalAnswer(latest)) return null
  const { status } = latest
  if (outcomeOf(status, latest.stage) === 'processing')
    return reason('the-gateway-is-still-processing-this-order')
  return isUnknownStatus(status)
    ? reason('the-status-is-not-known-here', { status })
    : reason('the-status-is-not-final', { status })
}

const isUnknownStatus = (status: string): boolean => status !== '' && !isKnownStatus(status)

/** A word of the gateway that stops or holds back money until a setting says what it means. */
export interface MetTerm {
  of: TermKind
  term: string
}

export const unknownTermsIn = ({ latest, unknownTypes }: OrderFacts): MetTerm[] => [
  ...(latest !== null && isUnknownStatus(latest.status)
    ? [{ of: 'status' as const, term: latest.status }]
    : []),
  ...unknownTypes.map((term) => ({ of: 'type' as const, term })),
]

function captureOf(facts: OrderFacts, restOfHold: RestOfHold): Possibility {
  if (facts.isHoldGone) return no(reason('the-hold-has-ended-nothing-to-capture'))
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no(reason('the-payment-did-not-succeed'))
  if (facts.origin === 'sale') return no(reason('only-a-pre-authorisation-can-be-captured'))
  if (facts.origin === 'unknown') return no(reason('paydesk-has-not-seen-a-hold-on-this-order'))
  if (restOfHold === 'released' && isPartlyCaptured(facts))
    return no(reason('a-part-of-the-hold-was-captured'))
  const effect = say('captures-the-held-amount')
  const mayBePartial = facts.latest?.partialCapture !== false
  if (facts.capturable === null)
    return {
      isPossible: true,
      effect,
      most: null,
      mayBePartial,
      note: say('paydesk-has-not-seen-how-much-was-held'),
    }
  if (facts.capturable.minor <= 0n) return no(whatTookTheHold(facts))
  if (facts.doubt !== null && !mayBePartial) return no(onlyWhole(facts.doubt))
  return {
    isPossible: true,
    effect,
    most: facts.capturable,
    mayBePartial,
    ...(facts.doubt === null ? {} : { note: facts.doubt }),
  }
}

function whatTookTheHold({ held, doubt }: OrderFacts): Reason {
  if (held?.minor === 0n) return reason('the-whole-hold-is-captured-already')
  return doubt === null
    ? reason('an-uncertain-capture-may-have-taken-the-rest')
    : reason('no-amount-is-certain-to-be-capturable', { doubt })
}

const capturedPhases: readonly Phase[] = [
  'captured',
  'partly-captured',
  'partly-returned',
  'returned',
]

const isPartlyCaptured = ({ phase, captured, capturable }: OrderFacts): boolean =>
  (capturedPhases.includes(phase) || (captured !== null && captured.minor > 0n)) &&
  capturable?.minor !== 0n

function voidOf(facts: OrderFacts, returning: Possibility): Possibility {
  if (facts.phase === 'voided') return no(reason('the-order-is-voided-already'))
  if (facts.phase === 'released') return no(reason('the-hold-has-ended-already'))
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no(reason('the-payment-did-not-succeed-there-is-nothing-to'))
  if (facts.phase === 'charged-back') return no(reason('a-void-is-too-late-after-a-chargeback'))
  if (facts.origin === 'sale' || capturedPhases.includes(facts.phase))
    return no(
      returning.isPossible
        ? reason('a-void-is-too-late-refund-instead')
        : reason('a-void-is-too-late-after-a-capture'),
    )
  if (facts.isCaptureInDoubt) return no(reason('whether-this-hold-was-captured-is-not-certain'))
  if (facts.capturable === null || facts.captured?.minor !== 0n)
    return no(reason('paydesk-has-seen-no-hold-to-void'))
  return {
    isPossible: true,
    effect: say('cancels-the-authorisation-as-a-whole'),
    // MONEY: a hold that was told with two amounts ends as a whole, of an amount nobody knows.
    most: facts.held === null ? null : facts.capturable,
    mayBePartial: false,
    note: sayAll([say('release-hold-ends-the-hold-as-well'), ...doubtsOf(facts)]),
  }
}

function returnOf(facts: OrderFacts): Possibility {
  if (facts.phase === 'voided' || facts.phase === 'released')
    return no(reason('the-hold-has-ended-nothing-to-refund'), facts.unread)
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no(reason('the-payment-did-not-succeed-no-money-was-taken'))
  // MONEY: the bank has taken the money back already; a refund would pay the customer twice.
  // What may have been refunded beside it is named as well: then the customer has it twice.
  if (facts.phase === 'charged-back')
    return no(reason('the-customers-bank-has-charged-this-payment-back'), facts.doubt)
  const isHold = facts.capturable !== null && facts.captured?.minor === 0n
  // MONEY: a release is sent with the amount of the hold.
  if (isHold && facts.held === null && facts.doubt !== null) return no(onlyWhole(facts.doubt))
  if (isHold)
    return {
      isPossible: true,
      effect: say('releases-the-hold'),
      most: facts.capturable,
      mayBePartial: false,
      // MONEY: a release is a Return, and a Return of what was captured meanwhile is a refund.
      note: sayAll([say('a-release-may-refund-what-is-captured-meanwhile'), ...notesOf(facts)]),
    }
  if (facts.returnable !== null && facts.returnable.minor <= 0n) return nothingToRefund(facts)
  const mayBePartial = facts.latest?.partialReturn !== false
  if (facts.doubt !== null && !mayBePartial) return no(onlyWhole(facts.doubt))
  return {
    isPossible: true,
    effect: say('refunds-the-money-to-the-customer'),
    // MONEY: an amount that may be gone is not offered.
    ...(facts.isReturnableLess && facts.returnable !== null
      ? { most: null, never: facts.returnable }
      : { most: facts.returnable }),
    mayBePartial,
    ...noteOf(facts),
  }
}

function nothingToRefund(facts: OrderFacts): Possibility {
  const { doubt, unread } = facts
  return doubt !== null && facts.isReturnedInDoubt
    ? no(reason('nothing-is-certain-to-be-left', { doubt }))
    : no(whatTookAll(facts), unread)
}

function whatTookAll({ captured, returned, inProgress }: OrderFacts): Reason {
  const isAllBack = returned?.minor === captured?.minor
  const isStill = inProgress?.minor === 0n
  if (!isAllBack && !isStill) return reason('a-refund-in-progress-takes-the-rest')
  return isAllBack && isStill
    ? reason('everything-that-was-captured-is-refunded-already')
    : reason('everything-known-to-be-captured-is-refunded-already')
}

const onlyWhole = (doubt: string): Reason =>
  reason('doubt-this-order-allows-no-partial-amounts', { doubt })

/** MONEY: a bank that takes the money back after a refund has paid the customer twice. */
const questionMessage = (type: string): string =>
  say('the-gateway-shows-a-type-on-this-order', { type })

function questionNotes({ question, chargedBack, clearance }: OrderFacts): string[] {
  const cleared =
    clearance === null
      ? []
      : [
          say('a-chargeback-was-cleared-by-a-person', {
            actor: clearance.actor,
            reason: clearance.reason,
          }),
        ]
  const isTaken = chargedBack !== null && chargedBack.minor > 0n
  if (question === null || (cleared.length > 0 && !isTaken)) return cleared
  return isTaken
    ? [...cleared, say('the-bank-has-charged-a-part-back', { amount: chargedBack })]
    : [questionMessage(question)]
}

const notesOf = (facts: OrderFacts): string[] => [...questionNotes(facts), ...doubtsOf(facts)]

const doubtsOf = ({ doubt }: OrderFacts): string[] => (doubt === null ? [] : [doubt])

function noteOf(facts: OrderFacts): { note?: string } {
  const notes = notesOf(facts)
  if (notes.length > 0) return { note: sayAll(notes) }
  return facts.returnable === null
    ? {
        note: say('paydesk-has-not-seen-the-captured-amount'),
      }
    : {}
}
