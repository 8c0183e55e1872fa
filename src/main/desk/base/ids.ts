// Identifiers minted here: sortable attempt ids and the merchant order id of operations that create
// an order. Randomness and clock are arguments. It never reuses or shortens an id.
import { holdsCardNumber } from '#shared/cards/card-number.ts'

/**
 * An id that looks like a card number by chance is drawn again: doors refuse a text that holds one,
 * as the probes of a connection's test or an id that a colleague looks up.
 */
function drawn<T extends string>(draw: () => T): T {
  for (;;) {
    const id = draw()
    if (!holdsCardNumber(id)) return id
  }
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Crockford base-32 of a time (48 bits, 10 characters) followed by random characters of 5 bits
 * each.
 */
function sortable(now: number, randomBytes: (size: number) => Uint8Array, length: number): string {
  let time = ''
  for (let rest = now, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32))
    time = alphabet[rest % 32]! + time
  const random = Array.from(randomBytes(length), (byte) => alphabet[byte % 32]!).join('')
  return time + random
}

/** A ULID: 80 random bits. */
export const mintAttemptId = (now: number, randomBytes: (size: number) => Uint8Array): string =>
  drawn(() => sortable(now, randomBytes, 16))

/** The prefix, then random bytes in hex: what is kept here, and the order that nobody ever made. */
export const mintId = <P extends string>(
  prefix: P,
  randomBytes: (size: number) => Uint8Array,
  bytes = 8,
): `${P}${string}` =>
  drawn((): `${P}${string}` => `${prefix}${Buffer.from(randomBytes(bytes)).toString('hex')}`)

/**
 * `pd-<time + 100 random bits>-<head8>`: head8 pins the audit log's current head in the gateway's
 * own records. 42 characters of the 128 that the gateway allows.
 */
export const mintClientOrderid = (
  now: number,
  randomBytes: (size: number) => Uint8Array,
  head8: string,
): string => drawn(() => `pd-${sortable(now, randomBytes, 20)}-${head8}`)
