// Looks one order up at one connection and takes what its status proves. It sends nothing but the status question.
import { holdsCardNumber } from '#shared/card-number.ts'
import { fail, inputFault, type Result } from '#shared/fault.ts'
import type { LookUpBy } from '#shared/look-up-list.ts'
import { applyEvidence } from './evidence.ts'
import type { DeskPorts } from './ports.ts'
import { noConnection } from './prepare.ts'
import { readStatus, type StatusRead } from './read-status.ts'

/** Faults: input (a card number), denied (no such connection), and those of readStatus. */
export async function lookUp(
  ports: DeskPorts,
  { connectionId, by, value }: { connectionId: string; by: LookUpBy; value: string },
): Promise<Result<StatusRead>> {
  const connection = ports.connections.find(connectionId)
  if (connection === undefined) return fail(noConnection)
  // An order that is here already is one, whatever its number looks like.
  if (holdsCardNumber(value) && ports.orders.get(connectionId, value) === null)
    return fail(inputFault('value', cardNumberTyped))
  const status = await readStatus(
    ports,
    connection,
    by === 'orderid' ? { orderid: value } : { client_orderid: value },
    { actor: ports.actor, isLookUp: true },
  )
  if (status.ok) applyEvidence(ports, connectionId, status.value)
  return status
}

const cardNumberTyped =
  'This looks like a card number. Orders are looked up by their order id; nothing was sent or kept.'
