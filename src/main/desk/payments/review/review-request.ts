// Review: works out exactly what would be sent and keeps it as a DRAFT with a one-use token. What
// is worked out depends on the kind of operation (review-action.ts, review-checked.ts,
// review-new.ts). It sends nothing but status requests.
import type { SealedCard } from '#shared/bridge/cards.ts'
import type { Review } from '#shared/bridge/views.ts'
import type { Connection } from '#shared/connections/connection.ts'
import type { ReasonSource } from '#shared/connections/reasons.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { flowOf, isAction } from '#shared/gateway/flow.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { textIfAny } from '#shared/money.ts'
import { approvalSaid } from '../../approvals/approval-said.ts'
import type { GatePorts } from '../../approvals/approval-gate.ts'
import { cardOf, withoutCard, type CardPorts } from '../cards/card-entry.ts'
import type { OpenCard } from '../cards/held-card.ts'
import { mintAttemptId } from '../../base/ids.ts'
import { momentOf } from '../plan/moment.ts'
import type { OpenReview, OpenReviews, Plan } from '../plan/open-review.ts'
import type { RowPlace } from '../../../ledger/journal/attempt-row.ts'
import {
  currencyRefused,
  hashToken,
  payToOf,
  reviewLastsMs,
  undoMsOf,
  waitingFault,
  type WaitingPorts,
  type WaitingRequests,
} from '../plan/plan.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { recipientWarnings, type RecipientPorts } from './recipient-warnings.ts'
import { reasonIn, reviewAction, type ReviewActionPorts } from './review-action.ts'
import { reviewAgain } from './review-again.ts'
import { reviewChecked } from './review-checked.ts'
import { reviewTypedId, reviewUnderId } from './review-typed-id.ts'
import { cardNumberAsId } from '../../orders/typed-ids.ts'
import { twinsOf, type TwinPorts } from '../plan/twins.ts'
import { attemptViews } from '../../orders/views.ts'
import { refuseUnwritten } from '../plan/unwritten.ts'
import { moneyStopped, noConnection, readsOnly } from '../../base/faults.ts'
import { teamSeenOf, type TeamPorts } from '../plan/team-turn.ts'
import type { ReviewNewPorts } from './review-new.ts'

type PlanPorts = ReviewNewPorts & ReviewActionPorts

interface DraftPorts
  extends
    TeamPorts,
    TwinPorts,
    WaitingPorts,
    RecipientPorts,
    GatePorts,
    Pick<DeskPorts, 'orders' | 'gateway' | 'randomBytes' | 'actor'> {
  undo: WaitingRequests
  reviews: OpenReviews
}

export type ReviewPorts = PlanPorts &
  DraftPorts &
  CardPorts &
  Pick<DeskPorts, 'moneyStop' | 'report' | 'stopMoney'>

export interface ReviewInput {
  connectionId: string
  operation: OperationId
  request: Record<string, string>
  card?: SealedCard | undefined
  /** The attempt that is sent again under its merchant order id. */
  again?: string | undefined
  /** The review whose card is used again. */
  heldCard?: string | undefined
  /** The row of a run that this carries out; never named by a page. */
  row?: RowPlace | undefined
  /** The merchant order ID that a run made for its row; never named by a page. */
  ownId?: string | undefined
}

export async function reviewRequest(
  ports: ReviewPorts,
  input: ReviewInput,
): Promise<Result<Review>> {
  try {
    return await review(ports, input)
  } catch (error) {
    return refuseUnwritten(ports, 'review', error)
  }
}

async function review(ports: ReviewPorts, input: ReviewInput): Promise<Result<Review>> {
  const connection = ports.connections.find(input.connectionId)
  if (connection === undefined) return fail(noConnection)
  if (flowOf(input.operation) === 'read') return fail(readsOnly(input.operation))
  const stop = ports.moneyStop(connection)
  if (stop !== null) return fail(moneyStopped(stop))
  const strange = cardNumberAsId(ports, connection, input.request)
  if (strange !== null) return fail(strange)
  const card = cardOf(ports, connection, input)
  if (!card.ok) return card
  const done = await reviewWith(ports, { connection, input, card: card.value }).catch(
    (error: unknown) => {
      card.value?.wipe()
      throw error
    },
  )
  const place = { connectionId: connection.id, operation: input.operation }
  // A review that could not be made costs nobody a card that was held before.
  const holder = done.ok ? done.value.attemptId : input.heldCard
  if (card.value !== null && holder !== undefined) ports.cards.hold(holder, place, card.value)
  else card.value?.wipe()
  return done
}

