// A private key sealed for the disk: AES-256-GCM over its PKCS#8 DER, with the connection and the
// key's fingerprint bound in as associated data, so that a sealed key opens only where it belongs.
// Pure; key-ring.ts keeps the files. It never logs and never throws for what it reads: a file may
// hold anything.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * The key-encryption key: 32 bytes, named by `kid`, kept in the keychain as `v1:<kid>:<base64>`.
 */
export interface SealingKey {
  kid: string
  bytes: Buffer
}

/** The connection and the fingerprint that a sealed key belongs to. */
export interface Belonging {
  connectionId: string
  fingerprint: string
}

export type Opened =
  /** The caller overwrites `der`. */
  | { state: 'open'; der: Buffer }
  /** Cut off, or no sealed key at all. */
  | { state: 'damaged' }
  /** Changed, or sealed for another connection or as another key. */
  | { state: 'foreign' }
  /** Sealed with another key-encryption key. */
  | { state: 'other-key'; kid: string }

const firstLine = 'paydesk-sealed-key 1'
const nonceBytes = 12
const tagBytes = 16
const kidForm = /^[0-9a-f]{8}$/

export const newSealingKey = (): SealingKey => ({
  kid: randomBytes(4).toString('hex'),
  bytes: randomBytes(32),
})

export const sealingKeyText = ({ kid, bytes }: SealingKey): string =>
  `v1:${kid}:${bytes.toString('base64')}`

/** Null when the text is none. */
export function readSealingKey(text: string): SealingKey | null {
  const [, kid, base64] = /^v1:([0-9a-f]{8}):([A-Za-z0-9+/]{43}=)$/.exec(text) ?? []
  if (kid === undefined || base64 === undefined) return null
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length === 32 ? { kid, bytes } : null
}

/**
 * Four lines of text: what it is, kid, nonce, tag and box in base64. The nonce is fresh at every
 * call.
 */
export function seal(key: SealingKey, of: Belonging, der: Uint8Array): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  cipher.setAAD(bound(key.kid, of))
  const box = Buffer.concat([cipher.update(der), cipher.final()])
  const sealed = Buffer.concat([cipher.getAuthTag(), box])
  return `${[firstLine, key.kid, nonce.toString('base64'), sealed.toString('base64')].join('\n')}\n`
}

export function unseal(key: SealingKey, of: Belonging, text: string): Opened {
  const [title, kid, nonceText, sealedText, end, ...more] = text.split('\n')
  const nonce = bytesOf(nonceText)
  const sealed = bytesOf(sealedText)
  const isWhole =
    title === firstLine &&
    kid !== undefined &&
    kidForm.test(kid) &&
    nonce?.length === nonceBytes &&
    sealed !== null &&
    sealed.length > tagBytes &&
    end === '' &&
    more.length === 0
  if (!isWhole) return { state: 'damaged' }
  if (kid !== key.kid) return { state: 'other-key', kid }
  try {
    const cipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
    cipher.setAAD(bound(kid, of))
    cipher.setAuthTag(sealed.subarray(0, tagBytes))
    const opened = cipher.update(sealed.subarray(tagBytes))
    const der = Buffer.concat([opened, cipher.final()])
    opened.fill(0)
    return { state: 'open', der }
  } catch {
    // The one thing final() throws for is a tag that does not fit.
    return { state: 'foreign' }
  }
}

/** JSON keeps the parts apart: no pair of them reads like another pair. */
const bound = (kid: string, { connectionId, fingerprint }: Belonging): Buffer =>
  Buffer.from(JSON.stringify([firstLine, kid, connectionId, fingerprint]), 'utf8')

/** Strict base64: what Buffer would skip over is damage. */
function bytesOf(text: string | undefined): Buffer | null {
  if (
    text === undefined ||
    !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
  )
    return null
  return Buffer.from(text, 'base64')
}
