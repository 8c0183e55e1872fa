// Figures of a benchmark: percentiles of repeated runs, the worst pause of this thread while
// something else works, and how they are told.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export const rounded = (value: number): number => Math.round(value * 100) / 100

export interface Spread {
  p50: number
  p95: number
  p99: number
  max: number
}

export function spreadOf(timesMs: readonly number[]): Spread {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const at = (part: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

/** Milliseconds of each run. The first tenth only warms up. */
export async function timesOf(runs: number, run: (n: number) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let n = -Math.ceil(runs / 10); n < runs; n += 1) {
    const startedAt = performance.now()
    await run(Math.abs(n))
    if (n >= 0) times.push(performance.now() - startedAt)
  }
  return times
}

interface Watched<T> {
  value: T
  tookMs: number
  /** The longest time by the clock: what else the machine does is in it. */
  blockedMs: number
  /** The most processor time of one turn: what this thread itself did before it listened again. */
  busyMs: number
  /** How far memory rose above where it began. */
  risenMb: number
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How long `work` took, and how long this thread was held up meanwhile. */
export async function watched<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const resolution = 1
  const delay = monitorEventLoopDelay({ resolution })
  globalThis.gc?.()
  const idle = process.memoryUsage.rss()
  let most = idle
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  let [busyMs, spentMs] = [0, cpuMs()]
  // Asked often: between two answers lie one turn or a few short ones.
  const turns = setInterval(() => {
    const before = spentMs
    spentMs = cpuMs()
    busyMs = Math.max(busyMs, spentMs - before)
  }, 1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  delay.enable()
  busyMs = 0
  const startedAt = performance.now()
  const value = await work()
  const tookMs = performance.now() - startedAt
  delay.disable()
  clearInterval(look)
  clearInterval(turns)
  const blockedMs = Math.max(0, delay.max / 1e6 - resolution)
  return {
    value,
    tookMs: rounded(tookMs),
    blockedMs: rounded(blockedMs),
    busyMs: rounded(Math.max(busyMs, cpuMs() - spentMs)),
    risenMb: rounded((most - idle) / 1e6),
  }
}

/** Whether a figure is what it should be: below `below`, or at least `atLeast`. */
export type Goal = { below: number } | { atLeast: number }

export interface Report {
  /** One figure, on a line of its own; `more` goes into the summary beside it. */
  tell(name: string, value: number, unit: string, goal?: Goal, more?: object): void
  /** Something that can't be measured here, and why. */
  skip(name: string, why: string): void
  /** One line of JSON with everything that was told; exit 1 when a goal was missed. */
  end(about: object): void
}

/**
 * Says each figure as it comes. Where `isFullSize` is false the goals are shown, but the sizes are
 * too small to miss one.
 */
export function createReport(bench: string, isFullSize = true): Report {
  const figures: Record<string, object> = {}
  const missed: string[] = []
  const say = (name: string, message: string): void => {
    process.stdout.write(`${bench.padEnd(8)}${name.padEnd(58)}${message}\n`)
  }
  return {
    tell: (name, value, unit, goal, more = {}) => {
      const isMet =
        goal === undefined || ('below' in goal ? value < goal.below : value >= goal.atLeast)
      if (!isMet && isFullSize) missed.push(name)
      figures[name] = { value, unit, ...more, ...(goal === undefined ? {} : { goal, isMet }) }
      const wanted =
        goal === undefined
          ? ''
          : 'below' in goal
            ? `goal < ${goal.below}`
            : `goal >= ${goal.atLeast}`
      const verdict =
        goal === undefined ? '' : isFullSize ? (isMet ? 'met' : 'MISSED') : 'too small to check'
      say(name, `${`${value} ${unit}`.padEnd(20)}${wanted.padEnd(16)}${verdict}`.trimEnd())
    },
    skip: (name, why) => {
      figures[name] = { skipped: why }
      say(name, `skipped: ${why}`)
    },
    end: (about) => {
      const summary = { bench, ...about, isFullSize, figures, missed, node: process.version }
      process.stdout.write(`${JSON.stringify(summary)}\n`)
      if (missed.length > 0) process.exitCode = 1
    },
  }
}
