// One line under each chart sums its days and those before, and is the key to its bars.
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, it } from 'vitest'
import { type DayFigure, figureIds, type TodayView } from '#shared/bridge/today.ts'
import FiguresPanel from '../../../../src/renderer/features/today/FiguresPanel.vue'
import { openWindow } from '../../window.ts'

beforeEach(() => void openWindow())

const figure = (amount: string, count = Number(amount) > 0 ? 1 : 0): DayFigure => ({
  total: { amount, currency: 'EUR' },
  count,
})

/** What stands under the chart of refunds of two days, with its swatches. */
async function under(days: [string, string], before: [string, string]): Promise<string> {
  const sum = (two: [string, string]): DayFigure =>
    figure((Number(two[0]) + Number(two[1])).toFixed(2))
  const none = [figure('0.00'), figure('0.00')]
  const byFigure = <T>(refunds: T, others: T) =>
    Object.fromEntries(figureIds.map((id) => [id, id === 'refunded' ? refunds : others]))
  const view = {
    ...{ kind: 'sandbox', hasRemoved: false, unstated: 0 },
    ...{ days: ['2026-11-29', '2026-11-30'], daysBefore: ['2026-11-27', '2026-11-28'] },
    currencies: [
      {
        currency: 'EUR',
        figures: byFigure(
          days.map((one) => figure(one)),
          none,
        ),
        before: byFigure(
          before.map((one) => figure(one)),
          none,
        ),
        sums: byFigure(
          { period: sum(days), before: sum(before) },
          { period: figure('0.00'), before: figure('0.00') },
        ),
      },
    ],
  } as unknown as TodayView
  const html = await renderToString(createSSRApp({ render: () => h(FiguresPanel, { view }) }))
  const line = /sum-refunded"[^>]*>([^]*?)<\/p>/.exec(html)?.[1] ?? ''
  return line
    .replaceAll(/<i class="swatch is-(\w+)"[^>]*><\/i>/g, '[$1] ')
    .replaceAll(/<!--.*?-->|<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

it('sums the days and those before, and says how much more it is', async () => {
  expect(await under(['100.00', '50.00'], ['60.00', '40.00'])).toBe(
    '[now] 2 days 150.00 50 %50 % more[was] 2 days before 100.00',
  )
})

it('needs no key where nothing was before', async () => {
  expect(await under(['100.00', '50.00'], ['0.00', '0.00'])).toBe('2 days 150.00')
  expect(await under(['0.00', '50.00'], ['0.00', '0.00'])).toBe('Nothing on the other day')
})
