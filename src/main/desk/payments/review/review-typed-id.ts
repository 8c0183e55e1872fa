// Review of something new under an id that the merchant typed. MONEY: an outcome is found by that
// id, so an order that bears it already would be taken for this request: the id must be new to this
// computer and to the gateway. It sends nothing but status requests.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, type Result } from '#shared/fault.ts'
import { flowOf, orderidFieldOf } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { typedId } from '#shared/gateway/own-fields.ts'
import type { Plan } from '../plan/open-review.ts'
import { stillMissing, usedFault } from '../plan/own-id.ts'
import { reviewNew, type ReviewNewPorts } from './review-new.ts'
import type { StatusPorts } from '../status/apply-status.ts'

/** The id that was typed for something new; null where Paydesk makes one. */
function typedIdOf(operation: OperationId, request: Record<string, string>): string | null {
  const own = flowOf(operation) === 'new' ? orderidFieldOf(operation) : null
  return own === null ? null : (request[own] ?? null)
}

export async function reviewTypedId(
  ports: ReviewNewPorts & StatusPorts,
  connection: Connection,
  operation: OperationId,
  request: Record<string, string>,
): Promise<Result<Plan>> {
  const own = orderidFieldOf(operation)
  const id = typedIdOf(operation, request)
  if (own === null || id === null) return reviewNew(ports, connection, operation, request)
  if (typedId(operation, connection.settings.fields) === null)
    return fail(inputFault(own, say('requests.id-made-here-unless-typed')))
  const { [own]: _typed, ...rest } = request
  return reviewUnderId(ports, connection, { operation, request: rest, id })
}

/** Also of a run, which made the ID of its row at its check. */
export async function reviewUnderId(
  ports: ReviewNewPorts & StatusPorts,
  connection: Connection,
  {
    operation,
    request,
    id,
  }: { operation: OperationId; request: Record<string, string>; id: string },
): Promise<Result<Plan>> {
  const own = orderidFieldOf(operation) ?? 'client_orderid'
  const plan = reviewNew(ports, connection, operation, request, id)
  if (!plan.ok) return plan
  const used = usedFault(ports, own, plan.value)
  if (used !== null) return fail(used)
  const missing = await stillMissing(ports, connection, plan.value)
  if (missing !== null)
    return fail(
      missing.kind === 'denied' ? inputFault(own, say('requests.id-known-to-gateway')) : missing,
    )
  return { ok: true, value: { ...plan.value, isTypedId: true } }
}
