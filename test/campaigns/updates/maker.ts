// Makes descriptions as an honest release would, and spoils them. It writes and signs by itself:
// it imports nothing of the product, so that both can't be wrong together.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface Signer {
  key: string
  privateKey: KeyObject
}

export const newSigner = (): Signer => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { key: Buffer.from(x, 'base64url').toString('base64'), privateKey }
}

export type Fields = Record<string, unknown>

/** Names in order, no blanks. */
export const written = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${written(one)}`).join(',')}}`
}

export interface SignatureEntry {
  key: string
  signature: string
}

export const signatureOf = (body: unknown, { key, privateKey }: Signer): SignatureEntry => ({
  key,
  signature: sign(null, Buffer.from(written(body)), privateKey).toString('base64'),
})

export const signed = (body: unknown, signers: readonly Signer[]): string =>
  written({ body, signatures: signers.map((signer) => signatureOf(body, signer)) })

const sha512 = (bytes: Uint8Array): string => createHash('sha512').update(bytes).digest('hex')

export const day = 86_400_000

export interface KeysBody extends Fields {
  type: 'paydesk-update-keys'
  version: number
  keys: { key: string; notAfter: number }[]
}

export const keysBody = (
  signers: readonly Signer[],
  version: number,
  notAfter: number,
): KeysBody => ({
  type: 'paydesk-update-keys',
  version,
  keys: signers.map(({ key }) => ({ key, notAfter })),
})

export const updateBody = (
  now: number,
  { file, version, ...more }: { file: Uint8Array; version: string } & Fields,
): Fields => ({
  type: 'paydesk-update',
  ...{ version, channel: 'stable', platform: 'linux', arch: 'x64', form: 'appimage' },
  ...{ sha512: sha512(file), size: file.length, keySet: 1 },
  ...{ describedAt: now, notBefore: now, notAfter: now + 30 * day },
  ...more,
})
