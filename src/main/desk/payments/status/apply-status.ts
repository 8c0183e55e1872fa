// What one status answer proves about the attempts of its order: resolves the open one, notes a
// contradiction on a final one. Called by whoever read a status. It never sends, never leaves a
// final state and never concludes from silence.
import { messagesIn, say, sayAll } from '#shared/message.ts'
import { isOpen, isWatched } from '#shared/attempt.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { readingOf } from '../../connections/connection-rules.ts'
import {
  fingerprintOf,
  isSameTransaction,
  type StoredSnapshot,
  outcomeOf,
  type StatusSnapshot,
  transactionIdOf,
  statusTypesOf,
} from '#shared/gateway/status/status.ts'
import { isSameMoney } from '#shared/money.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { SnapshotRow } from '../../../ledger/orders/orders.ts'
import {
  isNewTo,
  matchStatus,
  type MatchedAttempt,
  type Question,
  type Match,
  competingTransaction,
} from './match-status.ts'
import { takeLateAnswer, type LateAnswerPorts } from './late-answer.ts'
import { requestOrderid } from './request-orderid.ts'
import { type AttemptSnapshot, thaw } from './frozen-snapshot.ts'
import { nextCheckAt, watchFrom } from './poll-schedule.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { StatusRead, ReadStatusPorts } from './read-status.ts'

export type ApplyStatusPorts = LateAnswerPorts & Pick<DeskPorts, 'connections' | 'onChange'>

/** What it takes to read a status and to apply it. */
export type StatusPorts = ReadStatusPorts & ApplyStatusPorts & Pick<DeskPorts, 'actor'>

/** Applies one status snapshot to every attempt of the order it is about. */
export function applyStatus(ports: ApplyStatusPorts, status: StatusRead): void {
  nameOrder(ports, status)
  for (const attempt of ports.journal.ofOrder(status))
    if (isOpen(attempt.state)) resolveBy(ports, attempt, status)
    else noteContradiction(ports, attempt, status)
}

/**
 * MONEY: what made an order is found by the merchant's own id, also when it was refused: else
 * nobody would see that it happened.
 */
function nameOrder(ports: ApplyStatusPorts, status: StatusRead): void {
  if (status.clientOrderid === '') return
  for (const { id } of ports.journal.unnamed(status.service, status.clientOrderid))
    ports.journal.learnOrderid(id, status.orderid)
}

function resolveBy(ports: ApplyStatusPorts, attempt: AttemptRow, status: StatusRead): void {
  if (attempt.state === 'SENDING' || !isReadAlike(ports, attempt, status)) return
  if (isOfAnother(attempt, status) || isReportedElsewhere(ports, attempt, status)) return
  if (isOwnOrder(attempt, status) && takeLateAnswer(ports, attempt, status.answer)) return
  const now = ports.clock()
  const { seq, at: _at, ...seen } = status.snapshot
  const reported = ports.orders.snapshots(attempt)
  const match = toMatch(ports, attempt, 'proof', reported)
  const isNamed = isByName(attempt, status)
  const isOwn = status.requestOrderid !== ''
  // Its own order ID was repeated, or there is no answer: see readStatus.
  const isRepeated = isNamed && (isOwn || status.answer['serial-number'] === status.requestSn)
  const question = { isByName: isNamed, isRepeated, mustTellAmount: isOwn }
  const found = matchStatus(match, seen, fingerprintOf, question)
  const single = isRepeated
    ? found
    : unlessContested(attempt, match, { reported, seen, found, isNamed })
  const verdict = ofThisOrder(single, attempt, status)
  switch (verdict.kind) {
    case 'resolved':
      ports.journal.move({
        id: attempt.id,
        from: ['ACCEPTED', 'UNKNOWN'],
        to: verdict.state,
        patch: {
          message: verdict.message,
          resolvedBy: seq,
          resolvedAt: now,
          nextCheckAt: isWatched(verdict.state) ? watchFrom(attempt, now) : null,
        },
        actor: 'paydesk',
        origin: 'service',
        details: { snapshot: seq, status: seen.status, transactionType: seen.transactionType },
        also: (row) => ports.orders.refresh(row),
      })
      return
    case 'conflict':
      addConflict(ports, attempt, verdict.message)
      ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.checks, now), verdict.message)
      return
    case 'processing':
    case 'no-proof':
      ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.checks, now), verdict.message)
      ports.onChange({
        topic: 'attempt',
        connectionId: attempt.connectionId,
        orderid: attempt.orderid,
      })
  }
}

