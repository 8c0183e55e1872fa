// The key that seals the ledger's rows: 32 random bytes, made once, kept in the vault apart from
// the key that signs the log. A key that is gone while the ledger is sealed is a fault, never
// quietly replaced: that is how changed rows would hide.
import { say } from '#shared/message.ts'
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { fail, ok, type Result, type VaultReason } from '#shared/fault.ts'
import type { SecretSlots } from '../audit/audit-key.ts'

export const ROW_KEY_SLOT = 'ledger/row-key'

export interface RowKey {
  key: KeyObject
  /** No ledger was sealed with it yet: every row there is gets its first seal. */
  isFirst: boolean
}

/**
 * `v1:new:` until the first seals are committed, `v1:used:` from then on, and 32 bytes in base64.
 */
const form = /^v1:(new|used):([A-Za-z0-9+/]{43}=)$/

/**
 * Faults: vault - as the vault says; lost: the ledger is sealed and the vault has no key; refused:
 * what it has is no key.
 */
export async function loadOrCreateRowKey(
  vault: SecretSlots,
  isSealed: boolean,
): Promise<Result<RowKey>> {
  const stored = await vault.read(ROW_KEY_SLOT)
  if (stored.ok) return readKey(stored.value)
  if (stored.fault.kind !== 'vault' || stored.fault.reason !== 'lost') return stored
  if (isSealed) return vaultFault('lost', say('the-key-that-seals-the-ledgers-rows-is-no'))
  const made = textOf('new', randomBytes(32))
  const written = await vault.write(ROW_KEY_SLOT, made)
  if (!written.ok) return written
  // Only what the vault gives back proves that it will be there tomorrow.
  const back = await vault.read(ROW_KEY_SLOT)
  if (!back.ok) return back
  return back.value === made
    ? readKey(made)
    : vaultFault('no-answer', say('the-keychain-did-not-keep-the-key-that-seals'))
}

/**
 * Once the first seals are committed: from now on a ledger without seals is a changed one. Faults:
 * vault; the next start tries again.
 */
export const noteRowKeyUsed = (vault: SecretSlots, { key }: RowKey): Promise<Result<null>> =>
  vault.write(ROW_KEY_SLOT, textOf('used', key.export()))

function readKey(text: string): Result<RowKey> {
  const [, state, base64] = form.exec(text) ?? []
  return base64 === undefined
    ? vaultFault('refused', say('what-the-keychain-holds-to-seal-the-ledgers-rows'))
    : ok({ key: createSecretKey(Buffer.from(base64, 'base64')), isFirst: state === 'new' })
}

const textOf = (state: 'new' | 'used', bytes: Buffer): string =>
  `v1:${state}:${bytes.toString('base64')}`

const vaultFault = (reason: VaultReason, message: string): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason, message })
