// What the rows of one order would do, each with the rows before it done: the same functions decide
// as at a review, over facts in which those rows count as sent. It asks nobody and writes nothing.
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import type { OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { type MessageValue, say } from '#shared/message.ts'
import { isSameMoney, type Money, wireAmount } from '#shared/money.ts'
import {
  type MakingOperation,
  type OrderOperation,
  orderOperations,
  type RowWay,
  type RunOperation,
} from '#shared/runs/run-state.ts'
import type { RowCheck, RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'
import { notPossible, orderNotRead, overRemainder } from '../base/faults.ts'
import { currencyRefused } from '../payments/plan/plan.ts'
import { repeatsOf, toldElsewhere } from '../payments/plan/repeats.ts'
import { planAction, type RequestPlan } from '../payments/plan/request-plan.ts'
import { sentUnderOtherSpelling } from '../payments/plan/order-spelling.ts'
import { reasonFault, withGatewayText } from '../payments/review/review-action.ts'
import type { DeskPorts } from '../base/ports.ts'

/**
 * What the plan of rows looks at, of many orders at once: a statement for each look and page
 * instead of one for each row. It gives the answers of a single review.
 */
export interface PageReads {
  journal: Pick<DeskPorts['journal'], 'ofOrder' | 'sentAs'>
  orders: Pick<DeskPorts['orders'], 'facts' | 'snapshots'>
  /** The newest row of another run that asked for the same, and whose request left. */
  madeBefore: ReturnType<DeskPorts['runs']['madeBefore']>
  clock: () => number
}

/** Use it before anything else can be written: what is stored later is not seen by it. */
export function readPage(
  { journal, orders, runs, clock }: Pick<DeskPorts, 'journal' | 'orders' | 'runs' | 'clock'>,
  { id, service }: Pick<RunRecord, 'id' | 'service'>,
  rows: readonly Pick<RunRowRecord, 'meaning'>[],
  orderids: readonly string[],
): PageReads {
  const ofOrders = journal.ofOrders(service, orderids)
  const sentAsOf = journal.sentAsOf(service, orderids)
  const meanings = rows.map(({ meaning }) => meaning)
  return {
    journal: {
      ofOrder: ({ orderid }) => ofOrders(orderid),
      sentAs: ({ orderid }) => sentAsOf(orderid),
    },
    orders: orders.page(service, orderids),
    madeBefore: runs.madeBefore(meanings, id),
    clock,
  }
}

/** An order as the gateway names it, or why it was not found. */
export type AskedOrder = Result<{ orderid: string; clientOrderid: string; askedAt: number | null }>

/** The fields of the request that a row comes to. */
export function fieldsOf(
  operation: Exclude<RunOperation, MakingOperation>,
  row: Pick<RunRowRecord, 'reason'>,
  order: { orderid: string; clientOrderid: string },
  moves: Money | null,
): Record<string, string> {
  const ids = { client_orderid: order.clientOrderid, orderid: order.orderid }
  // A checked payout is paid as it was checked.
  if (operation === 'payout-pay') return ids
  return {
    ...ids,
    ...(row.reason === '' || operation === 'capture' ? {} : { comment: row.reason }),
    // A void takes no amount: it ends the whole hold.
    ...(moves === null || operation === 'void'
      ? {}
      : { amount: wireAmount(moves), currency: moves.currency }),
  }
}

type Checked = RowCheck & { at: number }
/** A run over orders that are there. */
export type OrderRun = RunRecord & { operation: OrderOperation }

export const isOrderRun = (run: RunRecord): run is OrderRun =>
  (orderOperations as readonly string[]).includes(run.operation)

/** `rows` are all rows of the run on this order, in their order. */
export function planRows(
  ports: PageReads,
  connection: Connection,
  run: OrderRun,
  rows: readonly RunRowRecord[],
  order: AskedOrder,
): Checked[] {
  if (!order.ok) return rows.map(({ at }) => impossible(at, order.fault))
  const before: { row: RunRowRecord; moves: Money | null }[] = []
  const done: AttemptFact[] = []
  return rows.map((row) => {
    const place = { service: run.service, orderid: order.value.orderid }
    const facts = ports.orders.facts(place, done)
    const planned = planRow(ports, connection, run, { row, order: order.value, facts })
    if (!planned.ok) {
      const rest = (): Money | null => ports.orders.facts(place).returnable
      const fault = asListed(run, { row, before, facts, rest }, planned.fault)
      return { ...impossible(row.at, fault), ...order.value }
    }
    const { moves, remainingAfter } = planned.value
    const look = lookOf(ports, run, { row, place, moves, before }) ?? newlyPossible(row)
    // MONEY: it was kept with what was told of it then; of a twin nobody was asked. What left
    // meanwhile is looked at in the review, and at its turn.
    const isOther = look !== null && !look.wasMade && look.finding !== row.check?.finding
    const isIn = row.check?.group === undefined ? look === null : row.check.isIn && !isOther
    if (isIn) {
      before.push({ row, moves })
      done.push(asSent(run.operation, row, planned.value, facts, ports.clock()))
    }
    return {
      ...{ at: row.at, ...order.value, isIn, moves, leftMinor: remainingAfter?.minor ?? null },
      group: look === null ? 'ready' : 'look',
      finding: look?.finding ?? null,
      way: wayOf(run.operation, facts),
      wasMade: look?.wasMade ?? false,
      comment: planned.value.fields.comment ?? null,
    }
  })
}

const impossible = (at: number, fault: Fault): Checked => ({
  ...{ at, group: 'impossible', finding: fault.message, way: null, orderid: '', clientOrderid: '' },
  ...{ moves: null, leftMinor: null, wasMade: false, askedAt: null, isIn: false },
  comment: null,
})

const mostLinesNamed = 8

/** The fault by the lines of the list, where these contradict the order. */
function asListed(
  { source, operation }: Pick<OrderRun, 'source' | 'operation'>,
  of: {
    row: RunRowRecord
    before: readonly { row: RunRowRecord; moves: Money | null }[]
    facts: Pick<OrderFacts, 'currency'>
    /** What can be refunded before the first of the lines. */
    rest: () => Money | null
  },
  fault: Fault,
): Fault {
  const { row, before, facts } = of
  const { line, amount } = row
  if (source === null || amount === null) return fault
  if (fault.kind === 'input' && fault.field === 'currency' && facts.currency !== null) {
    const currencies = { order: facts.currency, file: amount.currency }
    return inputFault('currency', say('files.currency-of-order', { line, ...currencies }))
  }
  const rest = operation === 'return' && before.length > 0 ? of.rest() : null
  if (fault.kind !== 'denied' || fault.reason !== 'over-remainder' || rest === null) return fault
  const minor = before.reduce((sum, { moves }) => sum + (moves?.minor ?? 0n), amount.minor)
  const lines: MessageValue[] = [...before.map((one) => one.row.line), line]
  const sums = { sum: { ...rest, minor }, rest }
  // A sum is said of lines that are named, or of how many there are.
  return overRemainder(
    lines.length <= mostLinesNamed
      ? say('files.sum-too-high', { lines, ...sums })
      : say('files.sum-of-many-too-high', { count: lines.length, line, ...sums }),
  )
}

/** A refund of what is only held lets the hold go. */
const wayOf = (operation: OrderOperation, facts: Pick<OrderFacts, 'phase'>): RowWay =>
  operation !== 'return' ? operation : facts.phase === 'authorised' ? 'release' : 'refund'

function planRow(
  ports: PageReads,
  connection: Connection,
  run: OrderRun,
  asked: {
    row: RunRowRecord
    order: { orderid: string; clientOrderid: string }
    facts: OrderFacts
  },
): Result<RequestPlan> {
  const { row, order, facts } = asked
  const { digitsRule, fields: own, money } = connection.settings
  if (row.clientOrderid !== '' && order.clientOrderid !== row.clientOrderid)
    return fail(notPossible(say('runs.other-merchant-id', { clientOrderid: order.clientOrderid })))
  if (order.clientOrderid === '') return fail(notPossible(say('requests.merchant-id-not-told')))
  if (facts.latest === null) return fail(orderNotRead)
  const request = fieldsOf(run.operation, row, order, row.amount)
  const parsed = parseRequest(run.operation, request, digitsRule, own)
  if (!parsed.ok) return parsed
  if (run.operation === 'void' && money.voidNeedsReason && row.reason === '')
    return fail(notPossible(say('requests.enter-a-reason')))
  const misspelt = sentUnderOtherSpelling(ports, { service: run.service, orderid: order.orderid })
  if (misspelt !== null) return fail(misspelt)
  const { fields: typed, money: amount } = parsed.value
  const fields = withGatewayText(run.operation, typed, money)
  const plan = planAction(run.operation, facts, fields, amount, money.restOfHold)
  if (!plan.ok) return plan
  if (run.operation === 'void' && row.amount !== null && !isWhole(row.amount, plan.value.moves))
    return fail(notPossible(say('runs.void-takes-all')))
  const refused =
    reasonFault(run.operation, plan.value, money) ?? currencyRefused(connection, plan.value)
  return refused === null ? ok(plan.value) : fail(refused)
}

const isWhole = (asked: Money, moves: Money | null): boolean =>
  moves !== null && isSameMoney(asked, moves)

/** The row as if it had been sent and had come to what it asks for. */
const asSent = (
  operation: OrderOperation,
  row: RunRowRecord,
  { moves }: RequestPlan,
  facts: OrderFacts,
  now: number,
): AttemptFact => ({
  ...{ id: `row-${row.at}`, operation, state: 'SUCCEEDED', amount: moves, resolvedBy: null },
  ...{ sentAfter: facts.latest?.seq ?? null, conflict: null, createdAt: now },
})

/**
 * A row that was out as it was not possible, or needed a look: nobody said that it stays out now
 * that other rows of its order were kept or left out, and nobody that it is meant.
 */
const newlyPossible = ({ check }: RunRowRecord): ReturnType<typeof lookOf> =>
  check?.isIn === false && check.group !== 'ready'
    ? { finding: say('runs.possible-now'), wasMade: false }
    : null

/** Why a person looks at a row before it is taken in, or null. */
function lookOf(
  ports: PageReads,
  run: OrderRun,
  asked: {
    row: RunRowRecord
    place: { service: string; orderid: string }
    moves: Money | null
    before: readonly { row: RunRowRecord; moves: Money | null }[]
  },
): { finding: string; wasMade: boolean } | null {
  const { row, place, moves, before } = asked
  const made = ports.madeBefore(row.meaning)
  if (made !== null) {
    const { actor, at, line } = made
    return { finding: say('runs.made-before', { actor, line, time: { at } }), wasMade: true }
  }
  const sent = repeatsOf(ports, place, { operation: run.operation, moves }).at(-1)
  if (sent !== undefined && sent.row?.runId !== run.id) {
    const time = { at: sent.sentAt ?? sent.createdAt }
    const finding = say('runs.sent-before', { actor: sent.actor, time })
    return { finding, wasMade: true }
  }
  const elsewhere = toldElsewhere(ports, place, { operation: run.operation, moves })
  if (elsewhere !== null)
    return { finding: say('runs.told-before', { amount: elsewhere }), wasMade: true }
  const equal = before.find(
    (one) => one.moves !== null && moves !== null && isSameMoney(one.moves, moves),
  )
  return equal === undefined
    ? null
    : { finding: say('runs.equal-line', { line: equal.row.line }), wasMade: false }
}
