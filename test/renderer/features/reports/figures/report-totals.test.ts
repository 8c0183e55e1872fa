// What a report of moved money comes to: only what was done, each currency by itself, exactly.
import { expect, it } from 'vitest'
import type {
  FigureKey,
  ReportFigure,
  ReportView,
} from '../../../../../src/shared/reports/report-methods.ts'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import ReportTotals from '../../../../../src/renderer/features/reports/figures/ReportTotals.vue'
import { totalsOf } from '../../../../../src/renderer/features/reports/figures/report-totals.ts'

function figure(amount: string, key: Partial<FigureKey> = {}): ReportFigure {
  const total = { amount, currency: key.currency ?? 'EUR' }
  return {
    key: {
      ...{ source: 'here', operation: 'return', currency: 'EUR', part: 0, outcome: 'done' },
      ...key,
    },
    ...{ count: 2, unstated: 0, total, largest: total, share: null, medianMs: null },
  }
}
const view = (figures: ReportFigure[]): ReportView => ({
  ...{ report: 'moved', kind: 'sandbox', zone: 'UTC', bounds: { from: 0, until: 1 }, madeAt: 0 },
  ...{ upToEntry: 0, unknown: 0, processing: 0, open: [], close: null, parts: [], figures },
  reasonNames: {},
})
const said = (figures: ReportFigure[]) =>
  totalsOf(view(figures)).map((one) => [one.in.total.amount, one.out.total.amount, one.net.amount])

it('adds up what was done, in and out, over every piece of the period', () => {
  const [euros] = totalsOf(
    view([
      figure('120.10', { operation: 'capture' }),
      figure('0.20', { operation: 'capture', part: 1 }),
      figure('20.30'),
      figure('10.00', { operation: 'payout', part: 1 }),
    ]),
  )
  expect(euros).toMatchObject({
    currency: 'EUR',
    in: { total: { amount: '120.30' }, count: 4 },
    out: { total: { amount: '30.30' }, count: 4 },
    net: { amount: '90.00', currency: 'EUR' },
  })
})

it('says less than nothing with a minus, and nothing in all digits of the currency', () => {
  expect(said([figure('0.05')])).toEqual([['0.00', '0.05', '-0.05']])
  expect(said([figure('1050', { currency: 'JPY' })])).toEqual([['0', '1050', '-1050']])
})

it('keeps currencies apart', () => {
  const both = totalsOf(view([figure('5.00', { currency: 'USD' }), figure('7.00')]))
  expect(both.map(({ currency, out }) => [currency, out.total.amount])).toEqual([
    ['EUR', '7.00'],
    ['USD', '5.00'],
  ])
})

it('counts nothing that moved none, that only the gateway told, or went from card to card', () => {
  expect(
    said([
      figure('1.00'),
      figure('2.00', { operation: 'void' }),
      figure('4.00', { operation: 'payout-check' }),
      figure('8.00', { operation: 'preauth' }),
      figure('16.00', { operation: 'transfer' }),
      figure('32.00', { outcome: 'declined' }),
      figure('64.00', { outcome: 'not-sent' }),
      figure('128.00', { source: 'gateway' }),
    ]),
  ).toEqual([['0.00', '1.00', '-1.00']])
})

it('says beside a sum what may have moved, and what is still processed', () => {
  const [euros] = totalsOf(
    view([
      figure('1.00'),
      figure('2.50', { outcome: 'unknown' }),
      figure('3.00', { operation: 'payout', outcome: 'unknown' }),
      figure('4.00', { operation: 'capture', outcome: 'processing' }),
    ]),
  )
  expect(euros).toMatchObject({
    out: { total: { amount: '1.00' }, unknown: { amount: '5.50' }, processing: null },
    in: { total: { amount: '0.00' }, unknown: null, processing: { amount: '4.00' } },
    net: { amount: '-1.00' },
  })
})

