// Signing speed as ratios measured in one run, since absolute figures drift with the machine:
// HMAC-SHA1 requests against two public libraries on the same 15 parameters, RSA-4096 against bare
// crypto.sign with as many in flight. Says each with its goal, and all in one line of JSON at the
// end.
import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  authorizationHeader,
  baseString,
  type OAuthParameters,
  signHmacSha1,
  signRsaSha256,
} from '../src/main/gateway/signing/oauth.ts'
import { createReport, rounded } from './measure.ts'

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

/** Milliseconds for one run, from a slice too short for the machine to change its mind in. */
function sliceOf(run: (nonce: string) => unknown, runs: number): number {
  const start = performance.now()
  for (let at = 0; at < runs; at += 1) run(`nonce${at}`)
  return (performance.now() - start) / runs
}

interface Slice {
  wallMs: number
  /** Of all threads: what the work cost, however long the machine let it wait. */
  cpuMs: number
}

async function sliceAsync(
  run: () => Promise<unknown>,
  inFlight: number,
  runs: number,
): Promise<Slice> {
  const start = performance.now()
  const cpuStart = process.cpuUsage()
  let left = runs
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await run()
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  const { user, system } = process.cpuUsage(cpuStart)
  return { wallMs: (performance.now() - start) / runs, cpuMs: (user + system) / 1000 / runs }
}

const keys = JSON.parse(
  readFileSync(new URL('../test/vectors/signing.json', import.meta.url), 'utf8'),
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

interface Times {
  ours: number[]
  theirs: number[]
}
const newTimes = (): Times => ({ ours: [], theirs: [] })

/**
 * One round: ours, theirs, theirs, ours. Each side's two slices have the same middle, so a clock
 * rate that drifts favours neither; a slice that another program disturbed spoils one round out of
 * many, and the median leaves that round out.
 */
async function round<T>(
  ours: () => T | Promise<T>,
  theirs: () => T | Promise<T>,
): Promise<[T, T, T, T]> {
  return [await ours(), await theirs(), await theirs(), await ours()]
}

function note(
  times: Times,
  [first, second, third, fourth]: [number, number, number, number],
): void {
  times.ours.push((first + fourth) / 2)
  times.theirs.push((second + third) / 2)
}

/** How many times as fast ours is: the median of the rounds' own ratios. */
const ratioOf = ({ ours, theirs }: Times): number =>
  median(ours.map((time, at) => theirs[at]! / time))
const perSecond = (times: number[]): number => Math.round(1000 / median(times))

const hmacRounds = 150
const hmacRuns = 250
const rsaRounds = 150
const rsaRuns = 16
// Twice as many as the pool has threads: none waits for the main thread's turn, which on a busy
// machine measures the machine.
const inFlight = 8
const againstOauthSign = newTimes()
const againstOauth1a = newTimes()
const bareWall = newTimes()
const bareCost = newTimes()
for (const run of [signOurs, signWithOauthSign, signWithOauth1a]) sliceOf(run, 20_000)
const ours = (): number => sliceOf(signOurs, hmacRuns)
for (let at = 0; at < hmacRounds; at += 1) {
  note(againstOauthSign, await round(ours, () => sliceOf(signWithOauthSign, hmacRuns)))
  note(againstOauth1a, await round(ours, () => sliceOf(signWithOauth1a, hmacRuns)))
}
for (let at = 0; at < rsaRounds; at += 1) {
  const slices = await round(
    () => sliceAsync(signRsaOurs, inFlight, rsaRuns),
    () => sliceAsync(signBare, inFlight, rsaRuns),
  )
  note(bareWall, slices.map(({ wallMs }) => wallMs) as [number, number, number, number])
  note(bareCost, slices.map(({ cpuMs }) => cpuMs) as [number, number, number, number])
}

const report = createReport('sign')
report.tell('HMAC beside oauth-sign', rounded(ratioOf(againstOauthSign)), 'x', { atLeast: 1.5 })
report.tell('HMAC beside oauth-1.0a', rounded(ratioOf(againstOauth1a)), 'x', { atLeast: 2 })
// With more in flight than threads, a quiet machine's throughput is the inverse of the cost; a busy
// one's is not.
const ofBareSign = rounded(ratioOf(bareCost))
report.tell('RSA-4096 beside bare crypto.sign', ofBareSign, 'x', { atLeast: 0.95 })
report.end({
  parameters: rsaPairs.length,
  rsa4096RatioByTheClock: rounded(ratioOf(bareWall)),
  perSecond: {
    hmac: perSecond([...againstOauthSign.ours, ...againstOauth1a.ours]),
    oauthSign: perSecond(againstOauthSign.theirs),
    oauth1a: perSecond(againstOauth1a.theirs),
    rsa4096: perSecond(bareWall.ours),
    bareSign: perSecond(bareWall.theirs),
  },
  rounds: { hmac: hmacRounds, rsa: rsaRounds },
})
