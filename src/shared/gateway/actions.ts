// Which action is possible on an order and, if not, why not, in a sentence for the screen. Pure;
// main decides by it, screens draw it. Source: interface.md, "States and transitions", rules 1-6.
import { type MessageValue, say, sayAll } from '../message.ts'
import type { MoneySettings } from '../connections/connection.ts'
import type { TermKind } from '../connections/term-rules.ts'
import type { Money } from '../money.ts'
import type { OrderFacts, Phase } from './orders/order-facts.ts'
import {
  asTheUncertainty,
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
  'order.answers-contradict': you(say('order.end-clear-on-order')),
  'order.request-contradicted': you(say('order.end-clear-under-requests')),
  'order.request-unknown': you(say('order.end-asked-or-by-hand')),
  'order.request-processing': time(say('order.end-asked')),
  'order.took-nothing': done,
  'order.status-not-read': you(say('order.end-check-now')),
  'order.other-gate-tried': time(say('order.end-wait-and-check')),
  'order.still-processing': time(say('order.end-wait-and-check')),
  'order.status-not-final': time(say('order.end-wait-and-check')),
  'order.status-not-known': settings(say('order.end-teach-word')),
  // Captures.
  'order.capture-hold-ended': done,
  'order.capture-no-payment': done,
  'order.capture-of-sale': done,
  'order.capture-no-hold-seen': you(say('order.end-check-or-back-office')),
  'order.capture-refunded': support(say('order.end-compare')),
  'order.capture-rest-released': settings(say('order.end-set-rest')),
  'order.capture-all-done': done,
  'order.capture-rest-uncertain': time(say('order.end-check-or-back-office')),
  // Voids.
  'order.void-done': done,
  'order.void-hold-ended': done,
  'order.void-no-payment': done,
  'order.void-charged-back': done,
  'order.void-captured-refund': you(say('order.end-refund')),
  'order.void-captured': done,
  'order.void-uncertain': support(say('order.end-compare')),
  'order.void-no-hold-seen': you(say('order.end-check-or-back-office')),
  // Refunds and releases.
  'order.refund-hold-ended': done,
  'order.refund-voided': done,
  'order.refund-no-payment': done,
  'order.refund-charged-back': you(say('order.end-bank-reverses')),
  'order.refund-rest-in-progress': time(say('order.end-wait-and-check')),
  'order.refund-all-done': done,
  'order.refund-all-known-done': done,
  'order.capture-amount-uncertain': asTheUncertainty,
  'order.refund-amount-uncertain': asTheUncertainty,
  'order.doubt-and-whole-only': asTheUncertainty,
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
const no = (why: Reason, uncertainty: string | null = null): Possibility => ({
  isPossible: false,
  why: uncertainty === null ? why : sayAll([why, uncertainty]),
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
      ? reason('order.request-contradicted', { conflict: facts.conflict })
      : reason('order.answers-contradict', { conflict: facts.conflict })
  const open = facts.openAttempt
  if (open !== null) {
    const what = nameOfRequest(open)
    return open.state === 'UNKNOWN'
      ? reason('order.request-unknown', { request: what })
      : reason('order.request-processing', { request: what })
  }
  if (isSideType(facts.origin))
    return reason('order.took-nothing', { type: typeNouns[facts.origin] })
  const latest = facts.latest
  if (latest === null) return reason('order.status-not-read')
  if (isStillTried(latest.stage)) return reason('order.other-gate-tried')
  if (isFinalAnswer(latest)) return null
  const { status } = latest
  if (outcomeOf(status, latest.stage) === 'processing') return reason('order.still-processing')
  return isUnknownStatus(status)
    ? reason('order.status-not-known', { status })
    : reason('order.status-not-final', { status })
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
  if (facts.isHoldGone) return no(reason('order.capture-hold-ended'))
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no(reason('order.capture-no-payment'))
  if (facts.origin === 'sale') return no(reason('order.capture-of-sale'))
  if (facts.origin === 'unknown') return no(reason('order.capture-no-hold-seen'))
  // MONEY: money that came back was captured, and nobody here knows of any that is still held.
  if (facts.capturable === null && refundedPhases.includes(facts.phase))
    return no(reason('order.capture-refunded'))
  if (restOfHold === 'released' && isPartlyCaptured(facts))
    return no(reason('order.capture-rest-released'))
  const effect = say('order.capture-effect')
  const mayBePartial = facts.latest?.partialCapture !== false
  if (facts.capturable === null)
    return {
      isPossible: true,
      effect,
      most: null,
      mayBePartial,
      note: say('order.capture-limit-unknown'),
    }
  if (facts.capturable.minor <= 0n) return no(whatTookTheHold(facts))
  if (facts.uncertainty !== null && !mayBePartial) return no(onlyWhole(facts.uncertainty))
  return {
    isPossible: true,
    effect,
    most: facts.capturable,
    mayBePartial,
    ...(facts.uncertainty === null ? {} : { note: facts.uncertainty }),
  }
}

function whatTookTheHold({ held, uncertainty }: OrderFacts): Reason {
  if (held?.minor === 0n) return reason('order.capture-all-done')
  return uncertainty === null
    ? reason('order.capture-rest-uncertain')
    : reason('order.capture-amount-uncertain', { uncertainty })
}

const refundedPhases: readonly Phase[] = ['partly-returned', 'returned']

const capturedPhases: readonly Phase[] = ['captured', 'partly-captured', ...refundedPhases]

const isPartlyCaptured = ({ phase, captured, capturable }: OrderFacts): boolean =>
  (capturedPhases.includes(phase) || (captured !== null && captured.minor > 0n)) &&
  capturable?.minor !== 0n

function voidOf(facts: OrderFacts, returning: Possibility): Possibility {
  if (facts.phase === 'voided') return no(reason('order.void-done'))
  if (facts.phase === 'released') return no(reason('order.void-hold-ended'))
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no(reason('order.void-no-payment'))
  if (facts.phase === 'charged-back') return no(reason('order.void-charged-back'))
  if (facts.origin === 'sale' || capturedPhases.includes(facts.phase))
    return no(
      returning.isPossible ? reason('order.void-captured-refund') : reason('order.void-captured'),
    )
  if (facts.isCaptureUncertain) return no(reason('order.void-uncertain'))
  if (facts.capturable === null || facts.captured?.minor !== 0n)
    return no(reason('order.void-no-hold-seen'))
  return {
    isPossible: true,
    effect: say('order.void-effect'),
    // MONEY: a hold that was told with two amounts ends as a whole, of an amount nobody knows.
    most: facts.held === null ? null : facts.capturable,
    mayBePartial: false,
    note: sayAll([say('order.void-or-release'), ...uncertaintiesOf(facts)]),
  }
}

function returnOf(facts: OrderFacts): Possibility {
  if (facts.phase === 'voided') return no(reason('order.refund-voided'), facts.unread)
  if (facts.phase === 'released') return no(reason('order.refund-hold-ended'), facts.unread)
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no(reason('order.refund-no-payment'))
  // MONEY: the bank has taken the money back already; a refund would pay the customer twice.
  // What may have been refunded beside it is named as well: then the customer has it twice.
  if (facts.phase === 'charged-back')
    return no(reason('order.refund-charged-back'), facts.uncertainty)
  const isHold = facts.capturable !== null && facts.captured?.minor === 0n
  // MONEY: a release is sent with the amount of the hold.
  if (isHold && facts.held === null && facts.uncertainty !== null)
    return no(onlyWhole(facts.uncertainty))
  if (isHold)
    return {
      isPossible: true,
      effect: say('order.release-effect'),
      most: facts.capturable,
      mayBePartial: false,
      // MONEY: a release is a Return, and a Return of what was captured meanwhile is a refund.
      note: sayAll([say('order.release-may-refund'), ...notesOf(facts)]),
    }
  if (facts.returnable !== null && facts.returnable.minor <= 0n) return nothingToRefund(facts)
  const mayBePartial = facts.latest?.partialReturn !== false
  if (facts.uncertainty !== null && !mayBePartial) return no(onlyWhole(facts.uncertainty))
  return {
    isPossible: true,
    effect: say('order.refund-effect'),
    // MONEY: an amount that may be gone is not offered.
    ...(facts.isReturnableLess && facts.returnable !== null
      ? { most: null, never: facts.returnable }
      : { most: facts.returnable }),
    mayBePartial,
    ...noteOf(facts),
  }
}

function nothingToRefund(facts: OrderFacts): Possibility {
  const { uncertainty, unread } = facts
  return uncertainty !== null && facts.isReturnedUncertain
    ? no(reason('order.refund-amount-uncertain', { uncertainty }))
    : no(whatTookAll(facts), unread)
}

function whatTookAll({ captured, returned, inProgress }: OrderFacts): Reason {
  const isAllBack = returned?.minor === captured?.minor
  const isStill = inProgress?.minor === 0n
  if (!isAllBack && !isStill) return reason('order.refund-rest-in-progress')
  return isAllBack && isStill
    ? reason('order.refund-all-done')
    : reason('order.refund-all-known-done')
}

const onlyWhole = (uncertainty: string): Reason =>
  reason('order.doubt-and-whole-only', { uncertainty })

/** MONEY: a bank that takes the money back after a refund has paid the customer twice. */
const questionMessage = (type: string): string => say('order.refund-disputed', { type })

function questionNotes({ question, chargedBack, clearance }: OrderFacts): string[] {
  const cleared =
    clearance === null
      ? []
      : [
          say('order.chargeback-cleared', {
            actor: clearance.actor,
            reason: clearance.reason,
          }),
        ]
  const isTaken = chargedBack !== null && chargedBack.minor > 0n
  if (question === null || (cleared.length > 0 && !isTaken)) return cleared
  return isTaken
    ? [...cleared, say('order.refund-part-charged-back', { amount: chargedBack })]
    : [questionMessage(question)]
}

const notesOf = (facts: OrderFacts): string[] => [
  ...questionNotes(facts),
  ...uncertaintiesOf(facts),
]

const uncertaintiesOf = ({ uncertainty }: OrderFacts): string[] =>
  uncertainty === null ? [] : [uncertainty]

function noteOf(facts: OrderFacts): { note?: string } {
  const notes = notesOf(facts)
  if (notes.length > 0) return { note: sayAll(notes) }
  return facts.returnable === null
    ? {
        note: say('order.refund-limit-unknown'),
      }
    : {}
}
