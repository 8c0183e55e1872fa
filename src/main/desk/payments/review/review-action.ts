// Review of a refund, capture or void: re-reads the order's status and plans by what the order
// allows. It sends nothing but status requests; review-request.ts keeps the plan as a DRAFT.
import { say } from '#shared/message.ts'
import type { Connection, MoneySettings } from '#shared/connections/connection.ts'
import {
  listedAs,
  type ListedReason,
  needsFreeText,
  sourceOfReason,
} from '#shared/connections/reasons.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { toText } from '#shared/money.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { restMessages } from '#shared/gateway/give-back.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { fingerprintOf } from '#shared/gateway/status/status.ts'
import { mayBeReadAsNumber, orderLock } from '#shared/order-place.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { applyStatus, type StatusPorts } from '../status/apply-status.ts'
import { planAction, type RequestPlan } from '../plan/request-plan.ts'
import { sentUnderOtherSpelling } from '../plan/order-spelling.ts'
import { momentOf } from '../plan/moment.ts'
import type { Plan } from '../plan/open-review.ts'
import { sentFor } from '../plan/plan.ts'
import { unannouncedSuccess, repeatWarnings, type AnnouncedPorts } from '../plan/repeats.ts'
import { readStatus } from '../status/read-status.ts'

export type ReviewActionPorts = StatusPorts &
  AnnouncedPorts &
  Pick<DeskPorts, 'clock' | 'monotonic'>

export async function reviewAction(
  ports: ReviewActionPorts,
  connection: Connection,
  operation: ActionId & OperationId,
  request: Record<string, string>,
): Promise<Result<Plan>> {
  if (request['client_orderid'] === '') return fail(merchantIdUnknown)
  const { digitsRule, fields: own } = connection.settings
  const parsed = parseRequest(operation, request, digitsRule, own)
  if (!parsed.ok) return parsed
  const orderid = parsed.value.fields.orderid ?? ''
  const { money } = connection.settings
  if (operation === 'void' && money.voidNeedsReason && !parsed.value.fields.comment)
    return fail(inputFault('comment', say('requests.enter-a-reason')))
  const place = { service: ports.connections.gatewayOf(connection), orderid }
  const misspelt = sentUnderOtherSpelling(ports, place)
  if (misspelt !== null) return fail(misspelt)
  // Counted before the status is read: what leaves meanwhile must count as a change.
  const sentBefore = sentFor(ports, place)
  const before = ports.journal.ofOrder(place)
  const askedAt = momentOf(ports)
  const status = await readStatus(
    ports,
    connection,
    { orderid },
    { actor: ports.actor(), isLookUp: false },
  )
  if (!status.ok) return status
  if (mayBeReadAsNumber(orderid) && status.value.answer['paynet-order-id'] !== orderid)
    return fail(inputFault('orderid', say('requests.order-id-not-repeated', { orderid })))
  if (status.value.clientOrderid === '') return fail(merchantIdUnknown)
  if (parsed.value.fields.client_orderid !== status.value.clientOrderid)
    return fail(
      inputFault(
        'client_orderid',
        say('requests.known-by-other-id', {
          clientOrderid: status.value.clientOrderid,
        }),
      ),
    )

  applyStatus(ports, status.value)
  const facts = ports.orders.facts(place)
  const { fields: typed, money: asked } = parsed.value
  const fields = withGatewayText(operation, typed, money)
  const plan = planAction(operation, facts, fields, asked, money.restOfHold)
  if (!plan.ok) return plan
  const reason = reasonFault(operation, plan.value, money)
  if (reason !== null) return fail(reason)
  const done = unannouncedSuccess(ports, place, before, {
    operation,
    moves: plan.value.moves,
  })
  if (done !== null) return fail(done)
  if (operation === 'capture' && !plan.value.isFull)
    plan.value.warnings.push(restMessages[money.restOfHold])
  plan.value.warnings.push(...repeatWarnings(ports, place, operation, plan.value.moves))
  const { unreadableAmount } = status.value.snapshot
  if (unreadableAmount !== undefined)
    plan.value.warnings.push(say('requests.amount-not-exact-warning', { unreadableAmount }))
  return ok({
    operation,
    ...place,
    clientOrderid: status.value.clientOrderid,
    lockKey: orderLock(place),
    request: plan.value,
    replaces: null,
    goesTo: {},
    seen: fingerprintOf(status.value.snapshot),
    statusSeen: [status.value.snapshot.transactionType, status.value.snapshot.status]
      .filter(Boolean)
      .join(' '),
    sentBefore,
    read: { snapshot: status.value.snapshot, askedAt },
  })
}

/** The request is signed with it, and no answer about the order has named it. */
const merchantIdUnknown: Fault = inputFault('client_orderid', say('requests.merchant-id-not-told'))

/** Those of its own kind first. */
const reasonsFor = (
  operation: ActionId,
  { refundReasons, releaseReasons }: Pick<MoneySettings, 'refundReasons' | 'releaseReasons'>,
): ListedReason[] =>
  operation === 'return'
    ? [...refundReasons, ...releaseReasons]
    : [...releaseReasons, ...refundReasons]

/** MONEY: what its own list calls so comes before what the other list sends. */
export function reasonIn(
  operation: ActionId,
  comment: string,
  money: MoneySettings,
): ListedReason | undefined {
  const { refundReasons, releaseReasons } = money
  const own = operation === 'return' ? refundReasons : releaseReasons
  return listedAs(comment, own) ?? listedAs(comment, reasonsFor(operation, money))
}

/** For a listed reason the gateway gets the connection's text, whichever way it was typed. */
export function withGatewayText<Fields extends Readonly<Record<string, string>>>(
  operation: ActionId,
  fields: Fields,
  money: MoneySettings,
): Fields {
  const reason = reasonIn(operation, fields['comment'] ?? '', money)
  return reason === undefined ? fields : { ...fields, comment: reason.text }
}

/** MONEY: from the connection's amount on, a reason of its list does not say why. */
export function reasonFault(
  operation: ActionId,
  { moves, fields }: Pick<RequestPlan, 'moves' | 'fields'>,
  settings: MoneySettings,
): Fault | null {
  const amount = moves === null ? null : toText(moves)
  if (operation === 'capture' || !needsFreeText(amount, settings.freeReasonFrom)) return null
  const comment = (fields['comment'] ?? '').trim()
  const listed = reasonsFor(operation, settings)
  if (comment !== '' && sourceOfReason(comment, listed) === 'free-text') return null
  return inputFault(
    'comment',
    amount === null
      ? say('requests.free-reason')
      : say('requests.free-reason-for-amount', { amount }),
  )
}
