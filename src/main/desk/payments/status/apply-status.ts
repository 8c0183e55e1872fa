// What one status answer proves about the attempts of its order: resolves the open one, notes a
// contradiction on a final one. Called by whoever read a status. It never sends, never leaves a
// final state and never concludes from silence.
import { say } from '#shared/message.ts'
import { isOpen, isWatched } from '#shared/attempt.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { readingOf } from '../../connections/connection-rules.ts'
import {
  fingerprintOf,
  outcomeOf,
  type StatusSnapshot,
  transactionIdOf,
} from '#shared/gateway/status/status.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { SnapshotRow } from '../../../ledger/orders/orders.ts'
import {
  matchStatus,
  type MatchedAttempt,
  type Match,
  competingTransaction,
} from './match-status.ts'
import { takeLateAnswer, type LateAnswerPorts } from './late-answer.ts'
import { requestOrderid } from './request-orderid.ts'
import { thaw } from './frozen-snapshot.ts'
import { nextCheckAt, watchFrom } from './poll-schedule.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { StatusRead, ReadStatusPorts } from './read-status.ts'
import { addConflict, noteContradiction } from './contradiction.ts'
import { isByName, toMatch, isBefore } from './matched-attempt.ts'
import { tellTeam } from './tell-team.ts'

export type ApplyStatusPorts = LateAnswerPorts &
  Pick<DeskPorts, 'connections' | 'team' | 'onChange'>

/** What it takes to read a status and to apply it. */
export type StatusPorts = ReadStatusPorts & ApplyStatusPorts & Pick<DeskPorts, 'actor'>

/** Applies one status snapshot to every attempt of the order it is about. */
export function applyStatus(ports: ApplyStatusPorts, status: StatusRead): void {
  nameOrder(ports, status)
  for (const attempt of ports.journal.ofOrder(status))
    if (isOpen(attempt.state)) resolveBy(ports, attempt, status)
    else noteContradiction(ports, attempt, status)
  tellTeam(ports, status)
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
  const verdict = isRepeated
    ? ofThisOrder(single, attempt, status)
    : unlessColleagues(ports, attempt, ofThisOrder(single, attempt, status), isNamed)
  // What a colleague saw of it first, this computer may not be told any more. MONEY: not where its
  // own number can be asked for.
  const mayBeShown = verdict.kind === 'no-proof' && !isNamed && !hasNumber(ports, attempt)
  const shown = mayBeShown ? shownOf(ports, attempt, seen) : null
  const end = shown?.end ?? verdict
  switch (end.kind) {
    case 'resolved':
      ports.journal.move({
        id: attempt.id,
        from: ['ACCEPTED', 'UNKNOWN'],
        to: end.state,
        patch: {
          message: end.message,
          resolvedBy: shown?.isSeen === false ? null : seq,
          resolvedAt: now,
          nextCheckAt: isWatched(end.state) ? watchFrom(attempt, now) : null,
        },
        actor: 'paydesk',
        origin: 'service',
        details: { snapshot: seq, status: seen.status, transactionType: seen.transactionType },
        also: (row) => ports.orders.refresh(row),
      })
      return
    case 'conflict':
      addConflict(ports, attempt, end.message)
      ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.checks, now), end.message)
      return
    case 'processing':
    case 'no-proof':
      ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.checks, now), end.message)
      ports.onChange({
        topic: 'attempt',
        connectionId: attempt.connectionId,
        orderid: attempt.orderid,
      })
  }
}

/**
 * What a colleague was shown of the request by the gateway's status, and told the team; null where
 * nobody was, and where this answer tells that transaction otherwise. `isSeen`: it tells it alike.
 */
function shownOf(
  ports: ApplyStatusPorts,
  attempt: AttemptRow,
  seen: StatusSnapshot,
): { end: Match; isSeen: boolean } | null {
  const shown = ports.team()?.shownOf(attempt) ?? null
  if (shown === null) return null
  const isSeen = maskCardNumbers(transactionIdOf(seen)) === shown.id
  if (isSeen && outcomeOf(seen.status, seen.stage) !== 'approved') return null
  return {
    end: { kind: 'resolved', state: 'SUCCEEDED', message: say('team.own-shown', shown) },
    isSeen,
  }
}

/**
 * MONEY: after two people released an order a colleague may have sent the same: nothing but the
 * request's own number says whose it is. What a colleague sent before may still come: it counts
 * while this request has no answer, or has a number and was not asked for by it.
 */
function unlessColleagues(
  ports: ApplyStatusPorts,
  attempt: AttemptRow,
  found: Match,
  isNamed: boolean,
): Match {
  if (found.kind === 'no-proof') return found
  const mayBeEarlier = attempt.answer === null || (!isNamed && hasNumber(ports, attempt))
  const doubt = ports.team()?.doubt(attempt, mayBeEarlier) ?? null
  return doubt === null ? found : { kind: 'no-proof', message: doubt }
}

/** Whether its gateway is asked for this request by its serial number. */
const hasNumber = (
  { connections }: Pick<ApplyStatusPorts, 'connections'>,
  { connectionId, serialNumber }: AttemptRow,
): boolean =>
  (serialNumber ?? '') !== '' && connections.find(connectionId)?.settings.statusBy === 'request'

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
