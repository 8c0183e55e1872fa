// The picture of a report shows its figures: each currency by its own scale, what was done from day
// to day, and nothing that only the gateway told.
import { expect, it } from 'vitest'
import type {
  FigureKey,
  ReportFigure,
  ReportView,
} from '../../../../../src/shared/reports/report-methods.ts'
import {
  barsOf,
  seriesOf,
} from '../../../../../src/renderer/features/reports/figures/figure-bars.ts'
import { chartColour } from '../../../../../src/renderer/theme/chart-colours.ts'
import { daysBefore } from '../../../../../src/renderer/features/reports/facts/report-labels.ts'

const figure = (amount: string, key: Partial<FigureKey> = {}): ReportFigure => {
  const currency = key.currency ?? 'EUR'
  const total = { amount, currency }
  return {
    key: { source: 'here', operation: 'return', currency, part: 0, outcome: 'done', ...key },
    ...{ count: 1, unstated: 0, total, largest: total, share: null, medianMs: null },
  }
}
const view = (figures: ReportFigure[], parts = ['2026-11-01']): ReportView => ({
  ...{ report: 'moved', kind: 'sandbox', zone: 'UTC', bounds: { from: 0, until: 1 }, madeAt: 0 },
  ...{ upToEntry: 0, unknown: 0, processing: 0, open: [], close: null, parts, figures },
  reasonNames: {},
})
const shown = (figures: ReportFigure[]) =>
  barsOf(view(figures), (id) => id).map(({ label, share, colour }) => [label, share, colour])

it('draws the greatest figure of each currency as wide as there is room', () => {
  expect(
    shown([
      figure('50.00', { operation: 'capture' }),
      figure('200.00'),
      figure('1000', { currency: 'JPY' }),
    ]),
  ).toEqual([
    ['Capture', 0.25, chartColour('in')],
    ['Refund', 1, chartColour('refund')],
    ['Refund', 1, chartColour('refund')],
  ])
})

it('draws money in and money out apart, in the order of the totals, and no bar for what moved none', () => {
  const bars = barsOf(
    view([
      figure('900.00', { operation: 'payout-check' }),
      figure('800.00', { outcome: 'declined' }),
      figure('700.00', { operation: 'preauth' }),
      figure('600.00', { operation: 'void' }),
      figure('500.00', { operation: 'transfer' }),
      figure('400.00', { operation: 'capture' }),
      figure('3.00', { outcome: 'unknown' }),
      figure('2.00'),
    ]),
    (id) => id,
  )
  expect(bars.map(({ direction, label }) => `${direction}: ${label}`)).toEqual([
    'in: Capture',
    'out: Refund · Outcome unknown',
    'out: Refund',
    'between: Transfer',
  ])
})

it('names what was not done, and leaves out what only the gateway told or has no amount', () => {
  expect(
    shown([
      figure('2.00', { outcome: 'unknown' }),
      figure('4.00', { source: 'gateway' }),
      figure('0.00', { operation: 'create-card-ref' }),
    ]),
  ).toEqual([['Refund · Outcome unknown', 1, 'var(--unknown-ink)']])
})

it('gives what is drawn day by day the colour that it has as one bar', () => {
  const moved = [figure('4.00', { operation: 'capture' }), figure('2.50')]
  const whole = barsOf(view(moved), String).map(({ label, colour }) => [label, colour])
  const days = seriesOf(view(moved, ['2026-11-01', '2026-11-02']))
  expect(days.map(({ label, colour }) => [label, colour]).toSorted()).toEqual(whole.toSorted())
  expect(new Set(whole.map(([, colour]) => colour)).size).toBe(2)
})

it('tells money in, refunds, payouts and transfers apart by their colours', () => {
  const bars = shown(
    ['capture', 'return', 'payout', 'transfer'].map((operation) => figure('4.00', { operation })),
  )
  expect(new Set(bars.map(([, , colour]) => colour)).size).toBe(4)
})

it('measures the days of each operation by the greatest amount of its currency', () => {
  const now = [
    figure('4.00', { operation: 'capture' }),
    figure('2.50'),
    figure('90', { currency: 'JPY' }),
  ]
  const days = ['2026-11-03', '2026-11-04']
  const before = view([figure('7.00', { part: 1 })], ['2026-11-01', '2026-11-02'])
  const highest = (past: ReportView | null) =>
    seriesOf(view(now, days), past).map((one) => [one.label, one.total.currency, one.highest])
  expect(highest(before)).toEqual([
    ['Refund', 'JPY', 90],
    ['Capture', 'EUR', 7],
    ['Refund', 'EUR', 7],
  ])
})

