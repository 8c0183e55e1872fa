// Verifies OAuth 1.0a signatures (interface.md, "Scheme 2"; RFC 5849) with code of its own: header,
// base string, HMAC-SHA1 and RSA-SHA256, time window, one use per nonce. It shares nothing with the
// client, and explains a mismatch without the key.
import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import type { SignatureFinding } from './verify-control.ts'

export type OAuthMethod = 'HMAC-SHA1' | 'RSA-SHA256'

export const WINDOW_S = 300

export interface SignedRequest {
  /** Scheme, host and path, already normalised; no query. */
  url: string
  query: readonly (readonly [string, string])[]
  body: readonly (readonly [string, string])[]
  /** The body with card data masked, for the explanation. */
  shownBody: readonly (readonly [string, string])[]
  authorization: string | undefined
}

export interface Consumer {
  login: string
  key: string
  publicKeys: readonly string[]
}

export interface Stamp {
  nonce: string
  timestamp: number
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

type Pairs = readonly (readonly [string, string])[]

const names = [
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_version',
] as const
type Name = (typeof names)[number]

/** The header's parameters, or what is wrong with it. */
function readHeader(header: string | undefined): Checked<Map<string, string>> {
  const malformed = (message: string) => refuse('OAUTH_MALFORMED', `Authorization: ${message}`)
  if (header === undefined) return malformed('the header is required')
  const scheme = /^OAuth +/i.exec(header)
  if (scheme === null) return malformed('the scheme must be OAuth')
  const found = new Map<string, string>()
  for (const piece of header.slice(scheme[0].length).split(/ *, */)) {
    const match = /^([A-Za-z0-9_.~-]+)="([^"\\]*)"$/.exec(piece.trim())
    if (match === null) return malformed('it must be name="value" pairs, separated by commas')
    const [, name = '', value = ''] = match
    if (found.has(name)) return malformed(`${name} was sent more than once`)
    if (!/^(?:[A-Za-z0-9_.~-]|%[0-9A-F]{2})*$/.test(value) && name !== 'realm')
      return malformed(`${name} must be percent-encoded`)
    found.set(name, name === 'realm' ? value : decodeURIComponent(value))
  }
  for (const name of names)
    if ((found.get(name) ?? '') === '') return malformed(`${name} is required`)
  found.delete('realm')
  return accept(found)
}

/** RFC 5849, 3.4.1: method, URL and sorted parameters, each encoded once more. */
export function baseString(url: string, pairs: Pairs, method = 'POST'): string {
  const list = pairs
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
  const text = list.map(([name, value]) => `${name}=${value}`).join('&')
  return `${method}&${encode(url)}&${encode(text)}`
}

export function verifyOAuth(
  methods: readonly OAuthMethod[],
  request: SignedRequest,
  consumer: Consumer,
  nowMs: number,
  isUsed: (stamp: Stamp) => boolean,
): { checked: Checked<Stamp>; finding: SignatureFinding | null } {
  const read = readHeader(request.authorization)
  if (!read.ok) return { checked: read, finding: null }
  const header = read.value
  const of = (name: Name): string => header.get(name) ?? ''
  const early = (checked: Checked<Stamp>) => ({ checked, finding: null })
  if ([...request.body, ...request.query].some(([name]) => name.startsWith('oauth_')))
    return early(
      refuse(
        'OAUTH_MALFORMED',
        'oauth parameters travel in the Authorization header, not in the body',
      ),
    )
  if (of('oauth_consumer_key') !== consumer.login)
    return early(
      refuse('OAUTH_CONSUMER', 'oauth_consumer_key is not known here', 'oauth_consumer_key'),
    )
  const method = methods.find((one) => one === of('oauth_signature_method'))
  if (method === undefined)
    return early(
      refuse(
        'OAUTH_METHOD',
        `oauth_signature_method must be ${methods.join(' or ')}`,
        'oauth_signature_method',
      ),
    )
  if (of('oauth_version') !== '1.0')
    return early(refuse('OAUTH_MALFORMED', 'oauth_version must be 1.0', 'oauth_version'))
  const timestamp = Number(of('oauth_timestamp'))
  if (
    !/^[1-9]\d{8,10}$/.test(of('oauth_timestamp')) ||
    Math.abs(nowMs / 1000 - timestamp) > WINDOW_S
  )
    return early(
      refuse(
        'OAUTH_TIMESTAMP',
        `oauth_timestamp must be within ${WINDOW_S} seconds of this gateway’s time`,
        'oauth_timestamp',
      ),
    )
  const stamp = { nonce: of('oauth_nonce'), timestamp }

  const oauth = [...header]
  const check = signatureCheck(method, of('oauth_signature'), consumer)
  const base = baseString(request.url, [...request.body, ...request.query, ...oauth])
  const isGood = check.matches(base)
  const finding: SignatureFinding = {
    isGood,
    scheme: 'oauth',
    expectedPlain: baseString(request.url, [...request.shownBody, ...request.query, ...oauth]),
    expected: check.expected(base),
    received: of('oauth_signature'),
    hint: isGood ? '' : hintFor(check.matches, request, oauth),
  }
  if (!isGood)
    return {
      checked: refuse(
        'OAUTH_SIGNATURE',
        'the signature does not match the request',
        'oauth_signature',
      ),
      finding,
    }
  // Only a good signature uses a nonce up. Otherwise anyone could use up a merchant's nonces.
  if (isUsed(stamp))
    return {
      checked: refuse('OAUTH_NONCE', 'oauth_nonce was used already', 'oauth_nonce'),
      finding,
    }
  return { checked: accept(stamp), finding }
}

