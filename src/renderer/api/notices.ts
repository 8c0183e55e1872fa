// How much the notifications of the system say, kept over restarts, and which events a person has
// seen.
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Happened, HappenedKind, NoticeLevel } from '#shared/desktop/person-events.ts'
import { call } from './bridge.ts'
import { useAppState } from './app-state.ts'
import { findPreference, keep } from './preferences.ts'

export const useNoticesStore = defineStore('notices', () => {
  const app = useAppState()
  const chosen = ref<NoticeLevel>('count')
  const level = computed({
    get: () => chosen.value,
    set: (next) => {
      chosen.value = next
      void keep('notices', { level: next })
    },
  })

  async function load(): Promise<void> {
    const saved = await findPreference('notices')
    if (saved !== null) chosen.value = saved.level
  }

  /** The screen that tells of it is looked at: what of this kind happened is seen. */
  async function see(kind: HappenedKind): Promise<void> {
    if (!document.hasFocus()) return
    await app.load()
    const seq = app.state?.happened.findLast((one) => one.kind === kind)?.seq
    if (seq !== undefined) await tellSeen({ kind, seq })
  }
  const tellSeen = (one: Pick<Happened, 'kind' | 'seq'>): Promise<unknown> =>
    call('notice:seen', one)

  return { level, load, see, tellSeen }
})
