// Rows of the ledger as the screens get them: plain JSON, amounts as text. Pure; it never adds a
// fact the ledger doesn't have.
import { say } from '#shared/message.ts'
import type { AuditRow } from '#shared/bridge/lists.ts'
import {
  type OrderNotes,
  type ActionView,
  type AttemptView,
  type OrderFields,
  orderFields,
  type OrderRow,
  type OrderView,
  type RelatedView,
} from '#shared/bridge/views.ts'
import type { MoneySettings } from '#shared/connections/connection.ts'
import {
  type ActionId,
  actionsFor,
  type Possibility,
  unknownTermsIn,
} from '#shared/gateway/actions.ts'
import { clearablesOf } from '#shared/gateway/clearances/clearables.ts'
import { unknownTermsOf } from '#shared/gateway/unknown-terms.ts'
import { giveBackOf, restMessages } from '#shared/gateway/give-back.ts'
import { payeeOfOrder } from '#shared/gateway/orders/event-facts.ts'
import type { OrderFacts, Phase } from '#shared/gateway/orders/order-facts.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { mayBeReported } from '#shared/orders/reported-order.ts'
import { type Money, type MoneyText, textIfAny, toText } from '#shared/money.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { ListedOrder } from '../../ledger/orders/order-page.ts'
import type { OrderRecord, Orders } from '../../ledger/orders/orders.ts'
import { lookUpsOf } from '../payments/status/poll-schedule.ts'
import { type Reported, timelineOf } from './timeline.ts'
import { heldBack } from './held-back.ts'
import { isAtWork, withRequests } from './reported-requests.ts'

/** Facts that a request's own row lacks. */
interface Beside {
  connectionName: string
  /** The newest answer about its order (Orders.newest). */
  reportedSeq: number | null
  /** Of its order, for a request whose own row does not say whether it releases a hold. */
  phase: () => string
}

export interface ViewPorts {
  connections: { find(id: string): { name: string } | undefined | null }
  orders: Pick<Orders, 'newest' | 'get'>
}

/** Rows as the screens get them, each with what its connection and its order tell. */
export const attemptViews =
  ({ connections, orders }: ViewPorts) =>
  (row: AttemptRow): AttemptView =>
    attemptView(row, {
      connectionName: connections.find(row.connectionId)?.name ?? row.connectionId,
      reportedSeq: orders.newest(row),
      phase: () => orders.get(row.connectionId, row.orderid)?.phase ?? '',
    })

const isHoldPhase = (phase: string): boolean => phase === 'authorised' || phase === 'released'

function attemptView(row: AttemptRow, { connectionName, reportedSeq, phase }: Beside): AttemptView {
  return {
    id: row.id,
    connectionId: row.connectionId,
    connectionName,
    operation: row.operation,
    isRelease: isReleaseOf(row) ?? isHoldPhase(phase()),
    orderid: row.orderid,
    clientOrderid: row.clientOrderid,
    state: row.state,
    amount: textIfAny(row.amount),
    isFull: row.isFull,
    comment: row.comment,
    actor: row.actor,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    resolvedAt: row.resolvedAt,
    nextCheckAt: row.nextCheckAt,
    checks: row.checks,
    handOutcome: row.handOutcome,
    replaces: row.replaces,
    lookUps: lookUpsOf(row),
    serialNumber: row.serialNumber,
    request: row.request,
    answer: row.answer ?? {},
    message: row.message,
    isAtWork: isAtWork(row.message),
    ...heldBack(row.state, row.message),
    conflict: row.conflict,
    reportedSeq,
  }
}

/** MONEY: what is left of an order in doubt is not known. */
const inDoubt = ({
  isReported,
  phase,
  returnable,
}: ListedOrder): Pick<OrderRow, 'returnable' | 'isReported'> | null =>
  isReported === true && mayBeReported(phase, returnable?.minor === 0n)
    ? { returnable: null, isReported }
    : null

/** A line of a list, each amount as text. */
export const orderRow = (record: ListedOrder): OrderRow => {
  const shown = Object.entries(orderFields).map(([name, { kind }]) => {
    const value = record[name as keyof typeof orderFields]
    return [name, kind === 'money' ? textIfAny(value as Money | null) : value]
  })
  return {
    ...(Object.fromEntries(shown) as OrderFields<MoneyText>),
    phase: record.phase as Phase,
    hasUnknown: record.hasUnknown,
    ...inDoubt(record),
    ...(record.paid === undefined ? {} : { paid: record.paid }),
    ...(record.matched === undefined ? {} : { matched: record.matched }),
  }
}

