// The last steps of the program: what was typed a moment ago comes from the page, everything is
// closed, and the program ends. Whatever fails or hangs on the way, it ends. Pure.

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
  const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  try {
    await pass(lastTypedMs)
    const closed = Promise.resolve().then(close).catch(complain)
    await Promise.race([closed, pass(closeMs)])
  } finally {
    exit()
  }
}
