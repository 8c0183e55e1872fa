// The colour of a bar, the same in every chart: by where the money goes, and of what has not ended
// by how it stands. Pure.

/** Out: back to whoever paid, or to a recipient. `between`: from one card to another. */
export type MoneyWay = 'in' | 'refund' | 'payout' | 'between' | 'none'

const byWay: Readonly<Record<MoneyWay, string>> = {
  in: 'var(--income-bar)',
  refund: 'var(--refund-bar)',
  payout: 'var(--payout-bar)',
  between: 'var(--neutral-ink)',
  none: 'var(--neutral-ink)',
}
const byOutcome: Readonly<Record<string, string>> = {
  unknown: 'var(--unknown-ink)',
  processing: 'var(--info-ink)',
}

export const chartColour = (way: MoneyWay, outcome = 'done'): string =>
  byOutcome[outcome] ?? byWay[way]
