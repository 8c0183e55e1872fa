// How each list is looked at, kept over restarts: which columns, how wide, in which order.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ListLook } from '#shared/bridge/lists.ts'
import type { Preference } from '#shared/bridge/preferences.ts'
import { findPreference, keep } from './preferences.ts'

/** A column is dragged through many widths; the last one is kept. */
const quietMs = 300

export const useListLooksStore = defineStore('list-looks', () => {
  const looks = shallowRef<Preference<'list-looks'>>({})
  let hasLoaded = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    if (hasLoaded) return
    hasLoaded = true
    const kept = await findPreference('list-looks')
    // What was changed meanwhile is newer.
    looks.value = { ...kept, ...looks.value }
  }
  const of = (list: string): ListLook => looks.value[list] ?? {}
  /** Null takes a part back to the usual. */
  function change(list: string, part: keyof ListLook, value: ListLook[typeof part] | null): void {
    const { [part]: _, ...rest } = of(list)
    looks.value = { ...looks.value, [list]: value === null ? rest : { ...rest, [part]: value } }
    clearTimeout(timer)
    timer = setTimeout(() => void keep('list-looks', looks.value), quietMs)
  }
  return { load, of, change }
})
