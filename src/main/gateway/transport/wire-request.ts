// The bytes of a request and the address they go to: which addresses may be used at all, and
// HTTP/1.1 written out. Pure; called by transport.ts. It never lets a header or address smuggle in
// a second request.
import { say } from '#shared/message.ts'

export interface Address {
  isSecure: boolean
  /** Without the brackets of an IPv6 address. */
  host: string
  port: number
  /** As the Host header says it. */
  authority: string
  /** Path and query, as sent. */
  target: string
}

interface Refusal {
  refusal: { code: 'bad-address' | 'policy'; detail: string }
}

export function addressOf(url: string): Address | Refusal {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !['https:', 'http:'].includes(parsed.protocol))
    return refuse('bad-address', say('gateway.proxy-address-form'))
  if (parsed.username !== '' || parsed.password !== '' || parsed.hash !== '')
    return refuse('bad-address', say('gateway.proxy-address-password'))
  const isSecure = parsed.protocol === 'https:'
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  if (!isSecure && host !== 'localhost' && !isLoopbackAddress(host))
    return refuse('policy', say('gateway.refused-by-policy', { host }))
  return {
    isSecure,
    host,
    port: parsed.port === '' ? (isSecure ? 443 : 80) : Number(parsed.port),
    authority: parsed.host,
    target: parsed.pathname + parsed.search,
  }
}

const refuse = (code: 'bad-address' | 'policy', detail: string): Refusal => ({
  refusal: { code, detail },
})

export const isLoopbackAddress = (address: string): boolean =>
  /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address) || address === '::1'

const ownHeaders = [
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
]

/** RFC 9112 section 3. Throws for a header that is written here or could break out of its line. */
export function requestBytes(
  address: Address,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Buffer {
  const lines = [`POST ${address.target} HTTP/1.1`, `Host: ${address.authority}`]
  for (const [name, value] of Object.entries(headers)) {
    if (ownHeaders.includes(name.toLowerCase()))
      throw new Error(`${name} is written by the transport.`)
    if (!/^[A-Za-z0-9-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value))
      throw new Error('A header holds a character that may not be sent.')
    lines.push(`${name}: ${value}`)
  }
  lines.push('Accept-Encoding: identity', 'Connection: close', `Content-Length: ${body.length}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}
