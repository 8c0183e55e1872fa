import { describe, expect, it } from 'vitest'
import type { AuditFilter } from '#shared/bridge/lists.ts'
import {
  MOST_READ,
  TEXT_TOTAL_CAP,
  TOTAL_CAP,
} from '../../../../src/main/ledger/search/audit-list.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { attachSearch } from '../../../../src/main/ledger/search/search-file.ts'
import { openSearchIndex } from '../../../../src/main/ledger/search/search-index.ts'
import { draft, type LogRig, openLog } from '../ledger-rig.ts'

const first = (rig: LogRig, filter: AuditFilter, limit = 100) =>
  rig.jobs.run('entries', { filter, limit })
const total = async (rig: LogRig, filter: AuditFilter) => (await first(rig, filter)).total

/** All pages, one after the other. */
async function every(rig: LogRig, filter: AuditFilter, limit: number): Promise<number[]> {
  const seen: number[] = []
  let before: number | undefined
  for (;;) {
    const page = await rig.jobs.run('entries', { filter, before, limit })
    seen.push(...page.rows.map((row) => row.seq))
    if (page.next === null) return seen
    before = page.next
  }
}

describe('pages of the log', () => {
  it('come from the newest on, without gaps or doubles, and end', async () => {
    const rig = openLog({ entries: 23 })
    expect(await every(rig, {}, 10)).toEqual(Array.from({ length: 23 }, (_, i) => 23 - i))
    expect(await total(rig, {})).toBe(23)
  })

  it('have no next page when the last row ends a page exactly', async () => {
    expect((await first(openLog({ entries: 10 }), {}, 10)).next).toBeNull()
  })

  it('are filtered by who did it, alone and with everything else', async () => {
    const rig = openLog({ entries: 30 })
    for (let n = 31; n <= 42; n += 1)
      rig.append(draft(n, { actor: n % 4 === 0 ? 'deniz' : 'maria' }))
    expect(await total(rig, { actor: 'ana' })).toBe(30)
    expect(await every(rig, { actor: 'deniz' }, 2)).toEqual([40, 36, 32])
    expect(await every(rig, { actor: 'deniz', kind: 'order:look-up' }, 2)).toEqual([36])
    expect(await every(rig, { actor: 'maria', outcome: 'SENDING' }, 2)).toEqual([42, 38, 34])
    expect(
      await every(rig, { actor: 'maria', kind: 'order:look-up', outcome: 'SENDING' }, 2),
    ).toEqual([42])
    expect(await every(rig, { actor: 'maria', text: '37.50' }, 2)).toEqual([37])
    expect(await every(rig, { actor: 'deniz', text: '37.50' }, 2)).toEqual([])
    expect(await total(rig, { actor: 'maria', from: '2026-03-02' })).toBe(0)
    expect(await total(rig, { actor: 'mar' })).toBe(0)
  })

  it('are filtered by who asked, also where Paydesk wrote down what became of it', async () => {
    const rig = openLog({ entries: 3 })
    const requested = (operation: string, more: object = {}) => ({
      ...{ kind: 'attempt:succeeded' as const, outcome: 'SUCCEEDED', actor: 'paydesk' },
      details: { operation, requestedBy: 'deniz', amount: '20.00', currency: 'EUR', ...more },
    })
    rig.append(draft(4, requested('return')))
    rig.append(draft(5, requested('return', { isRelease: true })))
    rig.append(draft(6, requested('capture')))
    expect(await every(rig, { actor: 'deniz' }, 2)).toEqual([6, 5, 4])
    expect(await every(rig, { actor: 'deniz', kind: 'attempt:succeeded' }, 2)).toEqual([6, 5, 4])
    expect(await total(rig, { actor: 'paydesk' })).toBe(0)
    expect(await rig.jobs.run('actors', {})).toEqual(['ana', 'deniz'])
    expect(await every(rig, { actor: 'deniz', operation: 'return' }, 2)).toEqual([4])
    expect(await every(rig, { operation: 'release' }, 2)).toEqual([5])
    expect(await every(rig, { operation: 'capture', text: '20.00' }, 2)).toEqual([6])
  })

  it.each([
    ['Refund', [4]],
    ['Refunded', [4]],
    ['refund: succeeded', [4]],
    ['Hold released', [5]],
    ['Release hold', [5]],
    ['Status checked', [6, 3]],
    ['20.00 EUR', [5, 4]],
    ['20,00', [5, 4]],
    ['torn box', [4]],
    ['deniz', [5, 4]],
  ])('are found by “%s”, as the list shows it', async (text, found) => {
    const rig = openLog({ entries: 3 })
    const details = { operation: 'return', requestedBy: 'deniz', amount: '20.00', currency: 'EUR' }
    const done = { kind: 'attempt:succeeded' as const, outcome: 'SUCCEEDED', actor: 'paydesk' }
    rig.append(draft(4, { ...done, details: { ...details, comment: 'torn box' } }))
    rig.append(draft(5, { ...done, details: { ...details, isRelease: true } }))
    rig.append(draft(6, { kind: 'order:look-up', details: {} }))
    const seen = await every(rig, { text }, 10)
    expect(seen.filter((seq) => seq > 3 || text === 'Status checked')).toEqual(found)
  })

  it('are filtered by kind, outcome, subject, text and inclusive UTC days', async () => {
    const rig = openLog({ entries: 30 })
    expect(await total(rig, { kind: 'order:look-up' })).toBe(10)
    expect(await total(rig, { outcome: 'SENDING' })).toBe(15)
    expect(await total(rig, { kind: 'order:look-up', outcome: 'SENDING' })).toBe(5)
    expect(await total(rig, { subject: 'order/test/2' })).toBe(6)
    expect(await total(rig, { text: '27.50' })).toBe(1)
    expect(await total(rig, { text: 'ANA' })).toBe(30)
    expect(await total(rig, { text: 'ana', kind: 'order:look-up' })).toBe(10)
    expect(await total(rig, { from: '2026-03-01', until: '2026-03-01' })).toBe(30)
    expect(await total(rig, { from: '2026-03-02' })).toBe(0)
    expect(await total(rig, { until: '2026-02-28' })).toBe(0)
  })

  it('find what was recorded, and not the names it was recorded under', async () => {
    const rig = openLog({ entries: 3 })
    expect(await total(rig, { text: 'details' })).toBe(0)
    expect(await total(rig, { text: '"amount"' })).toBe(0)
    expect(await total(rig, { text: 'return' })).toBe(3)
  })

  it('take the signs of a query language, quotes and accents in the text as they are', async () => {
    const rig = openLog({ entries: 5 })
    rig.append(draft(6, { details: { message: '100% "sure"_! OR naïve* (Zoë)' } }))
    for (const text of ['100%', '"sure"', '_!', '% "', 'sure"_! OR', 've* (', 'zoe)', 'NAÏVE'])
      expect(await total(rig, { text }), text).toBe(1)
    for (const text of ['sure AND naïve', 'su*e', '%%%']) expect(await total(rig, { text })).toBe(0)
  })

  it('with a text are the same whether an entry is in the index yet or not', async () => {
    const rig = openLog({ entries: 120 })
    const index = openSearchIndex(attachSearch(rig.ledger.db), () => performance.now())
    index.step(1000)
    expect(index.left()).toBe(0)
    inTransaction(rig.ledger.db, () => {
      for (let n = 121; n <= 160; n += 1) rig.audit.append(draft(n))
    })
    const text = '1.50'
    const expected = Array.from({ length: 160 }, (_, i) => 160 - i).filter((n) => n % 10 === 1)
    expect(index.left()).toBe(40)
    expect(await every(rig, { text }, 3)).toEqual(expected)
    expect(index.left()).toBe(0)
    expect(await every(rig, { text }, 3)).toEqual(expected)
  })

  it('find a day’s entries also when the clock was set back over midnight in between', async () => {
    const rig = openLog()
    const days = ['03-02', '03-01', '03-02', '03-03', '03-01']
    let now = 0
    const audit = (await import('../../../../src/main/ledger/audit/audit.ts')).openAudit(
      rig.ledger.db,
      {
        clock: () => now,
        monotonic: () => 0,
      },
    )
    for (const day of days) {
      now = Date.parse(`2026-${day}T12:00:00Z`)
      inTransaction(rig.ledger.db, () => audit.append(draft(1)))
    }
    const of = async (from: string, until: string) => await every(rig, { from, until }, 2)
    // 2 and 6 say that the clock was set back.
    expect(await of('2026-03-01', '2026-03-01')).toEqual([7, 6, 3, 2])
    expect(await of('2026-03-02', '2026-03-02')).toEqual([4, 1])
    expect(await of('2026-03-02', '2026-03-03')).toEqual([5, 4, 1])
    expect(await of('2026-03-04', '2026-03-09')).toEqual([])
  })

  it('are filtered by the days of a zone, of 23 and 25 hours too, before and after the search has read them', async () => {
    const rig = openLog()
    let now = 0
    const audit = (await import('../../../../src/main/ledger/audit/audit.ts')).openAudit(
      rig.ledger.db,
      {
        clock: () => now,
        monotonic: () => 0,
      },
    )
    const moments = [
      '2026-03-28T22:59:59.999Z', // the 28th in Berlin
      '2026-03-28T23:00:00Z', // the 29th, 23 hours long
      '2026-03-29T21:59:59Z',
      '2026-03-29T22:00:00Z', // the 30th
      '2026-10-24T22:00:00Z', // the 25th, 25 hours long
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00:00Z', // the 26th
    ]
    for (const moment of moments) {
      now = Date.parse(moment)
      inTransaction(rig.ledger.db, () => audit.append(draft(1)))
    }
    const zone = 'Europe/Berlin'
    const of = (from: string, until: string) => every(rig, { from, until, zone }, 2)
    const found = async () => [
      await of('2026-03-29', '2026-03-29'),
      await of('2026-03-30', '2026-10-25'),
      await every(rig, { until: '2026-03-28', zone }, 2),
      await every(rig, { from: '2026-10-26', zone }, 2),
      await every(rig, { from: '2026-03-29', until: '2026-03-29' }, 2),
    ]
    const expected = [[3, 2], [6, 5, 4], [1], [7], [4, 3]]
    expect(await found()).toEqual(expected)
    openSearchIndex(attachSearch(rig.ledger.db), () => performance.now()).step(1000)
    expect(await found()).toEqual(expected)
  })

  it('count to a limit and say that there is more', async () => {
    const rig = openLog()
    inTransaction(rig.ledger.db, () => {
      for (let n = 0; n < TOTAL_CAP + 5; n += 1) rig.audit.append(draft(n))
    })
    expect(await first(rig, {}, 1)).toMatchObject({ total: TOTAL_CAP, isMore: true })
    expect(await first(rig, { text: 'ana' }, 1)).toMatchObject({
      total: TEXT_TOTAL_CAP,
      isMore: true,
    })
    const later = await rig.jobs.run('entries', { filter: {}, before: 50, limit: 1 })
    expect(later).toMatchObject({ total: null, next: 49 })
  })

  it('with words most have and a filter none of those passes end early, and go on to the one that does', async () => {
    const rig = openLog()
    const needle = { message: 'every few seconds' }
    inTransaction(rig.ledger.db, () => {
      rig.append(draft(1, { kind: 'key:removed', details: needle }))
      for (let n = 2; n < 7_000; n += 1) rig.append(draft(n, { details: needle }))
      // More than are compared one by one.
      for (let n = 0; n < 2_100; n += 1) rig.append(draft(n, { kind: 'key:removed' }))
    })
    const index = openSearchIndex(attachSearch(rig.ledger.db), () => performance.now())
    while (index.step(1000)) continue
    const filter = { text: 'few seconds', kind: 'key:removed' }
    const page = await first(rig, filter)
    expect(page).toMatchObject({ rows: [], isMore: true })
    expect(page.next).toBeGreaterThan(1)
    expect(await every(rig, filter, 10)).toEqual([1])
  })

  it('too short for the index read so many entries a page, and the next goes on from there', async () => {
    const rig = openLog()
    inTransaction(rig.ledger.db, () => {
      rig.audit.append(draft(0, { details: { message: '~~' } }))
      for (let n = 0; n < MOST_READ + 500; n += 1) rig.audit.append(draft(n))
    })
    const page = await first(rig, { text: '~~' })
    expect(page).toMatchObject({ rows: [], isMore: true })
    expect(page.next).not.toBeNull()
    expect(await every(rig, { text: '~~' }, 10)).toEqual([1])
  })
})
