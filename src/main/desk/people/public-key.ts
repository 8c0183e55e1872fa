// A public key as a text that a person copies to another computer: its 32 bytes and check digits,
// so that a part that is missing or changed is found. Pure.
import { createHash } from 'node:crypto'
import { say } from '#shared/message.ts'
import { type Fault, inputFault } from '#shared/fault.ts'

const form = /^PDK1-([\w-]{43})-([0-9a-f]{8})$/

/**
 * MONEY: the points of small order (RFC 8032 lets a verifier take them): in the name of such a key
 * anybody signs anything. Without the sign bit, hex.
 */
const weak: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
])

/** `key`: 32 bytes, base64. */
export function isWeakKey(key: string): boolean {
  const bytes = Buffer.from(key, 'base64')
  bytes[31] = (bytes[31] ?? 0) & 0x7f
  return weak.has(bytes.toString('hex'))
}

const checkOf = (raw: Buffer): string =>
  createHash('sha256').update('paydesk public key 1\n').update(raw).digest('hex').slice(0, 8)

/** `key`: 32 bytes, base64. */
export function publicKeyText(key: string): string {
  const raw = Buffer.from(key, 'base64')
  return `PDK1-${raw.toString('base64url')}-${checkOf(raw)}`
}

/** The key, 32 bytes in base64. Blanks and line ends of an e-mail don't count. */
export function publicKeyIn(text: string): { key: string } | { fault: Fault } {
  const [, body = '', check] = form.exec(text.replaceAll(/\s/g, '')) ?? []
  const raw = Buffer.from(body, 'base64url')
  if (raw.length !== 32) return wrong(say('people.not-a-public-key'))
  // Also where the last letter has bits that no key has.
  if (raw.toString('base64url') !== body || checkOf(raw) !== check)
    return wrong(say('people.key-mistyped'))
  const key = raw.toString('base64')
  return isWeakKey(key) ? wrong(say('people.key-is-weak')) : { key }
}

const wrong = (message: string): { fault: Fault } => ({ fault: inputFault('publicKey', message) })
