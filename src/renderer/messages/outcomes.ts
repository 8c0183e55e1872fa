// What became of a confirmed request, for the outcome panel. Pure: a fault or an attempt in, one
// Outcome out. MONEY: only proven "not sent", refused and declined outcomes give the form back for
// another try.
import { type AttemptState, isOpen } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import { formatAmount } from '#wording/amounts.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { Tone } from '../theme/tokens.ts'
import {
  capital,
  isActionId,
  nounOf,
  states,
  subjectOf,
  withAmount,
  withOrder,
} from './attempts.ts'
import { badgeOf } from './badges.ts'
import { messageOfFault } from './faults.ts'
import { movesMoney } from './operations.ts'
import { t } from './message.ts'

export interface Outcome {
  kind: 'accepted' | 'done' | 'declined' | 'rejected' | 'not-sent' | 'unknown' | 'stopped'
  tone: Tone
  title: string
  /** The words of the gateway or of main, verbatim. */
  message: string
  advice: string
  /** Whether the form may be offered again with what was typed. */
  mayTryAgain: boolean
  fault: Fault | null
  attempt: AttemptView | null
}

/** States in which the request never left, whatever the fault looks like from here. */
const unsent: readonly AttemptState[] = ['DRAFT', 'EXPIRED', 'UNDONE', 'NOT_SENT']

export function outcomeOfFault(fault: Fault, attempt: AttemptView | null = null): Outcome {
  if (fault.sent !== 'no' && attempt !== null && unsent.includes(attempt.state))
    return {
      kind: 'stopped',
      tone: 'warn',
      title: t('everywhere.nothing-was-sent-label'),
      message: fault.message,
      advice: t('requests.stopped-before-sending'),
      mayTryAgain: true,
      fault,
      attempt,
    }
  const { title, advice, tone } = messageOfFault(fault)
  const kind =
    fault.kind === 'rejected'
      ? 'rejected'
      : fault.sent === 'no'
        ? fault.kind === 'unreached'
          ? 'not-sent'
          : 'stopped'
        : 'unknown'
  const isBurnt = fault.kind === 'denied' && fault.reason === 'already-confirmed'
  return {
    kind,
    tone,
    title,
    // The title says what the person undid; what Paydesk did not let go has its reason here.
    message: isTakenBack({ fault, attempt }) ? '' : fault.message,
    advice,
    mayTryAgain: kind !== 'unknown' && !isBurnt,
    fault,
    attempt,
  }
}

/** A person took it back; else Paydesk did not let it go, and says why. */
export const isTakenBack = ({ fault, attempt }: Pick<Outcome, 'fault' | 'attempt'>): boolean =>
  attempt?.state === 'UNDONE' &&
  !attempt.isHeldBack &&
  (fault === null || (fault.kind === 'denied' && fault.reason === 'undone'))

/** What became of it, as it is now: the gateway's final word replaces the first one. */
export function outcomeNow(first: Outcome, now: AttemptView): Outcome {
  const mayChange = first.kind === 'accepted' || first.kind === 'unknown'
  const isUnknownStill = first.kind === 'unknown' && now.state === 'UNKNOWN'
  return mayChange && !isUnknownStill ? outcomeOfAttempt(now) : { ...first, attempt: now }
}

const kinds: Partial<Record<AttemptState, Outcome['kind']>> = {
  SENDING: 'accepted',
  ACCEPTED: 'accepted',
  SUCCEEDED: 'done',
  DECLINED: 'declined',
  FAILED: 'declined',
  REJECTED: 'rejected',
  NOT_SENT: 'not-sent',
  UNKNOWN: 'unknown',
}

const titles: Record<
  Exclude<Outcome['kind'], 'accepted' | 'done' | 'declined' | 'stopped'>,
  string
> = {
  rejected: t('everywhere.the-gateway-refused-it-label'),
  'not-sent': t('everywhere.nothing-was-sent-label'),
  unknown: t('everywhere.outcome-unknown-dont-repeat-it'),
}

const advices: Record<Outcome['kind'], string> = {
  accepted: t('requests.this-page-shows-the-result'),
  // The title says it.
  done: '',
  declined: t('requests.try-again-or-another-way'),
  rejected: t('everywhere.remedy-gateways-message'),
  'not-sent': t('requests.advice-not-received'),
  unknown: t('everywhere.remedy-unknown'),
  stopped: '',
}

/** Amount and way, once. A request that moves no amount of its own is named by its title. */
function doneTitle(attempt: AttemptView): string {
  const done = attempt.isRelease
    ? t('requests.released-inside')
    : badgeOf(attempt).label.toLowerCase()
  if (!movesMoney(attempt.operation)) {
    const { label: badge } = badgeOf(attempt)
    // The badge of a subscription is one word, and the sentence names what was created.
    const label = badge.includes(' ')
      ? badge
      : capital(t('order.event-state', { event: nounOf(attempt), state: done }))
    return attempt.amount === null
      ? label
      : t('requests.done-amount', { done: label, amount: formatAmount(attempt.amount) })
  }
  const what = attempt.amount === null ? t('requests.all-of-it') : formatAmount(attempt.amount)
  return t('requests.what-done', { what, done })
}

