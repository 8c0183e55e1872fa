// Live reading: after a change in main the shown data is read again. A burst of changes becomes one
// read (two when the first must show at once), and reads never overlap.
import { onScopeDispose } from 'vue'
import type { Change } from '#shared/contract/bridge.ts'
import type { Place } from '#shared/desktop/window-methods.ts'
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
  let isStopped = false
  const run = async (): Promise<void> => {
    if (isReading) {
      isDue = true
      return
    }
    isReading = true
    do {
      isDue = false
      await read()
    } while (isDue && !isStopped)
    isReading = false
  }
  const stopListening = onChange((change) => {
    // The topics 'work' and 'go' change no shown data.
    if (change.topic === 'work' || change.topic === 'go' || !isMine(change)) return
    // During a read `run` notes that another read is due.
    if (isUrgent(change)) void run()
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, coalesceMs)
  })
  return () => {
    isStopped = true
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
