// What each row of a run that makes orders would do: whom it pays or which card it charges, under
// which merchant order ID, and whether the same was sent before. It asks nobody, writes nothing and
// sends nothing.
import { isOpen } from '#shared/attempt.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { destinationKeys, mayBeTwins } from '#shared/gateway/twins.ts'
import { say } from '#shared/message.ts'
import { orderLock } from '#shared/order-place.ts'
import { isSameMoney, type Money, wireAmount } from '#shared/money.ts'
import { isCharge, isMaking, type RunOperation } from '#shared/runs/run-state.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { RowCheck, RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'
import { mintClientOrderid } from '../base/ids.ts'
import { notPossible } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import { currencyRefused } from '../payments/plan/plan.ts'
import { checkOf } from '../payments/review/review-checked.ts'
import { reviewNew, type ReviewNewPorts } from '../payments/review/review-new.ts'
import type { PlanInTeam } from '../payments/plan/team-turn.ts'
import { twinsAmong, type TwinPorts } from '../payments/plan/twins.ts'
import type { AskedOrder } from './plan-rows.ts'
import { openRecipientLook, type RecipientLook, type RecipientLookPorts } from './recipient-look.ts'

export type PlanNewPorts = TwinPorts &
  ReviewNewPorts &
  RecipientLookPorts &
  Pick<DeskPorts, 'audit' | 'clock' | 'randomBytes' | 'runs' | 'orders' | 'journal'>

/** Money that goes where it was sent before is looked for among payouts, however they were made. */
export const twinsAs = (operation: RunOperation): 'payout' | 'make-rebill' =>
  isCharge(operation) ? operation : 'payout'

/**
 * MONEY: a card that was charged the same amount so lately needs a look. Less than the shortest
 * month, so that charges of each month don't.
 */
const freshChargeMs = 27 * 24 * 3_600_000

/** The fields of the request that a row comes to, without the merchant order ID. */
export const newFieldsOf = (
  row: Pick<RunRowRecord, 'party' | 'reason'>,
  moves: Money,
): Record<string, string> => ({
  ...row.party,
  ...(row.reason === '' ? {} : { order_desc: row.reason }),
  ...{ amount: wireAmount(moves), currency: moves.currency },
})

/** Rows of this run that were looked at before, by the keys of where their money goes. */
interface RowsBefore {
  add(row: RunRowRecord): void
  twinOf(row: RunRowRecord): RunRowRecord | null
}

export function openRowsBefore(operation: RunOperation): RowsBefore {
  const byKey = new Map<string, RunRowRecord[]>()
  const asTwin = ({ party, amount }: RunRowRecord) => ({
    ...{ operation: twinsAs(operation), goesTo: party ?? {}, amount },
  })
  const keysOf = ({ party, amount }: RunRowRecord): string[] =>
    destinationKeys(twinsAs(operation), party ?? {}).map((key) => `${key} ${amount?.currency}`)
  return {
    add: (row) => {
      for (const key of keysOf(row)) byKey.set(key, [...(byKey.get(key) ?? []), row])
    },
    twinOf: (row) =>
      keysOf(row)
        .flatMap((key) => byKey.get(key) ?? [])
        .find((other) => mayBeTwins(asTwin(row), asTwin(other))) ?? null,
  }
}

type Paying = Pick<RunRowRecord, 'party' | 'amount'>

const twinAsked = (
  { service, operation }: Pick<RunRecord, 'service' | 'operation'>,
  { party, amount }: Paying,
) => ({
  ...({ operation: twinsAs(operation), service, goesTo: { ...party } } as const),
  request: { moves: amount },
})

/** Requests that may be this very payment, by whomever they were made; newest first. */
export const rowTwins = (
  ports: TwinPorts,
  run: Pick<RunRecord, 'service' | 'operation'>,
  row: Paying,
): AttemptRow[] => pageTwins(ports, run, [row], 'lately')(row)

/** The same of many rows, read at once. */
export function pageTwins(
  ports: TwinPorts,
  run: Pick<RunRecord, 'service' | 'operation'>,
  rows: readonly Paying[],
  lasts: 'for-ever' | 'lately',
): (row: Paying) => AttemptRow[] {
  const all = rows.map((row) => twinAsked(run, row))
  const twins = twinsAmong(ports, all, lasts)
  return (row) => twins(twinAsked(run, row))
}

