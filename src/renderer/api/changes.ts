// Live reading: something changed in main, so what is shown is read again; bursts become one read
// (two when the first must show at once), reads never overlap.
import { onScopeDispose } from 'vue'
import type { Change, Place } from '#shared/bridge.ts'
import { onChange } from './bridge.ts'

const coalesceMs = 120

/** Returns the function that stops it. `isUrgent`: read at once, and once more after the burst. */
export function readOnChange(
  isMine: (change: Change) => boolean,
  read: () => Promise<unknown>,
  isUrgent: (change: Change) => boolean = () => false,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isDue = false
  const run = async (): Promise<void> => {
    if (isReading) {
      isDue = true
      return
    }
    isReading = true
    do {
      isDue = false
      await read()
    } while (isDue)
    isReading = false
  }
  const stopListening = onChange((change) => {
    // How far long work is, and where to go, change nothing that is shown.
    if (change.topic === 'work' || change.topic === 'go' || !isMine(change)) return
    // While a read is on its way `run` notes that another is due.
    if (isUrgent(change)) void run()
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, coalesceMs)
  })
  return () => {
    stopListening()
    if (timer !== undefined) clearTimeout(timer)
  }
}

/** The same, for as long as the calling component lives. */
export function useLiveRead(
  isMine: (change: Change) => boolean,
  read: () => Promise<unknown>,
  isUrgent?: (change: Change) => boolean,
): void {
  onScopeDispose(readOnChange(isMine, read, isUrgent))
}

/** What a notification, a menu or a link of the system leads to. */
export function useGoing(go: (place: Place) => void): void {
  onScopeDispose(
    onChange((change) => {
      if (change.go !== undefined) go(change.go)
    }),
  )
}
