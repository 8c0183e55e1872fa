// What a run's rows are and have come to: counted in pages, as of the moment of asking.
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openRuns, type Runs } from '../../../../src/main/ledger/runs/runs.ts'
import { openLog } from '../ledger-rig.ts'

const rows = 9_000
const minorOf = (at: number): bigint => BigInt(at % 7) + 1n
const sumOf = (places: readonly number[]): bigint =>
  places.reduce((sum, at) => sum + minorOf(at), 0n)
const all = Array.from({ length: rows }, (_, at) => at)

/** Every row is ready, and the first hundred are left out. */
function largeRun(): Runs {
  const { ledger, audit } = openLog()
  const runs = openRuns(ledger.db, audit, () => 1)
  const asked = { connectionId: 'shop', operation: 'return', source: null, depth: 'known' } as const
  runs.create({ ...asked, id: 'run', service: 's', rows, actor: 'ana', continues: null })
  for (let from = 0; from < rows; from += 500) runs.addRows('run', askedRows(from))
  runs.move({ id: 'run', from: ['READ'], to: 'CHECKING', actor: 'ana' })
  for (let from = 0; from < rows; from += 500) check(runs, all.slice(from, from + 500))
  return runs
}

const askedRows = (from: number) =>
  all.slice(from, from + 500).map((at) => ({
    ...{ at, line: at + 1, orderid: String(at), clientOrderid: '', reason: '', payTo: null },
    ...{
      amount: { minor: minorOf(at), currency: 'EUR', digits: 2 },
      beside: [],
      party: null,
      meaning: `${at}`,
    },
  }))

const check = (runs: Runs, places: readonly number[], isMade = false): void => {
  const checks = places.map((at) => ({
    ...{ at, group: 'ready', finding: null, way: 'refund', orderid: `${at}`, askedAt: null },
    ...{ clientOrderid: `o-${at}`, leftMinor: null, wasMade: isMade, isIn: at >= 100 },
    ...{ comment: null, moves: { minor: minorOf(at), currency: 'EUR', digits: 2 } },
  })) satisfies Parameters<Runs['noteChecks']>[1]
  runs.noteChecks('run', checks, { actor: 'paydesk', kind: 'run:rows-checked' })
}

describe('the sums of a run', () => {
  it('are those of all its pages, with the turns of others in between', async () => {
    const runs = largeRun()
    let [turns, isOver] = [0, false]
    const others = (async () => {
      while (!isOver) {
        await turn()
        turns += 1
      }
    })()
    const { groups, outcomes } = await runs.sums({ id: 'run', rows })
    isOver = true
    await others
    expect(turns).toBeGreaterThan(1)
    const eur = (places: readonly number[]) => ({
      minor: sumOf(places),
      ...{ currency: 'EUR', digits: 2 },
    })
    const ready = { group: 'ready', way: 'refund', wasMade: false, look: null }
    const [out, taken] = [all.slice(0, 100), all.slice(100)]
    expect(groups.toSorted((a, b) => a.rows - b.rows)).toEqual([
      { ...ready, isIn: false, rows: 100, sum: eur(out) },
      { ...ready, isIn: true, rows: 8_900, sum: eur(taken) },
    ])
    expect(outcomes.toSorted((a, b) => a.rows - b.rows)).toEqual([
      { outcome: 'left-out', rows: 100, sum: eur(out) },
      { outcome: 'waiting', rows: 8_900, sum: eur(taken) },
    ])
  })

  it('are counted once for all who ask meanwhile, and again after a change', async () => {
    const runs = largeRun()
    const [one, other] = await Promise.all([
      runs.sums({ id: 'run', rows }),
      runs.sums({ id: 'run', rows }),
    ])
    expect(other).toBe(one)
    expect(await runs.sums({ id: 'run', rows })).toBe(one)
    check(runs, [8_999], true)
    const { groups } = await runs.sums({ id: 'run', rows })
    expect(groups.find(({ wasMade }) => wasMade)).toMatchObject({ rows: 1 })
  })
})
