// A finished run whose rows all came to a good end is told as a result; any other one as a bar with
// its counts.
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { RunView } from '#shared/runs/run-methods.ts'
import type { RowOutcome, RunState } from '#shared/runs/run-state.ts'
import RunBar from '../../../../src/renderer/features/runs/RunBar.vue'
import { openWindow } from '../../window.ts'

const barOf = (
  outcomes: Partial<Record<RowOutcome, number>>,
  state: RunState = 'DONE',
  rowsIn = 3,
) => {
  openWindow()
  const run = {
    ...{ operation: 'return', state, rows: rowsIn + 1, rowsIn, confirmedBy: 'Anna' },
    endedAt: Date.UTC(2026, 10, 29, 22, 31),
    moved: [{ sum: { amount: '360.00', currency: 'EUR' } }],
    outcomes: Object.entries(outcomes).map(([outcome, rows]) => ({ outcome, rows })),
  } as unknown as RunView
  return renderToString(createSSRApp(RunBar, { run }))
}
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

it('is a result when every confirmed row was done', async () => {
  const html = await barOf({ done: 3, 'left-out': 1 })
  expect(textOf(html)).toMatch(
    /^360\.00 EUR refunded 3 refunds by Anna 29 Nov 2026, 22:31:\d\d UTC$/,
  )
  expect(html).toMatch(/class="figure"/)
  expect(html).not.toContain('Done')
})

it('draws each row of a short run, and the rows of a long one by outcome', async () => {
  const partsOf = (html: string): string[][] =>
    [...html.matchAll(/flex-grow:(\d+);?"(?: data-part="([a-z]+)")?/g)].map(([, rows, outcome]) => [
      outcome ?? 'rest',
      rows!,
    ])
  expect(partsOf(await barOf({ done: 2, declined: 1 }))).toEqual([
    ['done', '1'],
    ['done', '1'],
    ['declined', '1'],
  ])
  expect(partsOf(await barOf({ done: 3 }))).toHaveLength(3)
  const long = await barOf({ done: 70, unknown: 2, waiting: 28 }, 'RUNNING', 100)
  expect(partsOf(long)).toEqual([
    ['done', '70'],
    ['unknown', '2'],
    ['rest', '28'],
  ])
})

it.each([
  ['a row was declined', { done: 2, declined: 1 }, 'DONE'],
  ['a row was skipped', { done: 2, skipped: 1 }, 'DONE'],
  ['an outcome is unknown', { done: 2, unknown: 1 }, 'DONE'],
  ['the gateway still works on a row', { done: 2, processing: 1 }, 'DONE'],
  ['a row was resolved by hand', { done: 2, resolved: 1 }, 'DONE'],
  ['it still runs', { done: 2, waiting: 1 }, 'RUNNING'],
  ['it was stopped', { done: 3 }, 'STOPPED'],
] as const)('is a bar with its counts when %s', async (_name, outcomes, state) => {
  const html = await barOf(outcomes, state)
  expect(html).toMatch(/class="run-bar"/)
  expect(textOf(html)).toMatch(/Done [23]/)
  expect(html).not.toContain('result-head')
})
