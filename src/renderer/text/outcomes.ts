// What became of a confirmed request, for the outcome panel. Pure: a fault or an attempt in, one Outcome out.
// MONEY: only proven "not sent", refused and declined outcomes give the form back for another try.
import type { AttemptState } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import type { Tone } from '../theme/tokens.ts'
import { states } from './attempts.ts'
import { wordsOf } from './faults.ts'

export interface Outcome {
  kind: 'accepted' | 'done' | 'declined' | 'rejected' | 'not-sent' | 'unknown' | 'stopped'
  tone: Tone
  title: string
  /** The words of the service or of main, verbatim. */
  words: string
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
      words: fault.message,
      advice: 'It stopped before sending. What you typed is kept.',
      mayTryAgain: true,
      fault,
      attempt,
    }
  const { title, advice, tone } = wordsOf(fault)
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
    words: fault.message,
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

const titles: Record<Outcome['kind'], string> = {
  accepted: 'The service accepted the request',
  done: 'Done: the service confirms it',
  declined: 'The service did not carry it out',
  rejected: 'The service refused it',
  'not-sent': 'Nothing was sent',
  unknown: 'Outcome unknown. Don’t repeat it.',
  stopped: 'Nothing was sent',
}

const advices: Record<Outcome['kind'], string> = {
  accepted: 'Its final word is awaited. This page follows it.',
  done: '',
  declined: 'No money moved by this request.',
  rejected: 'These are the service’s own words. What you typed is kept.',
  'not-sent': 'The service has not seen it. Trying again is safe.',
  unknown:
    'The service may have carried it out. Paydesk goes on asking and shows the answer on the order.',
  stopped: '',
}

export function outcomeOfAttempt(attempt: AttemptView): Outcome {
  const kind = kinds[attempt.state] ?? 'stopped'
  return {
    kind,
    tone: states[attempt.state].tone,
    title:
      kind === 'stopped'
        ? `${states[attempt.state].words}: ${states[attempt.state].hint}`
        : titles[kind],
    words: attempt.words,
    advice: advices[kind],
    mayTryAgain: ['declined', 'rejected', 'not-sent'].includes(kind),
    fault: null,
    attempt,
  }
}
