// The figures of a report stand in the columns of one table, whoever told of them. What moved no
// money is not drawn as a sum.
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, it } from 'vitest'
import type { FigureKey, ReportFigure, ReportView } from '#shared/reports/report-methods.ts'
import FigureTable from '../../../../../src/renderer/features/reports/figures/FigureTable.vue'
import { useReportsStore } from '../../../../../src/renderer/features/reports/facts/reports-store.ts'
import { openWindow } from '../../../window.ts'

beforeEach(() => void openWindow())

const figure = (amount: string, key: Partial<FigureKey> = {}): ReportFigure => {
  const total = { amount, currency: 'EUR' }
  return {
    key: { source: 'here', operation: 'return', currency: 'EUR', part: 0, outcome: 'done', ...key },
    ...{ count: 1, unstated: 0, total, largest: total, share: null, medianMs: null },
  }
}
const told: ReportFigure = {
  ...figure('3.00'),
  key: { source: 'gateway', operation: 'reversal', currency: 'EUR', part: 0 },
}

const viewOf = (figures: ReportFigure[], parts = ['2026-11-01']): ReportView => ({
  ...{ report: 'moved', kind: 'sandbox', zone: 'UTC', madeAt: 0, upToEntry: 0 },
  ...{ bounds: { from: 0, until: 1 }, unknown: 0, processing: 0, open: [], close: null },
  ...{ parts, figures, reasonNames: {} },
})
const drawn = (figures: ReportFigure[], parts?: string[]): Promise<string> =>
  renderToString(createSSRApp({ render: () => h(FigureTable, { view: viewOf(figures, parts) }) }))

it('has one head for what was made here and what only the gateway told', async () => {
  const html = await drawn([figure('2.00'), told])
  expect(html.match(/<thead/g)).toHaveLength(1)
  expect(html).toMatch(/Made here.*Refunded.*2\.00.*Reported by the gateway.*3\.00/s)
  const cells = [...html.matchAll(/<tr[^>]*data-testid="report-figure".*?<\/tr>/gs)].map(
    ([row]) => row.match(/<td/g)?.length,
  )
  expect(cells).toEqual([6, 6])
})

it('writes no sum of what moved no money in the strong letters of a sum', async () => {
  const html = await drawn([figure('2.00'), figure('4.00', { outcome: 'declined' })])
  expect(html).toMatch(/is-moved[^>]*>(?:(?!figure-open).)*2\.00/s)
  expect(html).not.toMatch(/is-moved[^>]*>(?:(?!figure-open).)*4\.00/s)
  expect(html).toContain('4.00')
})

it('has no column of the days before where nothing was in them', async () => {
  const figures = [figure('2.00'), figure('4.00', { operation: 'capture' })]
  expect(await drawn(figures)).not.toContain('was-amount')
  const reports = useReportsStore()
  const days = { from: '2026-10-01', to: '2026-10-01' }
  reports.before = { ...days, view: viewOf([figure('9.00')]), byOutcome: null }
  const html = await drawn(figures)
  expect(html.match(/was-amount/g)).toHaveLength(2)
  expect(html).toContain('Grey bars show 1 Oct 2026.')
})

it.each([
  [28, '29 – 31 Jan 2026'],
  [30, '31 Jan 2026'],
  [31, null],
])('names the days of the totals that have no bar beside %i others', async (count, left) => {
  const daysOf = (month: string, last: number) =>
    Array.from({ length: last }, (_, at) => `2026-${month}-${String(at + 1).padStart(2, '0')}`)
  const reports = useReportsStore()
  const past = viewOf([figure('9.00'), figure('8.00', { part: 30 })], daysOf('01', 31))
  reports.before = { from: '2026-01-01', to: '2026-01-31', view: past, byOutcome: null }
  const html = await drawn([figure('2.00')], daysOf('03', count))
  const text = html.replaceAll(/\s/g, ' ')
  expect(text).toContain(`Grey bars show 1 – ${count} Jan 2026.`)
  expect(/The totals also count ([^.]*)\./.exec(text)?.[1] ?? null).toBe(left)
})
