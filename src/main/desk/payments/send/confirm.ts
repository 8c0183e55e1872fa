// Confirm: burns the one-use token, waits for as long as it can be taken back, re-reads the status,
// journals SENDING and only then sends, once. MONEY: what moves money goes through confirm();
// nothing here retries a send, and no error path leads back to one.
import { say, sayAll } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { isAction } from '#shared/gateway/flow.ts'
import { movedSince, type StoredSnapshot } from '#shared/gateway/status/status.ts'
import { isSameMoney } from '#shared/money.ts'
import type { Turn } from '../../../gateway/budget/turn.ts'
import type { SignedRequest } from '../../../gateway/client.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { fieldsOfHeld, type CardPorts } from '../cards/card-entry.ts'
import type { ApprovedRowsPort } from '../../approvals/approved-rows.ts'
import { approvalFault } from '../../approvals/approval-fault.ts'
import { type GatePorts, spendApproval } from '../../approvals/approval-gate.ts'
import { movedFault } from '../../connections/connection-rules.ts'
import { applyStatus, type StatusPorts } from '../status/apply-status.ts'
import type { OpenCard } from '../cards/held-card.ts'
import { momentOf } from '../plan/moment.ts'
import { freeze } from '../status/frozen-snapshot.ts'
import { planAction } from '../plan/request-plan.ts'
import { askingIn } from '../../base/asking.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { sentUnderOtherSpelling } from '../plan/order-spelling.ts'
import type { OpenReview, OpenReviews } from '../plan/open-review.ts'
import {
  hashToken,
  sentFor,
  undoMsOf,
  unsent,
  waitingFault,
  type WaitingRequests,
} from '../plan/plan.ts'
import { readStatus } from '../status/read-status.ts'
import { runFault } from './run-stands.ts'
import { toldAtTurn } from './told-at-turn.ts'
import type { TwinPorts } from '../plan/twins.ts'
import { type Said, saidIn, unsaidFault } from '../plan/said.ts'
import { againFault, stillMissing, usedFault } from '../plan/own-id.ts'
import type { TeamClaim } from '../../base/team-claims.ts'
import { withAttempt } from './record.ts'
import {
  type Confirmed,
  mayNotLeave,
  type MayLeavePorts,
  sendSigned,
  type SendPorts,
  type SignedAttempt,
} from './send-signed.ts'
import { refuseUnwritten } from '../plan/unwritten.ts'
import {
  closeUnsent,
  undoRefused,
  notSent,
  refusedAtEnd,
  type EndUnsentPorts,
} from './end-unsent.ts'
import {
  closing,
  moneyStopped,
  noConnection,
  orderChanged,
  orderMoved,
  reviewGone,
  settingsChanged,
  statusMoved,
  statusUnread,
  undone,
} from '../../base/faults.ts'
import { type ClaimPorts, claimUnlessStopped } from './ask-team.ts'
import type { UndoWindow } from './undo-window.ts'

type HeldBackPorts = MayLeavePorts & Pick<DeskPorts, 'closing'>
type ToSendingPorts = HeldBackPorts &
  ClaimPorts &
  StatusPorts &
  TwinPorts &
  EndUnsentPorts &
  GatePorts &
  ApprovedRowsPort &
  Pick<DeskPorts, 'witness' | 'takeTurn' | 'runs'>

export interface ConfirmPorts
  extends ToSendingPorts, SendPorts, CardPorts, Pick<DeskPorts, 'stopMoney'> {
  reviews: OpenReviews
  undo: WaitingRequests & Pick<UndoWindow, 'wait' | 'waitForTeam' | 'confirmed'>
}