interface SignatureCheck {
  matches(base: string): boolean
  expected(base: string): string
}

function signatureCheck(method: OAuthMethod, received: string, consumer: Consumer): SignatureCheck {
  if (method === 'HMAC-SHA1') {
    const expected = (base: string): string =>
      createHmac('sha1', `${encode(consumer.key)}&`)
        .update(base, 'utf8')
        .digest('base64')
    return { expected, matches: (base) => isSame(received, expected(base)) }
  }
  const keys = consumer.publicKeys.map((pem) => createPublicKey(pem))
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(received)
  const signature = Buffer.from(received, 'base64')
  return {
    expected: () => `(a signature by one of ${keys.length} registered keys)`,
    matches: (base) =>
      isBase64 &&
      keys.some((key) => verify('RSA-SHA256', Buffer.from(base, 'utf8'), key, signature)),
  }
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8')]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Tries the mistakes clients are known to make on the base string. */
function hintFor(matches: (base: string) => boolean, request: SignedRequest, oauth: Pairs): string {
  const all = [...request.body, ...request.query, ...oauth]
  const right = baseString(request.url, all)
  const plus = (pairs: Pairs): Pairs =>
    pairs.map(([name, value]) => [name, value.replaceAll(' ', '+')])
  const url = URL.parse(request.url)
  const tries: [string, string][] = [
    [
      'the body is missing from the base string',
      baseString(request.url, [...request.query, ...oauth]),
    ],
    ['spaces are signed as +; %20 is expected', baseString(request.url, plus(all))],
    ['the method in the base string is GET', baseString(request.url, all, 'GET')],
    [
      'the base string says https; the request came by http',
      baseString(request.url.replace(/^http:/, 'https:'), all),
    ],
    [
      'the port is missing from the URL in the base string',
      baseString(`http://${url?.hostname ?? ''}${url?.pathname ?? ''}`, all),
    ],
    ['the parameters are not encoded a second time', decodeOnce(right)],
    ['the parameters are sorted in reverse or not at all', unsorted(request.url, all)],
  ]
  return (
    tries.find(([, base]) => matches(base))?.[0] ??
    'another key, or other values than the ones sent'
  )
}

function decodeOnce(base: string): string {
  const [method = '', url = '', pairs = ''] = base.split('&')
  return `${method}&${url}&${decodeURIComponent(pairs)}`
}

function unsorted(url: string, pairs: Pairs): string {
  const text = pairs
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return `POST&${encode(url)}&${encode(text.join('&'))}`
}

/** A public key fit to be registered: RSA, at least 2048 bits. */
export function readPublicKey(pem: string): Checked<KeyObject> {
  const bad = (message: string) => refuse('OAUTH_KEY', message, 'pem')
  if (/PRIVATE KEY/.test(pem))
    return bad('pem is a private key; keep it secret and register the public one')
  let key: KeyObject
  try {
    key = createPublicKey(pem)
  } catch (error) {
    if (error instanceof Error) return bad('pem is not a public key in PEM form')
    throw error
  }
  if (key.asymmetricKeyType !== 'rsa') return bad('pem must be an RSA key')
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits < 2048 ? bad(`pem has ${bits} bits; at least 2048 are required`) : accept(key)
}
