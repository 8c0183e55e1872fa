// Review: validates, re-reads the order's status, works out exactly what would be sent and keeps it as a DRAFT with a one-use
// token. It sends nothing but status requests.
import { createHash } from 'node:crypto'
import type { Review } from '#shared/bridge.ts'
import type { Connection } from '#shared/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/fields.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { fingerprintOf } from '#shared/gateway/status.ts'
import { type Money, toText } from '#shared/money.ts'
import { applyEvidence } from './evidence.ts'
import { mintAttemptId } from './identifiers.ts'
import { type Plan, planAction } from './plan.ts'
import type { DeskPorts } from './ports.ts'
import { readStatus } from './read-status.ts'
import { refuseUnwritten } from './write-outcome.ts'

export const reviewLastsMs = 15 * 60_000

/** What confirm needs and the ledger must not keep in full: dropped when used, discarded or the program ends. */
export interface Pending {
  connectionId: string
  operation: ActionId
  orderid: string
  fields: Record<string, string>
  money: Money | null
  plan: Plan
  /** How many requests for the order had left, or tried to, when it was reviewed. */
  sentBefore: number
}
export type PendingBook = Map<string, Pending>

const orderBound: readonly string[] = ['capture', 'void', 'return'] satisfies ActionId[]
const isAction = (operation: OperationId): operation is ActionId & OperationId =>
  orderBound.includes(operation)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** MONEY: at most one open request per order at the service, whatever the operation. */
const lockKeyOf = (connection: Connection, orderid: string): string =>
  JSON.stringify([connection.id, connection.endpointId, orderid])

export interface ReviewInput {
  connectionId: string
  operation: OperationId
  request: Record<string, string>
}

export async function prepare(
  ports: DeskPorts,
  pending: PendingBook,
  input: ReviewInput,
): Promise<Result<Review>> {
  try {
    return await review(ports, pending, input)
  } catch (error) {
    return refuseUnwritten(ports, 'review', error)
  }
}

async function review(
  ports: DeskPorts,
  pending: PendingBook,
  input: ReviewInput,
): Promise<Result<Review>> {
  const connection = ports.connections.find(input.connectionId)
  if (connection === undefined) return fail(noConnection)
  const { operation } = input
  if (!isAction(operation)) return fail(noSuchAction(operation))
  const stop = ports.moneyStop()
  if (stop !== null) return fail(moneyStopped(stop))

  const parsed = parseRequest(operation, input.request, connection.settings.digitsRule)
  if (!parsed.ok) return parsed
  const orderid = parsed.value.fields.orderid ?? ''
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
  const plan = planned.value
  const gateway = ports.gateway(connection.id)
  const built = await gateway.build(operation, connection, plan.fields, plan.money)
  if (!built.ok) return built

  const now = ports.clock()
  const token = Buffer.from(ports.randomBytes(32)).toString('base64url')
  const row = ports.journal.draft({
    id: mintAttemptId(now, ports.randomBytes),
    connectionId: connection.id,
    endpointId: connection.endpointId,
    operation,
    risk: rowOf(operation).risk === 'money' ? 'money' : 'write',
    orderid,
    clientOrderid: status.value.clientOrderid,
    lockKey: lockKeyOf(connection, orderid),
    amount: plan.moves,
    isFull: plan.isFull,
    request: redact(plan.fields),
    digest: built.value.digest,
    tokenHash: hashToken(token),
    expiresAt: now + reviewLastsMs,
    actor: ports.actor,
    comment: plan.fields.comment ?? '',
    seen: fingerprintOf(status.value.observation),
  })
  pending.set(row.id, {
    connectionId: connection.id,
    operation,
    orderid,
    fields: plan.fields,
    money: plan.money,
    plan,
    sentBefore,
  })
  return ok({
    attemptId: row.id,
    token,
    operation,
    effect: plan.effect,
    connectionName: connection.name,
    environment: connection.environment,
    url: built.value.url,
    amount: plan.moves === null ? null : toText(plan.moves),
    isFull: plan.isFull,
    remainingAfter: plan.remainingAfter === null ? null : toText(plan.remainingAfter),
    fields: [...built.value.fieldsRedacted],
    formula: built.value.explanation.formula,
    digest: row.digest,
    statusSeen: [status.value.observation.transactionType, status.value.observation.status]
      .filter(Boolean)
      .join(' '),
    warnings: plan.warnings,
    expiresAt: row.expiresAt,
  })
}

export const sentFor = (ports: DeskPorts, connectionId: string, orderid: string): number =>
  ports.journal.ofOrder(connectionId, orderid).filter((row) => row.sentAt !== null).length

export const noConnection: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'not-found',
  message: 'This desk has no such connection.',
}

export const moneyStopped = (why: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'money-stopped',
  message: `Money is stopped: ${why} Nothing was sent.`,
})

const noSuchAction = (operation: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'not-possible',
  message: `“${operation}” is not an action on an existing order. Nothing was sent.`,
})
