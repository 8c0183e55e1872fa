// Whether a desk goes on looking by itself: which open requests it asked for in a time in which
// nobody pressed anything, and how many questions a gateway got. Pure, from what passed the wire.
import type { Passage } from './witness.ts'

/** The longest pause between two questions while a request is young, and what may come on top. */
export const youngEveryMs = 5_000
export const graceMs = 60_000
/** What a gateway account bears, as connections are set from the start. */
const mostASecond = 20
const windowMs = 10_000

export interface OpenOne {
  place: string
  operation: string
  orderid: string
  clientOrderid: string
}

export const isAskedFor = (
  { place, orderid, clientOrderid }: OpenOne,
  passages: readonly Passage[],
  sinceMs: number,
): boolean =>
  passages.some(
    (one) =>
      one.operation === 'status' &&
      one.place === place &&
      one.at >= sinceMs &&
      ((orderid !== '' && one.fields['orderid'] === orderid) ||
        (clientOrderid !== '' && one.fields['client_orderid'] === clientOrderid)),
  )

/**
 * The most questions one gateway got in some ten seconds of that time, when it is more than is
 * allowed; else null.
 */
export function questionRush(passages: readonly Passage[], sinceMs: number): string | null {
  const places = new Set(passages.map(({ place }) => place))
  for (const place of places) {
    const times = passages
      .filter((one) => one.operation === 'status' && one.place === place && one.at >= sinceMs)
      .map(({ at }) => at)
    for (const from of times) {
      const count = times.filter((at) => at >= from && at < from + windowMs).length
      // One more second's worth: the first of them may have been saved up.
      if (count > mostASecond * (windowMs / 1000 + 1))
        return `${place} was asked ${count} times in ${windowMs / 1000} s`
    }
  }
  return null
}
