// A button that can't be pressed while it works loses the focus. Whoever works by keys stays where
// they were.
import { nextTick } from 'vue'

/** Does the work; afterwards the focus is where it was, unless it went elsewhere meanwhile. */
export async function keepFocus(work: () => Promise<unknown>): Promise<void> {
  const before = document.activeElement
  await work()
  await nextTick()
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (isLost && before instanceof HTMLElement) before.focus()
}
