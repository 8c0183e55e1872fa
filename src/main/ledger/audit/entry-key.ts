// The key that proves entries: 32 random bytes, made once, kept in the vault apart from the key
// that signs the log. A key that is gone while entries carry proofs is a fault, never quietly
// replaced: that is how entries of somebody else would hide.
import { say } from '#shared/message.ts'
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { fail, ok, type Result, type VaultReason } from '#shared/fault.ts'
import type { SecretSlots } from './audit-key.ts'

export const ENTRY_KEY_SLOT = 'ledger/entry-key'

export interface EntryKey {
  key: KeyObject
  /** No entry was proven with it yet: every entry that is there gets its first proof. */
  isFirst: boolean
}

/**
 * `v1:new:` until the first proofs are committed, `v1:used:` from then on, and 32 bytes in base64.
 */
const form = /^v1:(new|used):([A-Za-z0-9+/]{43}=)$/

/**
 * Faults: vault - as the vault says; lost: entries have proofs and the vault has no key; refused:
 * what it has is no key.
 */
export async function loadOrCreateEntryKey(
  vault: SecretSlots,
  hasProofs: boolean,
): Promise<Result<EntryKey>> {
  const stored = await vault.read(ENTRY_KEY_SLOT)
  if (stored.ok) return readKey(stored.value)
  if (stored.fault.kind !== 'vault' || stored.fault.reason !== 'lost') return stored
  if (hasProofs) return vaultFault('lost', say('ledger.entry-key-absent'))
  const made = textOf('new', randomBytes(32))
  const written = await vault.write(ENTRY_KEY_SLOT, made)
  if (!written.ok) return written
  // Only what the vault gives back proves that it will be there tomorrow.
  const back = await vault.read(ENTRY_KEY_SLOT)
  if (!back.ok) return back
  return back.value === made
    ? readKey(made)
    : vaultFault('no-answer', say('ledger.entry-key-not-kept'))
}

/**
 * Once the first proofs are committed: from now on a log without proofs is not this program's.
 * Faults: vault; the next start tries again.
 */
export const noteEntryKeyUsed = (vault: SecretSlots, { key }: EntryKey): Promise<Result<null>> =>
  vault.write(ENTRY_KEY_SLOT, textOf('used', key.export()))

function readKey(text: string): Result<EntryKey> {
  const [, state, base64] = form.exec(text) ?? []
  return base64 === undefined
    ? vaultFault('refused', say('ledger.entry-key-unreadable'))
    : ok({ key: createSecretKey(Buffer.from(base64, 'base64')), isFirst: state === 'new' })
}

const textOf = (state: 'new' | 'used', bytes: Buffer): string =>
  `v1:${state}:${bytes.toString('base64')}`

const vaultFault = (reason: VaultReason, message: string): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason, message })
