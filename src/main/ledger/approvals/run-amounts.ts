// What rows of a run come to by currency, and how that is kept as JSON. Pure.
import type { Money } from '#shared/money.ts'

/** What rows of one currency come to; null of rows whose amount nobody knows. */
export interface RunAmount {
  amount: Money | null
  rows: number
}

/** Minor units as text: JSON has no number for them. */
const kept = ({ amount, rows }: RunAmount) => ({
  rows,
  amount: amount === null ? null : { ...amount, minor: amount.minor.toString() },
})

export const keptAmounts = (amounts: readonly RunAmount[]) => amounts.map(kept)

export const amountsIn = (text: string): RunAmount[] =>
  (JSON.parse(text) as ReturnType<typeof kept>[]).map(({ amount, rows }) => ({
    rows,
    amount: amount === null ? null : { ...amount, minor: BigInt(amount.minor) },
  }))
