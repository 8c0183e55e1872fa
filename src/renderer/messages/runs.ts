// Runs in words: what each operation is called on a list, and how a run and its rows stand.
import type { RunRowView, RunView } from '#shared/runs/run-methods.ts'
import { outcomeMessages } from '#shared/runs/run-labels.ts'
import {
  type RowGroup,
  type RowOutcome,
  rowOutcomes,
  type RowWay,
  type RunOperation,
  type RunState,
} from '#shared/runs/run-state.ts'
import { formatMessage } from '#wording/format-messages.ts'
import type { Tone } from '../theme/tokens.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { states } from './attempts.ts'
import { badgeOf } from './badges.ts'
import { t } from './message.ts'
import { namesOf } from './operations.ts'

export const operationLabels: Readonly<Record<RunOperation, string>> = {
  return: t('everywhere.refund'),
  capture: t('everywhere.capture'),
  void: t('everywhere.void'),
  payout: t('everywhere.payout'),
  'payout-check': t('runs.check-recipient'),
  'payout-pay': t('runs.pay-checked'),
  'make-rebill': namesOf('make-rebill').title,
}

/** Of a button and a heading. */
export const countedLabel = (operation: RunOperation, count: number): string =>
  ({
    return: () => t('runs.count-refunds', { count }),
    capture: () => t('runs.count-captures', { count }),
    void: () => t('runs.count-voids', { count }),
    payout: () => t('runs.count-payouts', { count }),
    'payout-check': () => t('runs.count-checks', { count }),
    'payout-pay': () => t('runs.count-pays', { count }),
    'make-rebill': () => t('runs.count-rebills', { count }),
  })[operation]()

/** On the button that confirms a run. */
export const sendLabel = (operation: RunOperation, count: number): string =>
  ({
    return: () => t('runs.send-refunds', { count }),
    capture: () => t('runs.send-captures', { count }),
    void: () => t('runs.send-voids', { count }),
    payout: () => t('runs.send-payouts', { count }),
    'payout-check': () => t('runs.send-checks', { count }),
    'payout-pay': () => t('runs.send-pays', { count }),
    'make-rebill': () => t('runs.send-rebills', { count }),
  })[operation]()

export const wayLabels: Readonly<Record<RowWay, string>> = {
  refund: t('everywhere.refund'),
  release: t('requests.release-hold'),
  capture: t('everywhere.capture'),
  void: t('everywhere.void'),
  payout: t('everywhere.payout'),
  'payout-check': t('everywhere.payout-check'),
  'payout-pay': t('runs.pay-checked'),
  'make-rebill': namesOf('make-rebill').title,
}

export const groupLabels: Readonly<Record<RowGroup, { label: string; tone: Tone }>> = {
  ready: { label: t('runs.ready'), tone: 'good' },
  look: { label: t('runs.needs-a-look'), tone: 'warn' },
  impossible: { label: t('runs.not-possible'), tone: 'bad' },
}

interface Chip {
  label: string
  tone: Tone
  hint?: string
}

/** What a row came to has the word and the colour that its request has elsewhere. */
export const outcomeLabels: Readonly<Record<RowOutcome, Chip>> = {
  unknown: states.UNKNOWN,
  declined: states.DECLINED,
  'not-sent': states.NOT_SENT,
  skipped: { label: formatMessage(outcomeMessages.skipped), tone: 'neutral' },
  sending: states.SENDING,
  processing: states.ACCEPTED,
  done: { label: formatMessage(outcomeMessages.done), tone: 'good' },
  resolved: states.RESOLVED_BY_HAND,
  waiting: { label: formatMessage(outcomeMessages.waiting), tone: 'neutral' },
  'left-out': { label: formatMessage(outcomeMessages['left-out']), tone: 'neutral' },
}

const operationOf = (way: RowWay): OperationId =>
  way === 'refund' || way === 'release' ? 'return' : way

export const outcomeChip = ({ outcome, way }: Pick<RunRowView, 'outcome' | 'way'>): Chip =>
  outcome === 'done' && way !== null
    ? badgeOf({ operation: operationOf(way), state: 'SUCCEEDED', isRelease: way === 'release' })
    : outcomeLabels[outcome]

const stateLabels: Readonly<Record<RunState, { label: string; tone: Tone }>> = {
  READ: { label: t('runs.being-read'), tone: 'info' },
  CHECKING: { label: t('runs.being-checked'), tone: 'info' },
  CHECKED: { label: t('orders.checked'), tone: 'info' },
  PENDING_APPROVAL: { label: t('runs.waits-for-approval'), tone: 'warn' },
  CONFIRMED: { label: t('runs.about-to-begin'), tone: 'warn' },
  RUNNING: { label: t('runs.running'), tone: 'info' },
  PAUSED: { label: t('runs.paused'), tone: 'warn' },
  DONE: { label: t('runs.finished'), tone: 'good' },
  STOPPED: { label: t('runs.stopped'), tone: 'neutral' },
  DROPPED: { label: t('runs.discarded'), tone: 'neutral' },
}

export const outcomeCount = (run: RunView, outcome: RowOutcome): number =>
  run.outcomes.find((one) => one.outcome === outcome)?.rows ?? 0

/** Rows by what became of them; what was left out has become nothing. */
export const outcomesOf = (run: RunView): { outcome: RowOutcome; rows: number }[] =>
  rowOutcomes
    .map((outcome) => ({ outcome, rows: outcomeCount(run, outcome) }))
    .filter(({ rows, outcome }) => rows > 0 && outcome !== 'left-out')

/** MONEY: until then what has moved is told as so far. */
export const isAllOver = (run: RunView): boolean =>
  run.state === 'DONE' && outcomeCount(run, 'processing') + outcomeCount(run, 'unknown') === 0

/** What the large sum of a run is: of what has moved, or of what its rows would move. */
export function sumLabel(run: RunView): string {
  if (run.moved.length === 0) return t('runs.sum-of-rows')
  const { done } = namesOf(run.operation)
  return isAllOver(run) ? done : t('runs.done-so-far', { done })
}

/**
 * MONEY: a run is not finished while the gateway still works on one of its rows, nor while an
 * outcome is unknown: that one may stay so until a person looks into it.
 */
export function stateLabel(run: RunView): { label: string; tone: Tone } {
  if (run.state !== 'DONE') return stateLabels[run.state]
  if (outcomeCount(run, 'processing') > 0) return { label: t('runs.all-sent'), tone: 'info' }
  const count = outcomeCount(run, 'unknown')
  return count > 0
    ? { label: t('runs.sent-with-unknown', { count }), tone: 'warn' }
    : stateLabels.DONE
}

/** What is known of a row, in words. */
export const rowText = (row: RunRowView): string => row.message ?? row.finding ?? ''
