// What of a row's actions stands in the row, and how wide the column of it is.
import type { RowAction } from '../../ui/tables/row-action.ts'

/** What stands in the row: the actions that are not rare, and a menu where there are more. */
export function buttonsOf(actions: readonly RowAction[]): {
  usual: readonly RowAction[]
  hasMore: boolean
} {
  const usual = actions.filter(({ isRare }) => isRare !== true)
  return { usual, hasMore: actions.length > usual.length }
}

/** Of a button: its edges and padding with the gap after it, a letter at its size, the menu. */
const [buttonPx, letterPx, menuPx, cellPx] = [22, 7, 28, 20]

/** Pixels of a column that has room for the buttons of each row in one line, and for no more. */
export function widthOfActions(rows: Iterable<readonly RowAction[]>): number {
  let widest = menuPx
  for (const actions of rows) {
    const { usual, hasMore } = buttonsOf(actions)
    const letters = usual.reduce((sum, { label }) => sum + label.length, 0)
    widest = Math.max(widest, usual.length * buttonPx + letters * letterPx + (hasMore ? menuPx : 0))
  }
  return widest + cellPx
}
