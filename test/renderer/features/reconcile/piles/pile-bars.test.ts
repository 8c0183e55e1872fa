// The bars of a result: what they weigh, and which sums stand beside them.
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { KindSum, PileView } from '#shared/reconcile/reconcile-methods.ts'
import { barsOf } from '../../../../../src/renderer/features/reconcile/piles/pile-bars.ts'
import PileHead from '../../../../../src/renderer/features/reconcile/piles/PileHead.vue'

const sum = (kind: KindSum['kind'], amount: string, currency = 'EUR'): KindSum => ({
  ...{ kind, amount, currency },
})
const pile = (name: PileView['pile'], count: number, sums: KindSum[]): PileView => ({
  ...{ pile: name, count, sums },
})
const drawn = (piles: PileView[]) =>
  barsOf(piles).map((bar) => [bar.currency, ...bar.parts.map(({ percent }) => Math.round(percent))])

it('weighs a list by its amount, and not by its lines', () => {
  const [bar] = barsOf([
    pile('unexplained', 1, [sum('refunded', '7.00')]),
    pile('not-known-here', 1, [sum('charged-back', '35.10')]),
    pile('matched', 1, [sum('captured', '57.90')]),
  ])
  expect(bar?.parts.map(({ percent }) => percent.toFixed(2))).toEqual(['7.00', '35.10', '57.90'])
  expect(bar).toMatchObject({
    currency: 'EUR',
    count: 3,
    in: { amount: '57.90', currency: 'EUR' },
    out: { amount: '42.10', currency: 'EUR' },
  })
})

it('draws a bar for each currency, of the lists that have it', () => {
  const mixed = pile('matched', 3, [sum('captured', '75.00'), sum('refunded', '5', 'JPY')])
  expect(drawn([pile('unexplained', 1, [sum('refunded', '25.00')]), mixed])).toEqual([
    ['EUR', 25, 75],
    ['JPY', 100],
  ])
})

it('weighs lines where a list has no amount, no kind, or one below nothing', () => {
  const known = pile('matched', 1, [sum('captured', '9.00')])
  for (const sums of [
    [],
    [sum('captured', '0.00')],
    [sum(null, '3.00')],
    [sum('captured', '5.00'), sum('captured', '-1.00')],
  ])
    expect(drawn([pile('differs', 3, sums), known])).toEqual([[null, 75, 25]])
  expect(barsOf([pile('differs', 3, []), known])[0]).toMatchObject({ in: null, out: null })
})

it('counts a fee once, as a part of the line that has it', () => {
  const fees = pile('fees', 1, [sum('fee', '1.00')])
  expect(drawn([fees, pile('matched', 1, [sum('captured', '9.00')])])).toEqual([['EUR', 100]])
  expect(drawn([fees])).toEqual([[null, 100]])
  expect(drawn([])).toEqual([])
})

it('says what a bar weighs, both ways of the money, and the amount of each list', async () => {
  const text = async (piles: PileView[]): Promise<string> =>
    (await renderToString(createSSRApp(PileHead, { piles, isStatement: false })))
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  const piles = [
    pile('unexplained', 1, [sum('refunded', '7.00')]),
    pile('matched', 2, [sum('captured', '120.00')]),
  ]
  expect(await text(piles)).toMatch(
    /By amount in EUR Money in 120\.00 EUR Money out 7\.00 EUR Unexplained money out 7\.00 EUR 1 line Matched 120\.00 EUR 2 lines/,
  )
  expect(await text([pile('matched', 2, [])])).toMatch(
    /By lines 2 lines of the report Matched 2 lines/,
  )
})
