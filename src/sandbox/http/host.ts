// Whom a request is for. A name that somebody pointed at this computer would let a page of theirs
// read answers here as if they were its own.
import type { IncomingMessage } from 'node:http'

const LOOPBACK = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?$/i

/** Null for exactly one Host header with a name of this computer. The port may be a tunnel's. */
export function hostFault({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): { status: number; text: string } | null {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length !== 1) return { status: 400, text: 'Send one Host header.' }
  return LOOPBACK.test(headers.host ?? '')
    ? null
    : { status: 403, text: 'This gateway answers under 127.0.0.1 and localhost only.' }
}
