// A vault that forgets everything when the program ends: for a computer without a keychain, and for
// tests. It writes nothing anywhere.
import { say } from '#shared/message.ts'
import { fail, ok } from '#shared/fault.ts'
import type { Vault } from './vault.ts'

/**
 * `hadKeychain`: the ledger knows secrets of a keychain that isn't there now; then a missing slot
 * is absent, not lost. `keychain` is that one: should it come during the run, it is read from.
 */
export function createMemoryVault(
  options: { hadKeychain?: boolean; keychain?: Vault } = {},
): Vault {
  const { keychain } = options
  const slots = new Map<string, string>()
  const missing = (slot: string) =>
    options.hadKeychain === true
      ? fail({
          kind: 'vault',
          sent: 'no',
          reason: 'absent',
          message: say('keys.there-is-no-keychain', { slot }),
        })
      : fail({
          kind: 'vault',
          sent: 'no',
          reason: 'lost',
          message: say('keys.run-no-secret', { slot }),
        })
  return {
    kind: 'memory',
    ...(keychain === undefined ? {} : { lasting: keychain }),
    read: async (slot) => {
      const secret = slots.get(slot)
      if (secret !== undefined) return ok(secret)
      const late = await keychain?.read(slot)
      return late?.ok === true ? late : missing(slot)
    },
    write: (slot, secret) => {
      slots.set(slot, secret)
      return Promise.resolve(ok(null))
    },
    remove: (slot) => {
      slots.delete(slot)
      return Promise.resolve(ok(null))
    },
    probe: () =>
      Promise.resolve({
        state: 'absent',
        message: say('keys.this-computer-has-no-keychain'),
      }),
  }
}
