// What a review worked out, whatever kind of operation it is about: prepare.ts keeps it, perform.ts checks against it.
import type { Connection } from '#shared/connection.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
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

export const sentFor = (ports: DeskPorts, connectionId: string, orderid: string): number =>
  ports.journal.ofOrder(connectionId, orderid).filter((row) => row.sentAt !== null).length
