// Asks for the status of an attempt's order: to bring an open one to its final state, and to see
// whether a final one is contradicted. It never sends a write or money operation, and never
// concludes from silence.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { lookUpsNeeded } from '#shared/attempt.ts'
import { fail, type Result } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { applyStatus, type StatusPorts } from '../status/apply-status.ts'
import { isAskedAlone, readLateAnswer, type LateAnswerPorts } from '../status/late-answer.ts'
import { nextCheckAt, watchDelayMs } from '../status/poll-schedule.ts'
import { requestOrderid } from '../status/request-orderid.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { readStatus, type StatusRead, type ReadStatusPorts } from '../status/read-status.ts'
import { noConnection } from '../../base/faults.ts'
import type { LookUpCounter } from './look-up-counter.ts'

export interface ResolvePorts extends LateAnswerPorts, StatusPorts {
  lookUps: LookUpCounter
}

/**
 * Reads the status once and takes what it proves. Returns the read, for callers that show the
 * order; null where the status was of no order. `tries` as GatewayClient.read.
 */
export async function resolveAttempt(
  ports: ResolvePorts,
  attempt: AttemptRow,
  tries?: number,
): Promise<Result<StatusRead | null>> {
  const connection = ports.connections.find(attempt.connectionId)
  const status =
    connection !== undefined && isAskedAlone(attempt)
      ? await readLateAnswer(ports, connection, attempt, tries)
      : await statusOf(ports, attempt, tries)
  const isMissing = !status.ok && isNotThere(status.fault)
  if (status.ok) {
    if (status.value !== null) applyStatus(ports, status.value)
    // Of what was resolved by this answer no look-ups are counted any more.
    ports.lookUps.note(attempt)
  } else
    noteUnread(
      ports,
      attempt,
      isMissing
        ? missingMessage(ports.lookUps.note(attempt))
        : say('requests.status-not-read', { message: status.fault.message }),
    )
  return status
}

const missingMessage = (lookUps: number): string =>
  lookUps < lookUpsNeeded
    ? say('requests.not-found-yet', { looks: lookUps })
    : say('requests.not-found', { lookUpsNeeded })

/**
 * One more look at a request that was refused or resolved by hand. What it shows is noted as a
 * contradiction, if it is one.
 */
export async function watchAttempt(ports: StatusPorts, attempt: AttemptRow): Promise<void> {
  const status = await statusOf(ports, attempt, 1)
  if (status.ok) applyStatus(ports, status.value)
  const isAnswered = status.ok || isNotThere(status.fault)
  // MONEY: none was answered while it waits for the first one, whatever the plan says.
  const watched = (attempt.awaitsLook ? 0 : attempt.watched) + (isAnswered ? 1 : 0)
  // With a contradiction a person looks on, and without its connection nobody can.
  const isOver =
    ports.journal.get(attempt.id)?.conflict !== null ||
    ports.connections.find(attempt.connectionId) === undefined
  const delayMs = isOver ? null : watchDelayMs(watched)
  ports.journal.noteWatch(attempt.id, watched, delayMs === null ? null : ports.clock() + delayMs)
}

async function statusOf(
  ports: ReadStatusPorts & Pick<DeskPorts, 'actor'>,
  attempt: AttemptRow,
  tries: number | undefined,
): Promise<Result<StatusRead>> {
  const connection = ports.connections.find(attempt.connectionId)
  return connection === undefined ? fail(noConnection) : readFor(ports, connection, attempt, tries)
}

/** The status of the request itself where the gateway can tell it, and else of its order. */
async function readFor(
  ports: ReadStatusPorts & Pick<DeskPorts, 'actor'>,
  connection: Connection,
  attempt: AttemptRow,
  tries: number | undefined,
): Promise<Result<StatusRead>> {
  // An operation that makes an order is found by the merchant's id until the gateway has named it.
  const order = { orderid: attempt.orderid, client_orderid: attempt.clientOrderid }
  const by = { actor: 'paydesk', isLookUp: false, tries }
  const { serialNumber, snapshot, sentNumber } = attempt
  const ownOrderid = requestOrderid(attempt, connection.settings)
  if (ownOrderid !== '')
    return readStatus(
      ports,
      connection,
      { ...order, orderid: ownOrderid },
      { ...by, sentNumber, ofOrder: attempt.orderid },
    )
  // Only what was asked of an order that had a past needs telling apart from that past.
  const hasPast = snapshot !== null && serialNumber !== null && serialNumber !== ''
  if (connection.settings.statusBy === 'request' && hasPast) {
    const named = { ...order, 'by-request-sn': serialNumber }
    const status = await readStatus(ports, connection, named, { ...by, sentNumber })
    // A gateway that does not know the field, or the number, may still tell the order.
    if (status.ok || status.fault.kind !== 'rejected') return status
  }
  return readStatus(ports, connection, order, by)
}

function noteUnread(
  ports: Pick<DeskPorts, 'journal' | 'clock' | 'onChange'>,
  attempt: AttemptRow,
  message: string,
): void {
  ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.checks, ports.clock()), message)
  ports.onChange({
    topic: 'attempt',
    connectionId: attempt.connectionId,
    orderid: attempt.orderid,
  })
}
