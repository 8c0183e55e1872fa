// An orderly end, whoever asks for it: the menu, the window's button, a signal, the system. What
// was confirmed and not sent yet is sent first, or left unsent when a person says so. A request
// that was sent is waited for; a person may end at once, and is told what is unknown then.

export interface Held {
  /** Requests that are waited for. */
  count(): number
  /** Resolves when there are none any more. */
  whenNone: Promise<void>
}

export interface QuitParts {
  /** From now on nothing is confirmed. Confirmed, and not sent yet. */
  unsent(): Held
  /** From now on nothing new is sent. What was sent and has no answer yet. */
  hold(): Held
  close(): Promise<unknown>
  /** True when the person chose not to wait; ends unanswered when `signal` does. */
  ask(question: QuitQuestion, count: number, signal: AbortSignal): Promise<boolean>
  /**
   * The window says that so many requests are waited for; at none, that its last calls are due.
   */
  onWaiting(count: number): void
  /** `close` and no more than its limit; then the program ends. */
  end(close: () => Promise<unknown>): void
}

export type QuitQuestion = 'unsent' | 'waiting' | 'unknown'

export interface Quit {
  /** Called each time an end is asked for. */
  ask(): void
  /** The system ends the program now, whatever it waits for. */
  endNow(): void
  /** An end was asked for, and something is waited for. */
  isWaiting(): boolean
  isEnding(): boolean
}

/** One question at a time; what it leads to comes after it. */
function oneQuestion(go: (next: () => void) => void) {
  let isAsking = false
  return async (act: () => Promise<() => void>, failed: () => void): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const next = await act().catch(() => failed)
    isAsking = false
    go(next)
  }
}

/** What fails on the way to the end leaves it where it is. */
function anyway(act: () => void): void {
  try {
    act()
  } catch {
    // The end that was asked for comes.
  }
}

/** Two questions: the second one says what will be unknown. */
async function isLeft(
  { ask }: Pick<QuitParts, 'ask'>,
  waiting: Held,
  signal: AbortSignal,
): Promise<boolean> {
  for (const one of ['waiting', 'unknown'] as const) {
    const count = waiting.count()
    if (count === 0 || !(await ask(one, count, signal))) return false
  }
  return true
}

const nothing = (): void => undefined

export function createQuit(parts: QuitParts): Quit {
  let unsent: Held | null = null
  let held: Held | null = null
  let isEnding = false
  const over = new AbortController()
  /** Nothing is left to be sent: the first question has no sense any more. */
  const moot = new AbortController()

  const tell = (count: number): void => anyway(() => parts.onWaiting(count))

  const end = (): void => {
    if (isEnding) return
    isEnding = true
    over.abort()
    // MONEY: whatever led here, nothing is sent any more.
    if (held === null) anyway(() => (held = parts.hold()))
    tell(0)
    parts.end(parts.close)
  }
  /** Whatever goes wrong with waiting, the end that was asked for comes. */
  const orEnd = (act: () => void): void => {
    try {
      act()
    } catch {
      end()
    }
  }

  const question = oneQuestion(orEnd)

  function offerNotToSend(waiting: Held): void {
    const signal = AbortSignal.any([over.signal, moot.signal])
    // Also where nobody could choose: what was confirmed is sent, and the end comes after that.
    const goOn = (): void => {
      if (held !== null) offerToEnd(held)
    }
    void question(async () => {
      const isLeftUnsent = await parts.ask('unsent', waiting.count(), signal)
      return () => (isLeftUnsent && held === null ? hold() : goOn())
    }, goOn)
  }

  function offerToEnd(waiting: Held): void {
    // A box that can't be shown doesn't hold up the end.
    void question(async () => ((await isLeft(parts, waiting, over.signal)) ? end : nothing), end)
  }

  /** MONEY: nothing new is sent from here on. */
  function hold(): void {
    if (isEnding || held !== null) return
    moot.abort()
    held = parts.hold()
    const count = held.count()
    if (count === 0) return end()
    tell(count)
    held.whenNone.then(end, end)
    offerToEnd(held)
  }

  function begin(): void {
    unsent = parts.unsent()
    if (unsent.count() === 0) return hold()
    void unsent.whenNone.catch(nothing).then(() => orEnd(hold))
    tell(unsent.count())
    offerNotToSend(unsent)
  }

  return {
    ask: () =>
      orEnd(() => {
        if (isEnding) return
        if (held !== null) offerToEnd(held)
        else if (unsent !== null) offerNotToSend(unsent)
        else begin()
      }),
    endNow: end,
    isWaiting: () => !isEnding && (held !== null || unsent !== null),
    isEnding: () => isEnding,
  }
}
