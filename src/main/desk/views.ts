// Rows of the ledger as the screens get them: plain JSON, amounts as text. Pure; it never adds a fact the ledger doesn't have.
import type { AuditRow } from '#shared/bridge.ts'
import type { OrderNotes } from '#shared/bridge/notes.ts'
import type { ActionView, AttemptView, OrderView, TimelineEntry } from '#shared/bridge/views.ts'
import type { MoneySettings } from '#shared/connection.ts'
import { actionsFor, type Possibility } from '#shared/gateway/actions.ts'
import { giveBackOf, restWords } from '#shared/gateway/give-back.ts'
import type { OrderFacts, Phase } from '#shared/gateway/order-facts.ts'
import type { Observation } from '#shared/gateway/status.ts'
import { type Money, type MoneyText, toText } from '#shared/money.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { OrderRecord } from '../ledger/orders.ts'

const textOf = (money: Money | null): MoneyText | null => (money === null ? null : toText(money))

export function attemptView(row: AttemptRow, connectionName: string): AttemptView {
  return {
    id: row.id,
    connectionId: row.connectionId,
    connectionName,
    operation: row.operation,
    orderid: row.orderid,
    clientOrderid: row.clientOrderid,
    state: row.state,
    amount: textOf(row.amount),
    isFull: row.isFull,
    comment: row.comment,
    actor: row.actor,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    settledAt: row.settledAt,
    nextCheckAt: row.nextCheckAt,
    checks: row.checks,
    serialNumber: row.serialNumber,
    request: row.request,
    answer: row.answer ?? {},
    words: row.words,
    conflict: row.conflict,
  }
}

export const orderRow = (record: Omit<OrderRecord, 'answer'>) => ({
  connectionId: record.connectionId,
  orderid: record.orderid,
  clientOrderid: record.clientOrderid,
  phase: record.phase as Phase,
  status: record.status,
  transactionType: record.transactionType,
  original: textOf(record.original),
  returned: textOf(record.returned),
  checkedAt: record.checkedAt,
  hasUnknown: record.hasUnknown,
})

export function orderView(parts: {
  record: OrderRecord
  facts: OrderFacts
  observations: readonly (Observation & { serialNumber: string })[]
  attempts: readonly AttemptRow[]
  steps: readonly AuditRow[]
  notes: OrderNotes
  connectionName: string
  settings: MoneySettings
}): OrderView {
  const { record, facts, connectionName, settings } = parts
  const actions = actionsFor(facts)
  return {
    ...orderRow(record),
    ...parts.notes,
    phase: facts.phase,
    origin: facts.origin,
    original: textOf(facts.original),
    returned: textOf(facts.returned),
    connectionName,
    held: textOf(facts.held),
    captured: textOf(facts.captured),
    pending: textOf(facts.pending),
    returnable: textOf(facts.returnable),
    failedAction: facts.failedAction,
    conflict: facts.conflict,
    actions: {
      capture: captureView(actions.capture, settings),
      void: actionView(actions.void),
      return: actionView(actions.return),
    },
    giveBack: giveBackOf(
      { phase: facts.phase, actions, failedAction: facts.failedAction },
      settings,
    ),
    attempts: parts.attempts.map((row) => attemptView(row, connectionName)).reverse(),
    timeline: timelineOf(parts.observations, parts.steps),
    answer: record.answer,
  }
}

const actionView = (possibility: Possibility): ActionView =>
  possibility.isPossible ? { ...possibility, most: textOf(possibility.most) } : possibility

function captureView(possibility: Possibility, { restOfHold }: MoneySettings): ActionView {
  const view = actionView(possibility)
  return view.isPossible && view.mayBePartial ? { ...view, rest: restWords[restOfHold] } : view
}

function timelineOf(
  observations: readonly (Observation & { serialNumber: string })[],
  steps: readonly AuditRow[],
): TimelineEntry[] {
  const fromService = observations.map((seen): TimelineEntry => ({
    at: seen.at,
    source: 'service',
    title: seen.transactionType || 'status',
    words: [seen.stage, seen.reason].filter((part) => part !== '').join(': '),
    state: seen.status,
    amount: textOf(seen.amount),
    actor: null,
    serialNumber: seen.serialNumber || null,
    attemptId: null,
  }))
  const fromDesk = steps
    .filter((step) => step.kind.startsWith('attempt:'))
    .map((step): TimelineEntry => ({
      at: step.at,
      source: 'desk',
      title: detail(step, 'operation') ?? '',
      words: detail(step, 'words') ?? '',
      state: step.outcome,
      amount: stepAmount(step),
      actor: step.actor,
      serialNumber: detail(step, 'serialNumber'),
      attemptId: detail(step, 'attemptId'),
    }))
  // Newest first; at one instant what the desk did comes after what it had read.
  return [...fromService, ...fromDesk]
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at - a.entry.at || b.index - a.index)
    .map(({ entry }) => entry)
}

const detail = (step: AuditRow, name: string): string | null => {
  const value = step.details[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function stepAmount(step: AuditRow): MoneyText | null {
  const amount = detail(step, 'amount')
  const currency = detail(step, 'currency')
  return amount === null || currency === null ? null : { amount, currency }
}
