// The last steps of the program: what was typed a moment ago comes from the page, everything is
// closed, and the program ends. Whatever fails or hangs on the way, it ends. Pure.
import { setTimeout } from 'node:timers/promises'

interface LastSteps {
  /** For what was typed a moment ago to come from the page. */
  lastTypedMs: number
  /** A close that takes longer is given up. */
  closeMs: number
  complain(error: unknown): void
  exit(): void
}

export async function endInTime(
  close: () => Promise<unknown>,
  { lastTypedMs, closeMs, complain, exit }: LastSteps,
): Promise<void> {
  try {
    await setTimeout(lastTypedMs)
    const closed = Promise.resolve().then(close).catch(complain)
    await Promise.race([closed, setTimeout(closeMs)])
  } finally {
    exit()
  }
}
