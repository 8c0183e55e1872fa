// What part of a sum each figure is: of all figures of the same operation, currency and piece of
// the period. Pure; in tenths of a percent, the nearest whole one.
import type { Money } from '../money.ts'
import type { FigureKey } from './report-methods.ts'

interface Summed {
  key: FigureKey
  total: Money
}

/** One for each figure; null where nothing is to be shared. */
export function sharesOf(figures: readonly Summed[]): (number | null)[] {
  const wholes = new Map<string, bigint>()
  for (const figure of figures)
    wholes.set(wholeOf(figure), (wholes.get(wholeOf(figure)) ?? 0n) + finest(figure))
  return figures.map((figure) => {
    const whole = wholes.get(wholeOf(figure)) ?? 0n
    return whole === 0n ? null : Number((finest(figure) * 2_000n + whole) / (2n * whole))
  })
}

const wholeOf = ({ key }: Summed): string =>
  [key.source, key.operation, key.currency, key.part].join(' ')

/** Figures of one currency may differ in their decimals. */
const finest = ({ total: { minor, digits } }: Summed): bigint =>
  minor * 10n ** BigInt(MOST_DIGITS - digits)
const MOST_DIGITS = 6
