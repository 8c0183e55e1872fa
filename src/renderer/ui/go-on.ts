// Where the keyboard goes on once something was read.
import { nextTick, watch } from 'vue'

/**
 * The first of the places (selectors) that is there has the focus whenever `readings` rises. A
 * person who went on to another field while it was read (`working`) keeps that field.
 */
export function useGoingOn(
  list: Readonly<{ working: string | null; readings: number }>,
  places: () => readonly string[],
): void {
  let asked: Element | null = null
  watch(
    () => list.working,
    (working) => {
      if (working !== null) asked = document.activeElement
    },
    { flush: 'sync' },
  )
  watch(
    () => list.readings,
    async () => {
      await nextTick()
      const now = document.activeElement
      if (now !== null && now !== document.body && now !== asked) return
      for (const place of places()) {
        const found = document.querySelector<HTMLElement>(place)
        if (found === null) continue
        found.focus()
        return
      }
    },
  )
}
