// Confirm: burns the one-use token, waits for as long as it can be taken back, re-reads the status,
// journals SENDING and only then sends, once. MONEY: what moves money goes through confirm();
// nothing here retries a send, and no error path leads back to one.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { isAction } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { fingerprintOf, type Observation } from '#shared/gateway/status.ts'
import { isSameMoney } from '#shared/money.ts'
import type { Outcome, Prepared } from '../../../gateway/client.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { fieldsOfHeld } from '../review/card-entry.ts'
import { closing } from '../../closing.ts'
import { movedFault } from '../../connections/connection-rules.ts'
import { applyStatus } from '../resolve/apply-status.ts'
import type { OpenCard } from '../review/held-card.ts'
import { elapsedMs, type Moment, momentOf } from './moment.ts'
import { freeze } from '../resolve/status-snapshot.ts'
import { planAction } from '../review/plan.ts'
import type { DeskPorts } from '../../ports.ts'
import {
  currencyRefused,
  hashToken,
  moneyStopped,
  noConnection,
  type Pending,
  type PendingBook,
  reviewLastsMs,
} from '../review/prepare.ts'
import { otherForm } from '../review/other-form.ts'
import { sentFor, settingsChanged, undoMsOf, unsent, waitingFault } from '../review/planned.ts'
import { readStatus } from '../resolve/read-status.ts'
import { latestMs, reviewGone, reviewTooOld, tooLate } from './too-late.ts'
import { twinFault } from '../review/twins.ts'
import { againFault, stillMissing } from '../review/review-again.ts'
import { usedFault } from '../review/review-typed-id.ts'
import { named, record } from './record.ts'
import { refuseUnwritten } from './outcome-writer.ts'

export async function confirm(
  ports: DeskPorts,
  pending: PendingBook,
  input: { attemptId: string; token: string; twinsSeen?: string[] | undefined },
): Promise<Result<AttemptRow>> {
  const draft = ports.journal.get(input.attemptId)
  const { attemptId, twinsSeen = [] } = input
  const confirmed: Confirmed = { at: momentOf(ports), intent: pending.get(attemptId), twinsSeen }
  const held = heldBack(ports, ports.connections.find(draft?.connectionId ?? ''), confirmed)
  if (held !== null) return fail(named(held, input.attemptId))
  const busy = draft?.state === 'DRAFT' ? waitingFault(ports, draft.lockKey) : null
  if (busy !== null) return fail(busy)
  const twin = draft?.state === 'DRAFT' ? unseenTwin(ports, confirmed, attemptId, false) : null
  if (twin !== null) return fail(twin)
  // MONEY: the burn is one UPDATE in the ledger; of fifty clicks one gets past this line, also
  // after a restart.
  let approved: Result<AttemptRow>
  try {
    approved = ports.journal.approve(input.attemptId, hashToken(input.token), ports.actor)
  } catch (error) {
    return refuseUnwritten(ports, input.attemptId, error)
  }
  if (!approved.ok) return approved
  pending.delete(input.attemptId)
  const card = ports.cards.take(input.attemptId, approved.value)
  let ready: Result<Ready>
  try {
    const over = await undoOver(ports, approved.value, confirmed)
    if (!over.ok) return over
    ready = await toSending(ports, approved.value, confirmed, card)
  } catch (error) {
    // MONEY: nothing has left: the request is only handed to the socket below.
    closeUnsent(ports, input.attemptId)
    return refuseUnwritten(ports, input.attemptId, error)
  } finally {
    // The request that is about to leave holds the card now; nothing else needs it.
    card?.wipe()
  }
  if (!ready.ok) return giveUp(ports, input.attemptId, ready.fault)
  const { prepared, connection, operation, sending } = ready.value

  let outcome: Outcome
  try {
    outcome = await ports.gateway(connection.id).send(prepared, connection, operation)
  } catch (error) {
    // A bug after SENDING says nothing about what reached the gateway.
    const incident = input.attemptId
    ports.report(incident, error)
    outcome = {
      kind: 'unknown',
      fault: {
        kind: 'outcome-unknown',
        sent: 'maybe',
        message: say('something-unexpected-happened-while-sending'),
        detail: `Incident ${incident}`,
      },
      date: null,
      skewMs: null,
    }
  }
  return record(ports, sending, operation, outcome)
}

interface Confirmed {
  at: Moment
  /** What was reviewed; undefined after a restart. */
  intent: Pending | undefined
  /** Twins of which the person said that this one is meant beside them. */
  twinsSeen: readonly string[]
}

interface Ready {
  prepared: Prepared
  connection: Connection
  operation: Pending['operation']
  /** The row as it stands in the ledger: in SENDING, committed. */
  sending: AttemptRow
}

/**
 * Waits until it can't be taken back any more. A fault says why it is not sent; its row is closed
 * then, or left to recovery.
 */
