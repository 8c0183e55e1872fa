// The desk while the program ends: nothing new begins, what was asked before may finish for a
// moment, and what meets a closed ledger says so instead of looking like a bug. It waits for no
// request: a request cut off is found unknown at the next start.
import { fail } from '#shared/fault.ts'
import type { Method } from '#shared/contract/bridge.ts'
import type { Desk } from './base/desk.ts'
import { closing, cutOff } from './base/faults.ts'

export function drainable(desk: Desk): { desk: Desk; end(limitMs: number): Promise<void> } {
  const running = new Set<Promise<unknown>>()
  let isClosing = false
  const guarded = (method: Method) => {
    const act = desk[method] as (input: unknown) => Promise<unknown>
    return async (input: unknown): Promise<unknown> => {
      if (isClosing) return fail(closing)
      const call = act(input)
      running.add(call)
      try {
        return await call
      } catch (error) {
        if (isClosing) return fail(cutOff)
        throw error
      } finally {
        running.delete(call)
      }
    }
  }
  const names = Object.keys(desk) as Method[]
  return {
    // The pairing of names and inputs is lost only on the union of all methods.
    desk: Object.fromEntries(names.map((name) => [name, guarded(name)])) as unknown as Desk,
    end: (limitMs) => {
      isClosing = true
      return waitAtMost(limitMs, running)
    },
  }
}

/** Waits until all of them ended in one way or another, and never longer. */
export async function waitAtMost(
  limitMs: number,
  running: Iterable<Promise<unknown>>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)))
  await Promise.race([Promise.allSettled(running), limit])
  clearTimeout(timer)
}
