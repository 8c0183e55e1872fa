// Chooses the vault for this run: the keychain whenever there is one, also a locked one; memory
// only when there is none at all.
import type { Vault } from './vault.ts'
import { createKeychainVault, type KeychainOptions } from './keychain.ts'
import { createMemoryVault } from './memory.ts'

/**
 * `hasSecrets`: the ledger knows fingerprints, so a keychain that isn't there is named as the
 * reason, never "not set up yet".
 */
export async function openVault(
  options: KeychainOptions & { hasSecrets: boolean },
): Promise<Vault> {
  const keychain = createKeychainVault(options)
  const { state } = await keychain.probe()
  if (state !== 'absent') return keychain
  return options.hasSecrets
    ? createMemoryVault({ hadKeychain: true, keychain })
    : createMemoryVault()
}
