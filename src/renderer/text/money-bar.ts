// What became of an order's money as parts of one whole, for a bar. No part is shown where one of them is not known here. Pure.
import type { OrderView } from '#shared/bridge/views.ts'
import type { MoneyText } from '#shared/money.ts'
import type { Tone } from '../theme/tokens.ts'

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
  'held' | 'captured' | 'returned' | 'pending' | 'returnable' | 'unknown' | 'original' | 'phase'
>

/** Refunded, in progress and refundable of what was captured; the hold as one part while nothing is. */
export function partsOf(order: Known): MoneyPart[] {
  const { captured, returned, pending, returnable, held } = order
  if (order.phase === 'authorised' && held !== null)
    return [{ label: 'On hold', tone: 'info', money: held, share: 100 }]
  if (captured === null || returned === null || pending === null || returnable === null) return []
  const parts: Omit<MoneyPart, 'share'>[] = [
    { label: 'Refunded', tone: 'info', money: returned },
    {
      label: order.unknown === null ? 'In progress' : 'Outcome unknown',
      tone: order.unknown === null ? 'warn' : 'unknown',
      money: pending,
    },
    { label: 'Refundable', tone: 'good', money: returnable },
  ]
  if (parts.some(({ money }) => money.currency !== captured.currency)) return []
  const digits = Math.max(
    ...[captured, ...parts.map(({ money }) => money)].map(
      ({ amount }) => amount.split('.')[1]?.length ?? 0,
    ),
  )
  const whole = minorOf(captured, digits)
  const sum = parts.reduce((all, { money }) => all + minorOf(money, digits), 0n)
  // A bar whose parts are not the whole would say more than is known.
  if (whole === 0n || sum !== whole) return []
  return parts
    .map((part) => ({
      ...part,
      share: Number((minorOf(part.money, digits) * 1000n) / whole) / 10,
    }))
    .filter(({ money, label }) => label === 'Refundable' || minorOf(money, digits) > 0n)
}