it('makes no sum of figures that have in them what was declined', () => {
  const { outcome: _outcome, ...key } = figure('9.00').key
  expect(totalsOf(view([{ ...figure('9.00'), key }]))).toEqual([])
})

/** What the screen says of the change of each sum. */
async function changes(now: ReportFigure[], past: ReportFigure[] | null): Promise<string[]> {
  const before = past === null ? null : { view: view(past), days: '1–12 Oct 2026', isOneDay: false }
  const html = await renderToString(createSSRApp(ReportTotals, { view: view(now), before }))
  return [...html.matchAll(/report-change-(\w+)"[^>]*>([^<]*)</g)].map(
    ([, side, text]) => `${side}: ${text!.trim()}`,
  )
}
const captured = (amount: string) => figure(amount, { operation: 'capture' })

it('says how much more or less each sum is than in the days before', async () => {
  const now = [captured('112.00'), figure('30.00')]
  expect(await changes(now, [captured('100.00'), figure('60.00')])).toEqual([
    'in: 12\u202f% more than 1–12 Oct 2026',
    'out: 50\u202f% less than 1–12 Oct 2026',
    'net: 105\u202f% more than 1–12 Oct 2026',
  ])
})

it('says the way in words alone, without an arrow that says it again', async () => {
  const before = { view: view([captured('100.00')]), days: 'October', isOneDay: false }
  const now = view([captured('112.00')])
  const html = await renderToString(createSSRApp(ReportTotals, { view: now, before }))
  expect(html).toContain('more than October')
  expect(html).not.toMatch(/is-more|is-less/)
})

it('says of a sum that nothing was before, on the day or in the days', async () => {
  const noneBefore = async (past: ReportFigure[] | null, isOneDay = false): Promise<string[]> => {
    const before = past === null ? null : { view: view(past), days: '1 Nov 2026', isOneDay }
    const now = view([captured('9.00'), figure('4.00')])
    const html = await renderToString(createSSRApp(ReportTotals, { view: now, before }))
    return [...html.matchAll(/report-none-before-(\w+)"[^>]*>([^<]*)</g)].map(
      ([, side, text]) => `${side}: ${text!.trim()}`,
    )
  }
  expect(await noneBefore([figure('5.00')], true)).toEqual(['in: Nothing on 1 Nov 2026'])
  expect(await noneBefore([])).toEqual(['in: Nothing in 1 Nov 2026', 'out: Nothing in 1 Nov 2026'])
  expect(await noneBefore([captured('1.00'), figure('5.00')])).toEqual([])
  expect(await noneBefore(null)).toEqual([])
})

it('names the net of the days before where it, or that of now, is less than nothing', async () => {
  const netBefore = async (now: ReportFigure[], past: ReportFigure[]): Promise<string> => {
    const before = { view: view(past), days: '1–12 Oct 2026', isOneDay: false }
    const html = await renderToString(createSSRApp(ReportTotals, { view: view(now), before }))
    return /report-net-before"[^>]*>([^<]*)</.exec(html)?.[1]?.trim() ?? ''
  }
  const before = '1–12 Oct 2026: −5.00\u00a0EUR'
  expect(await netBefore([figure('4.00')], [figure('5.00')])).toBe(before)
  expect(await netBefore([captured('9.00')], [figure('5.00')])).toBe(before)
  // A percent says it else, and of another currency there is nothing to say.
  expect(await netBefore([captured('9.00')], [captured('5.00')])).toBe('')
  expect(await netBefore([figure('4.00')], [figure('5.00', { currency: 'USD' })])).toBe('')
})

it('says no change where nothing was before, in another currency, or below nothing', async () => {
  expect(await changes([captured('1.00')], null)).toEqual([])
  expect(await changes([captured('1.00')], [])).toEqual([])
  expect(await changes([captured('1.00')], [figure('9.00', { currency: 'USD' })])).toEqual([])
  expect(await changes([figure('4.00')], [figure('5.00')])).toEqual([
    'out: 20\u202f% less than 1–12 Oct 2026',
  ])
})
