// Run as a process of its own beside a real keyring. 'write' keeps a control key and an RSA key and
// says what to look for; 'sign' signs with both through the product's own signer and writes a
// snapshot of the heap. Run with --expose-gc.
import { generateKeyPairSync, createPublicKey, createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'
import { connectionSettings, privateKeySlot } from '#shared/connections/connection.ts'
import { authOf } from '#shared/gateway/auth-of.ts'
import { rowOf } from '#shared/gateway/operations/index.ts'
import { createSigner } from '../../src/main/gateway/signing/sign.ts'
import { createKeychainVault } from '../../src/main/vault/keychain.ts'
import { keyRing } from '../../src/main/vault/key-ring.ts'

const [what = '', folder = '', fingerprint = '', ofControl = ''] = process.argv.slice(2)
const id = 'heap'
const ringOf = (known: string) =>
  keyRing(createKeychainVault({ profile: 'heap' }), {
    folder,
    fingerprintOf: (slot) => (slot === privateKeySlot(id) ? known : ofControl),
  })

async function write(): Promise<unknown> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const control = `CANARY-${randomBytes(16).toString('hex')}`
  const ring = ringOf('')
  const kept = [await ring.keep(id, privateKey), await ring.keepControl(id, control)]
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return {
    isKept: kept.every((one) => one.ok),
    fingerprints: [der, control].map((key) => createHash('sha256').update(key).digest('hex')),
    secrets: [control, pem.split('\n')[10], privateKey.export({ format: 'jwk' }).d],
  }
}

async function signBoth(): Promise<string[]> {
  const signer = createSigner({
    vault: ringOf(fingerprint),
    clock: Date.now,
    nonce: () => randomBytes(8).toString('hex'),
    connectionId: id,
  })
  const settings = connectionSettings.parse({})
  const schemes: string[] = []
  for (const operation of ['void', 'payout-check'] as const)
    for (let times = 0; times < 3; times += 1) {
      const signed = await signer.sign({
        row: rowOf(operation),
        auth: authOf(rowOf(operation), operation, settings),
        method: 'POST',
        url: 'https://gate.example.test/paynet/api/v2/x/1',
        fields: { client_orderid: 'inv-1', orderid: '7' },
        money: null,
        connection: { login: 'shop', endpointId: '1', settings },
      })
      if (!signed.ok) throw new Error(JSON.stringify(signed.fault))
      schemes.push(signed.value.explanation.scheme)
    }
  return schemes
}

/** Held on purpose, so that the search can be seen to find what is there. */
const planted = Buffer.from(`PLANTED-${process.pid}-0123456789abcdef`).toString('latin1')

async function sign(): Promise<unknown> {
  const schemes = await signBoth()
  for (let round = 0; round < 5; round += 1) {
    await sleep(50)
    globalThis.gc?.()
  }
  const snapshot = writeHeapSnapshot(`${folder}/heap.json`)
  return { schemes, planted, snapshot }
}

process.stdout.write(`answer ${JSON.stringify(await (what === 'write' ? write() : sign()))}\n`)