/** What is looked at of rows that name a party: of a page of them at once. */
export interface NewReads {
  /** Requests of any age that may be this very payment, newest first. */
  twins: (row: Paying) => AttemptRow[]
  /** IDs that other runs made for rows of this meaning. */
  ownIdsOf: (meaning: string) => string[]
  recipientLook: (payTo: Readonly<Record<string, string>>) => RecipientLook
}

/** Use it before anything else can be written: what is stored later is not seen by it. */
export function readNew(
  ports: PlanNewPorts,
  connection: Connection,
  run: RunRecord,
  rows: readonly RunRowRecord[],
): NewReads {
  const meanings = rows.map(({ meaning }) => meaning)
  return {
    twins: pageTwins(ports, run, rows, 'for-ever'),
    ownIdsOf: ports.runs.ownIdsOf(meanings, run.id),
    recipientLook: isCharge(run.operation)
      ? () => ({ finding: null, isLook: false })
      : openRecipientLook(ports, connection),
  }
}

export type Checked = RowCheck & { at: number }

/**
 * `row` as it was read. MONEY: the merchant order ID is made here, once for each row, so that a row
 * that comes again, from a copy of the ledger for one, is known to the gateway.
 */
export function planNew(
  ports: PlanNewPorts,
  connection: Connection,
  run: RunRecord,
  row: RunRowRecord,
  { reads, before }: { reads: NewReads; before: RowsBefore },
): Checked {
  const clientOrderid = mintClientOrderid(
    ports.clock(),
    ports.randomBytes,
    ports.audit.head().chain.slice(0, 8),
  )
  const planned = plannedOf(connection, run.operation, row, clientOrderid)
  const none = { ...noneOf(row), orderid: '', askedAt: ports.clock() }
  if (!planned.ok)
    return {
      ...{ ...none, clientOrderid: '', group: 'impossible', finding: planned.fault.message },
      ...{ way: null, moves: null, wasMade: false, isIn: false },
    }
  const look = lookOf(ports, run, row, { reads, before })
  before.add(row)
  return {
    ...{ ...none, clientOrderid, way: way(run.operation), moves: planned.value },
    ...{ group: look.isLook ? 'look' : 'ready', finding: look.finding },
    ...{ wasMade: look.wasMade, isIn: !look.isLook },
  }
}

/** It takes nothing from an order that is there, and gives no reason. */
const noneOf = ({ at }: Pick<RunRowRecord, 'at'>) => ({ at, leftMinor: null, comment: null })

/** Nothing but what makes orders is planned here. */
const way = (operation: RunOperation): RowCheck['way'] => (isMaking(operation) ? operation : null)

/** Of a checked payout that is to be paid, once the gateway was asked about it. */
export function planPay(
  ports: PlanNewPorts,
  connection: Connection,
  run: RunRecord,
  { row, order, before }: { row: RunRowRecord; order: AskedOrder; before: RowsBefore },
): Checked {
  const reads = readNew(ports, connection, run, [row])
  const none = { ...noneOf(row), orderid: '', clientOrderid: '', askedAt: null }
  const impossible = (fault: Fault): Checked => ({
    ...{ ...none, group: 'impossible', finding: fault.message, way: null, moves: null },
    ...{ wasMade: false, isIn: false },
  })
  if (!order.ok) return impossible(order.fault)
  const check = checkOf(ports, connection, order.value.orderid)
  if (!check.ok) return impossible(check.fault)
  const { clientOrderid, amount } = check.value
  const isSame =
    clientOrderid === row.clientOrderid &&
    clientOrderid === order.value.clientOrderid &&
    amount !== null &&
    row.amount !== null &&
    isSameMoney(amount, row.amount)
  if (!isSame) return impossible(notPossible(say('runs.order-changed')))
  const look = lookOf(ports, run, row, { reads, before })
  before.add(row)
  return {
    ...{ ...none, ...order.value, way: 'payout-pay', moves: amount },
    ...{ group: look.isLook ? 'look' : 'ready', finding: look.finding },
    ...{ wasMade: look.wasMade, isIn: !look.isLook },
  }
}

