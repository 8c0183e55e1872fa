// Overwrites what the program is done with. Texts can't be overwritten: what held a card or a key is left to the collector, which
// would leave it lying until something else needs the place. Here the collector writes zeros over what it frees, and is called soon
// after a secret was used, so that a core dump of the idle program does not hold it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After this long without another secret; less than a person needs for the next step. */
const quietMs = 200
/** However busy the program is. */
const latestMs = 2_000

/** Call it when a secret was used: `collect` runs once, soon after. */
export function createForgetter(collect: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let since: number | null = null
  const run = (): void => {
    since = null
    collect()
  }
  return () => {
    const now = performance.now()
    since ??= now
    clearTimeout(timer)
    const waitMs = Math.max(0, Math.min(quietMs, since + latestMs - now))
    timer = setTimeout(run, waitMs).unref()
  }
}

/** The collector itself, from now on with zeros; does nothing where the engine does not hand it out. */
export function zeroingCollector(): () => void {
  setFlagsFromString('--clear-free-memory')
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : null')
  return () => {
    if (typeof collect === 'function') (collect as () => void)()
  }
}
