// Seals a card to the key main made for one review, so that its digits cross the bridge in no
// readable form. Called by CardEntry.vue; the bytes it is given are overwritten.
import type { Bytes } from './card-digits.ts'
import { type CardKey, type SealedCard, sealedFor } from '#shared/bridge/cards.ts'

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Base64 of bytes that are no secret. */
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** The form is said at `sealedCard`. Rejects when `key` is no key. */
export async function sealCard(
  key: CardKey,
  place: { connectionId: string; operation: string },
  fields: readonly (readonly [name: string, value: Bytes])[],
): Promise<SealedCard> {
  const plain = linesOf(fields)
  for (const [, value] of fields) value.fill(0)
  const text = new TextEncoder()
  const { subtle } = globalThis.crypto
  const { info, bound } = sealedFor(key.ticket, place)
  try {
    const own = await subtle.generateKey(curve, false, ['deriveBits'])
    const theirs = await subtle.importKey('raw', fromBase64(key.publicKey), curve, false, [])
    const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256)
    const root = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
    const sealing = await subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: text.encode(info) },
      root,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt'],
    )
    const box = await subtle.encrypt(
      // The key serves once, so the nonce may be constant.
      { name: 'AES-GCM', iv: new Uint8Array(12), additionalData: text.encode(bound) },
      sealing,
      plain,
    )
    const publicKey = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
    return {
      ticket: key.ticket,
      publicKey: toBase64(publicKey),
      box: toBase64(new Uint8Array(box)),
    }
  } finally {
    plain.fill(0)
  }
}

/** A line per field, without ever making a text of a value. */
function linesOf(fields: readonly (readonly [name: string, value: Bytes])[]): Bytes {
  const text = new TextEncoder()
  const parts = fields.flatMap(([name, value]) => [
    text.encode(`${name}\t`),
    value,
    text.encode('\n'),
  ])
  const plain = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    plain.set(part, at)
    at += part.length
  }
  return plain
}
