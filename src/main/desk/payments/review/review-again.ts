// Review of a request that a person found not to have happened, and that is sent again under the
// SAME merchant order id, so that the gateway can tell a repetition. MONEY: only what the first one
// was, only once, and only while the gateway knows no such order. It sends nothing but status
// requests.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { makesOrder } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { Plan } from '../plan/open-review.ts'
import { againFault, stillMissing } from '../plan/own-id.ts'
import { reviewNew, type ReviewNewPorts } from './review-new.ts'
import { nothingSent } from '../../base/faults.ts'
import type { StatusPorts } from '../status/apply-status.ts'

export async function reviewAgain(
  ports: ReviewNewPorts & StatusPorts,
  connection: Connection,
  asked: { operation: OperationId; request: Record<string, string>; again: string },
): Promise<Result<Plan>> {
  const first = ports.journal.get(asked.again)
  if (first === null) return fail(nothingSent(say('program.no-such-request')))
  const isOurs =
    first.operation === asked.operation &&
    first.service === ports.connections.gatewayOf(connection) &&
    makesOrder(asked.operation)
  if (!isOurs) return fail(nothingSent(say('requests.again-other-request')))
  const barred = againFault(ports, first.id)
  if (barred !== null) return fail(barred)
  const plan = reviewNew(ports, connection, asked.operation, asked.request, first.clientOrderid)
  if (!plan.ok) return plan
  const field = changedField(first, plan.value.request.fields)
  if (field !== null) return fail(inputFault(field, say('requests.again-must-be-same')))
  const missing = await stillMissing(ports, connection, first)
  if (missing !== null) return fail(missing)
  const { request } = plan.value
  const warning = say('requests.again-warning', {
    clientOrderid: first.clientOrderid,
  })
  return ok({
    ...plan.value,
    replaces: first.id,
    request: { ...request, warnings: [...request.warnings, warning] },
  })
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
