// What the bars of a result weigh: the money of its lists, a bar for each currency, or their lines
// where money can't be weighed. Bars are a picture beside exact sums, so a number is enough. Pure.
import type { MoneyText } from '#shared/money.ts'
import { sumsOf } from '#shared/money-sums.ts'
import type { KindSum, PileView, ShownPile } from '#shared/reconcile/reconcile-methods.ts'
import { isMoneyOut, type LineKind } from '#shared/reconcile/report-line.ts'

export interface PileBar {
  /** Null: the bar weighs lines. */
  currency: string | null
  /** MONEY: captures and refunds are never added, so each way has a sum of its own. */
  in: MoneyText | null
  out: MoneyText | null
  /** All lines that the parts are of. */
  count: number
  parts: { pile: ShownPile; count: number; sums: readonly KindSum[]; percent: number }[]
}

const sizeOf = (sums: readonly KindSum[]): number =>
  sums.reduce((size, { amount }) => size + Number(amount), 0)

function sumOf(sums: readonly KindSum[], isOf: (kind: LineKind) => boolean): MoneyText | null {
  const some = sums.filter(({ kind }) => kind !== null && isOf(kind))
  return sumsOf(some).sums[0] ?? null
}

const barOf = (currency: string | null, piles: readonly PileView[]): PileBar => {
  const sums = currency === null ? [] : piles.flatMap((one) => one.sums)
  const count = piles.reduce((all, one) => all + one.count, 0)
  const [whole, weight] =
    currency === null
      ? [count, (one: PileView) => one.count]
      : [sizeOf(sums), (one: PileView) => sizeOf(one.sums)]
  return {
    ...{ currency, count },
    in: sumOf(sums, (kind) => !isMoneyOut(kind)),
    out: sumOf(sums, isMoneyOut),
    parts: piles.map((one) => ({
      ...{ pile: one.pile, count: one.count },
      sums: currency === null ? [] : one.sums,
      percent: (weight(one) / whole) * 100,
    })),
  }
}

/** Lists with lines. What a fee takes is in the amount of its line, so it weighs nothing more. */
export function barsOf(piles: readonly PileView[]): PileBar[] {
  const moved = piles.filter(({ pile }) => pile !== 'fees')
  const isWeighed = (one: PileView): boolean =>
    sizeOf(one.sums) > 0 && one.sums.every(({ kind, amount }) => kind !== null && +amount >= 0)
  if (moved.length === 0 || !moved.every(isWeighed))
    return piles.length === 0 ? [] : [barOf(null, piles)]
  const currencies = new Set(moved.flatMap(({ sums }) => sums.map(({ currency }) => currency)))
  return [...currencies].toSorted().map((currency) => {
    const own = moved.map((one) => ({
      ...one,
      sums: one.sums.filter((sum) => sum.currency === currency),
    }))
    return barOf(
      currency,
      own.filter(({ sums }) => sums.length > 0),
    )
  })
}
