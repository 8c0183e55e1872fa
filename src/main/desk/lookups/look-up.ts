// Looks one order up at one connection and takes what its status proves. It sends nothing but the
// status question.
import { fail, type Result } from '#shared/fault.ts'
import type { LookUpBy } from '#shared/look-up-list.ts'
import { applyStatus, type StatusPorts } from '../payments/status/apply-status.ts'
import { readStatus, type StatusRead } from '../payments/status/read-status.ts'
import { cardNumberAsId } from '../orders/typed-ids.ts'
import { noConnection } from '../base/faults.ts'

/** Faults: input (a card number), denied (no such connection), and those of readStatus. */
export async function lookUp(
  ports: StatusPorts,
  { connectionId, by, value }: { connectionId: string; by: LookUpBy; value: string },
): Promise<Result<StatusRead>> {
  const connection = ports.connections.find(connectionId)
  if (connection === undefined) return fail(noConnection)
  const strange = cardNumberAsId(ports, connection, { value })
  if (strange !== null) return fail(strange)
  const status = await readStatus(
    ports,
    connection,
    by === 'orderid' ? { orderid: value } : { client_orderid: value },
    { actor: ports.actor(), isLookUp: true },
  )
  if (status.ok) applyStatus(ports, status.value)
  return status
}
