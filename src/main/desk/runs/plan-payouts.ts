// What each row of a run of payouts would do: whom it pays, under which merchant order ID, and
// whether the same was paid before. It asks nobody, writes nothing and sends nothing.
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { destinationKeys, mayBeTwins } from '#shared/gateway/twins.ts'
import { say } from '#shared/message.ts'
import { isSameMoney, type Money, wireAmount } from '#shared/money.ts'
import { isMaking, type RunOperation } from '#shared/runs/run-state.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { RowCheck, RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'
import { mintClientOrderid } from '../base/ids.ts'
import { notPossible } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import { currencyRefused } from '../payments/plan/plan.ts'
import { checkOf } from '../payments/review/review-checked.ts'
import { twinsOf, type TwinPorts } from '../payments/plan/twins.ts'
import type { AskedOrder } from './plan-rows.ts'
import { recipientLook, type RecipientLookPorts } from './recipient-look.ts'

export type PlanPayoutPorts = TwinPorts &
  RecipientLookPorts &
  Pick<DeskPorts, 'audit' | 'clock' | 'randomBytes' | 'runs' | 'orders' | 'journal'>

/** Money that goes where it was sent before is looked for among payouts, however they were made. */
const paying = 'payout'

/** The fields of the request that a row comes to, without the merchant order ID. */
export const payoutFieldsOf = (
  row: Pick<RunRowRecord, 'payTo' | 'reason'>,
  moves: Money,
): Record<string, string> => ({
  ...row.payTo,
  ...(row.reason === '' ? {} : { order_desc: row.reason }),
  ...{ amount: wireAmount(moves), currency: moves.currency },
})

/** Rows of this run that were looked at before, by the keys of where their money goes. */
interface PayoutsBefore {
  add(row: RunRowRecord): void
  twinOf(row: RunRowRecord): RunRowRecord | null
}

export function openPayoutsBefore(): PayoutsBefore {
  const byKey = new Map<string, RunRowRecord[]>()
  const keysOf = ({ payTo, amount }: RunRowRecord): string[] =>
    destinationKeys(paying, payTo ?? {}).map((key) => `${key} ${amount?.currency}`)
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

const asTwin = ({ payTo, amount }: RunRowRecord) => ({
  operation: paying,
  goesTo: payTo ?? {},
  amount,
})

/** Requests that may be this very payment, by whomever they were made; newest first. */
export function payoutTwins(
  ports: TwinPorts,
  { service }: Pick<RunRecord, 'service'>,
  { payTo, amount }: Pick<RunRowRecord, 'payTo' | 'amount'>,
  lasts: 'for-ever' | 'lately',
): AttemptRow[] {
  const asked = { operation: paying, service, goesTo: { ...payTo } } as const
  return twinsOf(ports, { ...asked, request: { moves: amount } }, lasts)
}

type Checked = RowCheck & { at: number }

/**
 * `row` as it was read. MONEY: the merchant order ID is made here, once for each row, so that a row
 * that comes again, from a copy of the ledger for one, is known to the gateway.
 */
export function planPayout(
  ports: PlanPayoutPorts,
  connection: Connection,
  run: RunRecord,
  row: RunRowRecord,
  before: PayoutsBefore,
): Checked {
  const clientOrderid = mintClientOrderid(
    ports.clock(),
    ports.randomBytes,
    ports.audit.head().chain.slice(0, 8),
  )
  const planned = plannedOf(connection, run.operation, row, clientOrderid)
  const none = { at: row.at, orderid: '', askedAt: ports.clock(), leftMinor: null }
  if (!planned.ok)
    return {
      ...{ ...none, clientOrderid: '', group: 'impossible', finding: planned.fault.message },
      ...{ way: null, moves: null, wasMade: false, isIn: false },
    }
  const look = lookOf(ports, connection, run, row, before)
  before.add(row)
  return {
    ...{ ...none, clientOrderid, way: run.operation as 'payout', moves: planned.value },
    ...{ group: look.isLook ? 'look' : 'ready', finding: look.finding },
    ...{ wasMade: look.wasMade, isIn: !look.isLook },
  }
}

/** Of a checked payout that is to be paid, once the gateway was asked about it. */
export function planPay(
  ports: PlanPayoutPorts,
  connection: Connection,
  run: RunRecord,
  { row, order, before }: { row: RunRowRecord; order: AskedOrder; before: PayoutsBefore },
): Checked {
  const none = { at: row.at, orderid: '', clientOrderid: '', askedAt: null, leftMinor: null }
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
  const look = lookOf(ports, connection, run, row, before)
  before.add(row)
  return {
    ...{ ...none, ...order.value, way: 'payout-pay', moves: amount },
    ...{ group: look.isLook ? 'look' : 'ready', finding: look.finding },
    ...{ wasMade: look.wasMade, isIn: !look.isLook },
  }
}

/** By the same functions as at a review. */
function plannedOf(
  connection: Connection,
  operation: RunOperation,
  row: RunRowRecord,
  clientOrderid: string,
): Result<Money> {
  const { digitsRule, fields: own } = connection.settings
  if (!isMaking(operation) || row.payTo === null || row.amount === null)
    return fail(notPossible(say('runs.no-payee')))
  const request = { ...payoutFieldsOf(row, row.amount), client_orderid: clientOrderid }
  const parsed = parseRequest(operation, request, digitsRule, own)
  if (!parsed.ok) return parsed
  const { fields, money } = parsed.value
  if (money === null || !isSameMoney(money, row.amount))
    return fail(notPossible(say('runs.no-payee')))
  const refused = currencyRefused(connection, { moves: money, fields })
  return refused === null ? ok(money) : fail(refused)
}

/**
 * MONEY: the gateway told of a payout under the ID of an earlier row of this meaning, and this
 * ledger did not send it: a copy of it did. The row that was skipped for that is not made anew
 * under another ID unseen.
 */
const isToldUnsent = (
  { runs, orders, journal }: PlanPayoutPorts,
  { id, service }: RunRecord,
  row: RunRowRecord,
): boolean =>
  runs
    .ownIdsOf(row.meaning, id)
    .some(
      (own) =>
        orders.orderidOf(service, own) !== '' &&
        journal.underOwnId(service, own).every(({ sentAt }) => sentAt === null),
    )

/** Why a person looks at a row before it is taken in; else what is known of whom it pays. */
function lookOf(
  ports: PlanPayoutPorts,
  connection: Connection,
  run: RunRecord,
  row: RunRowRecord,
  before: PayoutsBefore,
): { finding: string | null; isLook: boolean; wasMade: boolean } {
  const made = payoutTwins(ports, run, row, 'for-ever').at(0)
  if (made !== undefined) {
    const time = { at: made.sentAt ?? made.createdAt }
    const finding = say('runs.paid-before', { actor: made.actor, time })
    return { finding, isLook: true, wasMade: true }
  }
  if (isToldUnsent(ports, run, row))
    return { finding: say('runs.payout-told-before'), isLook: true, wasMade: true }
  const equal = before.twinOf(row)
  if (equal !== null) {
    const finding = say('runs.equal-payout', { line: equal.line })
    return { finding, isLook: true, wasMade: false }
  }
  return { ...recipientLook(ports, connection, row.payTo ?? {}), wasMade: false }
}
