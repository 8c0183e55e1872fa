// OAuth 1.0a as this gateway checks it: against signatures made by other people's code, and over
// HTTP with every mistake refused.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import {
  baseString,
  type OAuthMethod,
  verifyOAuth,
} from '../../../src/sandbox/signing/verify-oauth.ts'
import { type Answer, authorization, call, newId, post, type Signing, urlOf } from '../merchant.ts'
import { payout } from '../requests.ts'

interface Vector {
  url: string
  login: string
  merchantControlKey: string
  key: string | null
  body: [string, string][]
  oauth: Record<string, string>
  baseString: string
  signature: string
  headerSignature: string
}
const vectors = JSON.parse(
  readFileSync(new URL('../../vectors/signing.json', import.meta.url), 'utf8'),
) as { oauth1: Vector[]; keys: Record<string, { spki: string }> }
const rows = vectors.oauth1.map((vector, place) => [`${place} ${vector.url}`, vector] as const)

const verifyVector = (vector: Vector, body = vector.body) => {
  const url = new URL(vector.url)
  const oauth = { ...vector.oauth, oauth_signature: vector.signature }
  const header = Object.entries(oauth)
    .map(
      ([name, value]) =>
        `${name}="${encodeURIComponent(value).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}"`,
    )
    .join(', ')
  return verifyOAuth(
    [vector.oauth['oauth_signature_method'] as OAuthMethod],
    {
      url: url.origin + url.pathname,
      query: [...url.searchParams],
      body,
      shownBody: body,
      authorization: `OAuth realm="any", ${header}`,
    },
    {
      login: vector.login,
      key: vector.merchantControlKey,
      publicKeys: [vectors.keys[vector.key ?? 'rsa2048']?.spki ?? ''],
    },
    Number(vector.oauth['oauth_timestamp']) * 1000,
    () => false,
  ).checked
}

describe('signatures made by other code', () => {
  it.each(rows)('%s has the same base string', (_name, vector) => {
    const url = new URL(vector.url)
    const pairs = [...vector.body, ...url.searchParams, ...Object.entries(vector.oauth)]
    expect(baseString(url.origin + url.pathname, pairs)).toBe(vector.baseString)
  })

  it.each(rows)('%s is accepted, and refused when a value changes', (_name, vector) => {
    expect(verifyVector(vector)).toMatchObject({ ok: true })
    const [first, ...others] = vector.body
    const changed: [string, string][] = [[first?.[0] ?? '', `${first?.[1] ?? ''}x`], ...others]
    expect(verifyVector(vector, changed)).toMatchObject({
      ok: false,
      refusal: { name: 'OAUTH_SIGNATURE', http: 403 },
    })
    expect(verifyVector(vector, others)).toMatchObject({ ok: false })
  })
})

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const now = (): number => Math.floor(Date.now() / 1000)
const send = (signing: Signing = {}): Promise<Answer> => call(sandbox, 'payout', payout(), signing)

describe('a request signed with HMAC-SHA1', () => {
  it('is accepted within 300 seconds either way', async () => {
    expect((await send()).http).toBe(200)
    expect((await send({ timestamp: now() - 298 })).http).toBe(200)
    expect((await send({ timestamp: now() + 298 })).http).toBe(200)
  })

  it('counts a query in the URL as signed', async () => {
    const fields = payout()
    const url = `${urlOf(sandbox, 'payout')}?trace=a%20b&z=1`
    const good = authorization(sandbox, url, fields)
    expect((await post(url, fields, { headers: { authorization: good } })).http).toBe(200)
    const bare = authorization(sandbox, urlOf(sandbox, 'payout'), fields)
    expect((await post(url, fields, { headers: { authorization: bare } })).http).toBe(403)
  })

  it.each([
    ['too old', { timestamp: now() - 320 }, 'OAUTH_TIMESTAMP'],
    ['from the future', { timestamp: now() + 320 }, 'OAUTH_TIMESTAMP'],
    ['in milliseconds', { timestamp: Date.now() }, 'OAUTH_TIMESTAMP'],
    ['with another consumer', { header: { oauth_consumer_key: 'somebody' } }, 'OAUTH_CONSUMER'],
    [
      'with another method named',
      { header: { oauth_signature_method: 'PLAINTEXT' } },
      'OAUTH_METHOD',
    ],
    ['by RSA where HMAC is asked for', { scheme: 'RSA-SHA256' }, 'OAUTH_METHOD'],
    ['with another key', { key: 'ANOTHER' }, 'OAUTH_SIGNATURE'],
    ['with another version', { header: { oauth_version: '2.0' } }, 'OAUTH_MALFORMED'],
    [
      'with a nonce other than the signed one',
      { header: { oauth_nonce: 'other' } },
      'OAUTH_SIGNATURE',
    ],
    ['without oauth_consumer_key', { header: { oauth_consumer_key: null } }, 'OAUTH_MALFORMED'],
    ['without oauth_nonce', { header: { oauth_nonce: null } }, 'OAUTH_MALFORMED'],
    ['without oauth_timestamp', { header: { oauth_timestamp: null } }, 'OAUTH_MALFORMED'],
    ['without oauth_version', { header: { oauth_version: null } }, 'OAUTH_MALFORMED'],
    [
      'without oauth_signature_method',
      { header: { oauth_signature_method: null } },
      'OAUTH_MALFORMED',
    ],
    ['without oauth_signature', { header: { oauth_signature: null } }, 'OAUTH_MALFORMED'],
  ] as [string, Signing, string][])(
    '%s is refused with 403 and moves nothing',
    async (_story, signing, name) => {
      const before = sandbox.effects().length
      const { http, record } = await send(signing)
      expect(http).toBe(403)
      expect(record['type']).toBe('error')
      expect(record['error-message']).toMatch(new RegExp(`^${name}: `))
      expect(sandbox.effects()).toHaveLength(before)
    },
  )

  it.each([
    ['no header', undefined],
    ['another scheme', 'Bearer abc'],
    ['values without quotes', 'OAuth oauth_version=1.0'],
    ['a value that is not percent-encoded', 'OAuth oauth_version="1.0", oauth_signature="a+b/c="'],
    ['a name twice', 'OAuth oauth_version="1.0", oauth_version="1.0"'],
  ])('%s is refused as malformed', async (_story, header) => {
    const headers: Record<string, string> = header === undefined ? {} : { authorization: header }
    const { http, record } = await post(urlOf(sandbox, 'payout'), payout(), { headers })
    expect(http).toBe(403)
    expect(record['error-message']).toMatch(/^OAUTH_MALFORMED: Authorization/)
  })

  it('oauth parameters in the body are refused', async () => {
    const { record } = await call(sandbox, 'payout', payout({ oauth_nonce: 'x' }))
    expect(record['error-message']).toMatch(
      /^OAUTH_MALFORMED: oauth parameters travel in the Authorization header/,
    )
  })

  it('a nonce works once, also with another timestamp; a refused signature does not use it up', async () => {
    const nonce = newId()
    expect((await send({ nonce, key: 'WRONG' })).record['error-message']).toMatch(
      /^OAUTH_SIGNATURE/,
    )
    expect((await send({ nonce })).http).toBe(200)
    const before = sandbox.effects().length
    for (const timestamp of [now(), now() - 100]) {
      const answer = await send({ nonce, timestamp })
      expect([answer.http, answer.record['error-code']]).toEqual([403, '64'])
    }
    expect(sandbox.effects()).toHaveLength(before)
  })

  it('the same request sent again byte by byte is refused', async () => {
    const fields = payout()
    const headers = { authorization: authorization(sandbox, urlOf(sandbox, 'payout'), fields) }
    expect((await post(urlOf(sandbox, 'payout'), fields, { headers })).http).toBe(200)
    expect((await post(urlOf(sandbox, 'payout'), fields, { headers })).http).toBe(403)
  })
})

