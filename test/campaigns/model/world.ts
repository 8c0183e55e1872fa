// What stays the same along a walk: what kind of order, gateway and people there are. Drawn anew
// for each walk.
import type { Random } from './random.ts'

export interface World {
  origin: 'sale' | 'preauth'
  /**
   * Which transaction status tells: the newest, the one that changed last, or any, as a re-telling
   * gateway does.
   */
  tells: 'latest' | 'changed' | 'any'
  /** Whether answers name the transaction; late: not the first time. */
  ids: 'always' | 'never' | 'late'
  /** Sometimes: an answer may leave the amount out, or tell one that can't be read. */
  amounts: 'always' | 'sometimes'
  /** A lying one refuses after the effect, and accepts without one. */
  gateway: 'honest' | 'lying'
  /** Whether the gateway refuses what exceeds its sums. */
  checksSums: boolean
  /** Whether a second request with one merchant order id is refused. */
  refusesTwins: boolean
  /** Both records ask for a request by its number; the gateway may know what that means. */
  statusBy: 'order' | 'request'
  knowsNumbers: boolean
  /** Signing waits: the keychain asks somebody. */
  isSigningSlow: boolean
  /** Whether a person who resolves a request may be wrong. */
  areRight: boolean
  /** Milliseconds to take back, over record a and b. */
  undoMs: readonly [number, number]
  /** Whether people work on the order or send payouts, or both. */
  work: 'order' | 'payouts' | 'both'
  /** Whether sign-in is on, and what is above a limit takes the approval of somebody else. */
  hasPeople: boolean
}

export const drawWorld = (random: Random): World => {
  const hasPeople = random.chance(30)
  return {
    origin: random.chance(60) ? 'sale' : 'preauth',
    tells: random.pick(['latest', 'changed', 'any']),
    ids: random.pick(['always', 'always', 'never', 'late']),
    amounts: random.chance(75) ? 'always' : 'sometimes',
    gateway: random.chance(65) ? 'honest' : 'lying',
    checksSums: random.chance(50),
    refusesTwins: random.chance(50),
    statusBy: random.chance(75) ? 'order' : 'request',
    knowsNumbers: random.chance(70),
    isSigningSlow: random.chance(40),
    areRight: random.chance(80),
    undoMs: random.pick([
      [5_000, 0],
      [0, 5_000],
      [0, 0],
    ] as const),
    // What is approved and sent takes many steps: fewest where no status is read.
    work: hasPeople
      ? random.pick(['payouts', 'payouts', 'order'] as const)
      : random.pick(['order', 'order', 'order', 'payouts', 'both'] as const),
    hasPeople,
  }
}
