// Review of a request that a person found not to have happened, and that is sent again under the
// SAME merchant order id, so that the gateway can tell a repetition. MONEY: only what the first one
// was, only once, and only while the gateway knows no such order. It sends nothing but status
// requests.
import type { Connection } from '#shared/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/fields.ts'
import { makesOrder } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { isNotThere } from '#shared/gateway/refusal-words.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import { applyEvidence } from './evidence.ts'
import type { Planned } from './planned.ts'
import type { DeskPorts } from './ports.ts'
import { readStatus } from './read-status.ts'
import { reviewNew } from './review-new.ts'

export async function reviewAgain(
  ports: DeskPorts,
  connection: Connection,
  asked: { operation: OperationId; request: Record<string, string>; again: string },
): Promise<Result<Planned>> {
  const first = ports.journal.get(asked.again)
  if (first === null) return fail(stopped('This computer has no such request.'))
  const isOurs =
    first.operation === asked.operation &&
    first.service === ports.connections.gatewayOf(connection) &&
    makesOrder(asked.operation)
  if (!isOurs)
    return fail(stopped('This request can’t be sent again here: it is another one than that.'))
  const barred = againFault(ports, first.id)
  if (barred !== null) return fail(barred)
  const planned = reviewNew(ports, connection, asked.operation, asked.request, first.clientOrderid)
  if (!planned.ok) return planned
  const field = changedField(first, planned.value.plan.fields)
  if (field !== null)
    return fail(
      inputFault(
        field,
        'Sent again under its order ID, the request must be the one that was sent first. Put this field back, or make a new request.',
      ),
    )
  const missing = await stillMissing(ports, connection, first)
  if (missing !== null) return fail(missing)
  const { plan } = planned.value
  const warning = `This is sent again under the merchant order ID ${first.clientOrderid}, after a person resolved the first request as not done.`
  return ok({
    ...planned.value,
    replaces: first.id,
    plan: { ...plan, warnings: [...plan.warnings, warning] },
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
    return stopped('Only a request that was resolved as not done can be sent again.')
  if (first.orderid !== '' || first.conflict !== null) return shownByNow
  const wasRepeated = ports.journal
    .replacing(replaces)
    .some(({ sentAt, state }) => sentAt !== null && state !== 'NOT_SENT')
  return wasRepeated ? stopped('This request was sent again already.') : null
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
  applyEvidence(ports, status.value)
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

const stopped = (words: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'not-possible',
  message: `${words} Nothing was sent.`,
})

const shownByNow = stopped(
  'The gateway shows an order under this merchant order ID by now. Look it up instead of sending the request again.',
)
