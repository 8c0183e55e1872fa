// Signed checkpoints of the audit log: every 64 entries, at final money states, at exports and at
// close. Format: docs/audit-format.md. A checkpoint never stands in the way of money (what goes
// wrong is reported), and a log that contradicts its last one is never signed.
import { say } from '#shared/message.ts'
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { sha256Hex } from './audit-hash.ts'
import type { AuditLog } from './audit.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export interface Checkpoint {
  size: number
  /** The signed bytes: UTF-8 JSON. */
  body: Buffer
  signature: Buffer
  /** Raw Ed25519 public key, base64. */
  publicKey: string
}

export interface CheckpointBody {
  v: 1
  type: 'checkpoint'
  logId: string
  size: number
  chain: string
  at: string
  reason: string
  /** Digest of the checkpoint before this one; 64 zeros for the first. */
  previous: string
}

export interface Checkpointer {
  /**
   * Signs when 64 entries or more have come since the last checkpoint; null when not due, or when
   * it could not be written.
   */
  maybe(reason: string): Checkpoint | null
  /**
   * Signs the head now; gives the standing checkpoint when nothing came since. Null for an empty
   * log, while held, or after a report.
   */
  now(reason: string): Checkpoint | null
  /**
   * Signs other bytes of this log (an export's manifest, which may be megabytes) with the same key,
   * off this thread. Null while held.
   */
  sign(bytes: Uint8Array): Promise<Buffer | null>
  readonly publicKey: string
  /** SHA-256 of the raw public key, hex: what auditors keep. */
  readonly fingerprint: string
}

export const CHECKPOINT_EVERY = 64
export const NO_CHECKPOINT = '0'.repeat(64)

/** Digest that links checkpoints: SHA-256(body || signature), hex. */
export const checkpointDigest = (checkpoint: Pick<Checkpoint, 'body' | 'signature'>): string =>
  sha256Hex(Buffer.concat([checkpoint.body, checkpoint.signature]))

/** The chain value a checkpoint was signed for; undefined when nobody can read it. */
function signedChain({ body }: Checkpoint): string | undefined {
  try {
    const { chain } = JSON.parse(body.toString('utf8')) as Partial<CheckpointBody>
    return chain
  } catch {
    // Not JSON at all is no checkpoint of ours.
    return undefined
  }
}

/** The 32 raw bytes of an Ed25519 public key. */
export function rawPublicKey(key: KeyObject): Buffer {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  if (x === undefined) throw new Error('not an Ed25519 key')
  return Buffer.from(x, 'base64url')
}

export function latestCheckpoint(db: Database): Checkpoint | null {
  const row = statement<[], StoredCheckpoint>(
    db,
    'SELECT * FROM checkpoint ORDER BY size DESC LIMIT 1',
  ).get()
  return row === undefined ? null : checkpointOf(row)
}

export interface StoredCheckpoint {
  size: bigint
  body: Buffer
  signature: Buffer
  public_key: string
}

export const checkpointOf = (row: StoredCheckpoint): Checkpoint => ({
  size: Number(row.size),
  body: row.body,
  signature: row.signature,
  publicKey: row.public_key,
})

/** The fault of a checkpoint by itself, its signature apart, or null. */
export function checkpointFault(
  row: StoredCheckpoint,
  expect: {
    logId: string
    /** The digest of the checkpoint before; null where that one was archived. */
    digest: string | null
    expected: string | undefined
  },
): string | null {
  if (expect.expected !== undefined && fingerprintOf(row) !== expect.expected)
    return say('audit.checkpoint-of-other-key')
  const body = JSON.parse(row.body.toString('utf8')) as CheckpointBody
  if (body.type !== 'checkpoint' || body.logId !== expect.logId || BigInt(body.size) !== row.size)
    return say('audit.checkpoint-of-other-log')
  const follows = expect.digest === null || body.previous === expect.digest
  return follows ? null : say('audit.checkpoint-not-following')
}

/** Checked by another thread: it takes longer than the entries in between. */
export function isSigned(row: StoredCheckpoint, keys: Map<string, KeyObject>): Promise<boolean> {
  const raw = Buffer.from(row.public_key, 'base64')
  const isWritten = raw.length === 32 && raw.toString('base64') === row.public_key
  if (!isWritten || row.signature.length !== 64) return Promise.resolve(false)
  let key = keys.get(row.public_key)
  if (key === undefined) {
    key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
      format: 'jwk',
    })
    keys.set(row.public_key, key)
  }
  return new Promise((resolve) => {
    verify(null, row.body, key, row.signature, (error, isValid) => {
      resolve(error === null && isValid)
    })
  })
}

export const fingerprintOf = (row: StoredCheckpoint): string =>
  sha256Hex(Buffer.from(row.public_key, 'base64'))

