// A day close against plain books: opening, closing and every line between them, over changes of
// the clocks and in odd zones. REPORT_RUNS=10000 draws more of them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adds, type CloseLine, type CloseSum, explained } from '#shared/reports/day-close.ts'
import { piecesOf } from '#shared/time/periods.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { openMoneyFacts } from '../../../../src/main/ledger/reports/money-facts.ts'
import { readReport } from '../../../../src/main/ledger/reports/report.ts'
import { openLog } from '../ledger-rig.ts'
import { dayOf, noons, zones } from './made-ledger.ts'
import { anOrder, booksOf, type MadeOrder, putOrders } from './made-orders.ts'

const runs = Number(process.env['REPORT_RUNS'] ?? 100)
const work = createTimeSlice({ monotonic: () => performance.now() })
const whose = { connectionIds: ['shop'], isWithin: true }

const minorOf = ({ amount }: { amount: string }): bigint => BigInt(amount.replace('.', ''))
const wayOf = ({ opening, lines }: CloseSum): bigint =>
  lines.reduce(
    (sum, { line, total }) => sum + (adds[line] ? minorOf(total) : -minorOf(total)),
    minorOf(opening),
  )
const lineOf = (sum: CloseSum | undefined, line: CloseLine): bigint => {
  const found = sum?.lines.find((one) => one.line === line)
  return found === undefined ? 0n : minorOf(found.total)
}

async function closed(orders: readonly MadeOrder[], borders: number[]) {
  const { db } = openLog().ledger
  db.exec('BEGIN')
  putOrders(db, orders)
  const query = { ...whose, borders, split: [], isClose: true }
  const { close } = await readReport(db, openMoneyFacts(db), query, work)
  db.exec('ROLLBACK')
  if (close === null) throw new Error('a close was asked for')
  return close
}

const aClose = fc
  .tuple(fc.constantFrom(...zones), fc.constantFrom(...noons))
  .chain(([zone, noon]) =>
    fc.record({
      ...{ zone: fc.constant(zone), noon: fc.constant(noon) },
      orders: fc.array(anOrder(noon), { minLength: 3, maxLength: 12 }),
    }),
  )

const within = (at: number | null, [from = 0, until = 0]: readonly number[]): boolean =>
  at !== null && at >= from && at < until
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

describe('a day close', () => {
  it(
    'leads from the opening to the closing that plain books have, by the lines they have',
    async () => {
      let differences = 0
      await fc.assert(
        fc.asyncProperty(
          aClose,
          fc.integer({ min: 0, max: 9 }),
          fc.integer({ min: 0, max: 2 }),
          async ({ zone, noon, orders }, daysAgo, longer) => {
            const to = dayOf(noon - daysAgo * 86_400_000, zone)
            const from = dayOf(noon - (daysAgo + longer) * 86_400_000, zone)
            const { borders } = piecesOf({ from, to, zone }, 'whole')
            const close = await closed(orders, borders)
            const [start = 0, end = 0] = borders
            for (const currency of ['EUR', 'JPY', 'KWD'])
              for (const of of ['refundable', 'held'] as const) {
                const own = orders.filter(
                  (one) => one.connection === 'shop' && one.kind[0] === currency,
                )
                const shown = close.sums.find((one) => one.of === of && one.currency === currency)
                const wanted = [start, end].map((at) => sum(own.map((one) => booksOf(one, at)[of])))
                expect(
                  [shown?.opening, shown?.closing].map((one) => (one ? minorOf(one) : 0n)),
                ).toEqual(wanted)
                if (shown === undefined) continue
                expect(wayOf(shown)).toBe(minorOf(shown.closing))
                if (of === 'held') continue
                const refunds = own.flatMap((one) => one.refunds)
                const here = refunds.filter(({ by, at }) => by === 'here' && within(at, borders))
                expect(lineOf(shown, 'refunded')).toBe(sum(here.map(({ minor }) => minor)))
                const others = refunds.filter(
                  ({ by, at }) => by === 'others' && within(at, borders),
                )
                expect(lineOf(shown, 'less')).toBe(sum(others.map(({ minor }) => minor)))
                differences += others.length
              }
            const named = close.differences.orders.map(({ orderid }) => orderid)
            const explainedBy = new Set<CloseLine>(explained)
            expect(close.differences.orders.every(({ line }) => !explainedBy.has(line))).toBe(true)
            expect(new Set(named).size).toBe(
              new Set(
                orders.flatMap((one, index) =>
                  one.connection === 'shop' &&
                  one.refunds.some(({ by, at }) => by === 'others' && within(at, borders))
                    ? [`order-${index}`]
                    : [],
                ),
              ).size,
            )
          },
        ),
        { numRuns: runs },
      )
      expect(differences).toBeGreaterThan(0)
    },
    Math.max(600_000, runs * 1_000),
  )
})
