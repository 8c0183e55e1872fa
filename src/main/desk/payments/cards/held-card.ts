// A card between its review and its confirmation, in memory alone. It comes in sealed to a key made
// for one review, is opened here and lies in one buffer that is overwritten once it was sent, given
// up, replaced or is too old. Back from a review to its form it stays, for the same connection and
// operation, and no longer than it would have. No ledger, log or answer ever gets it.
import { say } from '#shared/message.ts'
import { createDecipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto'
import { type CardKey, type SealedCard, sealedFor } from '#shared/bridge/cards.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'

/**
 * From its arrival a card waits no longer than this for a confirmation, however often it is
 * reviewed.
 */
export const cardLastsMs = 5 * 60_000

interface CardPlace {
  connectionId: string
  operation: OperationId
}

export interface OpenCard {
  /** Wire fields of the card, as fresh texts: for one signature, then left to the collector. */
  fields(): Record<string, string>
  /** How long it may be held still. */
  leftMs(): number
  /** Overwrites it; it has no fields afterwards. */
  wipe(): void
}

/** At most one card is held: the newest. */
export interface HeldCards {
  begin(place: CardPlace): CardKey
  /**
   * Works once per begin(), whatever comes of it. Faults: input. The caller wipes what it does not
   * hold.
   */
  open(sealed: SealedCard, place: CardPlace): Result<OpenCard>
  hold(attemptId: string, place: CardPlace, card: OpenCard): void
  /** The caller wipes it. Null when it is not held, no longer, or for another place. */
  take(attemptId: string, place: { connectionId: string; operation: string }): OpenCard | null
  drop(attemptId: string): void
  /** At the end of the program. */
  clear(): void
}

export function createHeldCards(randomBytes: (size: number) => Uint8Array): HeldCards {
  let begun: { ticket: string; place: CardPlace; own: ECDH } | null = null
  let held: { attemptId: string; place: string; card: OpenCard; timer: NodeJS.Timeout } | null =
    null

  function clear(): void {
    if (held === null) return
    clearTimeout(held.timer)
    held.card.wipe()
    held = null
  }

  return {
    begin(place) {
      const own = createECDH('prime256v1')
      const publicKey = own.generateKeys('base64')
      const ticket = Buffer.from(randomBytes(16)).toString('base64url')
      begun = { ticket, place, own }
      return { ticket, publicKey }
    },

    open(sealed, place) {
      const own = begun
      begun = null
      if (own === null || own.ticket !== sealed.ticket) return fail(unreadable)
      const plain = openBox(own.own, sealed, place)
      return plain === null || !isCard(plain) ? fail(unreadable) : ok(cardIn(plain))
    },

    hold(attemptId, place, card) {
      clear()
      // A real timer: the card must be gone also when nobody looks at the clock.
      const timer = setTimeout(clear, card.leftMs()).unref()
      held = { attemptId, place: nameOf(place), card, timer }
    },

    take(attemptId, place) {
      if (held?.attemptId !== attemptId || held.place !== nameOf(place)) return null
      const { card, timer } = held
      clearTimeout(timer)
      held = null
      if (card.leftMs() > 0) return card
      card.wipe()
      return null
    },

    drop(attemptId) {
      if (held?.attemptId === attemptId) clear()
    },

    clear,
  }
}

/** Null for what was not sealed to this key, for this place. */
function openBox(own: ECDH, sealed: SealedCard, place: CardPlace): Buffer | null {
  try {
    const { info, bound } = sealedFor(sealed.ticket, place)
    const shared = own.computeSecret(Buffer.from(sealed.publicKey, 'base64'))
    const key = Buffer.from(hkdfSync('sha256', shared, '', info, 32))
    const box = Buffer.from(sealed.box, 'base64')
    // Both key pairs serve once, so the key is new each time and the nonce may be constant.
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(bound))
    decipher.setAuthTag(box.subarray(-16))
    const plain = decipher.update(box.subarray(0, -16))
    for (const done of [shared, key]) done.fill(0)
    try {
      decipher.final()
    } catch {
      plain.fill(0)
      return null
    }
    return plain
  } catch {
    return null
  }
}

const nameOf = (place: { connectionId: string; operation: string }): string =>
  JSON.stringify([place.connectionId, place.operation])

const tab = 0x09
const newline = 0x0a

/** Name and value of each line, as views of the same bytes. */
function* linesOf(plain: Buffer): Generator<[name: string, value: Buffer]> {
  for (let at = 0; at < plain.length;) {
    const end = plain.indexOf(newline, at)
    const split = plain.indexOf(tab, at)
    if (end === -1 || split === -1 || split > end) return
    yield [plain.toString('utf8', at, split), plain.subarray(split + 1, end)]
    at = end + 1
  }
}

function isCard(plain: Buffer): boolean {
  const names = [...linesOf(plain)].map(([name]) => name)
  return names.length > 0 && names.every((name) => cardFields.has(name))
}

const cardIn = (plain: Buffer): OpenCard => {
  let isWiped = false
  // Monotonic: a clock that is set back makes no card last longer.
  const until = performance.now() + cardLastsMs
  return {
    leftMs: () => Math.max(0, until - performance.now()),
    fields: () =>
      isWiped
        ? {}
        : Object.fromEntries([...linesOf(plain)].map(([name, value]) => [name, value.toString()])),
    wipe: () => {
      plain.fill(0)
      isWiped = true
    },
  }
}

const unreadable = inputFault('credit_card_number', say('requests.card-incomplete'))
