// A small seeded generator (mulberry32), so that every schedule can be played again.
export interface Random {
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  chance(share: number): boolean
}

export function makeRandom(seed: number): Random {
  let at = (seed * 2_654_435_761) >>> 0
  const next = (): number => {
    at = (at + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(at ^ (at >>> 15), at | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    chance: (share) => next() < share,
  }
}
