// The log's list with one row a request: in either order, across pages, and with every entry still
// there once a request is opened.
import { expect, it } from 'vitest'
import type { AuditRow } from '#shared/bridge/lists.ts'
import { foldedRows } from '../../../../src/renderer/features/audit/audit-steps.ts'

const entry = (seq: number, kind: string, attemptId?: string): AuditRow => ({
  ...{ seq, at: seq, actor: 'anna', kind, outcome: 'ok', origin: 'desk', subject: '' },
  ...{ leaf: '', chain: '', details: attemptId === undefined ? {} : { attemptId } },
})
const rows = [
  entry(6, 'attempt:succeeded', 'a'),
  entry(5, 'attempt:accepted', 'b'),
  entry(4, 'attempt:sending', 'a'),
  // About a request, and none of its steps.
  entry(3, 'status:looked', 'a'),
  entry(2, 'attempt:review', 'b'),
  entry(1, 'attempt:review', 'a'),
]
const shown = (list: readonly AuditRow[], ...opened: string[]): string[] =>
  foldedRows(list, new Set(opened)).map(({ seq, steps }) => `${seq}+${steps}`)

it('shows a request by its last step, with those before it counted', () => {
  expect(shown(rows)).toEqual(['6+2', '5+1', '3+0'])
  expect(shown(rows.toReversed())).toEqual(['3+0', '5+1', '6+2'])
})

it('shows the steps of a request that is opened, the newest first, and no other’s', () => {
  expect(shown(rows, 'a')).toEqual(['6+2', '4+0', '1+0', '5+1', '3+0'])
  expect(
    foldedRows(rows, new Set(['a', 'b']))
      .map(({ seq }) => seq)
      .toSorted(),
  ).toEqual(rows.map(({ seq }) => seq).toSorted())
})

it('takes steps of a later page to the request that is shown already', () => {
  expect(shown(rows.slice(0, 3))).toEqual(['6+1', '5+0'])
  expect(shown(rows)[0]).toBe('6+2')
})

it('counts the new status of an order to the request whose answer brought it', () => {
  const of = (row: AuditRow, orderid: string): AuditRow => ({
    ...row,
    details: { ...row.details, orderid },
  })
  const changed = of(entry(7, 'order:changed'), '12')
  const ended = of(entry(8, 'attempt:succeeded', 'a'), '12')
  expect(shown([ended, changed])).toEqual(['8+1'])
  expect(shown([ended, changed], 'a')).toEqual(['8+1', '7+0'])
  // About another order, or not the entry before.
  expect(shown([ended, of(changed, '13')])).toEqual(['8+0', '7+0'])
  expect(shown([ended, { ...changed, seq: 5 }])).toEqual(['8+0', '5+0'])
})

it('tells an export that began and ended in one row, and each export in its own', () => {
  const work = (seq: number, outcome: string, folder = 'a'): AuditRow => ({
    ...entry(seq, 'audit:exported'),
    ...{ outcome, details: { folder } },
  })
  const both = [work(4, 'ok'), work(3, 'started'), work(2, 'failed'), work(1, 'started')]
  expect(shown(both)).toEqual(['4+1', '2+1'])
  expect(shown([work(2, 'started'), work(1, 'started', 'b')])).toEqual(['2+0', '1+0'])
})
