// The amount that lists show of a payment that took nothing. Pure.
import type { OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import { type StoredSnapshot, statusTypesOf } from '#shared/gateway/status.ts'
import type { Money } from '#shared/money.ts'

/**
 * For lists and their filter: what a payment asked for that was declined, or has no end yet. It is
 * no fact of the order: nothing of it was taken.
 */
export function askedAmount(
  { currency, digits }: OrderFacts,
  told: readonly StoredSnapshot[],
): Money | null {
  const types = [...statusTypesOf('sale'), ...statusTypesOf('preauth')]
  const payment = told.find((seen) => seen.amount !== null && types.includes(seen.transactionType))
  const amount = payment?.amount ?? null
  return amount?.currency === currency && amount?.digits === digits ? amount : null
}
