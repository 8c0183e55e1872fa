// Whatever waits for its undo, or leaves at once, says so where it is confirmed.
import { expect, it } from 'vitest'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { undoMsOf } from '../../../../src/main/desk/payments/plan/plan.ts'
import { saysUndo } from '../../../../src/renderer/features/confirm/review-facts.ts'
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
