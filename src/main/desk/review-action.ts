// Review of a return, capture or void: re-reads the order's status and plans by what the order allows. It sends nothing but status
// requests; prepare.ts keeps the plan as a DRAFT.
import type { Connection } from '#shared/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { restWords } from '#shared/gateway/give-back.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { fingerprintOf } from '#shared/gateway/status.ts'
import { applyEvidence } from './evidence.ts'
import { planAction } from './plan.ts'
import type { DeskPorts } from './ports.ts'
import { orderLock, type Planned, sentFor } from './planned.ts'
import { readStatus } from './read-status.ts'

export async function reviewAction(
  ports: DeskPorts,
  connection: Connection,
  operation: ActionId & OperationId,
  request: Record<string, string>,
): Promise<Result<Planned>> {
  const parsed = parseRequest(operation, request, connection.settings.digitsRule)
  if (!parsed.ok) return parsed
  const orderid = parsed.value.fields.orderid ?? ''
  const { money } = connection.settings
  if (operation === 'void' && money.voidNeedsReason && !parsed.value.fields.comment)
    return fail(inputFault('comment', 'Enter a reason: on this connection a void needs one.'))
  // Counted before the status is read: what leaves meanwhile must count as a change.
  const sentBefore = sentFor(ports, connection.id, orderid)
  const status = await readStatus(
    ports,
    connection,
    { orderid },
    { actor: ports.actor, isLookUp: false },
  )
  if (!status.ok) return status
  if (parsed.value.fields.client_orderid !== status.value.clientOrderid)
    return fail(
      inputFault(
        'client_orderid',
        `The service knows this order as “${status.value.clientOrderid}”. Look the order up again.`,
      ),
    )

  applyEvidence(ports, connection.id, status.value)
  const facts = ports.orders.facts(connection.id, orderid)
  const planned = planAction(operation, facts, parsed.value.fields, parsed.value.money)
  if (!planned.ok) return planned
  if (operation === 'capture' && !planned.value.isFull)
    planned.value.warnings.push(restWords[money.restOfHold])
  return ok({
    operation,
    orderid,
    clientOrderid: status.value.clientOrderid,
    lockKey: orderLock(connection, orderid),
    plan: planned.value,
    seen: fingerprintOf(status.value.observation),
    statusSeen: [status.value.observation.transactionType, status.value.observation.status]
      .filter(Boolean)
      .join(' '),
    sentBefore,
  })
}
