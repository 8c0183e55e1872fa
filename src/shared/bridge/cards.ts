// The bridge's methods for a card that is typed in: a key to seal it to, and word that its fields
// are on the screen. The card itself comes with attempt:review, sealed: no method takes a card
// number as text, so that no trace of the calls can hold one.
import { z } from 'zod'
import { operationIds } from '../gateway/operations/index.ts'

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * ECDH over P-256 with `publicKey` (uncompressed point), HKDF-SHA256 to 32 bytes, AES-256-GCM;
 * `box` is ciphertext and tag. Both key pairs serve once. The plain text is a line per field, `name
 * TAB value LF`, in UTF-8.
 */
export const sealedCard = z.strictObject({
  /** Of the card:begin whose key it is sealed to. */
  ticket: z.string().min(1).max(64),
  publicKey: z.string().max(100).regex(base64),
  box: z.string().max(4_000).regex(base64),
})
export type SealedCard = z.output<typeof sealedCard>

export const cardMethods = {
  /**
   * A key for one card on its way to one review. Faults: denied, where card numbers may not be
   * typed.
   */
  'card:begin': z.strictObject({
    connectionId: z.string().min(1).max(64),
    operation: z.enum(operationIds),
  }),
  /** Overwrites the card that is held for this review, if any. */
  'card:forget': z.strictObject({ attemptId: z.string().min(1).max(128) }),
  /**
   * While fields for a card are on the screen, the window is kept out of screenshots and
   * recordings.
   */
  'card:shown': z.strictObject({ isShown: z.boolean() }),
} as const

export interface CardKey {
  ticket: string
  /** Uncompressed P-256 point, base64. */
  publicKey: string
}

export interface CardOutput {
  'card:begin': CardKey
  'card:forget': null
  'card:shown': null
}

/**
 * What a card is sealed for: the same words on both sides bind it to one connection and operation.
 */
export const sealedFor = (ticket: string, place: { connectionId: string; operation: string }) => ({
  info: `paydesk card ${ticket}`,
  bound: JSON.stringify([ticket, place.connectionId, place.operation]),
})
