// What became of an order's money as parts of one whole, for a bar. No part is shown where one of
// them is not known here. Pure.
import type { OrderView } from '#shared/bridge/views.ts'
import { type MoneyText, toText } from '#shared/money.ts'
import type { Tone } from '../../theme/tokens.ts'
import { t } from '../message.ts'

export interface MoneyPart {
  label: string
  tone: Tone
  money: MoneyText
  /** Percent of the whole, to a tenth. */
  share: number
}

/** In the smallest unit that any of them has. */
function minorOf(money: MoneyText, digits: number): bigint {
  const [whole = '0', decimals = ''] = money.amount.split('.')
  return BigInt(whole + decimals.padEnd(digits, '0'))
}

type Known = Pick<
  OrderView,
  'held' | 'captured' | 'returned' | 'inProgress' | 'returnable' | 'unknown' | 'original' | 'phase'
>

/**
 * Refunded, in progress and refundable of the captured amount; before a capture, the hold and the
 * part of it in progress.
 */
export function partsOf(order: Known): MoneyPart[] {
  const { captured, returned, inProgress, returnable, held } = order
  if (order.phase === 'authorised') {
    if (held === null || inProgress === null) return []
    const rest = lessOf(held, inProgress)
    if (rest === null) return []
    const requested = inProgressParts(inProgress, order.unknown)
    // The figure "On hold" is the whole hold: a part of it has another name.
    const isWhole = lessOf(rest, held) !== null
    const label = isWhole ? t('on-hold') : t('rest-of-the-hold')
    return sharesOf(held, [{ label, tone: 'info', money: rest }, ...requested], label)
  }
  if (captured === null || returned === null || inProgress === null || returnable === null)
    return []
  const parts: Omit<MoneyPart, 'share'>[] = [
    { label: t('refunded'), tone: 'info', money: returned },
    ...inProgressParts(inProgress, order.unknown),
    { label: t('refundable'), tone: 'good', money: returnable },
  ]
  return sharesOf(captured, parts, t('refundable'))
}

/** What nobody knows the outcome of, apart from what else is in progress. */
function inProgressParts(
  inProgress: MoneyText,
  unknown: MoneyText | null,
): Omit<MoneyPart, 'share'>[] {
  const rest = unknown === null ? inProgress : lessOf(inProgress, unknown)
  return [
    ...(unknown === null
      ? []
      : [{ label: t('outcome-unknown'), tone: 'unknown' as const, money: unknown }]),
    ...(rest === null ? [] : [{ label: t('in-progress'), tone: 'warn' as const, money: rest }]),
  ]
}

/** What is left of it, with all its digits; null where that is less than nothing. */
function lessOf(money: MoneyText, other: MoneyText): MoneyText | null {
  const digits = money.amount.split('.')[1]?.length ?? 0
  const minor = minorOf(money, digits) - minorOf(other, digits)
  if (minor < 0n || money.currency !== other.currency) return null
  return toText({ minor, currency: money.currency, digits })
}

/** None where they are not the whole. `kept` stays, however small. */
function sharesOf(
  of: MoneyText,
  parts: readonly Omit<MoneyPart, 'share'>[],
  kept: string,
): MoneyPart[] {
  if (parts.some(({ money }) => money.currency !== of.currency)) return []
  const digits = Math.max(
    ...[of, ...parts.map(({ money }) => money)].map(
      ({ amount }) => amount.split('.')[1]?.length ?? 0,
    ),
  )
  const whole = minorOf(of, digits)
  const sum = parts.reduce((all, { money }) => all + minorOf(money, digits), 0n)
  // Parts that don't add up to the whole would claim more than Paydesk knows.
  if (whole === 0n || sum !== whole) return []
  return parts
    .map((part) => ({
      ...part,
      share: Number((minorOf(part.money, digits) * 1000n) / whole) / 10,
    }))
    .filter(({ money, label }) => label === kept || minorOf(money, digits) > 0n)
}
