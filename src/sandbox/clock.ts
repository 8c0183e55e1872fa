// Two times: the door's (signatures, the Date header) is the real one; the book's can be moved
// ahead, so that a test or a person needn't wait for a final status. The move is kept across
// restarts: booked times never go backwards.
import type { Store } from './book/store.ts'

export interface Clock {
  door(): number
  book(): number
  advance(ms: number): void
}

export function makeClock(now: () => number, store: Store): Clock {
  let aheadMs = Number(store.read('ahead-ms') ?? '0')
  return {
    door: now,
    book: () => now() + aheadMs,
    advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) throw new Error('time moves forward only')
      aheadMs += ms
      store.write('ahead-ms', String(aheadMs))
    },
  }
}
