// Compares the product's OAuth code with Debian's python3-oauthlib on random requests: node
// test/campaigns/check-oauthlib.ts --cases 2000. Prints one JSON line; exit 0 all equal, 1 a
// difference (the first one is printed), 3 the other side can't run.
import { spawn } from 'node:child_process'
import { createPrivateKey, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import {
  baseString,
  type Pair,
  signHmacSha1,
  signRsaSha256,
} from '../../src/main/gateway/signing/oauth.ts'
import { type Case, createCases, createRandom } from './oauth/cases.ts'

const inFlight = 500
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '2000' }, seed: { type: 'string' } },
})
const count = Number(values.cases)
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('--cases and --seed take whole numbers; --cases at least 1.')
  process.exit(2)
}

interface Signature {
  baseString: string
  signature: string
}

const vectors = JSON.parse(
  readFileSync(new URL('../vectors/signing.json', import.meta.url), 'utf8'),
) as { keys: { rsa2048: { pkcs8: string } } }
const pem = vectors.keys.rsa2048.pkcs8
const rsaKey = createPrivateKey(pem)

async function signHere(one: Case): Promise<Signature> {
  const oauth: Pair[] = [
    ['oauth_consumer_key', one.login],
    ['oauth_nonce', one.nonce],
    ['oauth_signature_method', one.method],
    ['oauth_timestamp', one.timestamp],
    ['oauth_version', '1.0'],
  ]
  const base = baseString('POST', one.url, [...one.body, ...oauth])
  if (!base.ok) return { baseString: `refused: ${base.fault.message}`, signature: '' }
  const signature =
    one.method === 'HMAC-SHA1'
      ? signHmacSha1(base.value, one.key)
      : await signRsaSha256(base.value, rsaKey)
  return { baseString: base.value, signature }
}

const startedAt = performance.now()
const peer = spawn('/usr/bin/python3', [new URL('oauth/peer.py', import.meta.url).pathname], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const ended = new Promise<number | null>((resolve) => {
  peer.once('close', resolve)
  peer.once('error', () => resolve(null))
})
const lines = createInterface({ input: peer.stdout })[Symbol.asyncIterator]()
const nextLine = async <T>(): Promise<T | null> => {
  const line = await lines.next()
  return line.done === true ? null : (JSON.parse(line.value) as T)
}
// A peer that stops early closes its input; that shows up as a missing line, not as a crash here.
peer.stdin.on('error', () => undefined)

const hello = await nextLine<{ oauthlib: string; hasRsa: boolean }>()
if (hello === null) {
  await ended
  console.log(
    JSON.stringify({ error: 'python3-oauthlib can’t be used: apt-get install python3-oauthlib' }),
  )
  process.exitCode = 3
} else {
  const nextCase = createCases(createRandom(seed), hello.hasRsa ? pem : null)
  const tally = { hmac: 0, rsa: 0, differences: 0 }
  let firstDifference: object | null = null
  let compared = 0
  while (compared < count) {
    const batch = Array.from({ length: Math.min(inFlight, count - compared) }, nextCase)
    peer.stdin.write(batch.map((one) => `${JSON.stringify(one)}\n`).join(''))
    if (compared + batch.length === count) peer.stdin.end()
    for (const one of batch) {
      const here = await signHere(one)
      const there = await nextLine<Signature>()
      tally[one.method === 'HMAC-SHA1' ? 'hmac' : 'rsa'] += 1
      if (here.baseString === there?.baseString && here.signature === there.signature) continue
      tally.differences += 1
      firstDifference ??= { request: { ...one, key: undefined }, here, there }
    }
    compared += batch.length
    if (firstDifference !== null && tally.differences > inFlight) break
  }
  peer.stdin.end()
  await ended
  console.log(
    JSON.stringify({
      cases: compared,
      ...tally,
      seed,
      oauthlib: hello.oauthlib,
      tookMs: Math.round(performance.now() - startedAt),
      ...(firstDifference === null ? {} : { firstDifference }),
    }),
  )
  process.exitCode = tally.differences === 0 ? 0 : 1
}
