// What is known against a request when a status of its order is told: what the gateway had told
// before, and the events that other requests of the order stand for.
import { isOpen } from '#shared/attempt.ts'
import { fingerprintOf, type StoredSnapshot } from '#shared/gateway/status/status.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { SnapshotRow } from '../../../ledger/orders/orders.ts'
import { matchStatus, type MatchedAttempt, type Question } from './match-status.ts'
import { type AttemptSnapshot, thaw } from './frozen-snapshot.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { StatusRead } from './read-status.ts'

type Ports = Pick<DeskPorts, 'journal' | 'orders'>

export const isByName = (
  { serialNumber, orderid, answer }: AttemptRow,
  { requestSn, requestOrderid }: StatusRead,
): boolean =>
  requestOrderid === ''
    ? requestSn !== '' && requestSn === serialNumber
    : requestOrderid !== orderid && requestOrderid === answer?.['paynet-order-id']

/**
 * What is known against a request. MONEY: an answer that came late may tell what was there before,
 * so as proof what counts is when its question was asked; to raise an alarm it is enough that
 * nobody had told it before the sending.
 */
type Purpose = 'proof' | 'alarm'

export const toMatch = (
  ports: Ports,
  attempt: AttemptRow,
  purpose: Purpose,
  reported: readonly SnapshotRow[] = ports.orders.snapshots(attempt),
): MatchedAttempt => {
  const others = ports.journal.ofOrder(attempt).filter(({ id }) => id !== attempt.id)
  return matchOf(attempt, purpose, reported, claimsOf(others, reported, purpose))
}

function matchOf(
  attempt: AttemptRow,
  purpose: Purpose,
  reported: readonly SnapshotRow[],
  claimed: readonly StoredSnapshot[],
): MatchedAttempt {
  const frozen: AttemptSnapshot | null = thaw(attempt.snapshot)
  // As it is read by now: its id may have turned out to be the order's.
  const snapshot = reported.find(({ seq }) => seq === frozen?.seq) ?? frozen
  const askedUntil = purpose === 'proof' ? (attempt.sentNumber ?? 0) : 0
  const before =
    snapshot === null ? [] : reported.filter((seen) => isBefore(snapshot, askedUntil, seen))
  const state = isOpen(attempt.state) ? attempt.state : 'UNKNOWN'
  return { ...attempt, state, snapshot, known: [...before, ...claimed], claimed }
}

export const isBefore = (
  { seq }: AttemptSnapshot,
  askedUntil: number,
  reported: SnapshotRow,
): boolean => reported.seq <= seq || reported.asked < askedUntil

/**
 * Neither an alarm nor a claim closes a request: what may be the request's own is enough for both.
 */
export const maybeOwn: Question = { isByName: false, isMaybeEnough: true }

/**
 * MONEY: each event closes one request only. A request has the one that resolved it; one that a
 * person found to have happened has the first that could be its own.
 */
function claimsOf(
  others: readonly AttemptRow[],
  reported: readonly SnapshotRow[],
  purpose: Purpose,
): StoredSnapshot[] {
  const claimed = reported.filter(({ seq }) => others.some(({ resolvedBy }) => resolvedBy === seq))
  for (const other of others) {
    if (other.handOutcome !== 'happened') continue
    const match = matchOf(other, 'proof', reported, claimed)
    const firstBy = (question?: Question) =>
      reported.find((seen) => {
        const verdict = matchStatus(match, seen, fingerprintOf, question)
        return verdict.kind === 'resolved' && verdict.state === 'SUCCEEDED'
      })
    const [sure, maybe] = [firstBy(), firstBy(maybeOwn)]
    // As proof for another request neither may serve. An alarm is kept quiet by one of them only.
    if (sure !== undefined) claimed.push(sure)
    if (maybe !== undefined && (sure === undefined || purpose === 'proof')) claimed.push(maybe)
  }
  return claimed
}