export async function confirm(
  ports: ConfirmPorts,
  input: { attemptId: string; token: string } & { [Name in keyof Said]?: Said[Name] | undefined },
  /** The turn of whoever sends one of many; a person's request takes one of its own. */
  given?: Turn,
): Promise<Result<AttemptRow>> {
  const draft = ports.journal.get(input.attemptId)
  const { attemptId, twinsSeen = [], hasCalledPayee = false } = input
  if (ports.ending.aborted && draft?.state === 'DRAFT') return refusedAtEnd(ports, draft)
  const confirmed: Confirmed = {
    at: momentOf(ports),
    review: ports.reviews.get(attemptId),
    ...{ twinsSeen, hasCalledPayee },
  }
  const held = heldBack(ports, ports.connections.find(draft?.connectionId ?? ''), confirmed)
  if (held !== null) return fail(withAttempt(held, input.attemptId))
  const busy = draft?.state === 'DRAFT' ? waitingFault(ports, draft.lockKey) : null
  if (busy !== null) return fail(busy)
  const unsaid = draft?.state === 'DRAFT' ? unsaidFault(ports, confirmed, attemptId, false) : null
  if (unsaid !== null) return fail(unsaid)
  const unapproved =
    draft?.state === 'DRAFT' ? approvalFault(ports, draft, confirmed.review, 'not-read') : null
  if (unapproved !== null) return fail(withAttempt(unapproved, attemptId))
  // MONEY: the burn is one UPDATE in the ledger; of fifty clicks one gets past this line, also
  // after a restart.
  let approved: Result<AttemptRow>
  try {
    approved = ports.journal.approve(input.attemptId, hashToken(input.token), ports.actor(), {
      ...{ at: ports.approvals.now(), number: ports.orders.drawNumber() },
      // MONEY: of two windows one comes first, and the other is held against it.
      guard: (row) => approvalFault(ports, row, confirmed.review, 'not-read'),
    })
  } catch (error) {
    return refuseUnwritten(ports, input.attemptId, error)
  }
  if (!approved.ok) return approved
  ports.reviews.delete(input.attemptId)
  const turn: OwnTurn = { taken: given, claim: null }
  try {
    const signed = await signedOf(ports, approved.value, confirmed, turn)
    return signed.ok ? await sendSigned(ports, confirmed, signed.value) : signed
  } finally {
    if (given === undefined) turn.taken?.end()
    turn.claim?.end()
  }
}

interface OwnTurn {
  /** The part of the account's budget that a request is sent from, once it was taken. */
  taken: Turn | undefined
  /** What the team gave this computer, once it was asked; null where no team is asked. */
  claim: TeamClaim | null
}

/** Waits for its time and its turn, and signs. What is not sent then is closed, with the reason. */
async function signedOf(
  ports: ConfirmPorts,
  approved: AttemptRow,
  confirmed: Confirmed,
  turn: OwnTurn,
): Promise<Result<SignedAttempt>> {
  const { id } = approved
  const card = ports.cards.take(id, approved)
  ports.undo.confirmed.set(id, confirmed.at)
  try {
    const over = await undoOver(ports, approved, confirmed)
    if (!over.ok) return over
    const signed = await toSending(ports, approved, confirmed, { card, turn })
    return signed.ok ? signed : undoRefused(ports, id, signed.fault)
  } catch (error) {
    // MONEY: nothing has left: the request is only handed to the socket afterwards.
    closeUnsent(ports, id)
    return refuseUnwritten(ports, id, error)
  } finally {
    // The request that is about to leave holds the card now; nothing else needs it.
    card?.wipe()
    ports.undo.confirmed.delete(id)
  }
}

/**
 * Waits until it can't be taken back any more. A fault says why it is not sent; its row is closed
 * then, or left to recovery.
 */
async function undoOver(
  ports: HeldBackPorts & EndUnsentPorts & { undo: Pick<UndoWindow, 'wait'> },
  approved: AttemptRow,
  confirmed: Confirmed,
): Promise<Result<null>> {
  const { id, connectionId } = approved
  const connection = ports.connections.find(connectionId)
  const ms = connection === undefined ? 0 : undoMsOf(connection, approved)
  if (ms === 0) return ok(null)
  const end = await ports.undo.wait(approved, ms)
  if (end === 'undone') return fail(undone(id, say('requests.it-was-undone')))
  // The row stays as it is: the next start closes it and says so, as after a crash.
  if (end === 'closed') return fail(undone(id, say('requests.paydesk-was-closed')))
  const held = heldBack(ports, connection, confirmed)
  return held === null ? ok(null) : undoRefused(ports, id, held)
}

