// The page that is printed has each figure that the screen has, with its count, its sum and its
// largest amount, over generated logs, changes of the clocks and odd zones. REPORT_RUNS=10000 draws
// more of them.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import { type MoneyText, toText } from '#shared/money.ts'
import { cuts, splits } from '#shared/reports/report-methods.ts'
import { piecesOf } from '#shared/time/periods.ts'
import { formatAmount } from '#wording/amounts.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { reportPage } from '../../../../src/main/desk/reports/report-page.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { openMoneyFacts } from '../../../../src/main/ledger/reports/money-facts.ts'
import { readReport } from '../../../../src/main/ledger/reports/report.ts'
import { openLog } from '../../ledger/ledger-rig.ts'
import { aLedger, dayOf, within } from '../../ledger/reports/made-ledger.ts'

const runs = Number(process.env['REPORT_RUNS'] ?? 60)
const seed = process.env['REPORT_SEED']
const work = createTimeSlice({ monotonic: () => performance.now() })
const shown = (money: MoneyText): string =>
  money.currency === '' ? formatMessage(say('reports.no-amount')) : formatAmount(money)
const numbersIn = (page: string): string[] =>
  Array.from(page.matchAll(/<td class="n">([^<]*)<\/td>/g), ([, text]) => text!)

it(
  'prints what the screen shows, figure by figure',
  async () => {
    const { db } = openLog().ledger
    let figuresSeen = 0
    await fc.assert(
      fc.asyncProperty(
        aLedger,
        fc.constantFrom(...cuts),
        fc.subarray([...splits]),
        ({ noon, zone, made }, cut, split) =>
          within(db, made, async () => {
            const [from, to] = [dayOf(noon - 12 * 86_400_000, zone), dayOf(noon, zone)]
            const { names, borders } = piecesOf({ from, to, zone }, cut)
            const query = { connectionIds: [], isWithin: false, borders, split }
            const { figures, ...facts } = await readReport(db, openMoneyFacts(db), query, work)
            const texts = figures.map(({ total, largest, ...figure }) => ({
              ...{ ...figure, share: null, total: toText(total), largest: toText(largest) },
            }))
            const page = reportPage({
              view: {
                ...{ report: 'moved', kind: 'production', zone, parts: names, madeAt: noon },
                ...{ bounds: { from: borders[0]!, until: borders.at(-1)! }, reasonNames: {} },
                ...{ ...facts, figures: texts },
              },
              ...{ actor: 'ana', version: '1', nameOf: (id) => id },
            })
            const own = (source: string) => texts.filter(({ key }) => key.source === source)
            const wanted = [...own('here'), ...own('gateway')].flatMap(
              ({ count, total, largest }) => [String(count), shown(total), shown(largest)],
            )
            figuresSeen += texts.length
            expect(numbersIn(page)).toEqual(wanted)
          }),
      ),
      { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) },
    )
    expect(figuresSeen).toBeGreaterThan(runs)
  },
  20_000 + runs * 200,
)
