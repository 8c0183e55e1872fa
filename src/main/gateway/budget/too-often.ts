// What an exchange says about how often its gateway may be asked. Pure.
import { tooMany } from '../answers/answer.ts'
import type { Answered, Exchange } from '../transport/exchange.ts'
import type { Heard } from './turn.ts'

const longestWaitMs = 5_000

/** What an exchange tells about how much the gateway bears. */
export function heardIn(exchange: Exchange): Heard {
  if (exchange.kind !== 'answered')
    return /^(answer|connect)-timeout$/.test(exchange.code) ? 'silence' : 'answered'
  const { status, headers } = exchange
  const waitMs = askedToWaitMs(exchange)
  // A server that is down for a while says until when.
  const isTooMuch = status === tooMany || (status === 503 && headers['retry-after'] !== undefined)
  return isTooMuch ? { waitMs } : 'answered'
}

/** What the header says; null where it says nothing that can be read. */
function askedToWaitMs({ headers, at }: Answered): number | null {
  const asked = (headers['retry-after'] ?? '').trim()
  if (asked === '') return null
  const ms = /^\d{1,6}$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - at
  return Number.isNaN(ms) ? null : Math.max(ms, 0)
}

/** How long a gateway that is asked too often wants to be left alone: a person waits meanwhile. */
export function waitAsked(exchange: Answered): 'no' | 'soon' | { ms: number } {
  if ((exchange.headers['retry-after'] ?? '').trim() === '') return 'soon'
  const ms = askedToWaitMs(exchange)
  return ms === null || ms > longestWaitMs ? 'no' : { ms }
}
