// What a screen shows of a kept result: two looks at the same result are the same.
import { expect, it } from 'vitest'
import { reconciliationView } from '../../../../src/main/desk/reconcile/reconciliation-view.ts'
import type { ReconciliationRecord } from '../../../../src/main/ledger/reconcile/reconciliation-record.ts'

const resultOf = (digest: string, upToEntry: number) => ({ piles: [], digest, upToEntry })
const source = { name: 'report.csv', period: null, leftOut: null }
const record = {
  ...{ id: 'one', service: 's', connectionId: 'c', source, rows: 1, kept: 1, aside: null },
  ...{ result: resultOf('same', 5), actor: 'Anna', createdAt: 0 },
} as unknown as ReconciliationRecord
const now = (digest: string) => ({
  ...{ result: resultOf(digest, 650), doubts: [] },
  whole: { 'one-id': { about: '', said: null }, 'not-asked-here': { about: '', said: null } },
})

it('names the entry that a result was kept with, whatever was logged since', () => {
  expect(reconciliationView(record)).toMatchObject({ result: { upToEntry: 5 } })
  const again = reconciliationView(record, now('same'))
  expect(again).toMatchObject({ isOlder: false, result: { digest: 'same', upToEntry: 5 } })
})

it('names the newest entry for another result than the kept one', () => {
  const other = reconciliationView(record, now('other'))
  expect(other).toMatchObject({ isOlder: true, result: { digest: 'other', upToEntry: 650 } })
})
