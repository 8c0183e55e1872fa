// Columns of a run say what its head does not: the card of each row before and after, one action
// for all rows not again, a note only where there is one.
import { expect, it } from 'vitest'
import type { RunRowView, RunView } from '#shared/runs/run-methods.ts'
import { columnsFitting, gridTracks } from '../../../../src/renderer/messages/lists/list-columns.ts'
import {
  columnsOfRun,
  hasReceipt,
  textOf,
} from '../../../../src/renderer/features/runs/run-columns.ts'

const run = (more: Partial<RunView> = {}): RunView =>
  ({ operation: 'return', state: 'CHECKED', groups: [], ...more }) as RunView
const row = (more: Partial<RunRowView> = {}): RunRowView =>
  ({
    ...{ group: 'ready', isIn: true, way: 'refund', outcome: 'waiting', reason: 'damaged' },
    ...{ finding: null, message: null, moves: { amount: '120.00', currency: 'EUR' } },
    ...{ asked: null, left: { amount: '0.00', currency: 'EUR' }, payTo: null, cardRef: null },
    ...{ customer: 'ZOË MÜLLER', card: 'Visa 1111', attemptId: null },
    ...more,
  }) as RunRowView
const labels = (of: RunView, rows: RunRowView[]): string[] =>
  columnsOfRun(of, rows, false).map(({ label }) => label)

it('name the card of each row, before and after it is sent', () => {
  const before = ['Line', 'Order ID', 'Customer', 'Card', 'Amount', 'Refundable afterwards']
  expect(labels(run(), [row()])).toEqual([...before, 'Status', 'Reason'])
  const after = row({ outcome: 'done' })
  expect(labels(run({ state: 'DONE' }), [after])).toEqual([
    ...before.slice(0, -1),
    ...['Status', 'Reason'],
  ])
})

it('offer a text for the customer of each row that was refunded', () => {
  const ids = (of: RunView, rows: RunRowView[]) => columnsOfRun(of, rows, false).map(({ id }) => id)
  const done = row({ outcome: 'done', attemptId: 'a1' })
  expect(ids(run({ state: 'DONE' }), [done, row()])).toContain('receipt')
  expect(hasReceipt(run(), done)).toBe(true)
  // Where no money went back, there is nothing to tell.
  expect(hasReceipt(run(), row({ ...done, way: 'release' }))).toBe(false)
  expect(hasReceipt(run(), row({ ...done, outcome: 'unknown' }))).toBe(false)
  expect(hasReceipt(run({ operation: 'capture' }), row({ ...done, way: 'capture' }))).toBe(false)
  expect(ids(run(), [row()])).not.toContain('receipt')
})

it('name the action only where a row has another one than the head', () => {
  expect(labels(run(), [row(), row({ way: null, group: 'impossible' })])).not.toContain('Action')
  expect(labels(run(), [row(), row({ way: 'release' })])).toContain('Action')
  expect(labels(run({ operation: 'void' }), [row({ way: 'void' })])).not.toContain('Action')
  // Rows that are not here yet count, too.
  const groups = [
    { group: 'ready', way: 'release', rows: 1, isIn: true, wasMade: false, look: null },
  ] satisfies RunView['groups']
  expect(labels(run({ groups }), [row()])).toContain('Action')
})

it('call what is found a note, what was typed a reason, and leave out what nobody said', () => {
  const found = row({ finding: 'This order was refunded before.' })
  expect(textOf(run(), found)).toBe(found.finding)
  expect(labels(run(), [row(), found]).at(-1)).toBe('Note')
  expect(labels(run(), [row(), row({ reason: '' })]).at(-1)).toBe('Reason')
  expect(labels(run(), [row({ reason: '' })]).at(-1)).toBe('Status')
  const declined = row({ outcome: 'declined', message: 'Insufficient funds' })
  expect(labels(run({ state: 'DONE' }), [declined]).at(-1)).toBe('Reason')
})

it('show a long name whole in a window of 1280 pixels', () => {
  const name = row({ customer: 'ANA GARCÍA FERNÁNDEZ', reason: 'damaged in transit' })
  const columns = columnsOfRun(run(), [name], true)
  // Such a window has 1018 pixels for the rows, of which a scroll bar may take 20. The name needs
  // 163, and 20 around it.
  const { columns: tracks, width } = gridTracks(columns, {}, 998)
  const least = Number(/minmax\((\d+)px, 1fr\)/.exec(tracks)?.[1])
  expect(least + 1018 - width).toBeGreaterThanOrEqual(183)
})

it('give way in a small window, the card first', () => {
  const all = columnsOfRun(run(), [row()], true)
  const fitting = (room: number): string[] => columnsFitting(all, room).map(({ id }) => id)
  const room = all.reduce((sum, { width }) => sum + width, 0)
  expect(fitting(room)).toContain('card')
  expect(fitting(room - 1)).toContain('customer')
  expect(fitting(room - 1)).not.toContain('card')
  expect(fitting(room - 200)).not.toContain('customer')
})
