// Review of an operation that makes something new (a payment, a payout, a link, a subscription) or
// is about an order without moving its sums (a card reference, a 3-D Secure result). It mints the
// merchant order id; it sends nothing.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { flowOf, orderidFieldOf } from '#shared/gateway/flow.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { orderLock } from '#shared/order-place.ts'
import { mintClientOrderid } from '../../base/ids.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { Plan } from '../plan/open-review.ts'
import { sentFor } from '../plan/plan.ts'
import { notOfInterface } from '../../base/faults.ts'

export type ReviewNewPorts = Pick<
  DeskPorts,
  'clock' | 'randomBytes' | 'audit' | 'connections' | 'journal' | 'notes'
>

export function reviewNew(
  ports: ReviewNewPorts,
  connection: Connection,
  operation: OperationId,
  typed: Record<string, string>,
  /** The ID of a request that is sent again, or typed by the merchant; otherwise minted. */
  given: string | null = null,
): Result<Plan> {
  const row = rowOf(operation)
  if (row.isExtension === true && !connection.settings.extensions.includes(operation))
    return fail(notOfInterface(operation))
  const own = orderidFieldOf(operation)
  const isNew = flowOf(operation) === 'new'
  if (isNew && own !== null && typed[own] !== undefined)
    return fail(inputFault(own, say('requests.id-made-here')))
  // MONEY: one id per request; the log's head in it makes the gateway a witness of the log.
  const minted =
    isNew && own !== null
      ? (given ??
        mintClientOrderid(ports.clock(), ports.randomBytes, ports.audit.head().chain.slice(0, 8)))
      : null
  const request = minted === null || own === null ? typed : { ...typed, [own]: minted }
  const { digitsRule, fields: rules } = connection.settings
  const parsed = parseRequest(operation, request, digitsRule, rules)
  if (!parsed.ok) return parsed
  const { fields, money } = parsed.value
  const place = {
    service: ports.connections.gatewayOf(connection),
    orderid: isNew ? '' : (fields['orderid'] ?? ''),
  }
  const clientOrderid = (own === null ? undefined : fields[own]) ?? ''
  return ok({
    operation,
    ...place,
    clientOrderid,
    lockKey:
      place.orderid === ''
        ? JSON.stringify([place.service, 'request', operation, clientOrderid || redact(fields)])
        : orderLock(place),
    request: {
      fields,
      money,
      moves: money,
      isFull: false,
      effect: row.about,
      remainingAfter: null,
      refundableAfter: null,
      warnings: stoppedWarning(ports, connection, operation, fields),
    },
    goesTo: redact(fields),
    replaces: null,
    seen: '',
    statusSeen: '',
    sentBefore: place.orderid === '' ? 0 : sentFor(ports, place),
  })
}

/** MONEY: a subscription that a person marked as stopped is not charged unseen. */
function stoppedWarning(
  { notes }: Pick<DeskPorts, 'notes'>,
  connection: Connection,
  operation: OperationId,
  fields: Readonly<Record<string, string>>,
): string[] {
  if (operation !== 'process-recurring-payment') return []
  const id = fields['recurring-payment-id']
  const mark = notes.subscriptions.list(connection.id).find((one) => one.recurringId === id)
  return mark === undefined
    ? []
    : [say('requests.subscription-stopped', { actor: mark.actor, reason: mark.reason })]
}
