// The greatest bar of a chart says its amount, so that the others can be read against it. What was
// before has a bar of its own, and the bar of a day that is not over is told apart.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import DayBars from '../../../../../src/renderer/features/today/bars/DayBars.vue'

const figures = (amounts: readonly string[]) =>
  amounts.map((amount) => ({ count: 1, total: { amount, currency: 'EUR' } }))
const drawn = (amounts: readonly string[], more: object = {}): Promise<string> =>
  renderToString(
    createSSRApp(DayBars, {
      ...{ title: 'Refunded', colour: 'var(--refund-bar)', highest: 4_000 },
      counted: (count: number) => `${count}`,
      days: amounts.map((_, at) => `2026-11-0${at + 1}`),
      values: figures(amounts),
      ...more,
    }),
  )

async function labelsOver(amounts: readonly string[]): Promise<string[]> {
  const html = await drawn(amounts)
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

it('puts what was before behind its bar, and nothing where nothing was', async () => {
  const before = { before: figures(['400.00', '0.00']), daysBefore: ['2026-10-30', '2026-10-31'] }
  const html = await drawn(['5.00', '80.00'], before)
  const heights = [...html.matchAll(/class="was" style="height:([\d.]+%?);?"/g)].map(([, at]) => at)
  expect(heights).toEqual(['10%'])
  expect(html).toContain('has-before')
  const nothing = await drawn(['5.00', '80.00'], { ...before, before: figures(['0.00', '0.00']) })
  expect(nothing).not.toContain('class="was"')
  expect(nothing).not.toContain('has-before')
})

it('tells the last bar apart as long as its day is not over', async () => {
  const marked = (html: string): number[] =>
    [...html.matchAll(/<button[^>]*class="([^"]*)"/g)].flatMap(([, classes], at) =>
      classes!.includes('is-open') ? [at] : [],
    )
  expect(marked(await drawn(['5.00', '80.00'], { isOpen: true }))).toEqual([1])
  expect(marked(await drawn(['5.00', '80.00']))).toEqual([])
  // A mark without a bar would be a line on the axis.
  expect(marked(await drawn(['5.00', '0.00'], { isOpen: true }))).toEqual([])
})
