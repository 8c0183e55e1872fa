// When a later status speaks against a final outcome. Nothing is sent and no outcome changes: a
// person has to look.
import { messagesIn, say, sayAll } from '#shared/message.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import {
  fingerprintOf,
  isSameTransaction,
  outcomeOf,
  type StatusSnapshot,
  transactionIdOf,
  statusTypesOf,
} from '#shared/gateway/status/status.ts'
import { isSameMoney } from '#shared/money.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { isNewTo, matchStatus } from './match-status.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { StatusRead } from './read-status.ts'
import { isByName, maybeOwn, toMatch } from './matched-attempt.ts'

type Ports = Pick<DeskPorts, 'journal' | 'orders' | 'team'>

/**
 * MONEY: a final state stays; when the gateway later tells the same transaction differently, a
 * person has to look.
 */
export function noteContradiction(ports: Ports, attempt: AttemptRow, status: StatusRead): void {
  const message =
    attempt.state === 'REJECTED' || attempt.state === 'RESOLVED_BY_HAND'
      ? shownThoughClosed(ports, attempt, status)
      : (changedStatusMessage(ports, attempt, status) ?? shownThoughFailed(ports, attempt, status))
  if (message !== null && !wasCleared(ports, attempt, status)) addConflict(ports, attempt, message)
}

/** MONEY: another contradiction joins the one that stands; who clears them reads all of them. */
export function addConflict(ports: Ports, { id, conflict }: AttemptRow, message: string): void {
  const known = messagesIn(conflict ?? '')
  if (!known.includes(message)) ports.journal.noteConflict(id, sayAll([...known, message]))
}

function changedStatusMessage(
  ports: Ports,
  attempt: AttemptRow,
  status: StatusRead,
): string | null {
  if (attempt.resolvedBy === null) return null
  const then = ports.orders.snapshots(attempt).find((seen) => seen.seq === attempt.resolvedBy)
  const now = status.snapshot
  if (then === undefined || !isSameTransaction(then, now)) return null
  // Older than what resolved it: the gateway went back in time, which says nothing new.
  const [before, after] = [outcomeOf(then.status, then.stage), outcomeOf(now.status, now.stage)]
  if (after === 'processing' || before === after) return null
  return say('requests.final-status-changed', {
    operation: { noun: attempt.operation },
    before: then.status,
    after: now.status,
  })
}

/**
 * MONEY: what was declined may have been somebody else's of the same amount. When one like it is
 * approved that no other request stands for, it may be this one's: whoever sends it again would
 * send a second one.
 */
const shownThoughFailed = (ports: Ports, attempt: AttemptRow, status: StatusRead): string | null =>
  (attempt.state === 'DECLINED' || attempt.state === 'FAILED') &&
  outcomeOf(status.snapshot.status, status.snapshot.stage) === 'approved'
    ? shownThoughClosed(ports, attempt, status)
    : null

/**
 * MONEY: after a refusal, or a person's word that nothing happened, somebody sends again; when the
 * first one is there all the same, that would be the second. And what a person found to have
 * happened may turn out to have failed.
 */
function shownThoughClosed(ports: Ports, attempt: AttemptRow, status: StatusRead): string | null {
  const { seq: _seq, at: _at, ...seen } = status.snapshot
  const isNamed = isByName(attempt, status)
  const question = { ...maybeOwn, isByName: isNamed }
  const verdict = matchStatus(toMatch(ports, attempt, 'alarm'), seen, fingerprintOf, question)
  const isThere =
    verdict.kind === 'processing' || (verdict.kind === 'resolved' && verdict.state === 'SUCCEEDED')
  const isFailed = verdict.kind === 'resolved' && verdict.state !== 'SUCCEEDED'
  const contradicts = attempt.handOutcome === 'happened' ? isFailed : isThere
  if (!contradicts || (!isNamed && mayBeLater(ports, attempt, seen))) return null
  if (isThere && !isNamed && mayBeColleagues(ports, attempt, seen)) return null
  const amount =
    seen.amount === null ? say('requests.without-a-readable-amount') : say('requests.of-its-amount')
  const id = maskCardNumbers(transactionIdOf(seen))
  const facts = {
    operation: { noun: attempt.operation },
    attempt: closedAs(attempt),
    transactionType: seen.transactionType,
    status: seen.status,
    amount,
  }
  return id === ''
    ? say('requests.shown-though-closed', facts)
    : say('requests.shown-though-closed-by-id', { ...facts, id })
}

function closedAs({ state, handOutcome }: AttemptRow): string {
  if (state === 'REJECTED') return say('requests.closed-refused')
  if (state === 'DECLINED' || state === 'FAILED') return say('requests.closed-as-not-done')
  return handOutcome === 'happened'
    ? say('requests.closed-by-hand-done')
    : say('requests.closed-by-hand-not-done')
}

/**
 * What the status shows may be a request's that was sent later, unless that one has an event of its
 * own (toMatch() leaves those out) or never left. MONEY: later by number; a clock may go back.
 */
const mayBeLater = (ports: Ports, attempt: AttemptRow, seen: StatusSnapshot): boolean =>
  ports.journal.ofOrder(attempt).some(
    (row) =>
      (row.sentNumber ?? 0) > (attempt.sentNumber ?? 0) &&
      row.resolvedBy === null &&
      row.state !== 'NOT_SENT' &&
      statusTypesOf(row.operation).includes(seen.transactionType) &&
      (row.amount === null || seen.amount === null || isSameMoney(row.amount, seen.amount)) &&
      // What was told before the later one was sent is the earlier one's.
      isNewTo(toMatch(ports, row, 'alarm'), seen),
  )

/**
 * The same of what colleagues sent later, as the team's records of the order say. MONEY: one that
 * is told beyond as many as they sent is the request's own.
 */
function mayBeColleagues(ports: Ports, attempt: AttemptRow, seen: StatusSnapshot): boolean {
  const sent = (ports.team()?.sentAfter(attempt) ?? []).filter(
    ({ operation, amount }) =>
      statusTypesOf(operation).includes(seen.transactionType) &&
      (amount === null || seen.amount === null || isSameMoney(amount, seen.amount)),
  )
  if (sent.length === 0) return false
  const match = toMatch(ports, attempt, 'alarm')
  const types = statusTypesOf(attempt.operation)
  const told = ports.orders
    .snapshots(attempt)
    .filter(
      (one) =>
        types.includes(one.transactionType) &&
        (one.amount === null || seen.amount === null || isSameMoney(one.amount, seen.amount)) &&
        isNewTo(match, one),
    )
  // Each as it was told last.
  const byId = new Map(told.map((one) => [transactionIdOf(one), one]))
  // What was told without an id may be any of the others.
  if (byId.size > 1) byId.delete('')
  const isThere = ({ status, stage }: StatusSnapshot): boolean =>
    !['declined', 'failed'].includes(outcomeOf(status, stage))
  return [...byId.values()].filter(isThere).length <= sent.length
}

/**
 * A person has looked into this very answer already: it had come by then, and says nothing else
 * now.
 */
function wasCleared(ports: Ports, attempt: AttemptRow, { snapshot }: StatusRead): boolean {
  const { clearedSeq } = attempt
  return (
    clearedSeq !== null &&
    ports.orders
      .snapshots(attempt)
      .some((seen) => seen.seq <= clearedSeq && fingerprintOf(seen) === fingerprintOf(snapshot))
  )
}