/** "Refund declined". */
const endTitle = (attempt: AttemptView): string => {
  const noun = capital(nounOf(attempt))
  return attempt.state === 'FAILED'
    ? t('today.noun-failed', { noun })
    : t('today.noun-declined', { noun })
}

/** Without the order: the head of the page and the facts below name it. */
function titleOfKind(attempt: AttemptView, kind: Outcome['kind']): string {
  if (attempt.conflict !== null && kind === 'done')
    return t('everywhere.the-answers-contradict-each-other')
  // MONEY: before its answer nobody knows whether the gateway took it.
  if (attempt.state === 'SENDING')
    return t('requests.sending-the-noun', { noun: subjectOf(attempt) })
  const subject = withAmount(nounOf(attempt), attempt.amount)
  // A link is what was asked for: the customer has yet to follow it.
  if (kind === 'accepted' && (attempt.answer['redirect-url'] ?? '') !== '')
    return t('requests.subject-created', { subject: capital(subject) })
  if (kind === 'accepted') return t('requests.the-gateway-accepted-the-subject', { subject })
  if (kind === 'done') return doneTitle(attempt)
  if (attempt.state === 'UNDONE')
    return attempt.isHeldBack ? titles['not-sent'] : t('everywhere.undone-nothing-was-sent')
  if (kind === 'declined') return endTitle(attempt)
  if (kind === 'stopped') return `${states[attempt.state].label}: ${states[attempt.state].hint}`
  return titles[kind]
}

/** What to do after a decline, and what the customer is told. */
function nextStepOf(attempt: AttemptView): string {
  if (attempt.isRelease || attempt.operation === 'void') return t('requests.advice-release-again')
  if (attempt.operation === 'return') return t('requests.advice-refund-otherwise')
  if (attempt.operation === 'capture') return t('requests.advice-other-card')
  if (isPayout(attempt.operation)) return t('requests.advice-check-recipient')
  return advices.declined
}

const isPayout = (operation: string): boolean =>
  isOperationId(operation) && !isActionId(operation) && rowOf(operation).moves === 'out'

/** Whether the title leaves nothing to say. */
const saysAll = ({ state, isHeldBack, conflict }: AttemptView, kind: Outcome['kind']): boolean =>
  (state === 'UNDONE' && !isHeldBack) || (kind === 'done' && conflict === null)

export function outcomeOfAttempt(attempt: AttemptView): Outcome {
  const kind = kinds[attempt.state] ?? 'stopped'
  const { tone } = badgeOf(attempt)
  return {
    kind,
    // What worked is told in green, also where its chip is grey because the money went back.
    tone: kind === 'done' && tone === 'neutral' ? 'good' : tone,
    title: titleOfKind(attempt, kind),
    message: saysAll(attempt, kind) ? '' : attempt.message,
    advice: kind === 'declined' ? nextStepOf(attempt) : advices[kind],
    mayTryAgain: attempt.state === 'UNDONE' || ['declined', 'rejected', 'not-sent'].includes(kind),
    fault: null,
    attempt,
  }
}

/** How far a request came: on its way, sent and not final, never sent, or over. */
export type Stage = 'sending' | 'open' | 'unsent' | 'ended'

export function stageOf({ kind, attempt }: Outcome): Stage {
  if (attempt?.state === 'SENDING') return 'sending'
  if (attempt?.state === 'EXPIRED') return 'unsent'
  const isStillOpen =
    attempt === null ? ['accepted', 'unknown'].includes(kind) : isOpen(attempt.state)
  return isStillOpen ? 'open' : 'ended'
}

/** The line that says what is being sent names the order already. */
const titleWithOrder = (title: string, attempt: AttemptView | null): string =>
  attempt === null || attempt.state === 'SENDING' ? title : withOrder(title, attempt.orderid)

/**
 * A line of the bar at the foot of the window: the request with its amount, and what became of it.
 * `amount` stands in `text`, word for word.
 */
export function lineOf({ kind, title, message, fault, attempt }: Outcome, action: string) {
  const money = attempt?.amount ?? null
  const amount = money === null ? null : formatAmount(money)
  const subject = capital(subjectOf(attempt ?? { operation: action, orderid: '', amount: null }))
  const ends: readonly Outcome['kind'][] = ['declined', 'rejected', 'not-sent']
  if (attempt?.state === 'EXPIRED')
    return { text: t('frame.confirmed-not-sent', { name: subject }), amount, more: '' }
  if (isTakenBack({ fault, attempt }))
    return { text: t('requests.subject-undone', { subject }), amount, more: '' }
  if (attempt?.state === 'UNDONE') {
    const state = states.NOT_SENT.label.toLowerCase()
    return { text: t('requests.subject-state', { subject, state }), amount, more: message }
  }
  const text =
    kind === 'accepted' || kind === 'done'
      ? titleWithOrder(title, attempt)
      : attempt !== null && ends.includes(kind)
        ? t('requests.subject-state', { subject, state: states[attempt.state].label.toLowerCase() })
        : t('frame.subject-came-to-title', { subject, title })
  // What is unknown is said in full by the title, and by the order.
  const says = kind === 'accepted' || kind === 'unknown'
  return { text, amount, more: says ? '' : message }
}
