// Sums of amounts, one for each currency: amounts of two currencies are never added up. Pure.
import { type MoneyText, wireAmount } from './money.ts'

/**
 * In the order in which the currencies come. Where connections give a currency different digits,
 * the sum has the most of them.
 */
export function sumsOf(amounts: readonly (MoneyText | null)[]): {
  sums: MoneyText[]
  /** How many amounts are not known. */
  unknown: number
} {
  const known = amounts.filter((money) => money !== null)
  const sums = new Map<string, { minor: bigint; digits: number }>()
  for (const { amount, currency } of known) {
    const [whole = '', decimals = ''] = amount.split('.')
    const sum = sums.get(currency) ?? { minor: 0n, digits: decimals.length }
    const digits = Math.max(sum.digits, decimals.length)
    const scaled = (minor: bigint, from: number): bigint => minor * 10n ** BigInt(digits - from)
    sums.set(currency, {
      minor: scaled(sum.minor, sum.digits) + scaled(BigInt(whole + decimals), decimals.length),
      digits,
    })
  }
  return {
    sums: [...sums].map(([currency, sum]) => ({
      amount: wireAmount({ ...sum, currency }),
      currency,
    })),
    unknown: amounts.length - known.length,
  }
}
