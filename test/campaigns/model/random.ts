// Seeded choices: the same seed and walk make the same choices. Pure.

export interface Random {
  /** In [0, below). */
  below(below: number): number
  /** True in so many of a hundred cases. */
  chance(percent: number): boolean
  pick<T>(from: readonly T[]): T
}

export function createRandom(seed: number, walk: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(walk + 1, 0x85ebca6b)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number): number => next() % limit
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (from) => from[below(from.length)]!,
  }
}
