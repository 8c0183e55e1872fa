// The axis of a chart of amounts: up to a round number, with a line at half of it, which is round
// too. What is drawn is a picture beside exact figures, so a number is enough. Pure.
import type { DayFigure } from '#shared/bridge/today.ts'

export interface Axis {
  /** What the full height stands for; 1 where there is nothing to draw. */
  most: number
  /** From nought up; `share` of the height, from 0 to 1. */
  lines: { share: number; label: string }[]
}

/** Steps that halve into round numbers, also where a thousand is written “1K”. */
const steps = [1, 2, 4, 6, 10]
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

/** The largest amount of charts that share an axis, so that bars beside each other compare. */
export const highestOf = (days: readonly DayFigure[]): number =>
  days.reduce((most, { total }) => Math.max(most, Number(total.amount)), 0)

/** `highest`: the largest amount that is drawn, in units of its currency. */
export function axisOf(highest: number): Axis {
  if (highest <= 0) return { most: 1, lines: [{ share: 0, label: '0' }] }
  const scale = 10 ** Math.floor(Math.log10(highest))
  // Half of 1 is no whole number; below 1 there is none.
  const own = scale === 1 ? steps.slice(1) : steps
  const most = scale * (own.find((step) => step * scale >= highest) ?? 10)
  return {
    most,
    lines: [0, 0.5, 1].map((share) => ({ share, label: short.format(most * share) })),
  }
}
