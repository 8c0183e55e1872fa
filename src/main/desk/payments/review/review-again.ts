// Review of a request that a person found not to have happened, and that is sent again under the
// SAME merchant order id, so that the gateway can tell a repetition. MONEY: only what the first one
// was, only once, and only while the gateway knows no such order. It sends nothing but status
// requests.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { makesOrder } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { applyStatus } from '../status/apply-status.ts'
import type { Plan } from '../plan/plan.ts'
import type { DeskPorts } from '../../ports.ts'
import { readStatus } from '../status/read-status.ts'
import { reviewNew } from './review-new.ts'
import { nothingSent } from '../../faults.ts'

export async function reviewAgain(
  ports: DeskPorts,
  connection: Connection,
  asked: { operation: OperationId; request: Record<string, string>; again: string },
): Promise<Result<Plan>> {
  const first = ports.journal.get(asked.again)
  if (first === null) return fail(nothingSent(say('this-computer-has-no-such-request')))
  const isOurs =
    first.operation === asked.operation &&
    first.service === ports.connections.gatewayOf(connection) &&
    makesOrder(asked.operation)
  if (!isOurs) return fail(nothingSent(say('this-request-cant-be-sent-again-here')))
  const barred = againFault(ports, first.id)
  if (barred !== null) return fail(barred)
  const plan = reviewNew(ports, connection, asked.operation, asked.request, first.clientOrderid)
  if (!plan.ok) return plan
  const field = changedField(first, plan.value.request.fields)
  if (field !== null) return fail(inputFault(field, say('sent-again-under-its-order-id')))
  const missing = await stillMissing(ports, connection, first)
  if (missing !== null) return fail(missing)
  const { request } = plan.value
  const warning = say('this-is-sent-again-under-the-merchant-order-id', {
    clientOrderid: first.clientOrderid,
  })
  return ok({
    ...plan.value,
    replaces: first.id,
    request: { ...request, warnings: [...request.warnings, warning] },
  })
}

/**
 * MONEY: why a request must not be sent again; asked at the review and inside the transaction that
 * makes the second one SENDING.
 */
export function againFault(ports: DeskPorts, replaces: string | null): Fault | null {
  if (replaces === null) return null
  const first = ports.journal.get(replaces)
  if (first?.state !== 'RESOLVED_BY_HAND' || first.handOutcome !== 'did-not-happen')
    return nothingSent(say('only-a-request-that-was-resolved-as-not-done'))
  if (first.orderid !== '' || first.conflict !== null) return shownByNow
  const wasRepeated = ports.journal
    .replacing(replaces)
    .some(({ sentAt, state }) => sentAt !== null && state !== 'NOT_SENT')
  return wasRepeated ? nothingSent(say('this-request-was-sent-again-already')) : null
}

/** Asks the gateway whether it knows the order by now. Null when it says that it does not. */
export async function stillMissing(
  ports: DeskPorts,
  connection: Connection,
  { clientOrderid }: Pick<AttemptRow, 'clientOrderid'>,
): Promise<Fault | null> {
  const status = await readStatus(
    ports,
    connection,
    { client_orderid: clientOrderid },
    { actor: ports.actor, isLookUp: false },
  )
  if (!status.ok) return isNotThere(status.fault) ? null : status.fault
  applyStatus(ports, status.value)
  return shownByNow
}

/**
 * A field that is not as it was sent first; null when all are. Compared as they are kept: without
 * what is never kept.
 */
function changedField(first: AttemptRow, fields: Record<string, string>): string | null {
  const { cvv2: _code, ...now } = redact(fields)
  const names = [...Object.keys(now), ...Object.keys(first.request)]
  return names.find((name) => now[name] !== first.request[name]) ?? null
}

const shownByNow = nothingSent(say('the-gateway-shows-an-order-under-this-merchant-order'))
