// Two times. Signatures and the Date header use the real time. The books use a time that a test or
// a person can advance, instead of waiting for a final status. The advance is kept across restarts,
// so that booked times never go backwards.
import type { Store } from '../book/store.ts'

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
