// How fast one gateway account is asked: as its settings say, half of that after each sign that it
// is too much, and slowly up again. Pure, over a monotonic clock in milliseconds.
import type { Heard } from './turn.ts'

export interface Pace {
  /** Requests a second at `at`. */
  perSecond: number
  at: number
  /** Nobody who can wait asks before. */
  quietUntil: number
  /** And a person not before this. */
  personQuietUntil: number
}

/** From the slowest pace to the full one. */
const recoverMs = 30_000
/** The slowest is this part of the full pace, and never less than one request a second. */
const slowestPart = 1 / 20
/** A person is told that a gateway refuses, rather than kept waiting for as long as it wants. */
const personWaitsMs = 5_000
/** A gateway that names a day, or a wrong number, is asked again all the same. */
const longestQuietMs = 10 * 60_000

export const fullPace: Pace = {
  perSecond: Infinity,
  at: -Infinity,
  quietUntil: -Infinity,
  personQuietUntil: -Infinity,
}

export const paceNow = (pace: Pace, full: number, now: number): number =>
  pace.perSecond === Infinity
    ? full
    : Math.min(full, pace.perSecond + (full * (now - pace.at)) / recoverMs)

/** `begunAt`: when the request that ended had started. */
export function paceAfter(
  pace: Pace,
  how: Exclude<Heard, 'answered'>,
  { full, begunAt, now }: { full: number; begunAt: number; now: number },
): Pace {
  const waitMs = Math.min(how === 'silence' ? 0 : (how.waitMs ?? 0), longestQuietMs)
  const quiet = {
    quietUntil: Math.max(pace.quietUntil, now + waitMs),
    personQuietUntil: Math.max(pace.personQuietUntil, now + Math.min(waitMs, personWaitsMs)),
  }
  // What left before the pace was halved says nothing about the slower one.
  if (begunAt < pace.at) return { ...pace, ...quiet }
  const perSecond = Math.max(1, full * slowestPart, paceNow(pace, full, now) / 2)
  return { perSecond, at: now, ...quiet }
}