async function toSending(
  ports: ToSendingPorts,
  approved: AttemptRow,
  confirmed: Confirmed,
  { card, turn: own }: { card: OpenCard | null; turn: OwnTurn },
): Promise<Result<SignedAttempt>> {
  const { review } = confirmed
  const connection = ports.connections.find(approved.connectionId)
  if (review === undefined) return fail(reviewGone)
  if (connection === undefined) return fail(noConnection)
  // MONEY: waited for while nothing is under way yet, and kept: no wait for others comes between
  // the status and SENDING, nor between SENDING and the socket.
  const turn = (own.taken ??= await ports.takeTurn(
    connection,
    approved.row === null ? 'person' : 'list',
  ))
  // MONEY: before the status is read, which then shows what any colleague did.
  const claimed = await claimUnlessStopped(ports, connection, approved, review)
  if (!claimed.ok) return claimed
  const claim = (own.claim = claimed.value)
  // MONEY: a run's row has its start by now, so that no wait makes its status old.
  if (approved.row !== null) await turn.ready()
  const told = toldAtTurn(ports, approved, review, claim)
  const snapshot =
    told === null
      ? await statusBeforeSending(askingIn(ports, turn), connection, approved, review)
      : ok(told)
  if (!snapshot.ok) return snapshot
  await turn.ready()
  const signed = await signReview(ports, connection, approved, { ...review, card })
  if (!signed.ok) return signed
  let isSpent = false
  const sending = ports.journal.move({
    id: approved.id,
    from: ['APPROVED'],
    to: 'SENDING',
    patch: {
      message: say('requests.being-sent'),
      snapshot: snapshot.value === null ? null : freeze(snapshot.value),
      sentAt: ports.clock(),
      sentNumber: ports.orders.drawNumber(),
    },
    actor: approved.actor,
    origin: 'desk',
    details: saidIn(confirmed),
    guard: () =>
      heldBack(ports, connection, confirmed) ??
      runFault(ports, approved) ??
      movedFault(connection, ports.connections.find(connection.id)) ??
      sumsFault(ports, review, connection) ??
      againFault(ports, review.replaces) ??
      (review.isTypedId === true ? usedFault(ports, 'request', review) : null) ??
      unsaidFault(ports, confirmed, approved.id, true) ??
      sentUnderOtherSpelling(ports, review) ??
      staleFault(ports, review, snapshot.value) ??
      approvalFault(ports, approved, review, snapshot.value),
    also: (row) => {
      ports.orders.refresh(row)
      isSpent = spendApproval(ports, row, review)
      claim?.use(row.id)
    },
  })
  if (!sending.ok) return unsent(signed.value, sending)
  if (isSpent) ports.onChange({ topic: 'people' })
  const unwitnessed = await ports.witness(connection)
  // MONEY: looked at again: what was told while the mark was kept was there before this request.
  const held =
    unwitnessed === null
      ? (heldBack(ports, connection, confirmed) ?? staleFault(ports, review, snapshot.value))
      : moneyStopped(unwitnessed)
  if (held !== null) return unsent(signed.value, notSent(ports, approved.id, held))
  return ok({
    request: signed.value,
    connection,
    operation: review.operation,
    ...{ turn, claim },
    // MONEY: a question that was asked until now may be answered with what was there before.
    sending: { ...sending.value, sentNumber: ports.orders.drawNumber() },
  })
}

/**
 * The status just before sending, as evidence; null for an operation that moves no existing order's
 * money.
 */
