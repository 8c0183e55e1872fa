// What became of a confirmed request, for the outcome panel. Pure: a fault or an attempt in, one
// Outcome out. MONEY: only proven "not sent", refused and declined outcomes give the form back for
// another try.
import type { AttemptState } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import { formatAmount } from '#shared/money.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { Tone } from '../theme/tokens.ts'
import { states, subjectOf, titleOf, withAmount, withOrder } from './attempts.ts'
import { badgeOf } from './badges.ts'
import { messageOfFault } from './faults.ts'
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
      title: t('nothing-was-sent-label'),
      message: fault.message,
      advice: t('it-stopped-before-sending-what-you-typed'),
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
    // The title says what the person undid.
    message: attempt?.state === 'UNDONE' && fault.sent === 'no' ? '' : fault.message,
    advice,
    mayTryAgain: kind !== 'unknown' && !isBurnt,
    fault,
    attempt,
  }
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

const titles: Record<Exclude<Outcome['kind'], 'accepted' | 'done' | 'stopped'>, string> = {
  declined: t('the-gateway-did-not-carry-it-out'),
  rejected: t('the-gateway-refused-it-label'),
  'not-sent': t('nothing-was-sent-label'),
  unknown: t('outcome-unknown-dont-repeat-it'),
}

const advices: Record<Outcome['kind'], string> = {
  accepted: t('this-page-shows-the-result'),
  // The title says it.
  done: '',
  declined: t('no-money-moved-by-this-request'),
  rejected: t('gateways-own-message-and-typed-is-kept'),
  'not-sent': t('the-gateway-has-not-seen-it-trying-again'),
  unknown: t('the-gateway-may-have-carried-it-out-paydesk'),
  stopped: '',
}

/** Amount, way and order, once. A request that moves no amount of its own is named by its title. */
function doneTitle(attempt: AttemptView): string {
  const done = attempt.isRelease ? t('released-inside') : badgeOf(attempt).label.toLowerCase()
  if (!movesMoney(attempt.operation)) {
    const title = withAmount(titleOf(attempt), attempt.amount)
    return withOrder(t('title-done', { title, done }), attempt.orderid)
  }
  const what = attempt.amount === null ? t('all-of-it') : formatAmount(attempt.amount)
  return withOrder(t('what-done', { what, done }), attempt.orderid)
}

/** A subscription that is made or changed moves nothing yet, and no status tells of it. */
function movesMoney(operation: string): boolean {
  if (!isOperationId(operation)) return false
  const { risk, resolvedBy } = rowOf(operation)
  return risk === 'money' && resolvedBy === 'status'
}

function titleOfKind(attempt: AttemptView, kind: Outcome['kind']): string {
  if (attempt.conflict !== null && kind === 'done') return t('the-answers-contradict-each-other')
  if (kind === 'accepted')
    return t('the-gateway-accepted-the-subject', { subject: subjectOf(attempt) })
  if (kind === 'done') return doneTitle(attempt)
  if (kind === 'stopped') return `${states[attempt.state].label}: ${states[attempt.state].hint}`
  return titles[kind]
}

export function outcomeOfAttempt(attempt: AttemptView): Outcome {
  const kind = kinds[attempt.state] ?? 'stopped'
  return {
    kind,
    tone: badgeOf(attempt).tone,
    title: titleOfKind(attempt, kind),
    message: kind === 'done' && attempt.conflict === null ? '' : attempt.message,
    advice: advices[kind],
    mayTryAgain: ['declined', 'rejected', 'not-sent'].includes(kind),
    fault: null,
    attempt,
  }
}
