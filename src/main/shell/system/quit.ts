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
  /** Confirmed, and not sent yet. */
  unsent(): Held
  /** From now on nothing new is sent. What was sent and has no answer yet. */
  hold(): Held
  close(): Promise<unknown>
  /** True when the person chose not to wait; ends unanswered when `signal` does. */
  ask(question: QuitQuestion, count: number, signal: AbortSignal): Promise<boolean>
  /** The window says that so many answers are waited for; at none, that its last calls are due. */
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

/**
 * One question at a time; what it leads to comes after it. `failed`: a box that can't be shown
 * doesn't hold up the end.
 */
function oneQuestion(failed: () => void, go: (next: () => void) => void) {
  let isAsking = false
  return async (act: () => Promise<() => void>): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const next = await act().catch(() => failed)
    isAsking = false
    go(next)
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

export function createQuit(parts: QuitParts): Quit {
  let unsent: Held | null = null
  let held: Held | null = null
  let isEnding = false
  const over = new AbortController()
  /** Nothing is left to be sent: the first question has no sense any more. */
  const moot = new AbortController()

  const end = (): void => {
    if (isEnding) return
    isEnding = true
    over.abort()
    parts.onWaiting(0)
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

  const question = oneQuestion(end, orEnd)

  function offerNotToSend(waiting: Held): void {
    const signal = AbortSignal.any([over.signal, moot.signal])
    void question(async () => {
      const isUnsent = await parts.ask('unsent', waiting.count(), signal)
      return () => {
        if (held !== null) offerToEnd(held)
        else if (isUnsent) hold()
      }
    })
  }

  function offerToEnd(waiting: Held): void {
    void question(async () => ((await isLeft(parts, waiting, over.signal)) ? end : () => undefined))
  }

  /** MONEY: nothing new is sent from here on. */
  function hold(): void {
    if (isEnding || held !== null) return
    moot.abort()
    held = parts.hold()
    const count = held.count()
    if (count === 0) return end()
    parts.onWaiting(count)
    held.whenNone.then(end, end)
    offerToEnd(held)
  }

  function begin(): void {
    unsent = parts.unsent()
    if (unsent.count() === 0) return hold()
    const goOn = (): void => orEnd(hold)
    unsent.whenNone.then(goOn, goOn)
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
    endNow: () => {
      orEnd(() => (held ??= parts.hold()))
      end()
    },
    isWaiting: () => !isEnding && (held !== null || unsent !== null),
    isEnding: () => isEnding,
  }
}
