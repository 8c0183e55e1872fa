// What a test of a connection tries of the two OAuth signatures, with requests about things that
// nobody ever made: a gateway can only refuse them, and how it refuses tells whether it took the
// signature.
import { say } from '#shared/message.ts'
import type { TestCheck } from '#shared/bridge/connections.ts'
import type { Result } from '#shared/fault.ts'
import { meaningOf } from '#shared/gateway/refusal-meanings.ts'
import { refusalDetail } from './connection-test.ts'
import type { Asked, ProbeId } from '../../gateway/client.ts'

export interface Probe {
  topic: 'hmac' | 'rsa'
  operation: ProbeId
  request: Record<string, string>
}

/** Longer than any order number that is in use. */
export const nobodysOrderid = '9'.repeat(18)

/** `made`: an id that was drawn for this test. */
export const probesOf = (made: string): Probe[] => [
  {
    topic: 'hmac',
    operation: 'pan-eligibility-send',
    request: { 'client-order-id': made, 'sending-card-ref-id': made },
  },
  {
    topic: 'rsa',
    operation: 'create-card-ref-v4',
    request: { client_orderid: made, orderid: nobodysOrderid },
  },
]

const signatureOf = { hmac: 'HMAC-SHA1', rsa: 'RSA-SHA256' } as const
const advice = {
  hmac: say('connections.advice-enter-control-key'),
  rsa: say('connections.advice-check-public-half'),
} as const

/**
 * Never a guess: an answer that does not tell whether the signature was taken leaves it unknown.
 */
export function checkOfProbe({ topic }: Probe, asked: Result<Asked>): TestCheck {
  const name = signatureOf[topic]
  const unknown = (message: string, detail = ''): TestCheck => ({
    topic,
    state: 'unknown',
    message,
    detail,
  })
  if (!asked.ok)
    return unknown(say('connections.name-was-not-tried', { name, message: asked.fault.message }))
  const { exchange, parsed } = asked.value
  const status = exchange.kind === 'answered' ? exchange.status : 0
  const good: TestCheck = {
    topic,
    state: 'good',
    message: say('connections.probe-accepted', { name }),
    detail: '',
  }
  if (parsed?.kind === 'accepted') return good
  if (parsed?.kind !== 'rejected') return unknown(say('connections.no-clear-answer-came', { name }))
  const detail = refusalDetail(parsed, status)
  const meaning = meaningOf(parsed.message)
  if (status === 404 || status === 405)
    return unknown(say('connections.probe-path-absent', { name }), detail)
  if (meaning === 'signature' || status === 401 || status === 403)
    return {
      topic,
      state: 'bad',
      message: say('connections.probe-refused', { name, advice: advice[topic] }),
      detail,
    }
  return meaning === 'no-order' || meaning === 'no-card'
    ? { ...good, detail }
    : unknown(say('connections.probe-unclear', { name }), detail)
}
