// What the screen that is open tells in a list of its own: no banner above it says that once more.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface Said {
  /** Of needs. */
  ids: ReadonlySet<string>
  unknown: number
  contradicted: number
}

export const nothingSaid: Said = { ids: new Set(), unknown: 0, contradicted: 0 }

export const useSaidStore = defineStore('said-here', () => ({ said: shallowRef(nothingSaid) }))
