// Signing speed as ratios measured in one run, since absolute figures drift with the machine: HMAC-SHA1 requests against two
// public libraries on the same 15 parameters, RSA-4096 against bare crypto.sign with as many in flight. Prints one JSON line.
import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  authorizationHeader,
  baseString,
  type OAuthParameters,
  signHmacSha1,
  signRsaSha256,
} from '../../src/main/gateway/oauth.ts'

interface Token {
  consumer: { key: string; secret: string }
  signature_method: string
  hash_function(base: string, key: string): string
}
interface OAuth1a {
  authorize(request: { url: string; method: string; data: object }): object
  toHeader(authorized: object): { Authorization: string }
}

const require = createRequire(import.meta.url)
const oauthSign = require('oauth-sign') as {
  hmacsign(
    method: string,
    url: string,
    parameters: object,
    consumerSecret: string,
    tokenSecret?: string,
  ): string
  rfc3986(text: string): string
}
const OAuth = require('oauth-1.0a') as new (options: Token) => OAuth1a

const url = 'https://gate.example.test/paynet/api/v2/payout/1144'
const secret = '7B0A3D52-91EE-4C1B-8E6F-2D1C4A9B5F60'
const body = {
  client_orderid: 'PO-20300131-000042',
  amount: '1234.50',
  currency: 'EUR',
  order_desc: 'Gift für Zoë & co (100%)',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
  account_name: 'Zoë & Söhne',
  bank_name: 'Bank Haus',
  purpose: 'refund',
  redirect_url: 'https://shop.example.test/back?order=1&x=a b',
}
const oauthOf = (nonce: string): OAuthParameters => ({
  oauth_consumer_key: 'merchant-1',
  oauth_nonce: nonce,
  oauth_signature_method: 'HMAC-SHA1',
  oauth_timestamp: '1669966913',
  oauth_version: '1.0',
})

// Each contender does the same work: parameters in, Authorization header out.
function signOurs(nonce: string): string {
  const oauth = oauthOf(nonce)
  const base = baseString('POST', url, [...Object.entries(body), ...Object.entries(oauth)])
  if (!base.ok) throw new Error(base.fault.message)
  return authorizationHeader(oauth, signHmacSha1(base.value, secret))
}

function signWithOauthSign(nonce: string): string {
  const oauth = oauthOf(nonce)
  const signature = oauthSign.hmacsign('POST', url, { ...body, ...oauth }, secret)
  return `OAuth ${Object.entries({ ...oauth, oauth_signature: signature })
    .map(([name, value]) => `${name}="${oauthSign.rfc3986(value)}"`)
    .join(', ')}`
}

const library = new OAuth({
  consumer: { key: 'merchant-1', secret },
  signature_method: 'HMAC-SHA1',
  hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
})
const signWithOauth1a = (): string =>
  library.toHeader(library.authorize({ url, method: 'POST', data: body })).Authorization

const signatureIn = (header: string): string => /oauth_signature="([^"]+)"/.exec(header)![1]!
if (signatureIn(signOurs('n')) !== signatureIn(signWithOauthSign('n')))
  throw new Error('The contenders don’t sign the same.')

const median = (list: number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

function perSecond(run: (nonce: string) => unknown, forMs: number): number {
  const start = performance.now()
  let done = 0
  let elapsed = 0
  while (elapsed < forMs) {
    for (let at = 0; at < 100; at += 1) run(`nonce${done + at}`)
    done += 100
    elapsed = performance.now() - start
  }
  return (done * 1000) / elapsed
}

async function perSecondAsync(
  run: () => Promise<unknown>,
  inFlight: number,
  total: number,
): Promise<number> {
  const start = performance.now()
  let left = total
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await run()
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  return (total * 1000) / (performance.now() - start)
}

const keys = JSON.parse(
  readFileSync(new URL('../../test/vectors/signing.json', import.meta.url), 'utf8'),
) as { keys: { rsa4096: { pkcs8: string } } }
const rsaKey = createPrivateKey(keys.keys.rsa4096.pkcs8)
const rsaOauth: OAuthParameters = { ...oauthOf('n'), oauth_signature_method: 'RSA-SHA256' }
const rsaPairs = [...Object.entries(body), ...Object.entries(rsaOauth)]
const fixed = baseString('POST', url, rsaPairs)
if (!fixed.ok) throw new Error(fixed.fault.message)
const fixedBytes = Buffer.from(fixed.value)

const signBare = (): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    sign('sha256', fixedBytes, rsaKey, (error, made) => {
      if (error === null) resolve(made)
      else reject(error)
    })
  })
async function signRsaOurs(): Promise<string> {
  const base = baseString('POST', url, rsaPairs)
  if (!base.ok) throw new Error(base.fault.message)
  return authorizationHeader(rsaOauth, await signRsaSha256(base.value, rsaKey))
}

const rounds = 7
const hmac = { ours: [] as number[], oauthSign: [] as number[], oauth1a: [] as number[] }
const rsa = { ours: [] as number[], bare: [] as number[] }
const ratios = { oauthSign: [] as number[], oauth1a: [] as number[], rsa: [] as number[] }
for (const run of [signOurs, signWithOauthSign, signWithOauth1a]) perSecond(run, 300)
for (let round = 0; round < rounds; round += 1) {
  const ours = perSecond(signOurs, 200)
  const theirs = perSecond(signWithOauthSign, 200)
  const others = perSecond(signWithOauth1a, 200)
  hmac.ours.push(ours)
  hmac.oauthSign.push(theirs)
  hmac.oauth1a.push(others)
  ratios.oauthSign.push(ours / theirs)
  ratios.oauth1a.push(ours / others)
}
const inFlight = 4
for (let round = 0; round < rounds; round += 1) {
  // Which one goes first alternates, so that a drifting clock rate favours neither.
  const measure = async (isOurs: boolean) =>
    (isOurs ? rsa.ours : rsa.bare).push(
      await perSecondAsync(isOurs ? signRsaOurs : signBare, inFlight, 300),
    )
  await measure(round % 2 === 0)
  await measure(round % 2 !== 0)
  ratios.rsa.push(rsa.ours.at(-1)! / rsa.bare.at(-1)!)
}

const rounded = (value: number): number => Math.round(value * 100) / 100
console.log(
  JSON.stringify({
    bench: 'sign',
    parameters: rsaPairs.length,
    hmacRatioToOauthSign: rounded(median(ratios.oauthSign)),
    hmacRatioToOauth1a: rounded(median(ratios.oauth1a)),
    rsa4096RatioToBareSign: rounded(median(ratios.rsa)),
    perSecond: {
      hmac: Math.round(median(hmac.ours)),
      oauthSign: Math.round(median(hmac.oauthSign)),
      oauth1a: Math.round(median(hmac.oauth1a)),
      rsa4096: Math.round(median(rsa.ours)),
      bareSign: Math.round(median(rsa.bare)),
    },
    goals: { hmacRatioToOauthSign: 1.5, hmacRatioToOauth1a: 2, rsa4096RatioToBareSign: 0.95 },
    node: process.version,
  }),
)
