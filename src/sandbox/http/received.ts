// Reads an HTTP request into the facts the rest works with: path, endpoint, fields. It decides
// nothing about money.
import type { IncomingMessage } from 'node:http'
import { accept, type Checked, refuse } from './refusal.ts'

const LARGEST_BODY = 1_048_576

export interface Received {
  method: string
  /** Path and query as sent. */
  target: string
  /** Scheme, host and path as the client addressed it, without query: for OAuth. */
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/**
 * The whole body, or null when it is too large. Rejects when the client goes away in the middle of
 * it.
 */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      // Read on, so that the refusal reaches a client that is still writing.
      if (size <= LARGEST_BODY) chunks.push(chunk)
    })
    request.on('end', () => resolve(size > LARGEST_BODY ? null : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Error('the client went away'))
    })
  })
}

export async function readRequest(request: IncomingMessage): Promise<Checked<Received>> {
  const body = await readBody(request)
  if (body === null)
    return refuse('BODY_TOO_LARGE', `the body may have ${LARGEST_BODY} bytes at most`)
  const target = request.url ?? '/'
  const path = target.split('?')[0] ?? '/'
  const host = (request.headers.host ?? '').toLowerCase().replace(/:80$/, '')
  return accept({
    method: request.method ?? '',
    target,
    url: `http://${host}${path}`,
    headers: request.headers,
    body: body.toString('utf8'),
  })
}

/**
 * Form-encoded pairs in order; malformed percent-encoding and bytes that are no UTF-8 are refused.
 */
export function readPairs(text: string): Checked<[string, string][]> {
  const pairs: [string, string][] = []
  if (/[^ -~]/.test(text))
    return refuse('MALFORMED_BODY', 'the body is not form-encoded: it has raw bytes')
  for (const piece of text.split('&')) {
    if (piece === '') continue
    const at = piece.indexOf('=')
    const [name, value] = at === -1 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)]
    const read = [decode(name), decode(value)] as const
    if (read[0] === null || read[1] === null)
      return refuse('MALFORMED_BODY', 'the body is not form-encoded UTF-8')
    pairs.push([read[0], read[1]])
  }
  return accept(pairs)
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** Fields by name, trimmed; a repeated one is refused, an empty one counts as not sent. */
export function toFields(
  pairs: readonly (readonly [string, string])[],
): Checked<Map<string, string>> {
  const seen = new Set<string>()
  const fields = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (seen.has(name)) return refuse('REPEATED_FIELD', `${name} was sent more than once`, name)
    seen.add(name)
    const trimmed = value.trim()
    if (trimmed !== '') fields.set(name, trimmed)
  }
  return accept(fields)
}

const secretNames = new Set([
  'control',
  'cvv2',
  'expire_month',
  'expire_year',
  'expire-month',
  'expire-year',
  'oauth_signature',
])
const cardNumberNames = new Set([
  'credit_card_number',
  'credit-card-number',
  'destination-card-no',
  'pan',
])
const bulkyNames = new Set(['cres', 'pares', 'PaRes'])

/** Fields as they may be kept and shown. */
export function redacted(pairs: readonly (readonly [string, string])[]): [string, string][] {
  return pairs.map(([name, value]) => {
    if (cardNumberNames.has(name)) return [name, `**** ${value.slice(-4)}`]
    if (secretNames.has(name)) return [name, '***']
    if (bulkyNames.has(name)) return [name, `(${value.length} characters)`]
    return [name, value.length > 300 ? `${value.slice(0, 300)}...` : value]
  })
}
