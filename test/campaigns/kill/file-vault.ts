// A keychain in a file, for a desk that is killed: what it was given is there in the next life, as
// in the system's own keychain.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fail, ok } from '#shared/fault.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'

export function fileVault(file: string): Vault {
  const slots = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
      throw error
    }
  }
  // Whole or not at all: a keychain does not forget because the program it serves died.
  const keep = (all: Record<string, string>): void => {
    writeFileSync(`${file}.new`, JSON.stringify(all))
    renameSync(`${file}.new`, file)
  }
  return {
    kind: 'keychain',
    read: (slot) => {
      const secret = slots()[slot]
      return Promise.resolve(
        secret === undefined
          ? fail({ kind: 'vault', sent: 'no', reason: 'lost', message: `There is no ${slot}.` })
          : ok(secret),
      )
    },
    write: (slot, secret) => {
      keep({ ...slots(), [slot]: secret })
      return Promise.resolve(ok(null))
    },
    remove: (slot) => {
      const { [slot]: _gone, ...rest } = slots()
      keep(rest)
      return Promise.resolve(ok(null))
    },
    probe: () => Promise.resolve({ state: 'ready', message: 'The keychain is open.' }),
  }
}
