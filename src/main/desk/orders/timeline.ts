// The timeline of an order: what the gateway answered, what was asked for here, and what the
// audit log says about it besides. Pure. It leaves out only what another entry says already: an
// answer that brought something new is shown as the answer itself, and a look-up for a request by
// what it found.
import { say } from '#shared/message.ts'
import type { AuditRow } from '#shared/bridge/lists.ts'
import type { AttemptView, TimelineEntry } from '#shared/bridge/views.ts'
import { type BankFacts, bankFactNames, payeeAmong } from '#shared/gateway/orders/event-facts.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { type MoneyText, toText } from '#shared/money.ts'
import { heldBack } from './held-back.ts'
import type { EventRow } from '../../ledger/journal/event-row.ts'

export interface Reported {
  snapshots: readonly (StoredSnapshot & { serialNumber: string; attemptId?: string | null })[]
  /** What each of them told for the bank. */
  events: readonly EventRow[]
  steps: readonly AuditRow[]
  attempts: readonly Pick<AttemptView, 'id' | 'isRelease' | 'operation' | 'request'>[]
}

/** Newest first; at one instant what the desk did comes after what it had read. */
export function timelineOf({ snapshots, events, steps, attempts }: Reported): TimelineEntry[] {
  const fromService = snapshots.map((seen): TimelineEntry => ({
    at: seen.at,
    source: 'service',
    title: seen.transactionType || 'status',
    isRelease: false,
    message: '',
    answer: {
      stage: seen.stage,
      notes: [verbatim(seen), seen.reason, unreadable(seen)].filter((note) => note !== ''),
    },
    state: seen.status,
    amount: seen.amount === null ? null : toText(seen.amount),
    actor: null,
    serialNumber: seen.serialNumber || null,
    attemptId: seen.attemptId ?? null,
    seq: null,
    ...bankOf(events.filter(({ snapshotSeq }) => snapshotSeq === seen.seq)),
  }))
  const fromLog = steps
    .filter((step) => !isReportedByAnswer(step))
    .map((step) => entryOf(step, attempts))
  return [...fromService, ...fromLog]
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at - a.entry.at || b.index - a.index)
    .map(({ entry }) => entry)
}

const unreadable = ({ unreadableAmount }: StoredSnapshot): string =>
  unreadableAmount === undefined ? '' : say('program.amount-not-exact', { unreadableAmount })

/** A word that a setting gave its meaning stays visible as it was told. */
const verbatim = ({ reportedType, reportedStatus }: StoredSnapshot): string => {
  const reported = [reportedType, reportedStatus].filter((word) => word !== undefined)
  return reported.length === 0 ? '' : say('program.the-gateways-own-word', { reported })
}

const isReportedByAnswer = (step: AuditRow): boolean =>
  step.kind === 'order:changed' || step.kind === 'attempt:looked'

/** Of several tellings of one snapshot the newest number of each name. */
function bankOf(reported: readonly Partial<BankFacts>[]): Pick<TimelineEntry, 'bank'> {
  const bank = Object.fromEntries(
    bankFactNames.flatMap((name) => {
      const value = reported.findLast((one) => (one[name] ?? '') !== '')?.[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return Object.keys(bank).length === 0 ? {} : { bank }
}

function entryOf(step: AuditRow, attempts: Reported['attempts']): TimelineEntry {
  const isAttempt = step.kind.startsWith('attempt:')
  const attempt = attempts.find(({ id }) => id === detail(step, 'attemptId'))
  const payee = attempt === undefined ? null : payeeAmong(attempts, attempt)
  return {
    at: step.at,
    source: isAttempt ? 'desk' : 'log',
    title: isAttempt ? (detail(step, 'operation') ?? '') : step.kind,
    isRelease: attempt?.isRelease ?? false,
    message: (isAttempt ? detail(step, 'message') : said(step)) ?? '',
    state: step.outcome,
    ...heldBack(step.outcome, detail(step, 'message') ?? ''),
    amount: stepAmount(step),
    actor: step.actor,
    serialNumber: detail(step, 'serialNumber'),
    attemptId: detail(step, 'attemptId'),
    seq: step.seq,
    ...(isAttempt ? bankOf([step.details as Partial<BankFacts>]) : {}),
    ...(isAttempt && payee !== null ? { payee } : {}),
  }
}

/** In a person's own words, and behind these what a contradiction was between. */
function said(step: AuditRow): string | null {
  const reason = detail(step, 'reason')
  switch (step.kind) {
    case 'order:chargeback-cleared':
      return reason
    case 'order:contradiction-cleared':
      return say('program.reason-about', { reason: reason ?? '', what: detail(step, 'what') ?? '' })
    default:
      return detail(step, 'text') ?? detail(step, 'tag')
  }
}

const detail = (step: AuditRow, name: string): string | null => {
  const value = step.details[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function stepAmount(step: AuditRow): MoneyText | null {
  const amount = detail(step, 'amount')
  const currency = detail(step, 'currency')
  return amount === null || currency === null ? null : { amount, currency }
}