export function orderView(parts: {
  record: OrderRecord
  facts: OrderFacts
  snapshots: Reported['snapshots']
  events: Reported['events']
  attempts: readonly AttemptRow[]
  found: OrderView['found']
  steps: readonly AuditRow[]
  notes: OrderNotes
  related: RelatedView[]
  nameOf: (connectionId: string) => string
  settings: MoneySettings
  /** Why the person may not ask for it, whatever the order is like; or null. */
  mayNot: (action: ActionId) => string | null
  /** Why nothing else can be asked for while a confirmed request waits to be sent, or null. */
  waits: string | null
}): OrderView {
  const { record, facts, settings, waits, nameOf } = parts
  const reported = parts.snapshots.at(-1)?.seq ?? null
  const possible = waits === null ? allowed(record, facts, parts) : noneFor(waits)
  const actions = permitted(possible, parts.mayNot)
  const failedAction = facts.failedAction ?? failedAttempt(parts.attempts, facts.latest)
  const attempts = parts.attempts.map((row) =>
    attemptView(row, {
      connectionName: nameOf(row.connectionId),
      reportedSeq: reported,
      phase: () => facts.phase,
    }),
  )
  return {
    ...orderRow(record),
    ...parts.notes,
    phase: facts.phase,
    origin: facts.origin,
    original: textIfAny(facts.original),
    // A sum in doubt is none: the limits of the actions are the certain part of it.
    returned: facts.isReturnedUncertain ? null : textIfAny(facts.returned),
    connectionName: nameOf(record.connectionId),
    held: textIfAny(heldOf(facts, settings)),
    captured: facts.isCaptureUncertain ? null : textIfAny(facts.captured),
    capturedLeast: textIfAny(facts.capturedLeast),
    returnedLeast: textIfAny(facts.returnedLeast),
    inProgress: textIfAny(facts.inProgress),
    returnable: facts.isReturnableLess ? null : textIfAny(facts.returnable),
    failedAction,
    unknown: unknownOf(parts.attempts),
    related: parts.related,
    conflict: facts.conflict,
    clearable:
      reported === null
        ? []
        : clearablesOf(facts).map((one) => ({ ...one, reportedSeq: reported })),
    actions: {
      capture: captureView(actions.capture, settings),
      void: actionView(actions.void),
      return: actionView(actions.return),
    },
    reasons: {
      refund: settings.refundReasons,
      release: settings.releaseReasons,
      freeReasonFrom: settings.freeReasonFrom,
    },
    giveBack: giveBackOf({ phase: facts.phase, actions, failedAction }, settings),
    attempts: attempts.toReversed(),
    found: parts.found,
    timeline: timelineOf({
      ...parts,
      attempts,
      snapshots: withRequests(parts.snapshots, parts.attempts),
    }),
    ...payeeOfOrder(attempts),
    answer: record.answer,
    unknownTerms: unknownTermsIn(facts),
    unknownKeys: unknownTermsOf('status', record.answer)
      .filter(({ kind }) => kind === 'key')
      .map(({ name }) => name),
  }
}

/** The amount still on hold: none where the gateway releases the rest after a capture. */
function heldOf({ held, captured }: OrderFacts, { restOfHold }: MoneySettings): Money | null {
  const isPartly = captured !== null && captured.minor > 0n
  return held !== null && isPartly && restOfHold === 'released' ? { ...held, minor: 0n } : held
}

/**
 * The newest request when it came to nothing: a refusal leaves no trace in what the gateway tells
 * of the order.
 */
function failedAttempt(
  attempts: readonly AttemptRow[],
  latest: StoredSnapshot | null,
): OrderView['failedAction'] {
  const newest = attempts.findLast((row) => row.sentAt !== null)
  if (newest === undefined || (latest !== null && latest.at > (newest.resolvedAt ?? 0))) return null
  return ['REJECTED', 'DECLINED', 'FAILED'].includes(newest.state)
    ? {
        transactionType: newest.operation,
        status: newest.state === 'REJECTED' ? 'refused' : newest.state.toLowerCase(),
        reason: newest.message,
      }
    : null
}

/**
 * What may or may not have moved; null when there is such a request and its amount is not known
 * here.
 */
function unknownOf(attempts: readonly AttemptRow[]): MoneyText | null {
  const amounts = attempts.filter((row) => row.state === 'UNKNOWN').map((row) => row.amount)
  const [first] = amounts
  if (first === undefined || amounts.includes(null)) return null
  const minor = amounts.reduce((sum, money) => sum + (money?.minor ?? 0n), 0n)
  return first === null ? null : toText({ ...first, minor })
}

/**
 * A request that another connection record sent is named with it: its own page is where it is
 * followed.
 */
function allowed(
  record: OrderRecord,
  facts: OrderFacts,
  parts: {
    attempts: readonly AttemptRow[]
    settings: MoneySettings
    nameOf: (connectionId: string) => string
  },
): Record<ActionId, Possibility> {
  const actions = actionsFor(facts, parts.settings.restOfHold)
  const open = parts.attempts.find((row) => row.id === facts.openAttempt?.id)
  if (open === undefined || open.connectionId === record.connectionId) return actions
  const { why } = { why: '', ...actions.return }
  return noneFor(
    say('program.sent-over-other-connection', {
      why,
      connection: parts.nameOf(open.connectionId),
    }),
  )
}

/** What the order takes and the person may not ask for says so. main refuses it in any case. */
function permitted(
  actions: Record<ActionId, Possibility>,
  mayNot: (action: ActionId) => string | null,
): Record<ActionId, Possibility> {
  const of = (action: ActionId): Possibility => {
    const why = actions[action].isPossible ? mayNot(action) : null
    return why === null ? actions[action] : { isPossible: false, why }
  }
  return { capture: of('capture'), void: of('void'), return: of('return') }
}

const noneFor = (why: string): Record<ActionId, Possibility> => {
  const none: Possibility = { isPossible: false, why }
  return { capture: none, void: none, return: none }
}

function actionView(possibility: Possibility): ActionView {
  if (!possibility.isPossible) return possibility
  const { never: _never, most, ...shown } = possibility
  return { ...shown, most: textIfAny(most) }
}

function captureView(possibility: Possibility, { restOfHold }: MoneySettings): ActionView {
  const view = actionView(possibility)
  return view.isPossible && view.mayBePartial ? { ...view, rest: restMessages[restOfHold] } : view
}
