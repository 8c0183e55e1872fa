// Overwrites what the program is done with. Texts can't be overwritten: what held a card or a key
// is left to the collector, which would leave it lying until something else needs the place. Here
// the collector writes zeros over what it frees, and is called soon after a secret was used, so
// that a core dump of the idle program does not hold it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { UsedSecret } from '../gateway/signing/sign-types.ts'

/** After this long without another secret; less than a person needs for the next step. */
const quietMs = 200
/** However busy the program is. */
const latestMs = 2_000
/**
 * A full pass holds main for as long as a slow screen: requests that are signed again and again get
 * one so often at most.
 */
const fullEveryMs = 60_000
/** After a card once more: what was still at work on its answer held it during the first pass. */
const againMs = 1_500

export interface Collector {
  /** Frees recent values only, such as the texts of a request just signed: a few milliseconds. */
  young(): void
  /** The whole heap, with what was held for long: tens of milliseconds. */
  all(): void
}

/**
 * Call it when a secret was used: the collector runs soon after. A card is worth two full passes.
 */
export function createForgetter(collector: Collector): (used: UsedSecret) => void {
  let timer: NodeJS.Timeout | undefined
  let since: number | null = null
  let wasCard = false
  let lastFull = Number.NEGATIVE_INFINITY
  const run = (): void => {
    const isFull = wasCard || performance.now() - lastFull >= fullEveryMs
    since = null
    wasCard = false
    if (isFull) lastFull = performance.now()
    if (isFull) collector.all()
    else collector.young()
  }
  let again: NodeJS.Timeout | undefined
  return (used) => {
    const now = performance.now()
    since ??= now
    if (used === 'card') {
      wasCard = true
      clearTimeout(again)
      again = setTimeout(() => collector.all(), againMs).unref()
    }
    clearTimeout(timer)
    const waitMs = Math.max(0, Math.min(quietMs, since + latestMs - now))
    timer = setTimeout(run, waitMs).unref()
  }
}

/**
 * The collector itself, from now on with zeros; does nothing where the engine does not hand it out.
 */
export function zeroingCollector(): Collector {
  setFlagsFromString('--clear-free-memory')
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('typeof gc === "function" ? gc : null')
  const collect = (type: 'minor' | 'major'): void => {
    if (typeof found === 'function') (found as (how: { type: string }) => void)({ type })
  }
  return { young: () => collect('minor'), all: () => collect('major') }
}
