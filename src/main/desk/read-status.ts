// Asks the service for an order's status and stores what it said. The one way status enters the ledger; used by look-ups, the
// re-read before sending, and settling. It never sends anything but the status operation.
import { type Connection } from '#shared/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { Observation } from '#shared/gateway/status.ts'
import { observationOf } from './observe.ts'
import type { DeskPorts } from './ports.ts'

export interface StatusRead {
  orderid: string
  clientOrderid: string
  observation: Observation
}

/** Faults: as GatewayClient.read; conflict when the answer names another order or none. */
export async function readStatus(
  ports: DeskPorts,
  connection: Connection,
  which: { orderid?: string; client_orderid?: string },
  by: { actor: string; isLookUp: boolean },
): Promise<Result<StatusRead>> {
  const reply = await ports.gateway(connection.id).read('status', connection, which)
  if (!reply.ok) return reply
  const { answer, serialNumber } = reply.value
  const orderid = answer['paynet-order-id'] ?? which.orderid
  if (orderid === undefined || orderid === '')
    return fail({
      kind: 'conflict',
      sent: 'yes',
      message: 'The service answered without saying which order it speaks of.',
      detail: 'The answer has no paynet-order-id.',
    })
  const clientOrderid = answer['merchant-order-id'] ?? which.client_orderid ?? ''
  const observation = ports.orders.observe({
    connectionId: connection.id,
    orderid,
    clientOrderid,
    observation: observationOf(answer, connection.settings),
    answer,
    serialNumber: serialNumber ?? '',
    actor: by.actor,
    isLookUp: by.isLookUp,
  })
  ports.onChange({ topic: 'order', connectionId: connection.id, orderid })
  return ok({ orderid, clientOrderid, observation })
}
