// What a review worked out, whatever kind of operation it is about: prepare.ts keeps it, perform.ts checks against it.
import type { Connection } from '#shared/connection.ts'
import type { Fault } from '#shared/fault.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { formatAmount, toText } from '#shared/money.ts'
import type { Plan } from './plan.ts'
import type { DeskPorts } from './ports.ts'

export interface Planned {
  operation: OperationId
  /** Empty while the service has not named the order. */
  orderid: string
  clientOrderid: string
  lockKey: string
  plan: Plan
  /** Fingerprint of the status that was seen; empty when the operation is about no order's money. */
  seen: string
  statusSeen: string
  /** How many requests for the order had left, or tried to, when it was reviewed. */
  sentBefore: number
}

/** MONEY: at most one open request per order at the service, whatever the operation. */
export const orderLock = (connection: Connection, orderid: string): string =>
  JSON.stringify([connection.id, connection.endpointId, orderid])

/** How long a confirmed request can be taken back: only what moves money waits. */
export const undoMsOf = (connection: Connection, operation: OperationId): number =>
  rowOf(operation).risk === 'money' ? connection.settings.money.undoMs : 0

/** Why nothing more may be asked for under this lock while a confirmed request waits there, or null. */
export function waitingWords(ports: DeskPorts, lockKey: string): string | null {
  const row = ports.undo.under(lockKey)?.row
  if (row === undefined) return null
  const what =
    row.amount === null ? row.operation : `${row.operation} of ${formatAmount(toText(row.amount))}`
  return `A ${what} is confirmed and about to be sent. Take it back, or wait for its outcome.`
}

export const waitingFault = (ports: DeskPorts, lockKey: string): Fault | null => {
  const words = waitingWords(ports, lockKey)
  return words === null
    ? null
    : { kind: 'denied', sent: 'no', reason: 'order-busy', message: `${words} Nothing was sent.` }
}

export const sentFor = (ports: DeskPorts, connectionId: string, orderid: string): number =>
  ports.journal.ofOrder(connectionId, orderid).filter((row) => row.sentAt !== null).length
