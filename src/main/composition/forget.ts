// Overwrites what the program is done with. Texts can't be overwritten: what held a card or a key
// is left to the collector, which would leave it lying until something else needs the place. Here
// the collector writes zeros over what it frees, and is called soon after a secret was used, so
// that a core dump of the idle program does not hold it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { UsedSecret } from '../gateway/signing/sign-types.ts'

/** A card is forgotten after this long; less than a person needs for the next step. */
const cardMs = 200
/** After a card once more: what was still at work on its answer held it during the first pass. */
const againMs = 1_500
/** A pass holds main for as long as a slow screen: keys wait until nothing more is signed. */
const quietMs = 500
/** However busy the program is. */
const latestMs = 10_000

/** Call it when a secret was used: the collector runs soon after, and for a card twice. */
export function createForgetter(collect: () => void): (used: UsedSecret) => void {
  let next: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  let wasCard = false
  const run = (): void => {
    due = Number.POSITIVE_INFINITY
    wasCard = false
    collect()
  }
  let again: NodeJS.Timeout | undefined
  return (used) => {
    const now = performance.now()
    if (used === 'card') {
      wasCard = true
      clearTimeout(again)
      again = setTimeout(collect, againMs).unref()
    }
    // What waits first says until when at most; what comes later puts the pass off a little.
    due = Math.min(due, now + (wasCard ? againMs : latestMs))
    clearTimeout(next)
    next = setTimeout(run, Math.min(wasCard ? cardMs : quietMs, due - now)).unref()
  }
}

/**
 * The collector itself, from now on with zeros; does nothing where the engine does not hand it out.
 * An ordinary pass moves what lives and leaves the old places as they were: copies of freed texts
 * stay there for seconds. A pass of last resort gives the places back, and zeros what it keeps.
 * Threads that move texts side by side leave a copy of one now and then. So one thread moves all.
 */
export function zeroingCollector(): () => void {
  setFlagsFromString('--clear-free-memory')
  setFlagsFromString('--zero-unused-memory')
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--no-parallel-compaction')
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('typeof gc === "function" ? gc : null')
  return () => {
    if (typeof found !== 'function') return
    ;(found as (how: { type: string; flavor: string }) => void)({
      type: 'major',
      flavor: 'last-resort',
    })
  }
}