interface CheckpointerOptions {
  key: KeyObject
  clock: () => number
  report: (error: unknown) => void
  onWritten?: () => void
  /**
   * The newest checkpoint in the ledger is not one that this log and this key made: somebody else
   * wrote it.
   */
  onContradiction?: (message: string) => void
  /**
   * While true nothing at all is signed: a log that was swapped must not get a good signature
   * before a person has decided.
   */
  isHeld?: () => boolean
}

/**
 * `report` hears of a checkpoint that could not be made; `onWritten` is called after each new one
 * (which may still be rolled back when the caller is inside a transaction: whoever carries it
 * outside reads it again later, as high-water.ts does).
 */
export function createCheckpointer(
  audit: AuditLog,
  db: Database,
  options: CheckpointerOptions,
): Checkpointer {
  const { key } = options
  const raw = rawPublicKey(key)
  const publicKey = raw.toString('base64')
  const write = checkpointWriter(audit, db, { ...options, publicKey })

  const now = (reason: string): Checkpoint | null => {
    if (options.isHeld?.() === true) return null
    try {
      return write(reason)
    } catch (error) {
      options.report(error)
      return null
    }
  }

  return {
    now,
    maybe: (reason) => {
      const since = audit.head().size - (latestCheckpoint(db)?.size ?? 0)
      // One beyond the log's end is never waited for: somebody else wrote it.
      return since >= CHECKPOINT_EVERY || since < 0 ? now(reason) : null
    },
    sign: (bytes) =>
      new Promise((resolve, reject) => {
        if (options.isHeld?.() === true) {
          resolve(null)
          return
        }
        sign(null, bytes, key, (error, signature) => {
          if (error === null) resolve(signature)
          else reject(error)
        })
      }),
    publicKey,
    fingerprint: sha256Hex(raw),
  }
}

/** Signs the head; not where nothing came since the newest checkpoint, or that one is strange. */
function checkpointWriter(
  audit: AuditLog,
  db: Database,
  options: CheckpointerOptions & Pick<Checkpoint, 'publicKey'>,
): (reason: string) => Checkpoint | null {
  const { key, publicKey } = options
  const { contradictionOf, madeHere } = contradictions(db, options)
  const insert = statement<[number, Buffer, unknown, string]>(
    db,
    'INSERT INTO checkpoint (size, body, signature, public_key) VALUES (?, ?, ?, ?)',
  )

  return (reason) => {
    const head = audit.head()
    if (head.size === 0) return null
    const last = latestCheckpoint(db)
    if (last !== null) {
      const contradiction = contradictionOf(last)
      if (contradiction !== null) {
        options.report(new Error(contradiction))
        options.onContradiction?.(contradiction)
        return null
      }
      if (last.size === head.size) return last
    }
    const body: CheckpointBody = {
      v: 1,
      type: 'checkpoint',
      logId: audit.logId,
      size: head.size,
      chain: head.chain,
      at: new Date(options.clock()).toISOString(),
      reason,
      previous: last === null ? NO_CHECKPOINT : checkpointDigest(last),
    }
    const bytes = Buffer.from(JSON.stringify(body), 'utf8')
    const made = { size: head.size, body: bytes, signature: sign(null, bytes, key), publicKey }
    insert.run(made.size, made.body, made.signature, made.publicKey)
    madeHere(made)
    options.onWritten?.()
    return made
  }
}

/**
 * Why the log can't continue from the newest checkpoint, or null. `madeHere`: its bytes were signed
 * by this run a moment ago, so that a newest one of the same bytes need not be verified once more.
 */
function contradictions(
  db: Database,
  { key, publicKey }: Pick<CheckpointerOptions, 'key'> & Pick<Checkpoint, 'publicKey'>,
): {
  contradictionOf: (last: Checkpoint) => string | null
  madeHere: (made: Checkpoint) => void
} {
  const verifyingKey = createPublicKey(key)
  // Of another run, perhaps with another key: whether it may be gone on from is the high-water
  // mark's question.
  const found = latestCheckpoint(db)
  const foundDigest = found === null ? NO_CHECKPOINT : checkpointDigest(found)
  let madeDigest = NO_CHECKPOINT
  const isOwn = (last: Checkpoint, digest: string): boolean =>
    last.publicKey === publicKey &&
    (digest === madeDigest || verify(null, last.body, verifyingKey, last.signature))
  const chainAt = statement<[number], Buffer>(db, 'SELECT chain FROM audit_entry WHERE seq = ?', {
    as: 'value',
  })
  return {
    contradictionOf: (last) => {
      const chain = chainAt.get(last.size)
      if (chain?.toString('hex') !== signedChain(last))
        return say('audit.log-contradicts-checkpoint', { size: last.size })
      const digest = checkpointDigest(last)
      return digest === foundDigest || isOwn(last, digest)
        ? null
        : say('audit.checkpoint-not-signed-here', { size: last.size })
    },
    madeHere: (made) => {
      madeDigest = checkpointDigest(made)
    },
  }
}
