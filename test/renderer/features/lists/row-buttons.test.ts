// The column of the buttons is as wide as the widest row needs, and no wider.
import { expect, it } from 'vitest'
import { widthOfActions } from '../../../../src/renderer/features/lists/row-buttons.ts'
import type { RowAction } from '../../../../src/renderer/ui/tables/row-action.ts'

const action = (label: string, isRare = false): RowAction => ({
  ...{ testid: label, label, isRare },
  act: () => undefined,
})

it('has room for a menu alone where nothing stands in the rows', () => {
  expect(widthOfActions([])).toBe(48)
  expect(widthOfActions([[action('Open the order', true)]])).toBe(48)
})

it('has room for the buttons of the widest row', () => {
  const [pay, copy] = [[action('Pay')], [action('Copy link'), action('Open the order', true)]]
  expect(widthOfActions([pay, copy])).toBe(widthOfActions([copy]))
  expect(widthOfActions([copy])).toBeGreaterThan(widthOfActions([pay]))
  expect(widthOfActions([copy])).toBeLessThan(150)
})
