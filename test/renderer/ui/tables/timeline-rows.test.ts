// A request is one row of a timeline, however many steps it took.
import { expect, it } from 'vitest'
import type { TimelineEntry } from '../../../../src/shared/bridge/views.ts'
import { rowsOf } from '../../../../src/renderer/ui/tables/timeline-rows.ts'

const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
  ...{ at: 0, source: 'desk', title: 'return', isRelease: false, message: '', state: 'DRAFT' },
  ...{ amount: null, actor: null, serialNumber: null, attemptId: null, seq: null },
  ...more,
})

it('folds a request to its newest entry and keeps every entry', () => {
  const entries = [
    entry({ attemptId: 'a', state: 'SUCCEEDED', actor: 'paydesk' }),
    entry({ source: 'service', title: 'refund', state: 'approved' }),
    entry({ attemptId: 'b', state: 'UNDONE', actor: 'Tom' }),
    entry({ attemptId: 'a', state: 'SENDING', actor: 'paydesk' }),
    entry({ source: 'log', title: 'order:noted' }),
    entry({ attemptId: 'a', actor: 'Anna' }),
  ]
  const rows = rowsOf(entries)
  expect(rows.map((row) => [row.entry.state, row.askedBy])).toEqual([
    ['SUCCEEDED', 'Anna'],
    ['approved', null],
    ['UNDONE', 'Tom'],
    ['DRAFT', null],
  ])
  expect(rows[0]?.steps.map(({ state }) => state)).toEqual(['DRAFT', 'SENDING', 'SUCCEEDED'])
  expect(new Set(rows.flatMap(({ steps }) => steps))).toEqual(new Set(entries))
})

it('says of a request that can still be undone that it is confirmed', () => {
  const [row] = rowsOf([entry({ attemptId: 'a', message: 'not confirmed yet' })], new Set(['a']))
  expect(row?.entry).toMatchObject({ state: 'APPROVED' })
  expect(row?.entry.message).toMatch(/^Confirmed\. It is sent when/)
})
