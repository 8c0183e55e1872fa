// The Ed25519 key of a person: made here, wrapped by the person's passphrase (scrypt, AES-256-GCM)
// and kept in the vault under the fingerprint of its public half. It is opened for one signature
// and never kept open. Passphrases and open keys are overwritten after use.
import { say } from '#shared/message.ts'
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { fail, ok, type Result } from '#shared/fault.ts'
import { derive, isBearable, usualCost, type WrapCost } from './passphrase.ts'
import type { Vault } from './vault.ts'

const tagBytes = 16

type Opened<T> = Result<T> | 'wrong-passphrase'

export interface PersonKeys {
  /** A new key in the vault; its public half, 32 bytes in base64. Faults: vault. */
  make(passphrase: string): Promise<Result<string>>
  /** Signs with the key of this public half. Faults: vault - locked, absent, lost, refused. */
  sign(publicKey: string, passphrase: string, text: Buffer): Promise<Opened<Buffer>>
  /** The same key under another passphrase. Faults: as sign(). */
  wrapAnew(publicKey: string, own: string, passphrase: string): Promise<Opened<null>>
  /** Takes the key out of the vault. Faults: vault. */
  remove(publicKey: string): Promise<Result<null>>
}

export function createPersonKeys(
  vault: Pick<Vault, 'read' | 'write' | 'remove'>,
  options: { cost?: WrapCost; /** A passphrase was used. */ forget?: () => void } = {},
): PersonKeys {
  const { cost = usualCost, forget } = options

  const keep = async (
    publicKey: string,
    der: Buffer,
    passphrase: string,
  ): Promise<Result<null>> => {
    const text = await wrap(publicKey, der, { passphrase, cost })
    const written = await vault.write(personKeySlot(publicKey), text)
    if (!written.ok) return written
    // Only what the vault gives back will be there tomorrow.
    const back = await vault.read(personKeySlot(publicKey))
    if (!back.ok) return back
    return back.value === text ? ok(null) : refused(say('people.key-not-kept'))
  }
  const open = async <T>(
    publicKey: string,
    passphrase: string,
    use: (der: Buffer) => T | Promise<T>,
  ): Promise<Opened<T>> => {
    const stored = await vault.read(personKeySlot(publicKey))
    if (!stored.ok) return stored
    const der = await unwrap(publicKey, stored.value, passphrase)
    try {
      if (der === 'unreadable') return refused(say('people.key-unreadable'))
      return der === null ? 'wrong-passphrase' : ok(await use(der))
    } finally {
      if (der instanceof Buffer) der.fill(0)
      // A mistyped passphrase is nearly the right one.
      forget?.()
    }
  }

  return {
    make: async (passphrase) => {
      const { privateKey } = generateKeyPairSync('ed25519')
      const publicKey = rawPublic(privateKey)
      const der = privateKey.export({ format: 'der', type: 'pkcs8' })
      try {
        const kept = await keep(publicKey, der, passphrase)
        return kept.ok ? ok(publicKey) : kept
      } finally {
        der.fill(0)
        forget?.()
      }
    },
    // What opens it is bound to the public half, so this is the key of that one and no other.
    sign: (publicKey, passphrase, text) =>
      open(publicKey, passphrase, (der) =>
        sign(null, text, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })),
      ),
    wrapAnew: async (publicKey, own, passphrase) => {
      const kept = await open(publicKey, own, (der) => keep(publicKey, der, passphrase))
      return kept === 'wrong-passphrase' || !kept.ok ? kept : kept.value
    },
    remove: (publicKey) => vault.remove(personKeySlot(publicKey)),
  }
}

/** SHA-256 of the 32 bytes, hex. */
const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex')

export const personKeySlot = (publicKey: string): string =>
  `person-key/${fingerprintOf(publicKey).slice(0, 16)}`

const rawPublic = (key: KeyObject): string =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString(
    'base64',
  )

async function wrap(
  publicKey: string,
  der: Buffer,
  { passphrase, cost }: { passphrase: string; cost: WrapCost },
): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const key = await derive(passphrase, salt, cost)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(publicKey))
  const box = Buffer.concat([cipher.update(der), cipher.final(), cipher.getAuthTag()])
  key.fill(0)
  const { N, r, p } = cost
  return ['v1', N, r, p, ...[salt, nonce, box].map((one) => one.toString('base64'))].join(':')
}

const wrapped = /^v1:(\d{1,8}):(\d{1,3}):(\d{1,3}):([\w+/=]+):([\w+/=]+):([\w+/=]+)$/

/** Null when the passphrase does not open it. The caller overwrites what comes out. */
async function unwrap(
  publicKey: string,
  text: string,
  passphrase: string,
): Promise<Buffer | null | 'unreadable'> {
  const [, n = '', r = '', p = '', ...rest] = wrapped.exec(text) ?? []
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  const [salt, nonce, box] = rest.map((one) => Buffer.from(one, 'base64'))
  if (salt === undefined || nonce?.length !== 12 || box === undefined || box.length <= tagBytes)
    return 'unreadable'
  if (!isBearable(cost)) return 'unreadable'
  const key = await derive(passphrase, salt, cost)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(publicKey))
  decipher.setAuthTag(box.subarray(-tagBytes))
  const der = decipher.update(box.subarray(0, -tagBytes))
  key.fill(0)
  try {
    decipher.final()
    return der
  } catch {
    // The one thing final() throws for is a tag that does not fit.
    der.fill(0)
    return null
  }
}

const refused = (message: string): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason: 'refused', message })