async function reviewWith(
  ports: PlanPorts & DraftPorts,
  asked: { connection: Connection; input: ReviewInput; card: OpenCard | null },
): Promise<Result<Review>> {
  const { connection, card } = asked
  const { operation, again, ownId } = asked.input
  const request = { ...asked.input.request, ...card?.fields() }
  const reviewed = isAction(operation)
    ? await reviewAction(ports, connection, operation, request)
    : operation === 'payout-pay'
      ? await reviewChecked(ports, connection, request)
      : again !== undefined
        ? await reviewAgain(ports, connection, { operation, request, again })
        : ownId !== undefined
          ? await reviewUnderId(ports, connection, { operation, request, id: ownId })
          : await reviewTypedId(ports, connection, operation, request)
  if (!reviewed.ok) return reviewed
  const teamSeen = await teamSeenOf(ports, connection, reviewed.value)
  if (!teamSeen.ok) return teamSeen
  const row = asked.input.row ?? null
  const plan = { ...reviewed.value, row, teamSeen: teamSeen.value }
  return draftPlan(ports, { connection, operation, card, plan })
}

/** Keeps the plan as a DRAFT, and says what the person is shown of it. */
async function draftPlan(
  ports: DraftPorts,
  asked: {
    connection: Connection
    operation: OperationId
    card: OpenCard | null
    plan: Plan & Pick<OpenReview, 'row' | 'teamSeen'>
  },
): Promise<Result<Review>> {
  const { connection, operation, card, plan } = asked
  const { request } = plan
  const busy = waitingFault(ports, plan.lockKey)
  if (busy !== null) return fail(busy)
  const refused = currencyRefused(connection, request)
  if (refused !== null) return fail(inputFault('currency', refused.message))
  const built = await ports
    .gateway(connection.id)
    .build(operation, connection, request.fields, request.money)
  if (!built.ok) return built
  // A review sends nothing: what is sent is signed anew, after the confirmation.
  built.value.body.fill(0)

  const now = ports.clock()
  const token = Buffer.from(ports.randomBytes(32)).toString('base64url')
  // PCI DSS 3.3.1: of a security code not even its place is kept.
  const { cvv2: _code, ...kept } = redact(request.fields)
  const row = ports.journal.draft({
    id: mintAttemptId(now, ports.randomBytes),
    service: plan.service,
    connectionId: connection.id,
    endpointId: connection.endpointId,
    operation,
    risk: rowOf(operation).risk === 'money' ? 'money' : 'write',
    ...{ orderid: plan.orderid, clientOrderid: plan.clientOrderid },
    lockKey: plan.lockKey,
    amount: request.moves,
    isFull: request.isFull,
    request: kept,
    digest: built.value.digest,
    tokenHash: hashToken(token),
    expiresAt: now + (card === null ? reviewLastsMs : Math.floor(card.leftMs())),
    actor: ports.actor(),
    comment: request.fields.comment ?? '',
    ...reasonOf(connection, operation, request.fields.comment),
    seen: plan.seen,
    replaces: plan.replaces,
    row: plan.row,
    goesTo: plan.goesTo,
  })
  const pays = recipientWarnings(ports, connection, plan)
  ports.reviews.set(row.id, {
    ...{ ...plan, asksCall: pays.asksCall },
    request: { ...request, fields: withoutCard(request.fields) },
    connectionId: connection.id,
    reviewedAt: momentOf(ports),
    hasCard: card !== null,
  })
  return ok({
    attemptId: row.id,
    token,
    operation,
    effect: request.effect,
    ...{ connectionName: connection.name, environment: connection.environment },
    url: built.value.url,
    ...{ amount: textIfAny(request.moves), isFull: request.isFull },
    remainingAfter: textIfAny(request.remainingAfter),
    refundableAfter: textIfAny(request.refundableAfter),
    fields: [...built.value.fieldsRedacted],
    formula: built.value.explanation.formula,
    digest: row.digest,
    statusSeen: plan.statusSeen,
    payTo: payToOf(plan),
    checked: operation === 'payout-pay' ? fieldsIn(plan.goesTo) : [],
    twins: twinsOf(ports, plan).map(attemptViews(ports)),
    teamTwins: [...(plan.teamSeen?.twins ?? [])],
    ...{ ...pays, warnings: [...request.warnings, ...pays.warnings] },
    expiresAt: row.expiresAt,
    ...{ undoMs: undoMsOf(connection, plan), approval: approvalSaid(ports, row, plan) },
  })
}

const fieldsIn = (fields: Readonly<Record<string, string>>): Review['checked'] =>
  Object.entries(fields).map(([name, value]) => ({ name, value }))

/** Only an action on an order has a reason; any other comment is a text of its own. */
function reasonOf(
  { settings: { money } }: Connection,
  operation: OperationId,
  comment = '',
): { reasonCode: string; details: { reasonSource?: ReasonSource; reasonCode?: string } } {
  if (!isAction(operation) || comment === '') return { reasonCode: '', details: {} }
  const code = reasonIn(operation, comment, money)?.code
  return code === undefined
    ? { reasonCode: '', details: { reasonSource: 'free-text' } }
    : { reasonCode: code, details: { reasonSource: 'list', reasonCode: code } }
}
