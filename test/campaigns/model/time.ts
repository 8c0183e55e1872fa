// The clocks and timers of one walk. The product's own calls of setTimeout arrive here; nothing in
// a walk waits for real time.

interface Timer {
  at: number
  place: number
  run: () => void
}

export interface Time {
  wall(): number
  mono(): number
  /** Both clocks go on. */
  pass(ms: number): void
  /** The wall clock alone is set. */
  setWall(by: number): void
  hasTimer(): boolean
  /** Goes on to the earliest timer and runs it. */
  runNext(): void
  set(run: () => void, ms: number): Timer
  clear(timer: Timer): void
  /** The program is gone, and its timers with it. */
  clearAll(): void
}

const beginning = Date.UTC(2026, 10, 21, 9)

export function createTime(): Time {
  let mono = 0
  let wall = beginning
  let places = 0
  const timers = new Set<Timer>()
  const pass = (ms: number): void => {
    mono += ms
    wall += ms
  }
  const earliest = (): Timer | null => {
    let found: Timer | null = null
    for (const timer of timers)
      if (
        found === null ||
        timer.at < found.at ||
        (timer.at === found.at && timer.place < found.place)
      )
        found = timer
    return found
  }
  return {
    wall: () => wall,
    mono: () => mono,
    pass,
    setWall: (by) => {
      wall += by
    },
    hasTimer: () => timers.size > 0,
    runNext: () => {
      const timer = earliest()
      if (timer === null) return
      timers.delete(timer)
      pass(Math.max(0, timer.at - mono))
      timer.run()
    },
    set: (run, ms) => {
      const timer = { at: mono + Math.max(0, ms), place: (places += 1), run }
      timers.add(timer)
      return timer
    },
    clear: (timer) => {
      timers.delete(timer)
    },
    clearAll: () => timers.clear(),
  }
}

/**
 * Replaces setTimeout and clearTimeout of this thread; `current` is whose walk it is, null when
 * nobody's program runs. Returns what puts the real ones back.
 */
export function takeTimers(current: () => Time | null): () => void {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  const set = (run: () => void, ms = 0): unknown => {
    const timer = current()?.set(run, ms) ?? { at: 0, place: 0, run }
    return Object.assign(timer, { unref: () => timer, ref: () => timer })
  }
  const clear = (timer: Timer | undefined): void => {
    if (timer !== undefined) current()?.clear(timer)
  }
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear })
  return () => {
    Object.assign(globalThis, real)
  }
}
