// What a stored checkpoint is worth by itself: its own text, its place in the row of checkpoints, its signature. It reads no ledger.
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { sha256Hex } from './audit-hash.ts'
import type { CheckpointBody, StoredCheckpoint } from './checkpoint.ts'

/** What is wrong with a checkpoint by itself, but for its signature, or null. */
export function checkpointFault(
  row: StoredCheckpoint,
  expect: {
    logId: string
    /** Of the checkpoint before it; null where that one was archived. */
    digest: string | null
    expected: string | undefined
  },
): string | null {
  if (expect.expected !== undefined && fingerprintOf(row) !== expect.expected)
    return 'is signed with another key'
  const body = JSON.parse(row.body.toString('utf8')) as CheckpointBody
  if (body.type !== 'checkpoint' || body.logId !== expect.logId || BigInt(body.size) !== row.size)
    return 'belongs elsewhere'
  const follows = expect.digest === null || body.previous === expect.digest
  return follows ? null : 'doesn’t follow from the one before it'
}

/** Checked by another thread: it takes longer than the entries in between. */
export function isSigned(row: StoredCheckpoint, keys: Map<string, KeyObject>): Promise<boolean> {
  const raw = Buffer.from(row.public_key, 'base64')
  if (raw.length !== 32 || row.signature.length !== 64) return Promise.resolve(false)
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
