// The Ed25519 key that signs checkpoints: made once, kept in the vault, its public fingerprint in
// the ledger. A key that is gone or is another one than the ledger remembers is a fault, never
// quietly replaced: that is how a rewritten log would hide.
import { say } from '#shared/message.ts'
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { codeOf, type Fault, fail, ok, type Result, type VaultReason } from '#shared/fault.ts'
import { sha256Hex } from './audit-hash.ts'
import { rawPublicKey } from './checkpoint.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { isDamage } from '../db/sqlite-fault.ts'
import { statement } from '../db/statements.ts'

/** The part of the vault that the ledger uses. */
export interface SecretSlots {
  readonly kind: 'keychain' | 'memory'
  read(slot: string): Promise<Result<string>>
  write(slot: string, secret: string): Promise<Result<null>>
}

export const AUDIT_KEY_SLOT = 'audit/signing-key'

/**
 * Faults: vault - locked, absent, no-answer: the key could not be asked for. lost: the ledger knows
 * a key the vault has no more; refused: the vault holds another key than the ledger knows: both
 * contradict the log. A vault in memory gets a new key each run, and the ledger doesn't remember
 * it.
 */
export async function loadOrCreateAuditKey(
  vault: SecretSlots,
  db: Database,
  options: { clock: () => number; makeKey?: () => KeyObject },
): Promise<Result<KeyObject>> {
  const known = knownFingerprint(db)
  const stored = await vault.read(AUDIT_KEY_SLOT)
  if (stored.ok) return adopt(stored.value, known, db, vault, options.clock)
  if (stored.fault.kind !== 'vault' || stored.fault.reason !== 'lost') return unasked(stored.fault)
  if (known !== null) return vaultFault('lost', say('audit.log-key-absent'))
  const key = (options.makeKey ?? (() => generateKeyPairSync('ed25519').privateKey))()
  const written = await vault.write(AUDIT_KEY_SLOT, textOf(key))
  if (!written.ok) return unasked(written.fault)
  // Only what the vault gives back proves that it will be there tomorrow.
  const back = await vault.read(AUDIT_KEY_SLOT)
  if (!back.ok) return unasked(back.fault)
  if (back.value !== textOf(key)) return vaultFault('no-answer', say('audit.log-key-not-kept'))
  return adopt(back.value, known, db, vault, options.clock)
}

/** The fingerprint the ledger keeps for auditors, or null before the first key. */
export function knownFingerprint(db: Database): string | null {
  const value = statement<[string]>(db, 'SELECT fingerprint FROM secret WHERE slot = ?', {
    as: 'value',
  }).get(AUDIT_KEY_SLOT)
  return typeof value === 'string' ? value : null
}

/**
 * MONEY: whether a key of the keychain ever stood behind this log. The row says so, and so does
 * each entry with a proof: a ledger that another program took the row from is not one without key.
 */
export const isKeyed = (db: Database): boolean => knownFingerprint(db) !== null || hasProof(db)

function hasProof(db: Database): boolean {
  const select = statement<[]>(
    db,
    `SELECT 1 FROM (SELECT proof FROM audit_entry ORDER BY seq DESC LIMIT 1000)
       WHERE proof IS NOT NULL LIMIT 1`,
  )
  try {
    return select.get() !== undefined
  } catch (error) {
    // A damaged page of the log is found, and stops money, once the ledger is open.
    if (isDamage(codeOf(error))) return false
    throw error
  }
}

/** Of the public half of what the slot of the log's key holds; null where that is no key. */
export function fingerprintIn(text: string): string | null {
  const key = keyOf(text)
  return key === null ? null : sha256Hex(rawPublicKey(key))
}

function adopt(
  text: string,
  known: string | null,
  db: Database,
  vault: SecretSlots,
  clock: () => number,
): Result<KeyObject> {
  const key = keyOf(text)
  if (key === null) return vaultFault('refused', say('audit.log-key-unreadable'))
  const fingerprint = sha256Hex(rawPublicKey(key))
  if (known !== null && known !== fingerprint)
    return vaultFault('refused', say('audit.log-key-differs'))
  if (known === null && vault.kind === 'keychain')
    inTransaction(db, () => {
      statement<[string, string, number]>(
        db,
        'INSERT INTO secret (slot, fingerprint, created_at) VALUES (?, ?, ?)',
      ).run(AUDIT_KEY_SLOT, fingerprint, clock())
    })
  return ok(key)
}

/** PKCS#8 DER in base64: 64 characters, far below the 2,560 bytes Windows keeps for one secret. */
const textOf = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'pkcs8' }).toString('base64')

function keyOf(text: string): KeyObject | null {
  let key: KeyObject
  try {
    key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
  } catch {
    // node:crypto has no other way to say that the bytes are no key.
    return null
  }
  if (key.asymmetricKeyType !== 'ed25519') return null
  const proof = Buffer.from('paydesk audit key')
  return verify(null, proof, publicOf(key), sign(null, proof, key)) ? key : null
}

const publicOf = (
  key: KeyObject,
): { key: { kty: string; crv: string; x: string }; format: 'jwk' } => ({
  key: { kty: 'OKP', crv: 'Ed25519', x: rawPublicKey(key).toString('base64url') },
  format: 'jwk',
})

/**
 * A vault that refuses to be asked, or forgets what was just written, says nothing about the log.
 */
const unasked = (fault: Fault): Result<never> =>
  fault.kind === 'vault' && (fault.reason === 'refused' || fault.reason === 'lost')
    ? vaultFault('no-answer', fault.message)
    : fail(fault)

const vaultFault = (reason: VaultReason, message: string): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason, message })
