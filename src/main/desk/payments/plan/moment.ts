// A point in time by both clocks of the computer: people and programs move the wall clock, and the
// monotonic clock may stand still while the computer sleeps. Pure; called where a decision depends
// on how long something took.

export interface Moment {
  wall: number
  mono: number
}

interface Clocks {
  clock: () => number
  monotonic: () => number
}

export const momentOf = ({ clock, monotonic }: Clocks): Moment => ({
  wall: clock(),
  mono: monotonic(),
})

/**
 * MONEY: the longer of the two, so that neither a sleep nor a clock set back makes old look new.
 */
export const elapsedMs = (clocks: Clocks, since: Moment): number =>
  Math.max(clocks.clock() - since.wall, clocks.monotonic() - since.mono)
