// What a test of a connection tries of the two OAuth signatures, with requests about things that nobody ever made: a gateway can only
// refuse them, and how it refuses tells whether it took the signature.
import type { TestCheck } from '#shared/bridge/connections.ts'
import type { Result } from '#shared/fault.ts'
import { meaningOf } from '#shared/gateway/refusal-words.ts'
import type { Asked, ProbeId } from '../gateway/client.ts'

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
  hmac: 'Enter the merchant control key again: it signs payouts and eligibility as well.',
  rsa: 'Check that the gateway’s operator has the public half of the RSA key of this connection.',
} as const

/** Never a guess: an answer that does not tell whether the signature was taken leaves it unknown. */
export function judgeProbe({ topic }: Probe, asked: Result<Asked>): TestCheck {
  const name = signatureOf[topic]
  const unknown = (words: string, detail = ''): TestCheck => ({
    topic,
    state: 'unknown',
    words,
    detail,
  })
  if (!asked.ok) return unknown(`${name} was not tried: ${asked.fault.message}`)
  const { exchange, reading } = asked.value
  const status = exchange.kind === 'answered' ? exchange.status : 0
  const good: TestCheck = {
    topic,
    state: 'good',
    words: `The ${name} signature is taken.`,
    detail: '',
  }
  if (reading?.kind === 'accepted') return good
  if (reading?.kind !== 'rejected')
    return unknown(`No clear answer came, so nothing is known of the ${name} signature.`)
  const { message, code } = reading
  const detail = `“${message}”${code === undefined ? '' : `, code ${code}`}, HTTP ${status}`
  const meaning = meaningOf(message)
  if (status === 404 || status === 405)
    return unknown(`The gateway has nothing at the path that would try ${name}.`, detail)
  if (meaning === 'signature' || status === 401 || status === 403)
    return {
      topic,
      state: 'bad',
      words: `The gateway does not take the ${name} signature. ${advice[topic]}`,
      detail,
    }
  return meaning === 'no-order' || meaning === 'no-card'
    ? { ...good, detail }
    : unknown(
        `The gateway refused the question about ${name} in words of its own. If they only say that there is no such card or order, all is well.`,
        detail,
      )
}
