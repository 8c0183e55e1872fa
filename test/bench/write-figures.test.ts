// The page of figures says what the benchmark printed, and a run that missed a goal says so.
import { expect, it } from 'vitest'
import { withTextBetween } from '../../scripts/between-marks.ts'
import { type Summary, tablesOf } from '../../bench/write-figures.ts'

const spread = (p50: number, p95: number) => ({ p50, p95, p99: p95, max: p95 })
const summary: Summary = {
  bench: 'ledger',
  isFullSize: true,
  figures: {
    'exact order id': {
      ...{ value: 0.6, unit: 'ms p95', ms: spread(0.3, 0.6) },
      ...{ goal: { below: 2 }, isMet: true },
    },
    'orders, all': {
      ...{ value: 1.5, unit: 'ms p95', first: spread(1, 1.5), deep: spread(0.5, 1.4) },
      ...{ goal: { below: 20 }, isMet: true },
    },
    export: { value: 15.7, unit: 's' },
    'csv rate': { value: 0.4, unit: 'x', goal: { atLeast: 0.5 }, isMet: false },
    'not here': { skipped: 'there is no sqlite3' },
  },
  missed: ['csv rate'],
}

it('has a row for each figure, and names what was missed', () => {
  const { verdict, questions, work } = tablesOf(summary)
  expect(verdict).toBe('Missed in this run: csv rate.')
  expect(questions?.split('\n').slice(2)).toEqual([
    '| exact order id | 0.3 | 0.6 | < 2 | met |',
    '| orders, all | 1 / 0.5 | 1.5 / 1.4 | < 20 | met |',
  ])
  expect(work?.split('\n').slice(2)).toEqual([
    '| export | 15.7 s |  |  |',
    '| csv rate | 0.4 x | >= 0.5 | missed |',
  ])
  expect(tablesOf({ ...summary, missed: [] }).verdict).toBe('Every goal is met in this run.')
})

it('writes between the marks alone', () => {
  const page = 'before\n<!-- work: begin -->\nold\n<!-- work: end -->\nafter'
  expect(withTextBetween(page, 'work', 'new')).toBe(
    'before\n<!-- work: begin -->\n\nnew\n\n<!-- work: end -->\nafter',
  )
  expect(() => withTextBetween('no marks', 'work', 'new')).toThrow(/marks of work/)
})
