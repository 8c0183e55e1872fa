// The reasons a sheet offers to pick from, as a connection's settings have them: read from text
// with one a line, and the amount from which a listed reason is not enough. Pure.
import { say } from '../message.ts'
import { z } from 'zod'
import { holdsCardNumber } from '../cards/card-number.ts'
import { cardNumberTyped } from '../card-refusal.ts'
import { fail, inputFault, ok, type Result } from '../fault.ts'
import type { MoneyText } from '../money.ts'
import { clearReading, readTyped } from '../typed-amount.ts'

const mostReasons = 12
/** A reason is sent as the comment, of which the gateway takes so much. */
export const longestReason = 50

const tooLong = say('connections.a-reason-is-too-long', { longestReason })
const howMany = say('connections.enter-one-reason-a-line', { mostReasons })

export const reasonList = z
  .array(
    z
      .string()
      .trim()
      .min(1, say('connections.a-reason-has-a-word'))
      .max(longestReason, tooLong)
      .refine((text) => !holdsCardNumber(text), { error: cardNumberTyped }),
  )
  .min(1, howMany)
  .max(mostReasons, howMany)

export const usualReasons = {
  afterSale: ['Customer request', 'Goods returned', 'Damaged goods', 'Not delivered', 'Paid twice'],
  beforeSale: ['Customer request', 'Order cancelled', 'Out of stock', 'Ordered twice'],
}

/** Empty lines and what stands there twice are left out. */
export function readReasons(text: string): Result<string[]> {
  const lines = text.split('\n').map((line) => line.trim())
  const parsed = reasonList.safeParse([...new Set(lines.filter((line) => line !== ''))])
  return parsed.success
    ? ok(parsed.data)
    : fail(inputFault('reasons', parsed.error.issues[0]?.message ?? howMany))
}

/** Whether a reason was picked from the connection's list or is in the operator's own words. */
export type ReasonSource = 'list' | 'free-text'

const plainOf = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** A listed reason is a listed reason, whether it was picked or typed again letter by letter. */
export const sourceOfReason = (comment: string, listed: readonly string[]): ReasonSource =>
  listed.some((one) => plainOf(one) === plainOf(comment)) ? 'list' : 'free-text'

const mostDecimals = 4
/** Empty: from no amount. Otherwise whole units and decimals of whatever currency the order has. */
export const freeReasonFrom = z
  .string()
  .regex(/^(?:(?:0|[1-9]\d{0,14})(?:\.\d{1,4})?)?$/, say('connections.enter-an-amount-like-500'))

/** Reads the typed limit; "1,000" has two meanings and is refused. */
export function readFreeReasonFrom(text: string): Result<string> {
  if (text.trim() === '') return ok('')
  const read = clearReading(readTyped(text.trim(), mostDecimals))
  const typed = read === null ? '-' : [read.whole, read.decimals].filter(Boolean).join('.')
  const parsed = freeReasonFrom.safeParse(typed)
  return parsed.success
    ? ok(parsed.data)
    : fail(inputFault('freeReasonFrom', say('connections.enter-an-amount-like-500')))
}

/** MONEY: an amount that nobody knows may be any amount, so it needs the operator's own words. */
export function needsFreeText(money: MoneyText | null, from: string): boolean {
  if (from === '') return false
  return money === null || scaled(money.amount) >= scaled(from)
}

/** Whether less needs the operator's own words than before. */
export const isLooserLimit = (before: string, from: string): boolean =>
  before !== '' && (from === '' || scaled(from) > scaled(before))

/** In ten thousandths of a unit: no currency has more than four decimals. */
function scaled(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(mostDecimals, '0'))
}
