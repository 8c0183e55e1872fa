// Which secrets exist, by fingerprint. The ledger remembers those in the keychain; those kept in
// memory are remembered for this run only, or the next start would miss them. A secret itself never
// comes here.
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Change, put } from '../projections/changes.ts'

export interface SecretNote {
  fingerprint: string
  createdAt: number
  storedIn: 'keychain' | 'memory'
}

export interface SecretBook {
  /** Undefined when none was ever set. */
  find(slot: string): SecretNote | undefined
  /** For the entry that says so. `place` is said only where it is not the vault's own. */
  note(slot: string, fingerprint: string, place?: SecretNote['storedIn']): Change[]
  forget(slot: string): Change[]
  /** Every slot that holds the secret of this fingerprint. */
  holders(fingerprint: string): string[]
}

export function openSecrets(
  db: Database,
  clock: () => number,
  storedIn: SecretNote['storedIn'],
): SecretBook {
  const isThere = statement<[string]>(db, 'SELECT 1 FROM secret WHERE slot = ?')
  const inMemory = new Map<string, SecretNote>()
  return {
    find: (slot) => {
      const kept = inMemory.get(slot)
      if (kept !== undefined) return kept
      const row = statement<[string], { fingerprint: string; created_at: bigint }>(
        db,
        'SELECT fingerprint, created_at FROM secret WHERE slot = ?',
      ).get(slot)
      return row === undefined
        ? undefined
        : {
            fingerprint: row.fingerprint,
            createdAt: Number(row.created_at),
            storedIn: 'keychain',
          }
    },
    note: (slot, fingerprint, place = storedIn) => {
      if (place === 'memory') {
        inMemory.set(slot, { fingerprint, createdAt: clock(), storedIn: place })
        return []
      }
      inMemory.delete(slot)
      return [put(db, 'secret', { slot }, { fingerprint, created_at: clock() })]
    },
    forget: (slot) => {
      // In memory the ledger's own row speaks of a keychain that is away: what it holds is still
      // there.
      if (storedIn === 'memory') inMemory.delete(slot)
      const isKept = storedIn !== 'memory' && isThere.get(slot) !== undefined
      return isKept ? [['drop', 'secret', { slot }]] : []
    },
    holders: (fingerprint) => [
      ...statement<[string], string>(db, 'SELECT slot FROM secret WHERE fingerprint = ?', {
        as: 'value',
      }).all(fingerprint),
      ...[...inMemory].filter(([, note]) => note.fingerprint === fingerprint).map(([slot]) => slot),
    ],
  }
}