/**
 * MONEY: two new transactions, of which one is somebody else's, close a request neither way.
 */
function unlessContested(
  attempt: AttemptRow,
  match: MatchedAttempt,
  told: { reported: SnapshotRow[]; seen: StatusSnapshot; found: Match; isNamed: boolean },
): Match {
  const { reported: all, seen, found, isNamed } = told
  const snapshot = thaw(attempt.snapshot)
  if (found.kind !== 'resolved' || snapshot === null) return found
  const sinceThen = all.filter((reported) => !isBefore(snapshot, attempt.sentNumber ?? 0, reported))
  const since = isNamed ? withoutLater(sinceThen, seen) : sinceThen
  const competing = competingTransaction(match, since, seen)
  if (competing === null) return found
  const [one, other] = [competing, seen].map((each) => maskCardNumbers(transactionIdOf(each)))
  return {
    kind: 'no-proof',
    message: say('requests.two-transactions', {
      one: one ?? '',
      other: other ?? '',
      operation: { noun: attempt.operation },
    }),
  }
}

/**
 * MONEY: a gateway that does not mind the number it is asked for tells the latest transaction. Only
 * where another one was told after this one has it told an older one, by its number.
 */
function withoutLater(since: readonly SnapshotRow[], seen: StatusSnapshot): SnapshotRow[] {
  const id = transactionIdOf(seen)
  const first = since.find((reported) => transactionIdOf(reported) === id)?.seq ?? Infinity
  const later = new Set(since.filter(({ seq }) => seq > first).map(transactionIdOf))
  return since.filter((reported) => !later.has(transactionIdOf(reported)))
}

const isByName = (
  { serialNumber, orderid, answer }: AttemptRow,
  { requestSn, requestOrderid }: StatusRead,
): boolean =>
  requestOrderid === ''
    ? requestSn !== '' && requestSn === serialNumber
    : requestOrderid !== orderid && requestOrderid === answer?.['paynet-order-id']

/** MONEY: what was asked about one request by its serial number proves nothing of another. */
const isOfAnother = (attempt: AttemptRow, status: StatusRead): boolean =>
  (status.requestSn !== '' || status.requestOrderid !== '') && !isByName(attempt, status)

/** MONEY: what has an order id of its own is proven under that one alone. */
const isReportedElsewhere = (
  { connections }: ApplyStatusPorts,
  attempt: AttemptRow,
  { requestOrderid: named }: StatusRead,
): boolean => {
  const settings = connections.find(attempt.connectionId)?.settings
  const own = settings === undefined ? '' : requestOrderid(attempt, settings)
  return own !== '' && named !== own
}

/**
 * MONEY: an answer that carries another merchant order id speaks of another order, whatever number
 * it was asked under.
 */
const ofThisOrder = (verdict: Match, attempt: AttemptRow, status: StatusRead): Match =>
  verdict.kind !== 'resolved' ||
  attempt.clientOrderid === '' ||
  status.clientOrderid === '' ||
  attempt.clientOrderid === status.clientOrderid
    ? verdict
    : {
        kind: 'conflict',
        message: say('requests.other-merchant-id', {
          orderid: status.orderid,
          clientOrderid: status.clientOrderid,
          sentClientOrderid: attempt.clientOrderid,
        }),
      }

/** MONEY: an answer that carries another merchant order id brings nothing of this one. */
const isOwnOrder = (attempt: AttemptRow, { clientOrderid }: StatusRead): boolean =>
  clientOrderid === '' || attempt.clientOrderid === '' || clientOrderid === attempt.clientOrderid

