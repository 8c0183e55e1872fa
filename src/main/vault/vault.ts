// The port to secrets: named slots, three verbs, faults as data. Implementations: keychain.ts and
// memory.ts. No verb lists secrets, and nothing here is ever journalled, logged or sent to the
// renderer.
import type { Result } from '#shared/fault.ts'

export interface Vault {
  readonly kind: 'keychain' | 'memory'
  /**
   * The keychain that a vault in memory stands in for: it was not there at the start, and may come.
   */
  readonly lasting?: Vault
  /**
   * Faults: vault (locked, absent, lost, no-answer). 'lost' means the keychain answers but this
   * slot is gone.
   */
  read(slot: string): Promise<Result<string>>
  write(slot: string, secret: string): Promise<Result<null>>
  remove(slot: string): Promise<Result<null>>
  /** Whether the keychain can be used right now. */
  probe(): Promise<{ state: 'ready' | 'locked' | 'absent'; message: string }>
}
