// What happened to an order, one line an event: "20.00 EUR refunded", why, and its colour. The word
// for a state is the one of its chip. Pure.
import {
  isActionId,
  isState,
  nounOf,
  titleOf,
  wordingOfState,
  capital,
  inSentence,
} from '../attempts.ts'
import type { AttemptState } from '#shared/attempt.ts'
import type { TimelineEntry } from '#shared/bridge/views.ts'
import type { BankFacts } from '#shared/gateway/orders/event-facts.ts'
import { isKnownType, outcomeOf } from '#shared/gateway/status/status.ts'
import type { MoneyText } from '#shared/money.ts'
import { formatAmount } from '#wording/amounts.ts'
import type { Tone } from '../../theme/tokens.ts'
import { auditLabel, wordingOfOutcome } from '../audit.ts'
import { badgeOf } from '../badges.ts'
import { approvedAs, stageLabel, statusLabel, typeLabel } from '../phases.ts'
import { inZone } from '../times.ts'
import { t } from '../message.ts'

export interface EventMessage {
  title: string
  tone: Tone
  /** Why, in the operator's, the gateway's or Paydesk's words; empty where there is nothing. */
  notes: string[]
}

interface Event {
  entry: TimelineEntry
  steps: readonly TimelineEntry[]
}

/** `reason`: what the operator gave as one. */
export function messageOfEvent({ entry, steps }: Event, reason = ''): EventMessage {
  const { source } = entry
  if (source === 'desk') return messageOfRequest(entry, declineOf(steps) || entry.message, reason)
  return source === 'service' ? messageOfAnswer(entry) : messageOfLog(entry, steps.length)
}

const ofAmount = (amount: MoneyText, event: string): string =>
  t('order.amount-and-event', { amount: formatAmount(amount), event })

/** Said with a mark between: these words are no end of a sentence. */
const isApart = (state: AttemptState): boolean =>
  ['DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN', 'RESOLVED_BY_HAND'].includes(state)

/** Why the gateway declined, in its own words; all else that the message says, the title says. */
function declineOf(steps: readonly TimelineEntry[]): string {
  if (steps.findLast(({ source }) => source === 'desk')?.state !== 'DECLINED') return ''
  return steps.findLast(({ source }) => source === 'service')?.answer?.notes.join(': ') ?? ''
}

/** "Voided", but of "Submitted" alone nobody can tell what was: null. */
const doneAlone = (operation: string, label: string): string | null =>
  isActionId(operation) || label.includes(' ') ? label : null

function messageOfRequest(entry: TimelineEntry, message: string, reason: string): EventMessage {
  const { title, isRelease, state, amount } = entry
  const request = { operation: title, isRelease }
  if (!isState(state)) return { title: titleOf(request), tone: 'neutral', notes: [message, reason] }
  const badge = badgeOf({ ...entry, ...request, state })
  const label = inSentence(badge.label)
  // The gateway's approval is the event itself; anything else says more than its word.
  const notes = [state === 'SUCCEEDED' || state === 'ACCEPTED' ? '' : message, reason].filter(
    (note) => note !== '',
  )
  const done = amount === null ? doneAlone(title, badge.label) : ofAmount(amount, label)
  const what = amount === null ? capital(nounOf(request)) : ofAmount(amount, nounOf(request))
  return {
    title:
      state === 'SUCCEEDED' && done !== null
        ? done
        : t(isApart(state) ? 'order.event-and-its-state' : 'order.event-state', {
            event: what,
            state: label,
          }),
    tone: badge.tone,
    notes,
  }
}

function messageOfAnswer({ title, state, amount, answer }: TimelineEntry): EventMessage {
  const { stage = '', notes = [] } = answer ?? {}
  const isApproved = outcomeOf(state, stage) === 'approved'
  const done = isApproved ? approvedAs[title] : undefined
  // Nobody here can say what became of the money then.
  const isUnread = isApproved && title !== '' && !isKnownType(title)
  const label = done
    ? inSentence(done.label)
    : t('order.event-state', {
        event: inSentence(typeLabel(title)),
        state: inSentence(statusLabel(state)),
      })
  const tone = done?.tone ?? (isUnread ? 'warn' : wordingOfState(state).tone)
  return {
    title: amount === null ? capital(label) : ofAmount(amount, label),
    tone,
    notes,
  }
}

function messageOfLog({ title, state, message }: TimelineEntry, count: number): EventMessage {
  if (title === 'order:look-up')
    return {
      title: t('order.status-checked', { count }),
      tone: 'neutral',
      notes: message === '' ? [] : [message],
    }
  return {
    title: auditLabel(title),
    tone: wordingOfOutcome(state).tone,
    notes: [...(state === 'ok' ? [] : [wordingOfOutcome(state).label]), message].filter(
      (note) => note !== '',
    ),
  }
}

export interface EventNumber {
  label: string
  text: string
}

/** What a bank finds the event by, as the newest of its entries has it; times by a zone. */
export function numbersOf(steps: readonly TimelineEntry[], zone: string): EventNumber[] {
  const newest = (name: keyof BankFacts): string =>
    steps.findLast(({ bank }) => (bank?.[name] ?? '') !== '')?.bank?.[name] ?? ''
  return [
    { label: t('operations.rrn-for-the-bank'), text: newest('rrn') },
    { label: t('everywhere.approval-code'), text: newest('approvalCode') },
    { label: t('order.processors-transaction-id'), text: newest('processorTxId') },
    { label: t('order.processed-by-the-processor'), text: inZone(newest('processingDate'), zone) },
  ].filter(({ text }) => text !== '')
}

/** Said of a step that is over: a request that was confirmed later is in review no more. */
const past: Readonly<Record<string, string>> = {
  DRAFT: t('order.step-reviewed'),
  APPROVED: t('order.step-confirmed'),
  SENDING: t('order.step-sending-started'),
}

/** One step of an event; `isLast`: nothing came after it. */
export function messageOfStep(
  step: TimelineEntry,
  isLast: boolean,
): { label: string; note: string; tone?: Tone } {
  const { source, title, state, message, answer } = step
  if (source === 'service') {
    const { stage = '', notes = [] } = answer ?? {}
    return {
      label: t('operations.what-came-back'),
      note: [
        stage === '' ? `${typeLabel(title)} ${inSentence(statusLabel(state))}` : stageLabel(stage),
        ...notes,
      ].join(': '),
    }
  }
  if (source === 'log') return { label: auditLabel(title), note: message }
  const pastLabel = isLast ? undefined : past[state]
  if (pastLabel !== undefined) return { label: pastLabel, note: '', tone: 'neutral' }
  if (!isState(state)) return { label: state, note: message }
  const { label, tone } = badgeOf({ ...step, operation: title, state })
  // A list has many that went through, and keeps them quiet; here it is the good end. Any other
  // quiet end, as what was not sent, has no mark: a tick would say that it was done.
  if (state === 'SUCCEEDED') return { label, note: message, tone: 'good' }
  return tone === 'neutral' ? { label, note: message } : { label, note: message, tone }
}
