// Live reading: something changed in main, so what is shown is read again; bursts become one read, reads never overlap.
import { onScopeDispose } from 'vue'
import type { Change } from '#shared/bridge.ts'
import { onChange } from '../bridge.ts'

const coalesceMs = 120

/** Returns the function that stops it. */
export function readOnChange(
  isMine: (change: Change) => boolean,
  read: () => Promise<unknown>,
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
    if (!isMine(change) || timer !== undefined) return
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
): void {
  onScopeDispose(readOnChange(isMine, read))
}
