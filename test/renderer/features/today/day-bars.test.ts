// The greatest bar of a chart says its amount, so that the others can be read against it.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import DayBars from '../../../../src/renderer/features/today/DayBars.vue'

async function labelsOver(amounts: readonly string[]): Promise<string[]> {
  const html = await renderToString(
    createSSRApp(DayBars, {
      ...{ title: 'Refunded', colour: 'var(--refund-bar)', unit: 'EUR', highest: 4_000 },
      counted: (count: number) => `${count}`,
      days: amounts.map((_, at) => `2026-11-0${at + 1}`),
      values: amounts.map((amount) => ({ count: 1, total: { amount, currency: 'EUR' } })),
    }),
  )
  return [...html.matchAll(/bottom:([\d.]+%)[^>]*>.{0,120}bar-best"[^>]*>([^<]*)</g)].map(
    ([, height, text]) => `${text!.trim()} at ${height}`,
  )
}

it('writes the amount of the greatest bar on top of it, once', async () => {
  expect(await labelsOver(['5.00', '1000.50', '1000.50'])).toEqual(['1\u202f000.50 at 25.0125%'])
})

it('writes none where no bar is', async () => {
  expect(await labelsOver(['0.00', '0.00'])).toEqual([])
})
