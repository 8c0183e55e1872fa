// How far the gateway's clock is from this computer's, from the Date header of an answer. Pure. It
// never adjusts anything.

/**
 * What the Date header of an answer told; null when there was none. `skewMs` > 0: the gateway's
 * clock is ahead of ours.
 */
export interface Clocked {
  date: string | null
  skewMs: number | null
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const form =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/

/**
 * Milliseconds the gateway is ahead of `now` (negative: behind), or null when the header is absent
 * or not an IMF-fixdate (RFC 9110 section 5.6.7). The header has whole seconds, so half a second is
 * added: the error is at most that plus the travel.
 */
export function skewOf(dateHeader: string | null, now: number): number | null {
  const match = form.exec(dateHeader ?? '')
  if (match === null) return null
  const [, day, monthName, year, hour, minute, second] = match
  const month = months.indexOf(monthName!)
  const at = Date.UTC(
    Number(year),
    month,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const isReal = month !== -1 && new Date(at).getUTCDate() === Number(day)
  return isReal ? at + 500 - now : null
}

/**
 * The skew that is proven: the answer was dated between sending (`from`) and its last byte
 * (`until`), so the true skew lies in a range, and the value of that range nearest to zero is
 * given. A slow answer then never looks like a wrong clock. Null as skewOf.
 */
export function provenSkew(dateHeader: string | null, from: number, until: number): number | null {
  const middle = skewOf(dateHeader, 0)
  if (middle === null) return null
  const least = middle - 500 - Math.max(from, until)
  const most = middle + 500 - Math.min(from, until)
  return least > 0 ? least : most < 0 ? most : 0
}
