// What asks for a place while the window doesn't listen waits until it does: the start itself, a
// second start meanwhile, on a Mac the link that started Paydesk, which comes as an event, and what
// comes while a page of main's own stands in for a failed window. What comes while Paydesk ends
// starts it again: the second start has ended already, and nobody else would open it. A link that
// comes while the end still waits is opened, and once more after it: the window goes with the end.
// Pure.
import { askingArgs } from './link.ts'

type Args = readonly string[]

export interface Openings {
  hear(args: Args): void
  /** The window listens from now on; what waited is opened in the order it came in. */
  begin(): void
  /** The window does not listen any more, until the next begin(). */
  pause(): void
}

export interface OpeningsParts {
  open(args: Args): void
  isEnding(): boolean
  /** The end was asked for, and waits for something. */
  isWaiting(): boolean
  /** Once this program has ended. */
  startAgain(args: Args): void
}

export function createOpenings(first: Args, parts: OpeningsParts): Openings {
  let waiting: Args[] | null = [first]
  let isStartedAgain = false
  return {
    hear: (args) => {
      const isEnding = parts.isEnding()
      // Each would be one more start; of several the first is opened.
      if (!isStartedAgain && (isEnding || (parts.isWaiting() && askingArgs(args).length > 0))) {
        isStartedAgain = true
        parts.startAgain(args)
      }
      if (isEnding) return
      if (waiting === null) parts.open(args)
      else waiting.push(args)
    },
    begin: () => {
      const waited = waiting ?? []
      waiting = null
      waited.forEach((args) => parts.open(args))
    },
    pause: () => {
      waiting ??= []
    },
  }
}