async function statusBeforeSending(
  ports: StatusPorts,
  connection: Connection,
  row: AttemptRow,
  review: OpenReview,
): Promise<Result<StoredSnapshot | null>> {
  if (review.replaces !== null || review.isTypedId === true) {
    const missing = await stillMissing(ports, connection, review)
    return missing === null ? ok(null) : fail(unreadStatus(missing))
  }
  if (review.seen === '') return ok(null)
  const status = await readStatus(
    ports,
    connection,
    { orderid: review.orderid },
    { actor: row.actor, isLookUp: false },
  )
  if (!status.ok) return fail(unreadStatus(status.fault))
  const { snapshot } = status.value
  const moved = movedSince(row.seen, snapshot)
  if (moved.length === 0) return ok(snapshot)
  // MONEY: what it tells of other requests counts all the same; the next answer may tell something
  // else.
  applyStatus(ports, status.value)
  return fail(
    orderChanged(
      {
        moved: sayAll(moved),
        transactionType: snapshot.transactionType,
        status: snapshot.status,
      },
      row.id,
    ),
  )
}

/** Signs. Nothing has been sent when it fails. */
async function signReview(
  ports: Pick<DeskPorts, 'gateway'>,
  connection: Connection,
  row: AttemptRow,
  review: OpenReview & { card: OpenCard | null },
): Promise<Result<SignedRequest>> {
  const typed = fieldsOfHeld(connection, review.hasCard, review.card)
  if (!typed.ok) return typed
  const fields = { ...review.request.fields, ...typed.value }
  const built = await ports
    .gateway(connection.id)
    .build(review.operation, connection, fields, review.request.money)
  if (!built.ok) return built
  // MONEY: what was confirmed is what is signed.
  if (built.value.digest === row.digest) return ok(built.value)
  return unsent(built.value, fail(settingsChanged(row.id)))
}

/**
 * MONEY: why a confirmed request may not go on now: money is stopped, the review is too old, or
 * more time passed than the operator was promised. Looked at inside the SENDING transaction as
 * well, since reading the status and asking the keychain take their time.
 */
function heldBack(
  ports: HeldBackPorts,
  connection: Connection | undefined,
  confirmed: Confirmed,
): Fault | null {
  return ports.closing.aborted ? closing : mayNotLeave(ports, connection, confirmed)
}

/**
 * Inside the SENDING transaction: the sums as they are now, after any other attempt that got there
 * first.
 */
function sumsFault(
  ports: Pick<DeskPorts, 'journal' | 'orders'>,
  review: OpenReview,
  { settings }: Connection,
): Fault | null {
  // MONEY: after another request the snapshot may be older than that one's effect, which would then
  // be taken for this one's.
  const sentNow = review.orderid === '' ? 0 : sentFor(ports, review)
  if (sentNow !== review.sentBefore) return orderMoved
  if (!isAction(review.operation)) return null
  const facts = ports.orders.facts(review)
  const { fields, money } = review.request
  const { restOfHold } = settings.money
  const plan = planAction(review.operation, facts, fields, money, restOfHold)
  if (!plan.ok) return plan.fault
  const { moves, isFull } = plan.value
  const confirmed = review.request
  const isSame =
    moves === null || confirmed.moves === null
      ? moves === confirmed.moves
      : isSameMoney(moves, confirmed.moves)
  return isSame && isFull === confirmed.isFull ? null : orderMoved
}

/**
 * Inside the SENDING transaction: the last thing told of the order must be the status that was
 * re-read. MONEY: signing may wait for the keychain; what another look-up stored meanwhile would be
 * taken for the effect of this request.
 */
function staleFault(
  ports: Pick<DeskPorts, 'orders'>,
  review: OpenReview,
  snapshot: StoredSnapshot | null,
): Fault | null {
  if (snapshot === null) return null
  return ports.orders.newest(review) === snapshot.seq ? null : statusMoved
}

/**
 * A status that could not be read is not an unknown outcome of the money request: that was never
 * sent.
 */
function unreadStatus(fault: Fault): Fault {
  return fault.kind === 'outcome-unknown' ? statusUnread(fault.detail) : fault
}
