// What one status answer proves about the attempts of its order: settles the open one, notes a contradiction on a settled one.
// Called by whoever read a status. It never sends, never leaves a final state and never concludes from silence.
import { type AttemptState, isOpen, openStates, orderSubject } from '#shared/attempt.ts'
import { fingerprintOf, isSameTransaction, outcomeOf } from '#shared/gateway/status.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import { judge, type Judged, nextCheckAt } from './judge.ts'
import { type Snapshot, thaw } from './observe.ts'
import type { DeskPorts } from './ports.ts'
import type { StatusRead } from './read-status.ts'

/** Applies one status observation to every attempt of the order it is about. */
export function applyEvidence(ports: DeskPorts, connectionId: string, status: StatusRead): void {
  nameOrder(ports, connectionId, status)
  for (const attempt of ports.journal.ofOrder(connectionId, status.orderid))
    if (isOpen(attempt.state)) settleBy(ports, attempt, status)
    else noteContradiction(ports, attempt, status)
}

/** What made an order is found by the merchant's own id until the service has named the order. */
function nameOrder(ports: DeskPorts, connectionId: string, status: StatusRead): void {
  if (status.clientOrderid === '') return
  for (const attempt of ports.journal.inStates(openStates))
    if (
      attempt.connectionId === connectionId &&
      attempt.orderid === '' &&
      attempt.clientOrderid === status.clientOrderid
    )
      ports.journal.learnOrderid(attempt.id, status.orderid)
}

function settleBy(ports: DeskPorts, attempt: AttemptRow, status: StatusRead): void {
  if (attempt.state === 'SENDING') return
  const now = ports.clock()
  const { seq, at: _at, ...seen } = status.observation
  const verdict = judge(judged(ports, attempt), seen, fingerprintOf)
  switch (verdict.kind) {
    case 'settled':
      ports.journal.move({
        id: attempt.id,
        from: ['ACCEPTED', 'UNKNOWN'],
        to: verdict.state,
        patch: { words: verdict.words, settledBy: seq, settledAt: now, nextCheckAt: null },
        actor: 'paydesk',
        origin: 'service',
        details: { observation: seq, status: seen.status, transactionType: seen.transactionType },
        also: (row) => ports.orders.refresh(row.connectionId, row.orderid),
      })
      return
    case 'conflict':
      if (attempt.conflict === null) ports.journal.noteConflict(attempt.id, verdict.words)
      ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.sentAt ?? now, now), verdict.words)
      return
    case 'pending':
    case 'no-evidence':
      ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.sentAt ?? now, now), verdict.words)
      ports.onChange({
        topic: 'attempt',
        connectionId: attempt.connectionId,
        orderid: attempt.orderid,
      })
  }
}

const judged = (
  ports: DeskPorts,
  attempt: AttemptRow,
  state: AttemptState = attempt.state,
): Judged => {
  const snapshot: Snapshot | null = thaw(attempt.snapshot)
  return {
    ...attempt,
    state,
    snapshot,
    known:
      snapshot === null
        ? []
        : ports.orders
            .observations(attempt.connectionId, attempt.orderid)
            .filter((seen) => seen.seq <= snapshot.seq)
            .map(fingerprintOf),
  }
}

/** MONEY: a final state stays; when the service later tells the same transaction differently, a person has to look. */
function noteContradiction(ports: DeskPorts, attempt: AttemptRow, status: StatusRead): void {
  if (attempt.conflict !== null) return
  const words =
    attempt.state === 'REJECTED'
      ? shownThoughRefused(ports, attempt, status)
      : toldDifferently(ports, attempt, status)
  if (words !== null && !wasCleared(ports, attempt, status))
    ports.journal.noteConflict(attempt.id, words)
}

function toldDifferently(ports: DeskPorts, attempt: AttemptRow, status: StatusRead): string | null {
  if (attempt.settledBy === null) return null
  const then = ports.orders
    .observations(attempt.connectionId, attempt.orderid)
    .find((seen) => seen.seq === attempt.settledBy)
  const now = status.observation
  if (then === undefined || !isSameTransaction(then, now)) return null
  // Older than what settled it: the service went back in time, which says nothing new.
  if (outcomeOf(now.status) === 'processing' || outcomeOf(then.status) === outcomeOf(now.status))
    return null
  return `the ${attempt.operation} was “${then.status}” and is now “${now.status}”`
}

/** MONEY: after a refusal a person sends again; when the refused one is there all the same, that would be the second. */
function shownThoughRefused(
  ports: DeskPorts,
  attempt: AttemptRow,
  status: StatusRead,
): string | null {
  const { seq: _seq, at: _at, ...seen } = status.observation
  const verdict = judge(judged(ports, attempt, 'UNKNOWN'), seen, fingerprintOf)
  const isThere =
    verdict.kind === 'pending' || (verdict.kind === 'settled' && verdict.state === 'SUCCEEDED')
  if (!isThere || wasFollowed(ports, attempt)) return null
  return `the ${attempt.operation} was refused, but the service shows a ${seen.transactionType} “${seen.status}” of its amount`
}

/** Another request for the order was sent later: what the status shows is that one's. */
function wasFollowed(ports: DeskPorts, attempt: AttemptRow): boolean {
  const sent = ports.journal
    .ofOrder(attempt.connectionId, attempt.orderid)
    .filter((row) => row.sentAt !== null)
    .sort((a, b) => (a.sentAt ?? 0) - (b.sentAt ?? 0))
  return sent.at(-1)?.id !== attempt.id
}

/** A person has looked into this very answer already. */
function wasCleared(ports: DeskPorts, attempt: AttemptRow, status: StatusRead): boolean {
  return ports.audit
    .timeline(orderSubject(attempt.connectionId, attempt.orderid))
    .some(
      (entry) =>
        entry.kind === 'attempt:conflict-cleared' &&
        entry.details['attemptId'] === attempt.id &&
        entry.at >= status.observation.at,
    )
}
