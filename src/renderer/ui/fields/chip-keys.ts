// The digits that take a chip of a list wherever nothing is typed. Pure.

/** The first nine chips, each with its key. */
export const withKeys = <C extends object>(chips: readonly C[]): (C & { key?: string })[] =>
  chips.map((chip, at) => (at < 9 ? { ...chip, key: String(at + 1) } : chip))

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

/** The chip that a press takes; null for any other press. */
export function chipOfKey<C>(chips: readonly C[], press: Press): C | null {
  const { target, key, ctrlKey, metaKey, altKey } = press
  const isTyping =
    target instanceof Element &&
    target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select') !== null
  if (isTyping || ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return null
  return chips[Number(key) - 1] ?? null
}
