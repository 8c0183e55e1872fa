// The hashes of the audit log, exactly as docs/audit-format.md describes them. Pure; used to
// append, to verify and to export.
import { createHash, hash } from 'node:crypto'

export const LOG_ID = /^[0-9a-f]{32}$/
/**
 * The chain value "before entry 1". The log id is part of every link, so zeros don't make two logs
 * interchangeable.
 */
export const GENESIS_CHAIN: Buffer = Buffer.alloc(32)

export interface EntryBody {
  v: 1
  seq: number
  at: string
  mono: number
  actor: string
  kind: string
  outcome: string
  origin: string
  subject: string
  details: Record<string, unknown>
  /**
   * Hex: what the rows that it changes, and all rows before, hash to (projections/entry-rows.ts).
   * Left out where it changes none.
   */
  rows?: string
}

/**
 * UTF-8 JSON with this key order. These bytes are stored and hashed; nothing ever serialises an
 * entry a second time.
 */
export function bodyBytes(body: EntryBody): Buffer {
  const { v, seq, at, mono, actor, kind, outcome, origin, subject, details, rows } = body
  return Buffer.from(
    JSON.stringify({ v, seq, at, mono, actor, kind, outcome, origin, subject, details, rows }),
    'utf8',
  )
}

// One buffer that is used again: a verification makes a chain value for every entry.
let scratch = Buffer.alloc(16_384)

/** leaf = SHA-256(00 || body) */
export function leafOf(body: Uint8Array): Buffer {
  if (scratch.length <= body.length) scratch = Buffer.alloc(2 * body.length)
  scratch[0] = 0
  scratch.set(body, 1)
  return sha256(scratch.subarray(0, 1 + body.length))
}

/**
 * chain = SHA-256(02 || log id as its 16 bytes || seq as unsigned 64-bit big-endian || previous
 * chain || leaf)
 */
export function chainOf(
  logId: string,
  seq: number,
  previous: Uint8Array,
  leaf: Uint8Array,
): Buffer {
  scratch[0] = 2
  scratch.write(logId, 1, 16, 'hex')
  scratch.writeUInt32BE(Math.floor(seq / 2 ** 32), 17)
  scratch.writeUInt32BE(seq % 2 ** 32, 21)
  scratch.set(previous, 25)
  scratch.set(leaf, 25 + previous.length)
  return sha256(scratch.subarray(0, 25 + previous.length + leaf.length))
}

/**
 * In one go: twice as fast as an incremental hash of the parts. And as a text at first: a buffer of
 * its own takes as long as the hash.
 */
export const sha256 = (bytes: Uint8Array): Buffer =>
  Buffer.from(hash('sha256', bytes, 'binary'), 'binary')

export const sha256Hex = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')