/**
 * MONEY: another connection record may reach the same order and read its answers otherwise; only
 * the record's own reading counts.
 */
function isReadAlike(
  ports: ApplyStatusPorts,
  attempt: AttemptRow,
  { reading }: StatusRead,
): boolean {
  const own = ports.connections.find(attempt.connectionId)
  return own !== undefined && readingOf(own) === reading
}

/**
 * What is known against a request. MONEY: an answer that came late may tell what was there before,
 * so as proof what counts is when its question was asked; to raise an alarm it is enough that
 * nobody had told it before the sending.
 */
type Purpose = 'proof' | 'alarm'

const toMatch = (
  ports: ApplyStatusPorts,
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

const isBefore = ({ seq }: AttemptSnapshot, askedUntil: number, reported: SnapshotRow): boolean =>
  reported.seq <= seq || reported.asked < askedUntil

/**
 * Neither an alarm nor a claim closes a request: what may be the request's own is enough for both.
 */
const maybeOwn: Question = { isByName: false, isMaybeEnough: true }

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

/**
 * MONEY: a final state stays; when the gateway later tells the same transaction differently, a
 * person has to look.
 */
function noteContradiction(ports: ApplyStatusPorts, attempt: AttemptRow, status: StatusRead): void {
  const message =
    attempt.state === 'REJECTED' || attempt.state === 'RESOLVED_BY_HAND'
      ? shownThoughClosed(ports, attempt, status)
      : (changedStatusMessage(ports, attempt, status) ?? shownThoughFailed(ports, attempt, status))
  if (message !== null && !wasCleared(ports, attempt, status)) addConflict(ports, attempt, message)
}

/** MONEY: another contradiction joins the one that stands; who clears them reads all of them. */
function addConflict(ports: ApplyStatusPorts, { id, conflict }: AttemptRow, message: string): void {
  const known = messagesIn(conflict ?? '')
  if (!known.includes(message)) ports.journal.noteConflict(id, sayAll([...known, message]))
}

function changedStatusMessage(
  ports: ApplyStatusPorts,
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
const shownThoughFailed = (
  ports: ApplyStatusPorts,
  attempt: AttemptRow,
  status: StatusRead,
): string | null =>
  (attempt.state === 'DECLINED' || attempt.state === 'FAILED') &&
  outcomeOf(status.snapshot.status, status.snapshot.stage) === 'approved'
    ? shownThoughClosed(ports, attempt, status)
    : null

/**
 * MONEY: after a refusal, or a person's word that nothing happened, somebody sends again; when the
 * first one is there all the same, that would be the second. And what a person found to have
 * happened may turn out to have failed.
 */
function shownThoughClosed(
  ports: ApplyStatusPorts,
  attempt: AttemptRow,
  status: StatusRead,
): string | null {
  const { seq: _seq, at: _at, ...seen } = status.snapshot
  const isNamed = isByName(attempt, status)
  const question = { ...maybeOwn, isByName: isNamed }
  const verdict = matchStatus(toMatch(ports, attempt, 'alarm'), seen, fingerprintOf, question)
  const isThere =
    verdict.kind === 'processing' || (verdict.kind === 'resolved' && verdict.state === 'SUCCEEDED')
  const isFailed = verdict.kind === 'resolved' && verdict.state !== 'SUCCEEDED'
  const contradicts = attempt.handOutcome === 'happened' ? isFailed : isThere
  if (!contradicts || (!isNamed && mayBeLater(ports, attempt, seen))) return null
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
const mayBeLater = (ports: ApplyStatusPorts, attempt: AttemptRow, seen: StatusSnapshot): boolean =>
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
 * A person has looked into this very answer already: it had come by then, and says nothing else
 * now.
 */
function wasCleared(
  ports: ApplyStatusPorts,
  attempt: AttemptRow,
  { snapshot }: StatusRead,
): boolean {
  const { clearedSeq } = attempt
  return (
    clearedSeq !== null &&
    ports.orders
      .snapshots(attempt)
      .some((seen) => seen.seq <= clearedSeq && fingerprintOf(seen) === fingerprintOf(snapshot))
  )
}
