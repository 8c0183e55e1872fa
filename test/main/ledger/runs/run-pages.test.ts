// Pages of a run's rows by what became of them: the same rows as reading all of them, in their
// order, however few they are among the others.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowOutcomes } from '#shared/runs/run-state.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import type { Change } from '../../../../src/main/ledger/projections/changes.ts'
import { openRuns } from '../../../../src/main/ledger/runs/runs.ts'
import { openLog } from '../ledger-rig.ts'

const rows = 9_000
const pageRows = 7
/** Of a row's requests, oldest first. */
const stories = [
  ['SUCCEEDED'],
  ['NOT_SENT', 'SUCCEEDED'],
  ['NOT_SENT'],
  ['NOT_SENT', 'NOT_SENT', 'UNKNOWN'],
  ['EXPIRED'],
  ['UNDONE', 'DECLINED'],
  ['APPROVED'],
  ['ACCEPTED'],
  ['RESOLVED_BY_HAND'],
  ['FAILED'],
] as const

const story = fc.record({
  at: fc.nat({ max: rows - 1 }),
  states: fc.constantFrom(...stories),
  isSkipped: fc.boolean(),
})

function requestsOf({ at, states }: { at: number; states: readonly string[] }): Change[] {
  return states.map((state, nth) => [
    'add',
    'attempt',
    {
      ...{ id: `a-${at}-${nth}`, made_number: at * 1_000 + nth + 1, service: 's', digest: 'd' },
      ...{ connection_id: 'shop', endpoint_id: '1', operation: 'return', risk: 'money' },
      ...{ orderid: String(at), client_orderid: '', lock_key: `${at}-${nth}`, state, is_full: 0 },
      ...{ request: {}, expires_at: 0, actor: 'ana', comment: '', seen: '', message: '' },
      ...{ created_at: 1, run_id: 'run', run_at: at },
      ...(state === 'RESOLVED_BY_HAND' ? { hand_outcome: 'happened' } : {}),
    },
  ])
}

function ran(told: readonly { at: number; states: readonly string[]; isSkipped: boolean }[]) {
  const { ledger, audit } = openLog()
  const runs = openRuns(ledger.db, audit, () => 1)
  const asked = { connectionId: 'shop', operation: 'return', source: null, depth: 'known' } as const
  runs.create({ ...asked, id: 'run', service: 's', rows, actor: 'ana', continues: null })
  const all = Array.from({ length: rows }, (_, at) => at)
  runs.addRows(
    'run',
    all.map((at) => ({
      ...{ at, line: at + 1, orderid: String(at), clientOrderid: '', reason: '', amount: null },
      ...{ beside: [], party: null, meaning: `${at}` },
    })),
  )
  runs.move({ id: 'run', from: ['READ'], to: 'CHECKING', actor: 'ana' })
  runs.noteChecks(
    'run',
    all.map((at) => ({
      ...{ at, finding: null, orderid: `${at}`, clientOrderid: '', askedAt: null, moves: null },
      ...{ group: at % 1_500 === 7 ? 'impossible' : 'ready', way: 'refund', leftMinor: null },
      ...{ wasMade: false, isIn: at % 1_000 !== 3, comment: null },
    })),
    { actor: 'paydesk', kind: 'run:rows-checked' },
  )
  const entry = { actor: 'ana', kind: 'attempt:succeeded', outcome: 'ok', origin: 'desk' } as const
  inTransaction(ledger.db, () => {
    const requests = told.flatMap(requestsOf)
    audit.append({ ...entry, subject: 'log', details: {} }, requests)
  })
  for (const { at, isSkipped } of told) if (isSkipped) runs.skip('run', at, 'moved')
  return runs
}

describe('a page of the rows that came to something', () => {
  it('is of the same rows as reading all of them, however few they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(story, { maxLength: 60, selector: ({ at }) => at }),
        fc.array(fc.subarray([...rowOutcomes], { minLength: 1 }), { minLength: 12, maxLength: 12 }),
        async (told, filters) => {
          const runs = ran(told)
          const { rows: all } = runs.shown('run', -1, rows)
          for (const of of [
            ...rowOutcomes.map((outcome) => ({ outcomes: [outcome] })),
            ...filters.map((outcomes) => ({ outcomes })),
            { group: 'impossible' as const },
          ]) {
            const wanted = all.filter((row) =>
              'group' in of ? row.check?.group === of.group : of.outcomes.includes(row.outcome),
            )
            const first = await runs.shownOf('run', of, -1, pageRows)
            expect(first.rows).toEqual(wanted.slice(0, pageRows))
            expect(first.next === null).toBe(wanted.length <= pageRows)
            const found = []
            for (let after: number | null = -1; after !== null && found.length < 200;) {
              const page: typeof first = await runs.shownOf('run', of, after, pageRows)
              found.push(...page.rows.map(({ at }) => at))
              after = page.next
            }
            const places = wanted.map(({ at }) => at)
            expect(found).toEqual(found.length < 200 ? places : places.slice(0, found.length))
          }
        },
      ),
      { numRuns: 4 },
    )
  }, 600_000)

  it('has each of them however often a row before them was asked', async () => {
    const told = [
      { at: 1, states: Array.from({ length: 600 }, () => 'NOT_SENT'), isSkipped: false },
      { at: 2, states: ['NOT_SENT'], isSkipped: false },
      { at: 3, states: ['SUCCEEDED'], isSkipped: false },
    ]
    const page = await ran(told).shownOf('run', { outcomes: ['not-sent', 'done'] }, -1, pageRows)
    expect(page.rows.map(({ at }) => at)).toEqual([1, 2, 3])
  })
})
