// Scheme 2 of interface.md "Authentication": OAuth 1.0a (RFC 5849) with HMAC-SHA1 or RSA-SHA256.
// Pure: nonce, timestamp and key are arguments. It never reads a clock and never sends anything.
import { say } from '#shared/message.ts'
import { createHmac, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { bytesOfBase64 } from '#shared/cards/quiet-base64.ts'

export type Pair = readonly [name: string, value: string]

export interface OAuthParameters {
  oauth_consumer_key: string
  oauth_nonce: string
  oauth_signature_method: 'HMAC-SHA1' | 'RSA-SHA256'
  oauth_timestamp: string
  oauth_version: '1.0'
}

const hexOf = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * RFC 5849 section 3.6: UTF-8 bytes, all but letters, digits and - . _ ~ as %XX. Throws on a lone
 * surrogate: it has no bytes.
 */
export function percentEncode(text: string): string {
  if (!/[^A-Za-z0-9._~-]/.test(text)) return text
  const encoded = encodeURIComponent(text)
  return /[!'()*]/.test(encoded) ? encoded.replace(/[!'()*]/g, hexOf) : encoded
}

/** The signing rules in words (interface.md "Authentication", Scheme 2). */
export const oauthFormula = {
  'hmac-sha1': say('gateway.formula-hmac'),
  'rsa-sha256': say('gateway.formula-rsa'),
} as const

export const canEncode = (text: string): boolean => text.isWellFormed()

/**
 * RFC 5849 sections 3.4.1.2 and 3.4.1.3.1: the base string URI and the query's parameters. The path
 * is kept as it is, so an address that a socket could send differently (spaces, non-ASCII, user
 * names) is refused. Faults: input on 'url'.
 */
export function normalizeUrl(url: string): Result<{ base: string; query: Pair[] }> {
  const refused = (why: string) => fail(inputFault('url', why))
  if (!/^[\x21-\x7e]+$/.test(url)) return refused(say('gateway.address-not-encoded'))
  const match = /^(https?):\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/i.exec(url)
  if (match === null) return refused(say('gateway.address-form'))
  const scheme = match[1]!.toLowerCase()
  const authority = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{0,5}))?$/i.exec(match[2]!)
  if (authority === null) return refused(say('gateway.address-without-host'))
  const port = authority[2] === undefined || authority[2] === '' ? undefined : Number(authority[2])
  if (port !== undefined && (port < 1 || port > 65_535)) return refused(say('gateway.address-port'))
  const isDefault = port === undefined || port === (scheme === 'https' ? 443 : 80)
  const host = authority[1]!.toLowerCase()
  const base = `${scheme}://${host}${isDefault ? '' : `:${port}`}${match[3] === '' ? '/' : match[3]}`
  const query = match[4] === undefined ? ok([]) : parseQuery(match[4])
  return query.ok ? ok({ base, query: query.value }) : query
}

function parseQuery(query: string): Result<Pair[]> {
  const pairs: Pair[] = []
  for (const piece of query.split('&')) {
    if (piece === '') continue
    const at = piece.indexOf('=')
    const name = decodeForm(at === -1 ? piece : piece.slice(0, at))
    const value = decodeForm(at === -1 ? '' : piece.slice(at + 1))
    if (name === undefined || value === undefined)
      return fail(inputFault('url', say('gateway.address-query-not-encoded')))
    pairs.push([name, value])
  }
  return ok(pairs)
}

function decodeForm(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/**
 * RFC 5849 section 3.4.1: method & address & sorted parameters, each encoded once more.
 * `parameters` are those of the body and the OAuth ones; the address's query is added here. Faults:
 * input.
 */
export function baseString(
  method: string,
  url: string,
  parameters: readonly Pair[],
): Result<string> {
  const address = normalizeUrl(url)
  if (!address.ok) return address
  const pairs: Pair[] = []
  for (const list of [parameters, address.value.query])
    for (const [name, value] of list) {
      if (name === 'oauth_signature') continue
      if (!canEncode(name) || !canEncode(value))
        return fail(inputFault(name, say('gateway.name-holds-a-broken-character', { name })))
      pairs.push([percentEncode(name), percentEncode(value)])
    }
  // Encoded text is ASCII, so comparing UTF-16 units is the byte order the RFC asks for;
  // localeCompare is not.
  pairs.sort((a, b) =>
    a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0,
  )
  let joined = ''
  for (const [name, value] of pairs) joined += `${joined === '' ? '' : '&'}${name}=${value}`
  // Joined, only % = & are left to encode, which the runtime's own function does alike.
  return ok(
    `${method.toUpperCase()}&${percentEncode(address.value.base)}&${encodeURIComponent(joined)}`,
  )
}

/** RFC 5849 section 3.4.2, with an empty token secret. Base64. */
export const signHmacSha1 = (base: string, secret: string): string =>
  createHmac('sha1', `${percentEncode(secret)}&`)
    .update(base)
    .digest('base64')

/** RSA with SHA-256 (PKCS #1 v1.5) over the UTF-8 bytes, computed off the main thread. Base64. */
export const signRsaSha256 = (base: string, key: KeyObject): Promise<string> =>
  new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(base, 'utf8'), key, (error, signature) => {
      if (error === null) resolve(signature.toString('base64'))
      else reject(error)
    })
  })

/**
 * Reads a private key: PKCS#1 or PKCS#8 PEM without a passphrase. Faults: vault 'refused' when it
 * can't be read, is not RSA or has fewer than 2048 bits (interface.md, Limits).
 */
export function readPrivateKey(pem: string): Result<KeyObject> {
  const refused = (message: string) =>
    fail({ kind: 'vault', sent: 'no', reason: 'refused', message })
  const key = tryPrivateKey(pem)
  if (key === undefined) return refused(say('gateway.private-key-unreadable'))
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa') return refused(say('gateway.private-key-not-rsa'))
  if (bits < 2048) return refused(say('gateway.private-key-too-short', { bits }))
  return ok(key)
}

const pemForm = /^-----BEGIN (RSA )?PRIVATE KEY-----([^-]*)-----END \1PRIVATE KEY-----\s*$/

/**
 * By its bytes, which are overwritten: of a text the library makes copies that nobody overwrites.
 */
function tryPrivateKey(pem: string): KeyObject | undefined {
  const [whole, label, text = ''] = pemForm.exec(pem) ?? []
  const der = whole === undefined ? null : bytesOfBase64(text)
  if (der === null) return undefined
  const key = Buffer.from(der.buffer)
  try {
    return createPrivateKey({ key, format: 'der', type: label === undefined ? 'pkcs8' : 'pkcs1' })
  } catch {
    return undefined
  } finally {
    key.fill(0)
  }
}

/**
 * RFC 5849 section 3.5.1, in the alphabetical order interface.md lists: each value percent-encoded
 * once, in quotes.
 */
export const authorizationHeader = (oauth: OAuthParameters, signature: string): string =>
  `OAuth oauth_consumer_key="${percentEncode(oauth.oauth_consumer_key)}", ` +
  `oauth_nonce="${percentEncode(oauth.oauth_nonce)}", ` +
  `oauth_signature="${percentEncode(signature)}", ` +
  `oauth_signature_method="${oauth.oauth_signature_method}", ` +
  `oauth_timestamp="${percentEncode(oauth.oauth_timestamp)}", oauth_version="${oauth.oauth_version}"`
