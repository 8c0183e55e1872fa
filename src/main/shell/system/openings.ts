// What asks for a place before the window listens waits until it does: the start itself, a second
// start meanwhile, and on a Mac the link that started Paydesk, which comes as an event. Pure.

type Args = readonly string[]

export interface Openings {
  hear(args: Args): void
  /** The window listens from now on; what waited is opened in the order it came in. */
  begin(): void
}

export function createOpenings(first: Args, open: (args: Args) => void): Openings {
  let waiting: Args[] | null = [first]
  return {
    hear: (args) => {
      if (waiting === null) open(args)
      else waiting.push(args)
    },
    begin: () => {
      const waited = waiting ?? []
      waiting = null
      waited.forEach(open)
    },
  }
}
