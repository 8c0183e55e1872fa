// What a register of payouts adds up to, and which checks can still be paid. Pure; main
// decides again.
import { isOpen } from '#shared/attempt.ts'
import { figureOf } from '#shared/bridge/today.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { sumsOf } from '#shared/money-sums.ts'
import type { MoneyText } from '#shared/money.ts'

/** The check a payment of a checked payout belongs to. */
export const checkOf = (
  payment: AttemptView,
  rows: readonly AttemptView[],
): AttemptView | undefined =>
  rows.find(
    (row) =>
      row.operation === 'payout-check' && row.orderid !== '' && row.orderid === payment.orderid,
  )

/** What a row sends out; a payment of a check sends the check's amount. */
export const amountOf = (row: AttemptView, rows: readonly AttemptView[]): MoneyText | null =>
  row.amount ?? (row.operation === 'payout-pay' ? (checkOf(row, rows)?.amount ?? null) : null)

/** Whether a payment may have reached the gateway. */
const mayHavePaid = (row: AttemptView, check: AttemptView): boolean =>
  row.operation === 'payout-pay' &&
  row.orderid === check.orderid &&
  row.sentAt !== null &&
  row.state !== 'NOT_SENT' &&
  row.state !== 'REJECTED'

/**
 * Whether a row is a check whose payment stands in the list: both are one payout. A check that can
 * still be paid stands for itself.
 */
export const isFolded = (row: AttemptView, rows: readonly AttemptView[]): boolean =>
  row.operation === 'payout-check' &&
  row.orderid !== '' &&
  rows.some((other) => mayHavePaid(other, row))

/**
 * MONEY: a check is paid once. Any payment of the check that may have reached the gateway closes
 * it, whatever the outcome.
 */
export const mayBePaid = (check: AttemptView, rows: readonly AttemptView[]): boolean =>
  check.operation === 'payout-check' &&
  check.state === 'SUCCEEDED' &&
  check.orderid !== '' &&
  !rows.some((row) => mayHavePaid(row, check))

/**
 * What was paid out, one sum for each currency, and of how many the amount is not known here. `all`
 * are searched for the check of a payment.
 */
export const paidOut = (
  rows: readonly AttemptView[],
  all: readonly AttemptView[] = rows,
): ReturnType<typeof sumsOf> =>
  sumsOf(
    rows
      .filter((row) => figureOf(row.operation) === 'paid-out' && row.state === 'SUCCEEDED')
      .map((row) => amountOf(row, all)),
  )

export interface UnderWay {
  count: number
  /** How many of them have an unknown outcome; they count as sent. */
  unknown: number
  /** One for each currency. */
  sums: MoneyText[]
  /** How many have an amount that is not known here. */
  unstated: number
}

/**
 * Payouts in progress: everything sent without a final outcome. `rows` are searched for the check
 * of a payment.
 */
export function underWay(open: readonly AttemptView[], rows: readonly AttemptView[]): UnderWay {
  const counted = open.filter((row) => figureOf(row.operation) === 'paid-out' && isOpen(row.state))
  const { sums, unknown: unstated } = sumsOf(counted.map((row) => amountOf(row, rows)))
  return {
    count: counted.length,
    unknown: counted.filter((row) => row.state === 'UNKNOWN').length,
    sums,
    unstated,
  }
}
