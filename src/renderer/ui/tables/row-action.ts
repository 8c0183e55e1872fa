/** What can be done with a row: by its button, and by a line of its menu. */
export interface RowAction {
  /** Marks the row's button and, after `menu-`, the line of the menu. */
  testid: string
  label: string
  /** Said instead of the label, where many rows have the same. */
  name?: string
  isBusy?: boolean
  isMain?: boolean
  /** Not what the row is first about: it stands in the menu alone. */
  isRare?: boolean
  /** Why it can't be done now: the line of the menu says it, and does nothing. */
  whyNot?: string
  act: () => void
}