it('draws what was done of an operation in each piece of the period', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03']
  const [first, last] = [figure('2.50'), figure('4.00', { part: 2 })]
  const [series] = seriesOf(view([first, last, figure('9.00', { outcome: 'declined' })], days))
  expect(series).toMatchObject({ label: 'Refund', total: { amount: '6.50', currency: 'EUR' } })
  expect(series?.values.map(({ total }) => total.amount)).toEqual(['2.50', '0.00', '4.00'])
  expect(series?.figures).toEqual([first, undefined, last])
})

it('draws no days where a piece has several figures of one operation, or the period is whole', () => {
  const split = figure('1.00', { operator: 'Anna' })
  expect(seriesOf(view([split], ['2026-11-01', '2026-11-02']))).toEqual([])
  expect(seriesOf(view([figure('1.00')]))).toEqual([])
  expect(barsOf(view([split], ['2026-11-01', '2026-11-02']), String)[0]?.label).toBe(
    '1 Nov 2026 · Refund · Anna',
  )
})

it('lays what was in the days before beside each figure, on one scale', () => {
  const past = view([figure('400.00'), figure('9.00', { operation: 'payout' })])
  const bars = barsOf(
    view([figure('100.00'), figure('50.00', { operation: 'capture' })]),
    String,
    past,
  )
  expect(bars.map(({ label, share, before }) => [label, share, before])).toEqual([
    // Nothing was captured before, and a payout of then is no figure of now.
    ['Capture', 0.125, null],
    ['Refund', 0.25, { total: { amount: '400.00', currency: 'EUR' }, share: 1 }],
  ])
})

it('lays the days before beside each day of a series', () => {
  const days = ['2026-11-03', '2026-11-04']
  const before = view([figure('7.00', { part: 1 })], ['2026-11-01', '2026-11-02'])
  const now = view([figure('2.50'), figure('1.00', { operation: 'capture' })], days)
  expect(seriesOf(now, before).map((one) => one.before.map(({ total }) => total.amount))).toEqual([
    ['0.00', '7.00'],
    ['0.00', '0.00'],
  ])
  expect(seriesOf(now)[0]?.before).toEqual([])
})

it.each([
  ['other', '2026-11-01 2026-11-27', '2026-10-05 2026-10-31'],
  ['yesterday', '2026-03-01 2026-03-01', '2026-02-28 2026-02-28'],
  ['quarter', '2026-01-01 2026-03-31', '2025-10-03 2025-12-31'],
  ['week', '2026-11-30 2026-12-02', '2026-11-23 2026-11-25'],
  ['week', '2026-12-28 2027-01-03', '2026-12-21 2026-12-27'],
  // Months of 28, 29, 30 and 31 days, each whole and as far as it has gone.
  ['last-month', '2026-11-01 2026-11-30', '2026-10-01 2026-10-31'],
  ['last-month', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
  ['last-month', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['last-month', '2026-01-01 2026-01-31', '2025-12-01 2025-12-31'],
  ['month', '2026-03-01 2026-03-01', '2026-02-01 2026-02-01'],
  ['month', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
  ['month', '2028-03-01 2028-03-30', '2028-02-01 2028-02-29'],
  ['month', '2026-12-01 2026-12-31', '2026-11-01 2026-11-30'],
  ['month', '2026-02-01 2026-02-28', '2026-01-01 2026-01-28'],
  ['month', '2026-01-01 2026-01-15', '2025-12-01 2025-12-15'],
] as const)('compares %s %s with %s', (span, days, before) => {
  const [from, to] = days.split(' ') as [string, string]
  expect(Object.values(daysBefore(span, { from, to })).join(' ')).toBe(before)
})

it('draws no more days before than it has days to lay them beside', () => {
  const days = ['2026-02-27', '2026-02-28']
  const past = view([figure('9.00', { part: 2 })], ['2026-01-29', '2026-01-30', '2026-01-31'])
  const [series] = seriesOf(view([figure('2.50')], days), past)
  expect(series).toMatchObject({ highest: 2.5 })
  expect(series?.before.map(({ total }) => total.amount)).toEqual(['0.00', '0.00'])
})
