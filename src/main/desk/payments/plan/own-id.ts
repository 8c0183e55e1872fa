// Whether something new may be sent under a merchant order id that Paydesk did not make for it: one
// that a request had before it, or one that was typed. Asked at the review, and once more as it
// leaves. It sends nothing but status requests.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, inputFault } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { applyStatus, type StatusPorts } from '../status/apply-status.ts'
import { readStatus } from '../status/read-status.ts'
import type { Plan } from './open-review.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { nothingSent } from '../../base/faults.ts'

/**
 * MONEY: why a request must not be sent again; asked at the review and inside the transaction that
 * makes the second one SENDING.
 */
export function againFault(
  ports: Pick<DeskPorts, 'journal'>,
  replaces: string | null,
): Fault | null {
  if (replaces === null) return null
  const first = ports.journal.get(replaces)
  if (first?.state !== 'RESOLVED_BY_HAND' || first.handOutcome !== 'did-not-happen')
    return nothingSent(say('requests.again-only-not-done'))
  if (first.orderid !== '' || first.conflict !== null) return shownByNow
  const wasRepeated = ports.journal
    .replacing(replaces)
    .some(({ sentAt, state }) => sentAt !== null && state !== 'NOT_SENT')
  return wasRepeated ? nothingSent(say('requests.again-done')) : null
}

/** Asks the gateway whether it knows the order by now. Null when it says that it does not. */
export async function stillMissing(
  ports: StatusPorts,
  connection: Connection,
  { clientOrderid }: Pick<AttemptRow, 'clientOrderid'>,
): Promise<Fault | null> {
  const status = await readStatus(
    ports,
    connection,
    { client_orderid: clientOrderid },
    { actor: ports.actor(), isLookUp: false },
  )
  if (!status.ok) return isNotThere(status.fault) ? null : status.fault
  applyStatus(ports, status.value)
  return shownByNow
}

/**
 * MONEY: why an id that was typed can't be taken; asked at the review and inside the transaction
 * that makes the request SENDING.
 */
export function usedFault(
  ports: Pick<DeskPorts, 'orders' | 'journal'>,
  field: string,
  { service, clientOrderid }: Pick<Plan, 'service' | 'clientOrderid'>,
): Fault | null {
  const isUsed =
    ports.orders.orderidOf(service, clientOrderid) !== '' ||
    ports.journal.underOwnId(service, clientOrderid).some(({ sentAt }) => sentAt !== null)
  return isUsed ? inputFault(field, say('requests.id-used')) : null
}

const shownByNow = nothingSent(say('requests.again-order-there'))
