// Random OAuth requests for comparing two signers: odd characters, repeated names, encoded queries,
// mixed-case hosts, ports. A seed gives the same cases again. No product code.

export interface Case {
  url: string
  body: [string, string][]
  login: string
  nonce: string
  timestamp: string
  method: 'HMAC-SHA1' | 'RSA-SHA256'
  key: string
}

/** mulberry32: small, seeded and good enough to choose test data; never for a nonce. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
const odd = [
  ...'\t\n\r\0\u007f\u00a0\u00e9\u00fc\u017c\u0301\u05d0\u65e5\ufb01\uff61\uffff',
  '\u{1f600}',
  '\u{10ffff}',
]
const snippets = ['%', '%20', '%zz', '+', '&', '=', '==', '*', '~', "'", '()', '0', '', 'a', 'A']

export function createCases(random: () => number, rsaKey: string | null): () => Case {
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const char = (): string => (random() < 0.25 ? pick(odd) : pick(printable))
  const text = (most: number): string =>
    random() < 0.2 ? pick(snippets) : Array.from({ length: upTo(most) }, char).join('')
  // Names starting with oauth_ are decoded twice by the other side, so they are left to the fixed
  // vectors.
  const name = (): string => {
    const drawn =
      random() < 0.5 ? pick(['amount', 'a', 'A', 'a-b', 'a_b', 'z', 'client-order-id']) : text(8)
    return drawn.toLowerCase().startsWith('oauth_') ? 'a' : drawn
  }
  const pairs = (most: number): [string, string][] =>
    Array.from({ length: upTo(most) }, () => [name(), text(24)])
  const encodeLoosely = (value: string): string => {
    const encoded = encodeURIComponent(value).replace(/[!'()*~]/g, (one) =>
      random() < 0.5 ? one : `%${one.charCodeAt(0).toString(16)}`,
    )
    const spaced = random() < 0.5 ? encoded.replaceAll('%20', '+') : encoded
    return random() < 0.3 ? spaced.replaceAll(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()) : spaced
  }
  const query = (): string => {
    if (random() < 0.5) return ''
    const pieces = pairs(4).map(([key, value]) =>
      value === '' && random() < 0.5 && key !== ''
        ? encodeLoosely(key)
        : `${encodeLoosely(key)}=${encodeLoosely(value)}`,
    )
    return `?${pieces.join(random() < 0.1 ? '&&' : '&')}`
  }
  const path = (): string =>
    random() < 0.1
      ? ''
      : `/${Array.from({ length: 1 + upTo(4) }, () => pick(['api', 'v2', 'Sale', 'a%20b', '%7e', '1144', '', '..', "a'b(c)*", 'x=y&z', 'a:b@c', 'p+q', '~'])).join('/')}`
  const host = (): string =>
    pick([
      'gate.example.com',
      'Gate.Example.COM',
      'LOCALHOST',
      '127.0.0.1',
      'xn--bcher-kva.example',
      '[2001:DB8::1]',
      '[::1]',
    ])
  const url = (): string =>
    `${pick(['http', 'https', 'HTTP', 'hTTps'])}://${host()}${pick(['', '', ':80', ':443', ':8080', ':1', ':65535', ':'])}${path()}${query()}`
  const token = (length: number): string =>
    Array.from({ length }, () =>
      pick([...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']),
    ).join('')

  return () => {
    const isRsa = rsaKey !== null && random() < 0.02
    return {
      url: url(),
      body: pairs(16),
      login: `m${text(12)}`,
      nonce: token(8 + upTo(24)),
      timestamp: String(1_000_000_000 + upTo(1_000_000_000)),
      method: isRsa ? 'RSA-SHA256' : 'HMAC-SHA1',
      key: isRsa ? rsaKey : `k${text(36)}`,
    }
  }
}
