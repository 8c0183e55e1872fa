// What became of a confirmed request, for the outcome panel. Pure: a fault or an attempt in, one
// Outcome out. MONEY: only proven "not sent", refused and declined outcomes give the form back for
// another try.
import type { AttemptState } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import { formatAmount } from '#shared/money.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { Tone } from '../theme/tokens.ts'
import { states, subjectOf, titleOf } from './attempts.ts'
import { badgeOf } from './badges.ts'
import { messageOfFault } from './faults.ts'

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
const unsent: readonly AttemptState[] = ['DRAFT', 'EXPIRED', 'DISCARDED', 'NOT_SENT']

export function outcomeOfFault(fault: Fault, attempt: AttemptView | null = null): Outcome {
  if (fault.sent !== 'no' && attempt !== null && unsent.includes(attempt.state))
    return {
      kind: 'stopped',
      tone: 'warn',
      title: 'Nothing was sent',
      message: fault.message,
      advice: 'It stopped before sending. What you typed is kept.',
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
    message: fault.message,
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
  declined: 'The gateway did not carry it out',
  rejected: 'The gateway refused it',
  'not-sent': 'Nothing was sent',
  unknown: 'Outcome unknown. Don’t repeat it.',
}

const advices: Record<Outcome['kind'], string> = {
  accepted: 'The gateway is processing it. This page shows the result.',
  // The title says it.
  done: '',
  declined: 'No money moved by this request.',
  rejected: 'These are the gateway’s own words. What you typed is kept.',
  'not-sent': 'The gateway has not seen it. Trying again is safe.',
  unknown:
    'The gateway may have carried it out. Paydesk goes on asking and shows the answer on the order.',
  stopped: '',
}

const where = ({ orderid }: AttemptView): string => (orderid === '' ? '' : ` on order ${orderid}`)

/** Amount, way and order, once. A request that moves no amount of its own is named by its title. */
function doneTitle(attempt: AttemptView): string {
  const done = attempt.isRelease ? 'released' : badgeOf(attempt).label.toLowerCase()
  const money = attempt.amount === null ? null : formatAmount(attempt.amount)
  if (movesMoney(attempt.operation)) return `${money ?? 'All of it'} ${done}${where(attempt)}`
  return `${titleOf(attempt)}${money === null ? '' : ` of ${money}`}: ${done}${where(attempt)}`
}

/** A subscription that is made or changed moves nothing yet, and no status tells of it. */
function movesMoney(operation: string): boolean {
  if (!isOperationId(operation)) return false
  const { risk, resolvedBy } = rowOf(operation)
  return risk === 'money' && resolvedBy === 'status'
}

function titleOfKind(attempt: AttemptView, kind: Outcome['kind']): string {
  if (attempt.conflict !== null && kind === 'done') return 'The answers contradict each other'
  if (kind === 'accepted') return `The gateway accepted the ${subjectOf(attempt)}`
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
