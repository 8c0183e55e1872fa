// What a connection's key may sign for: the host, the login and the endpoint it was entered for,
// kept beside the key in the vault, where nobody without the vault can change them. A connection
// that leads elsewhere gets no signature until the key is entered for that place.
import { say } from '#shared/message.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { Vault } from './vault.ts'

export interface KeyPlace {
  /** Scheme, host and port. */
  origin: string
  login: string
  endpointId: string
}

/** The request that is about to be signed. */
export interface KeyUse {
  /** The whole address the request goes to. */
  url: string
  login: string
  endpointId: string
}

export const keyPlaceSlot = (slot: string): string => `${slot}/place`

const keyPlaceOf = ({ url, login, endpointId }: KeyUse): KeyPlace => ({
  ...{ origin: new URL(url).origin, login, endpointId },
})

const isSameKeyPlace = (a: KeyPlace, b: KeyPlace): boolean => textOf(a) === textOf(b)

export interface KeyPlaces {
  /** From now on the key of this slot signs for this place alone. */
  bind(slot: string, place: KeyPlace): Promise<Result<null>>
  /** Faults: vault - lost: nobody said what the key is for; refused: it is for another place. */
  check(slot: string, use: KeyUse): Promise<Result<null>>
}

export function createKeyPlaces(vault: Pick<Vault, 'read' | 'write'>): KeyPlaces {
  // A key signs many times in a run; only this program writes here.
  const known = new Map<string, KeyPlace>()
  const placeIn = async (slot: string): Promise<Result<KeyPlace | null>> => {
    const place = known.get(slot)
    if (place !== undefined) return ok(place)
    const stored = await vault.read(keyPlaceSlot(slot))
    if (!stored.ok) {
      const { fault } = stored
      return fault.kind === 'vault' && fault.reason === 'lost' ? ok(null) : stored
    }
    const read = placeOf(stored.value)
    if (read !== null) known.set(slot, read)
    return ok(read)
  }
  return {
    bind: async (slot, place) => {
      known.delete(slot)
      const written = await vault.write(keyPlaceSlot(slot), textOf(place))
      if (written.ok) known.set(slot, place)
      return written
    },
    check: async (slot, use) => {
      const bound = await placeIn(slot)
      if (!bound.ok) return bound
      const wanted = keyPlaceOf(use)
      if (bound.value === null) return fault('lost', unbound(wanted))
      return isSameKeyPlace(bound.value, wanted)
        ? ok(null)
        : fault('refused', elsewhere(bound.value, wanted))
    },
  }
}

const textOf = ({ origin, login, endpointId }: KeyPlace): string =>
  JSON.stringify({ v: 1, origin, login, endpointId })

/** Null for what was not written here. */
function placeOf(text: string): KeyPlace | null {
  try {
    const { v, ...place } = JSON.parse(text) as Record<string, unknown>
    const { origin, login, endpointId } = place
    return v === 1 &&
      typeof origin === 'string' &&
      typeof login === 'string' &&
      typeof endpointId === 'string'
      ? { origin, login, endpointId }
      : null
  } catch {
    // Not JSON at all is no place either.
    return null
  }
}

const shown = ({ origin, login, endpointId }: KeyPlace): string =>
  say('keys.a-key-place', { origin, login, endpointId })

const unbound = (wanted: KeyPlace): string => say('keys.place-not-told', { wanted: shown(wanted) })

const elsewhere = (bound: KeyPlace, wanted: KeyPlace): string =>
  say('keys.place-differs', { bound: shown(bound), wanted: shown(wanted) })

const fault = (reason: 'lost' | 'refused', message: string): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason, message })
