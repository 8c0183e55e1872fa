// A request is one row of a timeline, however many steps and answers it took.
import { expect, it } from 'vitest'
import type { TimelineEntry } from '../../../../../src/shared/bridge/views.ts'
import {
  happenedAt,
  rowsOf,
} from '../../../../../src/renderer/features/order/timeline/timeline-rows.ts'

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
  expect(row?.entry.message).toMatch(/^Confirmed, and not sent yet\.$/)
})

it('folds the gateway’s answers to a request and the look-up that brought one into its row', () => {
  const entries = [
    entry({ source: 'log', title: 'order:look-up', at: 9_001, actor: 'Tom' }),
    entry({ attemptId: 'a', state: 'SUCCEEDED', at: 9_000, actor: 'paydesk' }),
    entry({ source: 'service', title: 'reversal', state: 'approved', at: 9_000, attemptId: 'a' }),
    entry({ attemptId: 'a', at: 1_000, actor: 'Anna' }),
  ]
  const [row, ...others] = rowsOf(entries)
  expect(others).toEqual([])
  expect(row).toMatchObject({ entry: { state: 'SUCCEEDED' }, askedBy: 'Anna' })
  expect(row?.steps).toHaveLength(4)
})

it('folds the end of work into the row of its begin', () => {
  const pack = (state: string) => entry({ source: 'log', title: 'order:evidence', state })
  const rows = rowsOf([pack('failed'), pack('started'), pack('ok'), pack('started')])
  expect(rows.map((row) => [row.entry.state, row.steps.length])).toEqual([
    ['failed', 2],
    ['ok', 2],
  ])
  expect(rowsOf([pack('ok'), pack('ok')])).toHaveLength(2)
})

it('keeps an answer that tells of no request from here as a row of its own', () => {
  const entries = [
    entry({ attemptId: 'a', state: 'SUCCEEDED', at: 9_000 }),
    entry({ source: 'service', title: 'reversal', state: 'approved', at: 9_000 }),
  ]
  expect(rowsOf(entries)).toHaveLength(2)
  // The filter of the gateway's answers shows each of them.
  const answers = [1, 2].map((at) => entry({ source: 'service', at, attemptId: 'a' }))
  expect(rowsOf(answers)).toHaveLength(2)
})

it('folds look-ups that brought nothing new, and no others', () => {
  const lookUp = (at: number) => entry({ source: 'log', title: 'order:look-up', at })
  const entries = [
    lookUp(90_000),
    lookUp(80_000),
    entry({ source: 'log', title: 'order:noted', at: 70_000 }),
    lookUp(60_000),
    entry({ source: 'service', title: 'sale', state: 'approved', at: 1_000 }),
  ]
  expect(rowsOf(entries).map(({ entry: { at }, steps }) => [at, steps.length])).toEqual([
    [90_000, 2],
    [70_000, 1],
    [60_000, 1],
    [1_000, 1],
  ])
})

it('dates an event when it happened, where it was read of clearly later', () => {
  const read = Date.parse('2026-11-27T01:00:00Z')
  const told = (processingDate: string, more: Partial<TimelineEntry> = {}) =>
    happenedAt(
      rowsOf([
        entry({ source: 'service', title: 'sale', at: read, bank: { processingDate }, ...more }),
      ])[0]!,
    )
  expect(told('2026-11-25 23:16:53 UTC')).toBe(Date.parse('2026-11-25T23:16:53Z'))
  // One moment, a clock that is ahead, a time of no zone, and a request of this computer.
  expect(told('2026-11-27 00:59:30 UTC')).toBeNull()
  expect(told('2026-11-27 02:00:00 UTC')).toBeNull()
  expect(told('2026-11-25 23:16:53')).toBeNull()
  expect(told('2026-11-25 23:16:53 UTC', { source: 'desk', attemptId: 'a' })).toBeNull()
})
