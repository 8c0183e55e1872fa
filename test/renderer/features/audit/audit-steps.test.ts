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
