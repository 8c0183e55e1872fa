// Which places were typed into and when, so that what stands there is kept once typing rests, and
// found again after a restart. Of what is typed it knows nothing.
import { reactive } from 'vue'
import { draftLastsMs } from '#shared/bridge/drafts.ts'

/** Long enough for a word, short enough that a crash costs no more than one. */
const restMs = 400

export interface TypedInto<P> {
  key: string
  place: P
  at: number
}

/** `keep` gets every place that was typed into, newest first. */
export function rememberTyping<P>(keep: (places: TypedInto<P>[]) => Promise<unknown>) {
  const typedAt = new Map<string, { place: P; at: number }>()
  /** Found again after a restart: when it was typed. */
  const restored = reactive(new Map<string, number>())
  let timer: ReturnType<typeof setTimeout> | undefined

  const keepSoon = (): void => {
    clearTimeout(timer)
    // A fault needs no words: what was typed is still in the form.
    timer = setTimeout(() => {
      const places = [...typedAt].map(([key, one]) => ({ key, ...one }))
      void keep(places.sort((a, b) => b.at - a.at))
    }, restMs)
  }

  return {
    touch(key: string, place: P, now: number): void {
      typedAt.set(key, { place, at: now })
      keepSoon()
    },
    forget(key: string): void {
      restored.delete(key)
      if (typedAt.delete(key)) keepSoon()
    },
    /** False when it is too old, or was typed into meanwhile. */
    restore(key: string, place: P, at: number, now: number): boolean {
      if (now - at > draftLastsMs || typedAt.has(key)) return false
      typedAt.set(key, { place, at })
      restored.set(key, at)
      return true
    },
    isTyped: (key: string): boolean => typedAt.has(key),
    restoredAt: (key: string): number | null => restored.get(key) ?? null,
  }
}