/** The request of a checked row, as a review makes it; null where a row comes to none. */
export function planOfRow(
  ports: PlanNewPorts,
  connection: Connection,
  { operation }: RunRecord,
  row: RunRowRecord,
  { group, moves, orderid, clientOrderid }: Checked,
): PlanInTeam | null {
  if (group === 'impossible' || moves === null) return null
  if (isMaking(operation)) {
    const plan = reviewNew(ports, connection, operation, newFieldsOf(row, moves), clientOrderid)
    return plan.ok ? plan.value : null
  }
  const place = { service: ports.connections.gatewayOf(connection), orderid }
  const check = checkOf(ports, connection, orderid)
  if (!check.ok) return null
  const { request: goesTo } = check.value
  return { operation, ...place, lockKey: orderLock(place), goesTo, request: { moves } }
}

/** By the same functions as at a review. */
function plannedOf(
  connection: Connection,
  operation: RunOperation,
  row: RunRowRecord,
  clientOrderid: string,
): Result<Money> {
  const { digitsRule, fields: own } = connection.settings
  if (!isMaking(operation) || row.party === null || row.amount === null)
    return fail(notPossible(noParty(operation)))
  const request = { ...newFieldsOf(row, row.amount), client_orderid: clientOrderid }
  const parsed = parseRequest(operation, request, digitsRule, own)
  if (!parsed.ok) return parsed
  const { fields, money } = parsed.value
  if (money === null || !isSameMoney(money, row.amount))
    return fail(notPossible(noParty(operation)))
  const refused = currencyRefused(connection, { moves: money, fields })
  return refused === null ? ok(money) : fail(refused)
}

const noParty = (operation: RunOperation): string =>
  say(isCharge(operation) ? 'runs.no-card' : 'runs.no-payee')

/**
 * MONEY: the gateway told of one under the ID of an earlier row of this meaning, and this
 * ledger did not send it: a copy of it did. The row that was skipped for that is not made anew
 * under another ID unseen.
 */
const isToldUnsent = (
  { orders, journal }: PlanNewPorts,
  { service }: RunRecord,
  ownIds: readonly string[],
): boolean =>
  ownIds.some(
    (own) =>
      orders.orderidOf(service, own) !== '' &&
      journal.underOwnId(service, own).every(({ sentAt }) => sentAt === null),
  )

/** Why a person looks at a row before it is taken in; else what is known of whom it pays. */
function lookOf(
  ports: PlanNewPorts,
  run: RunRecord,
  row: RunRowRecord,
  { reads, before }: { reads: NewReads; before: RowsBefore },
): { finding: string | null; isLook: boolean; wasMade: boolean } {
  const isOfCard = isCharge(run.operation)
  const made = reads.twins(row).at(0)
  const sent = made === undefined ? null : sentBefore(made, isOfCard)
  const isFresh = made !== undefined && (!isOfCard || isFreshCharge(ports, made))
  if (isFresh) return { finding: sent, isLook: true, wasMade: true }
  if (isToldUnsent(ports, run, reads.ownIdsOf(row.meaning))) {
    const finding = say(isOfCard ? 'runs.charge-told-before' : 'runs.payout-told-before')
    return { finding, isLook: true, wasMade: true }
  }
  const equal = before.twinOf(row)
  if (equal !== null) {
    const line = { line: equal.line }
    const finding = isOfCard ? say('runs.equal-charge', line) : say('runs.equal-payout', line)
    return { finding, isLook: true, wasMade: false }
  }
  return isOfCard
    ? { finding: sent, isLook: false, wasMade: false }
    : { ...reads.recipientLook(row.party ?? {}), wasMade: false }
}

function sentBefore({ actor, sentAt, createdAt }: AttemptRow, isOfCard: boolean): string {
  const values = { actor, time: { at: sentAt ?? createdAt } }
  return isOfCard ? say('runs.charged-before', values) : say('runs.paid-before', values)
}

/** One that is still open counts however old it is. */
const isFreshCharge = (
  { clock }: Pick<DeskPorts, 'clock'>,
  { state, sentAt, createdAt }: AttemptRow,
): boolean => isOpen(state) || clock() - (sentAt ?? createdAt) < freshChargeMs