async function undoOver(
  ports: DeskPorts,
  approved: AttemptRow,
  confirmed: Confirmed,
): Promise<Result<null>> {
  const { id, connectionId, operation } = approved
  const connection = ports.connections.find(connectionId)
  const ms = connection === undefined ? 0 : undoMsOf(connection, operation as OperationId)
  if (ms === 0) return ok(null)
  const end = await ports.undo.wait(approved, ms)
  if (end === 'undone') return fail(undone(id, say('it-was-undone')))
  // The row stays as it is: the next start closes it and says so, as after a crash.
  if (end === 'closed') return fail(undone(id, say('paydesk-was-closed')))
  const held = heldBack(ports, connection, confirmed)
  return held === null ? ok(null) : giveUp(ports, id, held)
}

async function toSending(
  ports: DeskPorts,
  approved: AttemptRow,
  confirmed: Confirmed,
  card: OpenCard | null,
): Promise<Result<Ready>> {
  const { intent } = confirmed
  const connection = ports.connections.find(approved.connectionId)
  if (intent === undefined) return fail(reviewGone)
  if (connection === undefined) return fail(noConnection)
  const snapshot = await statusBeforeSending(ports, connection, approved, intent)
  if (!snapshot.ok) return snapshot
  const ready = await makeReady(ports, connection, approved, { ...intent, card })
  if (!ready.ok) return ready
  const sending = ports.journal.move({
    id: approved.id,
    from: ['APPROVED'],
    to: 'SENDING',
    patch: {
      message: say('being-sent-if-paydesk-stops-now'),
      snapshot: snapshot.value === null ? null : freeze(snapshot.value),
      sentAt: ports.clock(),
      sentNumber: ports.orders.drawNumber(),
    },
    actor: ports.actor,
    origin: 'desk',
    details: confirmed.twinsSeen.length === 0 ? {} : { twinsSeen: confirmed.twinsSeen },
    guard: () =>
      heldBack(ports, connection, confirmed) ??
      movedFault(connection, ports.connections.find(connection.id)) ??
      sumsFault(ports, intent, connection) ??
      againFault(ports, intent.replaces) ??
      (intent.isTypedId === true ? usedFault(ports, 'request', intent) : null) ??
      unseenTwin(ports, confirmed, approved.id, true) ??
      otherForm(ports, intent) ??
      staleFault(ports, intent, snapshot.value),
    also: (row) => ports.orders.refresh(row),
  })
  if (!sending.ok) return unsent(ready.value, sending)
  const unwitnessed = await ports.witness(connection)
  const held =
    unwitnessed === null ? heldBack(ports, connection, confirmed) : moneyStopped(unwitnessed)
  if (held !== null) return unsent(ready.value, notSent(ports, approved.id, held))
  return ok({
    prepared: ready.value,
    connection,
    operation: intent.operation,
    sending: sending.value,
  })
}

/**
 * The status just before sending, as evidence; null for an operation that moves no existing order's
 * money.
 */
async function statusBeforeSending(
  ports: DeskPorts,
  connection: Connection,
  row: AttemptRow,
  intent: Pending,
): Promise<Result<Observation | null>> {
  if (intent.replaces !== null || intent.isTypedId === true) {
    const missing = await stillMissing(ports, connection, intent)
    return missing === null ? ok(null) : fail(unreadStatus(missing))
  }
  if (intent.seen === '') return ok(null)
  const status = await readStatus(
    ports,
    connection,
    { orderid: intent.orderid },
    { actor: ports.actor, isLookUp: false },
  )
  if (!status.ok) return fail(unreadStatus(status.fault))
  const { observation } = status.value
  if (fingerprintOf(observation) === row.seen) return ok(observation)
  // MONEY: what it tells of other requests counts all the same; the next answer may tell something
  // else.
  applyStatus(ports, status.value)
  return fail({
    kind: 'denied',
    sent: 'no',
    reason: 'order-moved',
    message: say('the-order-changed-since-it-was-reviewed', {
      transactionType: observation.transactionType,
      status: observation.status,
    }),
    attemptId: row.id,
  })
}

/** Signs. Nothing has been sent when it fails. */
async function makeReady(
  ports: DeskPorts,
  connection: Connection,
  row: AttemptRow,
  intent: Pending & { card: OpenCard | null },
): Promise<Result<Prepared>> {
  const typed = fieldsOfHeld(connection, intent.hasCard, intent.card)
  if (!typed.ok) return typed
  const fields = { ...intent.plan.fields, ...typed.value }
  const built = await ports
    .gateway(connection.id)
    .build(intent.operation, connection, fields, intent.plan.money)
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
  ports: DeskPorts,
  connection: Connection | undefined,
  { at, intent }: Confirmed,
): Fault | null {
  if (ports.closing.aborted) return closing
  const stop = ports.moneyStop(connection)
  if (stop !== null) return moneyStopped(stop)
  // As the settings are now: they may have been narrowed while it waited.
  const refused = currencyRefused(ports.connections.find(connection?.id ?? ''), intent?.plan)
  if (refused !== null) return refused
  const undoMs =
    connection === undefined || intent === undefined ? 0 : undoMsOf(connection, intent.operation)
  if (elapsedMs(ports, at) > undoMs + latestMs) return tooLate
  const reviewAge = intent === undefined ? 0 : elapsedMs(ports, intent.reviewedAt)
  return reviewAge > reviewLastsMs + undoMs + latestMs ? reviewTooOld : null
}

