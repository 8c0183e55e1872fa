// Runs all timers of this process on a clock of its own: many times faster than the wall, and never
// ahead of the work. A busy machine slows the clock down instead of letting every request run into
// its limit. Only for a process that does nothing else.
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'

export interface FastTime {
  /** Milliseconds, monotonic. performance.now() gives the same. */
  now(): number
  /** The same time on the wall: what a clock on the wall would show. */
  wall(): number
  /** Resolves after so many milliseconds of this time. */
  after(ms: number): Promise<void>
  /** It stands still until the returned function is called, and those of all others who asked. */
  stand(): () => void
}

const real = {
  now: performance.now.bind(performance),
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
}
/** One turn of the event loop never takes more of the real time than this into the fast one. */
const longestTurnMs = 3

type Call = (...args: unknown[]) => void

/** What setTimeout gives back: the part of NodeJS.Timeout that anybody here uses. */
class FastTimer {
  dueAt: number
  isSet = true
  readonly call: Call
  readonly args: unknown[]
  readonly everyMs: number | null
  constructor(call: Call, args: unknown[], dueAt: number, everyMs: number | null) {
    this.call = call
    this.args = args
    this.dueAt = dueAt
    this.everyMs = everyMs
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  [Symbol.dispose](): void {
    this.isSet = false
  }
}

let running: FastTime | null = null

/** Takes over the timers of the process, once; a second call gives the same time back. */
export function runFast(times: number): FastTime {
  if (running !== null) return running
  const begin = real.now()
  const wallAtBegin = Date.now()
  let now = begin
  let last = begin
  let timers: FastTimer[] = []
  let standing = 0

  const add = (timer: FastTimer): FastTimer => {
    const at = timers.findLastIndex((other) => other.dueAt <= timer.dueAt)
    timers.splice(at + 1, 0, timer)
    return timer
  }
  const make = (call: Call, ms: number | undefined, everyMs: number | null, args: unknown[]) =>
    add(new FastTimer(call, args, now + Math.max(1, ms ?? 1), everyMs))
  const fire = (timer: FastTimer): void => {
    if (!timer.isSet) return
    if (timer.everyMs === null) timer.isSet = false
    else {
      timer.dueAt = now + timer.everyMs
      add(timer)
    }
    timer.call(...timer.args)
  }
  const turn = (): void => {
    const at = real.now()
    if (standing === 0) now += Math.min(at - last, longestTurnMs) * times
    last = at
    const due = timers.filter((timer) => timer.isSet && timer.dueAt <= now)
    timers = timers.filter((timer) => timer.isSet && timer.dueAt > now)
    // Each in a turn of its own, as from the real list: what one leaves to be done is done before
    // the next.
    for (const timer of due) real.setImmediate(fire, timer)
    real.setTimeout(turn, 1)
  }
  const clear = (timer: unknown): void => {
    if (timer instanceof FastTimer) timer.isSet = false
    else real.clearTimeout(timer as NodeJS.Timeout)
  }

  Object.assign(globalThis, {
    setTimeout: (call: Call, ms?: number, ...args: unknown[]) => make(call, ms, null, args),
    setInterval: (call: Call, ms?: number, ...args: unknown[]) =>
      make(call, ms, Math.max(1, ms ?? 1), args),
    clearTimeout: clear,
    clearInterval: clear,
  })
  performance.now = () => now
  const after = (ms: number): Promise<void> =>
    new Promise((resolve) => void make(() => resolve(), ms, null, []))
  Object.assign(timersPromises, { setTimeout: after })
  syncBuiltinESMExports()
  turn()
  const stand = (): (() => void) => {
    standing += 1
    let isOver = false
    return () => {
      if (!isOver) standing -= 1
      isOver = true
    }
  }
  running = { now: () => now, wall: () => wallAtBegin + Math.round(now - begin), after, stand }
  return running
}
