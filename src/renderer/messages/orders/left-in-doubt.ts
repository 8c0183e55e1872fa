// What is said of the refundable amount of an order that a report puts in doubt, wherever it is
// shown: the amount that is certain, and else the doubt. Pure.
import type { MoneyText } from '#shared/money.ts'
import { formatAmount } from '#wording/amounts.ts'
import { t } from '../message.ts'
import { type Doubt, lessOf } from './money-bar.ts'

interface LeftInDoubt {
  /** In place of a figure. */
  none: string
  /** `none` is a bound of the amount, as loud as the amount would be. */
  isBound: boolean
  /** Why a form fills in no amount. */
  why: string
}

export const leastText = (least: MoneyText): string =>
  t('orders.at-least', { amount: formatAmount(least) })

/** MONEY: what a report puts in doubt is not refundable for certain; the rest is. */
export function leftInDoubt({ doubt }: { doubt?: Doubt }): LeftInDoubt {
  if (doubt === undefined || /^[0.]+$/.test(doubt.least.amount))
    return {
      ...{ none: t('orders.report-in-doubt'), isBound: false },
      why: t('order.left-in-doubt'),
    }
  const amount = formatAmount(doubt.least)
  return {
    ...{ none: leastText(doubt.least), isBound: true },
    why: t('order.left-at-least', { amount }),
  }
}

/** MONEY: of what main leaves after a request, the part in doubt is not certain. */
export function leftAfterInDoubt(after: MoneyText | null, doubt: Doubt | undefined): string {
  const least = after === null || doubt === undefined ? null : lessOf(after, doubt.part)
  return leftInDoubt(least === null || doubt === undefined ? {} : { doubt: { ...doubt, least } })
    .none
}
