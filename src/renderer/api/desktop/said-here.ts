// What the screen that is open tells in a list of its own: no banner above it says that once more.
import { defineStore } from 'pinia'
import { onBeforeUnmount, ref, shallowRef, watch } from 'vue'

export interface Said {
  /** Of needs. */
  ids: ReadonlySet<string>
  unknown: number
  contradicted: number
}

export const nothingSaid: Said = { ids: new Set(), unknown: 0, contradicted: 0 }

/** `cards`: unknown outcomes that have a card of their own on the screen. */
export const useSaidStore = defineStore('said-here', () => ({
  said: shallowRef(nothingSaid),
  cards: ref(0),
}))

/** Of a card, which tells of an unknown outcome as long as `isUnknown`. */
export function useUnknownCard(isUnknown: () => boolean): void {
  const here = useSaidStore()
  let counted = 0
  const count = (now: number): void => {
    here.cards += now - counted
    counted = now
  }
  watch(isUnknown, (is) => count(Number(is)), { immediate: true })
  onBeforeUnmount(() => count(0))
}
