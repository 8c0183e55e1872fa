// Whatever waits for its undo, or leaves at once, says so where it is confirmed.
import { expect, it } from 'vitest'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { undoMsOf } from '../../../../src/main/desk/payments/plan/plan.ts'
import { saysUndo, undoText } from '../../../../src/renderer/features/confirm/review-facts.ts'
import { connection } from '../../../fakes/desk.ts'

it('is said of each operation that main keeps waiting, and of no other one', () => {
  const { money } = connection.settings
  const settings = { ...connection.settings, money: { ...money, undoMs: 5_000 } }
  const waits = operationIds.filter(
    (operation) => undoMsOf({ ...connection, settings }, { operation, row: null }) > 0,
  )
  expect(waits).toContain('preauth')
  expect(operationIds.filter(saysUndo)).toEqual(waits)
})

it('says until when, or that nothing waits, and always what can’t be undone', () => {
  expect(undoText('refund', 10_000)).toMatch(/^The refund can be undone for 10.s .*can’t be undone/)
  expect(undoText('refund', 0)).toBe(
    'The refund is sent as soon as you confirm, and can’t be undone.',
  )
})
