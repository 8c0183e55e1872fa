// An orderly end, whoever asks for it: the menu, the window's button, a signal, the system. A
// request that was sent is waited for; a person may end at once, and is told what is unknown then.
// Nothing new is sent once the end was asked for.

export interface Held {
  /** Requests that were sent and have no answer yet. */
  onTheWay(): number
  /** Resolves when there are none any more. */
  whenNone: Promise<void>
}

export interface QuitParts {
  /** From now on nothing new is sent. */
  hold(): Held
  close(): Promise<unknown>
  /** True when the person chose to end at once; ends unanswered when `signal` does. */
  ask(question: 'waiting' | 'unknown', count: number, signal: AbortSignal): Promise<boolean>
  /** The window says what is waited for. */
  onWaiting(count: number): void
  /** `close` and no more than its limit; then the program ends. */
  end(close: () => Promise<unknown>): void
}

export interface Quit {
  /** Called each time an end is asked for. */
  ask(): void
  /** An end was asked for, and a request is waited for. */
  isWaiting(): boolean
  isEnding(): boolean
}

export function createQuit(parts: QuitParts): Quit {
  let held: Held | null = null
  let isEnding = false
  let isAsking = false
  const over = new AbortController()

  const end = (): void => {
    if (isEnding) return
    isEnding = true
    over.abort()
    parts.end(parts.close)
  }

  /** Two questions: the second one says what will be unknown. */
  async function offerToEnd(waiting: Held): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      for (const question of ['waiting', 'unknown'] as const) {
        const count = waiting.onTheWay()
        if (count === 0 || !(await parts.ask(question, count, over.signal))) return
      }
      end()
    } finally {
      isAsking = false
    }
  }

  return {
    ask: () => {
      if (isEnding) return
      if (held === null) {
        held = parts.hold()
        const count = held.onTheWay()
        if (count === 0) return end()
        parts.onWaiting(count)
        // Whatever goes wrong with waiting, the end that was asked for comes.
        held.whenNone.then(end, end)
      }
      void offerToEnd(held).catch(end)
    },
    isWaiting: () => held !== null && !isEnding,
    isEnding: () => isEnding,
  }
}
