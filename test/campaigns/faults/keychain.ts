// A keychain that outlives the desks of a run and is in the mood the schedule gives it. A desk that
// died is cut off from it at once, as the system would do: what it writes afterwards is nowhere.
import { fail, ok, type Result, type VaultReason } from '#shared/fault.ts'
import { HIGH_WATER_SLOT } from '../../../src/main/ledger/audit/high-water.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import type { FastTime } from './time.ts'

/**
 * slow: answers late. silent: not at all, until the limit. memory: there is none, secrets end with
 * the program.
 */
export const moods = ['good', 'slow', 'silent', 'locked', 'absent', 'memory'] as const
export type Mood = (typeof moods)[number]

/** The next key that a request is signed with, or the next mark of the log. */
type KeptAnswer = 'key' | 'mark'

interface Kept {
  isAsked(): boolean
  release(): void
}

export interface Keychain {
  mood: Mood
  /** What it holds, whoever wrote it. */
  slots: Map<string, string>
  /** Nothing is answered until the returned function is called, whatever the mood. */
  hold(): () => void
  /** One answer comes late, as it was when it was asked for: all others come as they do. */
  keep(what: KeptAnswer): Kept
  /** As a starting program finds it. */
  open(): { vault: Vault; cut(): void }
}

const slowMs = 2_500
const silentMs = 10_000

export function makeKeychain(time: FastTime, slots: ReadonlyMap<string, string>): Keychain {
  let held: Promise<void> | null = null
  let kept: { what: KeptAnswer; until: Promise<void>; isAsked: boolean } | null = null
  const keeping = async (what: KeptAnswer | null): Promise<void> => {
    if (kept === null || kept.what !== what || kept.isAsked) return
    kept.isAsked = true
    await kept.until
  }
  const keychain: Keychain = {
    mood: 'good',
    slots: new Map(slots),
    hold: () => {
      let release = (): void => undefined
      held = new Promise((resolve) => (release = resolve))
      return () => {
        held = null
        release()
      }
    },
    keep: (what) => {
      let release = (): void => undefined
      const until = new Promise<void>((resolve) => (release = resolve))
      const one = { what, until, isAsked: false }
      kept = one
      return {
        isAsked: () => one.isAsked,
        release: () => {
          if (kept === one) kept = null
          release()
        },
      }
    },
    open() {
      // Whoever finds no keychain at the start goes on without one, for as long as the program
      // runs.
      if (keychain.mood === 'memory' || keychain.mood === 'absent') {
        const hadKeychain = keychain.mood === 'absent'
        return { vault: createMemoryVault({ hadKeychain }), cut: () => undefined }
      }
      let isCut = false
      const vault: Vault = {
        kind: 'keychain',
        read: (slot) =>
          use(
            () => {
              const secret = keychain.slots.get(slot)
              return secret === undefined ? fault('lost') : ok(secret)
            },
            slot.endsWith('/merchant_control_key') ? 'key' : null,
          ),
        write: (slot, secret) =>
          use(
            () => {
              keychain.slots.set(slot, secret)
              return ok(null)
            },
            slot === HIGH_WATER_SLOT ? 'mark' : null,
          ),
        remove: (slot) =>
          use(() => {
            keychain.slots.delete(slot)
            return ok(null)
          }),
        probe: async () => {
          const reached = await use(() => ok(null))
          if (reached.ok) return { state: 'ready', message: 'The keychain is open.' }
          const { fault: why } = reached
          const isAbsent = why.kind === 'vault' && why.reason === 'absent'
          return { state: isAbsent ? 'absent' : 'locked', message: why.message }
        },
      }
      const use = async <T>(
        act: () => Result<T>,
        what: KeptAnswer | null = null,
      ): Promise<Result<T>> => {
        const refused = await reach()
        if (isCut) return fault('no-answer')
        const answer = refused ?? act()
        await keeping(what)
        return answer
      }
      return {
        vault,
        cut: () => {
          isCut = true
        },
      }
    },
  }
  const reach = async (): Promise<Result<never> | null> => {
    await held
    switch (keychain.mood) {
      case 'good':
        return null
      case 'slow':
        await time.after(slowMs)
        return null
      case 'silent':
        await time.after(silentMs)
        return fault('no-answer')
      case 'locked':
        return fault('locked')
      case 'absent':
      case 'memory':
        return fault('absent')
    }
  }
  return keychain
}

const fault = (reason: VaultReason): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason, message: `The keychain is ${reason}.` })
