// Something that ends by itself and is waited for, by looking: requests before they are sent, and
// before their answers are here.
import { setTimeout } from 'node:timers/promises'

export interface WaitedFor {
  count(): number
  whenNone: Promise<void>
}

/**
 * More than the longest time for an answer, which is six minutes. What takes longer (an outcome
 * that a full disk does not take) is UNKNOWN at the next start.
 */
const usual = { everyMs: 50, mostMs: 7 * 60_000 }

export function waitedFor(count: () => number, { everyMs, mostMs } = usual): WaitedFor {
  const noneLeft = async (): Promise<void> => {
    const begun = performance.now()
    while (count() > 0 && performance.now() - begun < mostMs) await setTimeout(everyMs)
  }
  const whenNone = noneLeft()
  // Heard where it is waited for.
  whenNone.catch(() => undefined)
  return { count, whenNone }
}
