// Acts again until there is nothing left to do: for a keychain that opens later.

/**
 * Acts again and again, each time a little later, until there is nothing to do. It never keeps the
 * program alive.
 */
export function retrying(parts: {
  delaysMs: readonly number[]
  isDone: () => boolean
  act: () => Promise<void>
  report: (error: unknown) => void
}): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isUnderWay = false
  const after = (nth: number): void => {
    isUnderWay = !isStopped && !parts.isDone()
    if (!isUnderWay) return
    const ms = parts.delaysMs[Math.min(nth, parts.delaysMs.length - 1)] ?? 0
    timer = setTimeout(() => {
      parts
        .act()
        .catch(parts.report)
        .finally(() => after(nth + 1))
    }, ms).unref()
  }
  return {
    start: () => {
      if (!isUnderWay) after(0)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