/**
 * Inside the SENDING transaction: the sums as they are now, after any other attempt that got there
 * first.
 */
function sumsFault(ports: DeskPorts, intent: Pending, { settings }: Connection): Fault | null {
  // MONEY: after another request the snapshot may be older than that one's effect, which would then
  // be taken for this one's.
  const sentNow = intent.orderid === '' ? 0 : sentFor(ports, intent)
  if (sentNow !== intent.sentBefore) return orderMoved
  if (!isAction(intent.operation)) return null
  const facts = ports.orders.facts(intent)
  const { fields, money } = intent.plan
  const { restOfHold } = settings.money
  const planned = planAction(intent.operation, facts, fields, money, restOfHold)
  if (!planned.ok) return planned.fault
  const { moves } = planned.value
  const confirmed = intent.plan.moves
  const isSame =
    moves === null || confirmed === null ? moves === confirmed : isSameMoney(moves, confirmed)
  return isSame ? null : orderMoved
}

/**
 * Inside the SENDING transaction: the last thing told of the order must be the status that was
 * re-read. MONEY: signing may wait for the keychain; what another look-up stored meanwhile would be
 * taken for the effect of this request.
 */
function staleFault(ports: DeskPorts, intent: Pending, snapshot: Observation | null): Fault | null {
  if (snapshot === null) return null
  return ports.orders.observations(intent).at(-1)?.seq === snapshot.seq ? null : statusMoved
}

const moved = (message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'order-moved',
  message,
})
const statusMoved = moved(say('the-gateway-told-something-new-about-this-order-just'))
const orderMoved = moved(say('what-remains-on-this-order-changed-since-it-was'))

const unseenTwin = (
  ports: DeskPorts,
  { intent, twinsSeen }: Confirmed,
  attemptId: string,
  isLeaving: boolean,
): Fault | null =>
  intent === undefined ? null : twinFault(ports, { ...intent, attemptId }, twinsSeen, isLeaving)

/** Before SENDING: the attempt is closed, nothing has left, and the person reviews again. */
function giveUp(ports: DeskPorts, attemptId: string, fault: Fault): Result<never> {
  ports.journal.move({
    id: attemptId,
    from: ['APPROVED'],
    to: 'DISCARDED',
    patch: {
      message: say('nothing-was-sent-because', { why: fault.message }),
      resolvedAt: ports.clock(),
    },
    actor: 'paydesk',
    origin: 'desk',
  })
  return fail(named(fault, attemptId))
}

/** In SENDING, before the socket: the row says that nothing has left. */
function notSent(ports: DeskPorts, attemptId: string, fault: Fault): Result<never> {
  ports.journal.move({
    id: attemptId,
    from: ['SENDING'],
    to: 'NOT_SENT',
    patch: {
      message: say('nothing-was-sent-because', { why: fault.message }),
      resolvedAt: ports.clock(),
    },
    actor: 'paydesk',
    origin: 'desk',
    also: (row) => ports.orders.refresh(row),
  })
  return fail(named(fault, attemptId))
}

/**
 * After something unexpected before the socket: closes the row in whatever state it was left.
 * Recovery does it otherwise.
 */
function closeUnsent(ports: DeskPorts, attemptId: string): void {
  const close = (from: 'APPROVED' | 'SENDING', to: 'DISCARDED' | 'NOT_SENT') =>
    ports.journal.move({
      id: attemptId,
      from: [from],
      to,
      patch: {
        message: say('nothing-was-sent-paydesk-could-not-go-on-before'),
        resolvedAt: ports.clock(),
      },
      actor: 'paydesk',
      origin: 'desk',
    })
  try {
    if (!close('APPROVED', 'DISCARDED').ok) close('SENDING', 'NOT_SENT')
  } catch (error) {
    ports.report(attemptId, error)
  }
}

const undone = (attemptId: string, message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'undone',
  message,
  attemptId,
})

/**
 * A status that could not be read is not an unknown outcome of the money request: that was never
 * sent.
 */
function unreadStatus(fault: Fault): Fault {
  if (fault.kind !== 'outcome-unknown') return fault
  return {
    kind: 'unreached',
    sent: 'no',
    message: say('the-orders-status-could-not-be-read-just-before'),
    detail: fault.detail,
  }
}