describe('what a wrong base string is told', () => {
  const hint = async (change: (base: string) => string): Promise<string | undefined> => {
    await send({ change })
    return sandbox.requests().at(-1)?.signature?.hint
  }
  it.each([
    ['GET', (base: string) => base.replace(/^POST/, 'GET'), /method in the base string is GET/],
    ['https', (base: string) => base.replace('&http%3A', '&https%3A'), /says https/],
    ['no port', (base: string) => base.replace(/%3A\d+%2F/, '%2F'), /port is missing/],
    ['spaces as plus', (base: string) => base.replaceAll('%2520', '%252B'), /signed as \+/],
    [
      'encoded once',
      (base: string) =>
        base
          .split('&')
          .map((part, place) => (place === 2 ? decodeURIComponent(part) : part))
          .join('&'),
      /encoded a second time/,
    ],
    [
      'no body',
      (base: string) =>
        base.replace(/(&[^&]*&).*?(oauth_consumer)/, '$1$2').replace(/%26order_desc.*$/, ''),
      /body is missing/,
    ],
    ['anything else', (base: string) => `${base}x`, /another key, or other values/],
  ])('%s', async (_story, change, message) => {
    expect(await hint(change)).toMatch(message)
  })

  it('never shows the key or a card number', async () => {
    const card = { credit_card_number: '4111111111111111', expire_month: '12', expire_year: '2031' }
    await call(sandbox, 'payout', payout(card), { key: 'WRONG' })
    const text = JSON.stringify(sandbox.requests().at(-1))
    expect(text).toContain('1111')
    expect(text).not.toContain('4111111111111111')
    expect(text).not.toContain(sandbox.identity.merchantControlKey)
  })
})

describe('a request signed with RSA-SHA256', () => {
  const check = (signing: Signing): Promise<Answer> =>
    call(sandbox, 'payout-check', payout(), signing)
  const pair = (modulusLength: number) =>
    generateKeyPairSync('rsa', {
      modulusLength,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })

  it('is accepted by a registered key, refused by another until that is registered, too', async () => {
    expect((await check({})).http).toBe(200)
    const own = pair(2048)
    expect((await check({ privateKeyPem: own.privateKey })).record['error-message']).toMatch(
      /^OAUTH_SIGNATURE/,
    )
    expect(sandbox.registerKey(own.publicKey)).toMatch(/^[0-9a-f]{64}$/)
    expect((await check({ privateKeyPem: own.privateKey })).http).toBe(200)
    expect((await check({})).http).toBe(200)
  })

  it('HMAC is refused where RSA is asked for', async () => {
    expect((await check({ scheme: 'HMAC-SHA1' })).record['error-message']).toMatch(
      /^OAUTH_METHOD: .*RSA-SHA256/,
    )
  })

  it('keys under 2048 bits, of another kind, private ones and nonsense are not registered', () => {
    expect(() => sandbox.registerKey(pair(1024).publicKey)).toThrow(/1024 bits/)
    expect(() => sandbox.registerKey(pair(2048).privateKey)).toThrow(/private key/)
    const ed = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    expect(() => sandbox.registerKey(ed.publicKey)).toThrow(/RSA/)
    expect(() => sandbox.registerKey('nonsense')).toThrow(/not a public key/)
  })
})
