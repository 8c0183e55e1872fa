// The amount that lists show of a payment that took nothing. Pure.
import type { OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import { type StoredSnapshot, statusTypesOf } from '#shared/gateway/status/status.ts'
import type { Money } from '#shared/money.ts'

/**
 * For lists and their filter: what a payment asked for that was declined, or has no end yet. It is
 * no fact of the order: nothing of it was taken. Null where it was told with more than one amount.
 */
export function askedAmount(
  { currency, digits }: OrderFacts,
  reported: readonly StoredSnapshot[],
): Money | null {
  const types = [...statusTypesOf('sale'), ...statusTypesOf('preauth')]
  const [amount, ...others] = reported.flatMap((seen) =>
    seen.amount !== null && types.includes(seen.transactionType) ? [seen.amount] : [],
  )
  if (amount?.currency !== currency || amount?.digits !== digits) return null
  return others.every((other) => isSame(other, amount)) ? amount : null
}

const isSame = (a: Money, b: Money): boolean =>
  a.minor === b.minor && a.currency === b.currency && a.digits === b.digits
