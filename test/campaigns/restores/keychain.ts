// A keychain under the campaign's control: what it holds can be taken along as it stood at any
// moment, and how it answers is chosen. It lies in memory and never touches the keychain of the
// person who runs the campaign.
import { fail, ok, type Result } from '#shared/fault.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'

/**
 * `slow` gives no answer to the first question about each item. `locked` is locked at the start and
 * opened later by the system. `absent` is a computer whose keychain was there before. `memory`
 * never had one.
 */
export const keychainStates = ['good', 'slow', 'locked', 'absent', 'memory'] as const
export type KeychainState = (typeof keychainStates)[number]

export type Slots = ReadonlyMap<string, string>

export interface ScriptedKeychain {
  vault: Vault
  slots(): Slots
  unlock(): void
}

export function openKeychain(state: KeychainState, held: Slots = new Map()): ScriptedKeychain {
  if (state === 'memory' || state === 'absent')
    return {
      vault: createMemoryVault({ hadKeychain: state === 'absent' }),
      slots: () => new Map(),
      unlock: () => undefined,
    }
  const slots = new Map(held)
  const asked = new Set<string>()
  let isLocked = state === 'locked'
  const fault = (reason: 'locked' | 'lost' | 'no-answer'): Result<never> =>
    fail({ kind: 'vault', sent: 'no', reason, message: `The keychain is ${reason}.` })
  const isFirst = (slot: string): boolean => {
    if (state !== 'slow' || asked.has(slot)) return false
    asked.add(slot)
    return true
  }
  const change = (act: () => void): Promise<Result<null>> => {
    if (isLocked) return Promise.resolve(fault('locked'))
    act()
    return Promise.resolve(ok(null))
  }
  return {
    vault: {
      kind: 'keychain',
      read: (slot) => {
        if (isLocked) return Promise.resolve(fault('locked'))
        if (isFirst(slot)) return Promise.resolve(fault('no-answer'))
        const secret = slots.get(slot)
        return Promise.resolve(secret === undefined ? fault('lost') : ok(secret))
      },
      write: (slot, secret) => change(() => slots.set(slot, secret)),
      remove: (slot) => change(() => slots.delete(slot)),
      probe: () =>
        Promise.resolve(
          isLocked
            ? { state: 'locked', message: 'The keychain is locked.' }
            : { state: 'ready', message: 'The keychain answers.' },
        ),
    },
    slots: () => new Map(slots),
    unlock: () => {
      isLocked = false
    },
  }
}
