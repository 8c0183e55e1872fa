// Every figure of a report against a plain count over generated ledgers: the exact sum of the rows
// that it opens, per currency, over changes of the clocks and in zones of 15, 30 and 45 minutes.
// REPORT_RUNS=10000 draws more of them, REPORT_SEED those of one seed again.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cuts, type FigureKey, splits } from '#shared/reports/report-methods.ts'
import { piecesOf } from '#shared/time/periods.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { openMoneyFacts } from '../../../../src/main/ledger/reports/money-facts.ts'
import { readBehind, readReport } from '../../../../src/main/ledger/reports/report.ts'
import { openLog } from '../ledger-rig.ts'
import {
  aLedger,
  dayOf,
  endOf,
  type MadeRequest,
  outcomeIn,
  pieceOf,
  putMapping,
  putRequests,
  within,
} from './made-ledger.ts'

const runs = Number(process.env['REPORT_RUNS'] ?? 150)
const seed = process.env['REPORT_SEED']
const work = createTimeSlice({ monotonic: () => performance.now() })
const whose = { connectionIds: ['shop', 'second shop'], isWithin: true }

const partsOf: Record<string, (one: MadeRequest, mapped: Mapped) => string> = {
  connection: (one) => one.connection,
  operator: (one) => one.actor,
  reason: (one, mapped) => (codeIn(one, mapped) === '' ? one.comment : ''),
  outcome: outcomeIn,
}
/** What people said that texts alone count under. */
type Mapped = readonly [text: string, code: string][]
const mappings: Mapped = [
  ['damaged', 'damaged'],
  ['customer request', 'wish'],
]
function codeIn({ code, comment, operation }: MadeRequest, mapped: Mapped): string {
  if (code !== '' || !['return', 'void'].includes(operation)) return code
  return mapped.find(([text]) => text === comment.trim().toLowerCase())?.[1] ?? ''
}

const keyText = (key: FigureKey, names: readonly string[]): string =>
  JSON.stringify([
    names[key.part],
    key.operation,
    key.currency,
    ...splits.map((split) => key[split] ?? null),
    key.reasonCode ?? null,
  ])

describe('the figures of a report', () => {
  it(
    'are each the sum of the rows they open, and of what a plain count finds',
    async () => {
      const { db } = openLog().ledger
      let checked = 0
      await fc.assert(
        fc.asyncProperty(
          aLedger,
          fc.constantFrom(...cuts),
          fc.subarray([...splits]),
          fc.integer({ min: 0, max: 9 }),
          fc.subarray([...mappings]),
          ({ noon, zone, made }, cut, split, shorter, mapped) =>
            within(db, made, async () => {
              for (const [text, code] of mapped) putMapping(db, text, code)
              const from = dayOf(noon - (12 - shorter) * 86_400_000, zone)
              const to = dayOf(noon, zone)
              const { names, borders } = piecesOf({ from, to, zone }, cut)
              const query = { ...whose, borders, split }
              const facts = openMoneyFacts(db)
              const { figures } = await readReport(db, facts, query, work)
              const wanted = new Map<string, MadeRequest[]>()
              for (const one of made) {
                const day = dayOf(endOf(one), zone)
                if (one.connection === 'trial' || day < from || day > to) continue
                const key = JSON.stringify([
                  pieceOf(day, cut, from),
                  one.operation,
                  one.minor === null ? '' : one.currency,
                  ...splits.map((name) =>
                    split.includes(name) ? partsOf[name]?.(one, mapped) : null,
                  ),
                  split.includes('reason') ? codeIn(one, mapped) : null,
                ])
                wanted.set(key, [...(wanted.get(key) ?? []), one])
              }
              expect(figures.map(({ key }) => keyText(key, names)).sort()).toEqual(
                [...wanted.keys()].sort(),
              )
              for (const { key, count, total, largest, medianMs } of figures) {
                const own = wanted.get(keyText(key, names)) ?? []
                const digits = Math.max(...own.map((one) => (one.minor === null ? 0 : one.digits)))
                const amounts = own.map(
                  (one) =>
                    (one.minor ?? 0n) * 10n ** BigInt(one.minor === null ? 0 : digits - one.digits),
                )
                expect(count).toBe(own.length)
                expect(total).toEqual({
                  minor: amounts.reduce((sum, minor) => sum + minor, 0n),
                  currency: key.currency,
                  digits,
                })
                expect(largest.minor).toBe(
                  amounts.reduce((most, one) => (one > most ? one : most), 0n),
                )
                const took = own
                  .flatMap((one) => (one.resolvedAt === null ? [] : [one.resolvedAt - one.sentAt]))
                  .sort((a, b) => a - b)
                expect(medianMs).toBe(took[(took.length - 1) >> 1] ?? null)
                const behind = await readBehind(
                  db,
                  facts,
                  { ...query, figure: key, most: 1_000 },
                  work,
                )
                expect(behind.count).toBe(own.length)
                expect(behind.total?.minor ?? 0n).toBe(total.minor)
                expect(
                  behind.requests.map(({ comment, actor }) => [comment, actor]).sort(),
                ).toEqual(own.map(({ comment, actor }) => [comment, actor]).sort())
                checked += 1
              }
            }),
        ),
        { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) },
      )
      expect(checked).toBeGreaterThan(runs)
    },
    Math.max(600_000, runs * 1_000),
  )

  it('never add connections that were not asked for, and say how many outcomes are unknown', async () => {
    const { db } = openLog().ledger
    const one = (connection: string, state: string): MadeRequest => ({
      ...{ connection, operation: 'return', state, hand: null, minor: 500n, currency: 'EUR' },
      ...{ digits: 2, actor: 'ana', comment: '', code: '', sentAt: 10, resolvedAt: null },
    })
    await within(
      db,
      [one('shop', 'UNKNOWN'), one('trial', 'UNKNOWN'), one('shop', 'ACCEPTED')],
      async () => {
        const query = { ...whose, borders: [0, 20], split: [], openAt: 3 * 86_400_000 }
        const report = await readReport(db, openMoneyFacts(db), query, work)
        expect(report.figures.map(({ count, total }) => [count, total.minor])).toEqual([[2, 1000n]])
        expect([report.unknown, report.processing]).toEqual([1, 1])
        expect(report.open.map(({ of, bands }) => [of, bands.map(({ count }) => count)])).toEqual([
          ['unknown', [0, 1, 0, 0]],
          ['processing', [0, 1, 0, 0]],
        ])
      },
    )
  })

  it('of a thousand of the largest amounts lose nothing', async () => {
    const { db } = openLog().ledger
    const minor = 9_223_372_036_854_775_807n
    const made = Array.from({ length: 1_000 }, (): MadeRequest => ({
      ...{ connection: 'shop', operation: 'return', state: 'SUCCEEDED', hand: null, minor },
      ...{
        currency: 'EUR',
        digits: 2,
        actor: 'ana',
        comment: '',
        code: '',
        sentAt: 10,
        resolvedAt: 12,
      },
    }))
    db.exec('BEGIN')
    putRequests(db, made)
    const facts = openMoneyFacts(db)
    const report = await readReport(db, facts, { ...whose, borders: [0, 20], split: [] }, work)
    expect(report.figures.map(({ total }) => total.minor)).toEqual([minor * 1_000n])
    db.exec('ROLLBACK')
  })
})
