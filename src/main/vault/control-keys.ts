// Merchant control keys in the vault: the present one, and the one that is ready to follow. The
// ledger's fingerprint says which of the two slots holds the key that signs. So a switch is one
// entry of the log; what the keychain has to do for it is finished afterwards, also after a kill.
import { turns } from '#shared/time/turns.ts'
import { say } from '#shared/message.ts'
import { createHash } from 'node:crypto'
import { controlKeySlot, type KeyRole } from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { lostSecret } from './keychain.ts'
import type { Vault } from './vault.ts'

export interface ControlKeys {
  /** Faults: vault - lost: the keychain has another key than the one that the ledger names. */
  read(connectionId: string, role: KeyRole): Promise<Result<string>>
  /**
   * Keeps a key, proved by reading it back. What it gives back puts the key from before in its
   * place again. Faults: vault; then the key from before is in force.
   */
  keep(connectionId: string, role: KeyRole, key: string): Promise<Result<() => Promise<void>>>
  /**
   * Puts a key that was switched to into the slot of the present one. Faults: vault - lost: the key
   * that the ledger names is in neither slot.
   */
  finish(connectionId: string): Promise<Result<null>>
  /** Faults: vault. The other key stays. */
  remove(connectionId: string, role: KeyRole): Promise<Result<null>>
}

export function createControlKeys(
  vault: Pick<Vault, 'kind' | 'read' | 'write' | 'remove'>,
  fingerprintOf: (slot: string) => string | undefined,
): ControlKeys {
  // A key that is kept while another one moves could be removed in its place.
  const inTurn = turns()

  const named = async (connectionId: string, role: KeyRole): Promise<Result<string>> => {
    const slot = controlKeySlot(connectionId, role)
    const stored = await vault.read(slot)
    return !stored.ok || isNamed(stored.value, fingerprintOf(slot)) ? stored : lostSecret(slot)
  }
  const bringHome = async (connectionId: string): Promise<Result<null>> => {
    const [slot, nextSlot] = slotsOf(connectionId)
    const moved = await vault.read(nextSlot)
    // What is in memory ends with the program: no switch is half done there.
    if (!moved.ok) return isLost(moved) || vault.kind === 'memory' ? ok(null) : moved
    if (!isNamed(moved.value, fingerprintOf(slot))) return ok(null)
    const placed = await keepIn(vault, slot, moved.value)
    return placed.ok ? vault.remove(nextSlot) : placed
  }
  const lookAgain = async (connectionId: string, role: KeyRole): Promise<Result<string>> => {
    const again = await named(connectionId, role)
    if (role === 'next' || again.ok || !isLost(again)) return again
    // A kill came between the entry of a switch and the keychain.
    const [slot, nextSlot] = slotsOf(connectionId)
    const moved = await vault.read(nextSlot)
    if (!moved.ok) return isLost(moved) ? again : moved
    if (!isNamed(moved.value, fingerprintOf(slot))) return again
    await bringHome(connectionId)
    return moved
  }
  const afterBringingHome = <T>(
    connectionId: string,
    run: () => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    inTurn(async () => {
      const done = await bringHome(connectionId)
      return done.ok ? run() : done
    })

  return {
    read: async (connectionId, role) => {
      const found = await named(connectionId, role)
      if (found.ok || !isLost(found)) return found
      // While a key is kept, the keychain is ahead of the ledger for a moment.
      return inTurn(() => lookAgain(connectionId, role))
    },
    keep: (connectionId, role, key) =>
      afterBringingHome(connectionId, () => keepIn(vault, controlKeySlot(connectionId, role), key)),
    finish: (connectionId) =>
      afterBringingHome(connectionId, async () => {
        const present = await named(connectionId, 'present')
        return present.ok ? ok(null) : present
      }),
    remove: (connectionId, role) =>
      afterBringingHome(connectionId, () => vault.remove(controlKeySlot(connectionId, role))),
  }
}

async function keepIn(
  vault: Pick<Vault, 'read' | 'write' | 'remove'>,
  slot: string,
  key: string,
): Promise<Result<() => Promise<void>>> {
  const old = await vault.read(slot)
  const undo = async (): Promise<void> => {
    await (old.ok ? vault.write(slot, old.value) : vault.remove(slot))
  }
  const written = await vault.write(slot, key)
  if (!written.ok) return written
  const back = await vault.read(slot)
  if (back.ok && back.value === key) return ok(undo)
  await undo()
  return back.ok ? unkept : back
}

const slotsOf = (connectionId: string): [slot: string, nextSlot: string] => [
  controlKeySlot(connectionId),
  controlKeySlot(connectionId, 'next'),
]

function isNamed(key: string, fingerprint: string | undefined): boolean {
  const bytes = Buffer.from(key, 'utf8')
  const own = createHash('sha256').update(bytes).digest('hex')
  bytes.fill(0)
  return own === fingerprint
}

const isLost = ({ fault }: Extract<Result<unknown>, { ok: false }>): boolean =>
  fault.kind === 'vault' && fault.reason === 'lost'

const unkept: Result<never> = fail({
  ...{ kind: 'vault', sent: 'no', reason: 'refused', message: say('keys.not-kept') },
})
