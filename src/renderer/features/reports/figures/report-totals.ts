// What a report of moved money comes to: in, out and the rest of each currency. Only what was done
// counts; what may have moved, or is still processed, stands beside it. Pure.
import type { MoneyText } from '#shared/money.ts'
import { sumsOf } from '#shared/money-sums.ts'
import type { ReportFigure, ReportOutcome, ReportView } from '#shared/reports/report-methods.ts'
import { directionOf } from '../facts/report-labels.ts'

interface Moved {
  total: MoneyText
  /** Requests that add up to it. */
  count: number
  /** In no sum: nobody knows yet whether it moved. */
  unknown: MoneyText | null
  processing: MoneyText | null
}

export interface CurrencyTotals {
  currency: string
  in: Moved
  out: Moved
  /** Less than nothing begins with a minus. */
  net: MoneyText
}

const noneLike = ({ amount, currency }: MoneyText): MoneyText => ({
  amount: amount.replaceAll(/\d+/g, (digits, at: number) =>
    at === 0 ? '0' : digits.replaceAll(/\d/g, '0'),
  ),
  currency,
})
const less = ({ amount, currency }: MoneyText): MoneyText => ({ amount: `-${amount}`, currency })

function movedOf(figures: readonly ReportFigure[], none: MoneyText): Moved {
  const of = (outcome: ReportOutcome): ReportFigure[] =>
    figures.filter(({ key }) => key.outcome === outcome)
  const sum = (some: readonly ReportFigure[]): MoneyText | null =>
    sumsOf(some.map(({ total }) => total)).sums[0] ?? null
  return {
    total: sum(of('done')) ?? none,
    count: of('done').reduce((all, { count }) => all + count, 0),
    unknown: sum(of('unknown')),
    processing: sum(of('processing')),
  }
}

/** Of figures that are split by outcome: any other sum has in it what was declined. */
export function totalsOf({ figures }: ReportView): CurrencyTotals[] {
  const here = figures.filter(
    ({ key }) => key.source === 'here' && key.currency !== '' && key.outcome !== undefined,
  )
  const moved = here.filter((one) => ['in', 'out'].includes(directionOf(one.key)))
  const byCurrency = Map.groupBy(moved, ({ key }) => key.currency)
  return [...byCurrency]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([currency, own]) => {
      const none = noneLike(own[0]!.total)
      const to = (direction: 'in' | 'out'): Moved =>
        movedOf(
          own.filter(({ key }) => directionOf(key) === direction),
          none,
        )
      const [inwards, outwards] = [to('in'), to('out')]
      const net = sumsOf([inwards.total, less(outwards.total)]).sums[0] ?? none
      return { currency, in: inwards, out: outwards, net }
    })
}
