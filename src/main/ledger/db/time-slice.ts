// Long work cut into turns: after each piece it says how far it is, gives the thread back when its
// turn is over, and ends when the person asked for that. The same functions run in the reader's
// thread and, in tests, in the caller's.

export interface TimeSlice {
  /** Rejects with the signal's reason once the work was ended. */
  turn(done: number, total: number): Promise<void>
}

/** Whether this is how work says that it was ended. */
export const isEnded = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError'

// Far below the 50 ms a thread may be busy at a stretch: others want their turn as well.
const TURN_MS = 10
const TELL_EVERY_MS = 100

export function createTimeSlice(options: {
  monotonic: () => number
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}): TimeSlice {
  const { monotonic, signal, onProgress } = options
  let turnAt = monotonic()
  let reportedAt = -Infinity
  return {
    turn: async (done, total) => {
      const now = monotonic()
      if (onProgress !== undefined && now - reportedAt >= TELL_EVERY_MS) {
        reportedAt = now
        onProgress(done, total)
      }
      if (now - turnAt >= TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve))
        turnAt = monotonic()
      }
      signal?.throwIfAborted()
    },
  }
}
