// One line of time for an order: what the gateway answered, what was asked for here, and what the
// audit log says about it besides. Pure. It leaves out only what another entry says already: an
// answer that brought something new is shown as the answer itself.
import { say } from '#shared/message.ts'
import type { AuditRow } from '#shared/bridge/lists.ts'
import type { AttemptView, TimelineEntry } from '#shared/bridge/views.ts'
import type { StoredSnapshot } from '#shared/gateway/status.ts'
import { type MoneyText, toText } from '#shared/money.ts'

/** Newest first; at one instant what the desk did comes after what it had read. */
export function timelineOf(
  snapshots: readonly (StoredSnapshot & { serialNumber: string })[],
  steps: readonly AuditRow[],
  attempts: readonly Pick<AttemptView, 'id' | 'isRelease'>[],
): TimelineEntry[] {
  const releases = new Set(attempts.filter((one) => one.isRelease).map(({ id }) => id))
  const fromService = snapshots.map((seen): TimelineEntry => ({
    at: seen.at,
    source: 'service',
    title: seen.transactionType || 'status',
    isRelease: false,
    message: [seen.stage, seen.reason, unreadable(seen)].filter((part) => part !== '').join(': '),
    state: seen.status,
    amount: seen.amount === null ? null : toText(seen.amount),
    actor: null,
    serialNumber: seen.serialNumber || null,
    attemptId: null,
    seq: null,
  }))
  const fromLog = steps
    .filter((step) => !isToldByAnswer(step))
    .map((step) => entryOf(step, releases))
  return [...fromService, ...fromLog]
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at - a.entry.at || b.index - a.index)
    .map(({ entry }) => entry)
}

const unreadable = ({ unreadableAmount }: StoredSnapshot): string =>
  unreadableAmount === undefined
    ? ''
    : say('the-amount-unreadable-amount-cant-be-read-exactly', { unreadableAmount })

const isToldByAnswer = (step: AuditRow): boolean => step.kind === 'order:changed'

function entryOf(step: AuditRow, releases: ReadonlySet<string>): TimelineEntry {
  const isAttempt = step.kind.startsWith('attempt:')
  return {
    at: step.at,
    source: isAttempt ? 'desk' : 'log',
    title: isAttempt ? (detail(step, 'operation') ?? '') : step.kind,
    isRelease: releases.has(detail(step, 'attemptId') ?? ''),
    message:
      (isAttempt ? detail(step, 'message') : (detail(step, 'text') ?? detail(step, 'tag'))) ?? '',
    state: step.outcome,
    amount: stepAmount(step),
    actor: step.actor,
    serialNumber: detail(step, 'serialNumber'),
    attemptId: detail(step, 'attemptId'),
    seq: step.seq,
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
