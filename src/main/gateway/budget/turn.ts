// What whoever asks a gateway account holds while it asks: a place among the few at once, and a
// start among the few a second. Types only.

/**
 * Who asks. poll: after an outcome that is open. person: somebody waits for the answer, or for
 * their request to leave. list: one of many, for which nobody waits.
 */
export type Rank = 'poll' | 'person' | 'list'

/**
 * How one request ended, as far as it says how the gateway bears being asked. `waitMs`: how long it
 * wants to be left alone; null where it does not say.
 */
export type Heard = 'answered' | 'silence' | { waitMs: number | null }

export interface Turn {
  /** Resolves when one more request may start: at once for the first of a turn. */
  ready(): Promise<void>
  /** One request starts. */
  begin(): void
  /** It ended. */
  heard(how: Heard): void
  /** Gives the place back, once; a start that was not used goes back as well. */
  end(): void
}
