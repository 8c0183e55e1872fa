// The states that were met, each by 64 bits of its name, shared between threads: two threads never
// count one state twice.

export interface States {
  /** True when it was not met before. */
  add(name: string): boolean
  /** All that were met, in all threads. */
  count(): number
}

/** A thread that found a fault ends the others. */
export interface Room {
  cells: SharedArrayBuffer
  counters: SharedArrayBuffer
}

/** Room for `most` states, at most three quarters full. */
export const roomFor = (most: number): Room => ({
  cells: new SharedArrayBuffer(8 * 2 ** Math.ceil(Math.log2(((most + 1_000) * 4) / 3))),
  counters: new SharedArrayBuffer(8),
})

export const endAll = ({ counters }: Room): void =>
  void Atomics.store(new Int32Array(counters), 1, 1)

export const isEnded = ({ counters }: Room): boolean =>
  Atomics.load(new Int32Array(counters), 1) === 1

export function openStates(room: Room): States {
  const cells = new BigUint64Array(room.cells)
  const counters = new Int32Array(room.counters)
  const mask = cells.length - 1
  return {
    count: () => Atomics.load(counters, 0),
    add: (name) => {
      const [low, high] = hashOf(name)
      const hash = (BigInt(high) << 32n) | BigInt(low) || 1n
      for (let at = low & mask; ; at = (at + 1) & mask) {
        const there = Atomics.compareExchange(cells, at, 0n, hash)
        if (there === hash) return false
        if (there !== 0n) continue
        Atomics.add(counters, 0, 1)
        return true
      }
    },
  }
}

/** Two 32-bit halves (cyrb53's mixing, with all 64 bits kept). */
function hashOf(text: string): [number, number] {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [a >>> 0, b >>> 0]
}
