// How something is said about the people who work here: with a key that was opened for it, as the
// next statement of the roll and an entry of the log at once.
import { say } from '#shared/message.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { PersonKeys } from '../../vault/person-key.ts'
import type { OutsideParts } from '../base/ask-outside.ts'
import { signInFirst } from '../base/faults.ts'
import { mintId } from '../base/ids.ts'
import type { Said, Signed, StandingRoll } from './roll.ts'
import { draftOf, type Session } from './session.ts'
import type { Person, Roll } from '#shared/people/roll.ts'
import { signedText } from './statements.ts'

export interface PeopleParts {
  roll: StandingRoll
  session: Session
  keys: PersonKeys
  /** Keys are kept where they are there tomorrow. */
  hasKeychain: () => boolean
  randomBytes: (size: number) => Uint8Array
  clock: () => number
  /** Resolves once the ledger was checked against its log. */
  checked: () => Promise<unknown> | null
  onChange: () => void
  outside: OutsideParts
  /** What waits for the approval of this person, or to be sent by them. */
  approvals: (me: string | null) => number | null
  note: (draft: AuditDraft) => void
  /** Why this computer only shows what it has, or null. */
  moved?: () => string | null
}

type NewKey = (
  passphrase: string,
  then: (key: string) => Promise<Result<null>>,
) => Promise<Result<null>>

/** A key that nobody's statement names is taken out again. */
export const newKeyIn =
  ({ keys, roll }: Pick<PeopleParts, 'keys' | 'roll'>): NewKey =>
  async (passphrase, then) => {
    const made = await keys.make(passphrase)
    if (!made.ok) return made
    const stated = await then(made.value)
    // A statement stands although the keychain then took no note of it.
    if (!stated.ok && !isNamed(roll.read(), made.value)) await keys.remove(made.value)
    return stated
  }

type Me = Pick<Person, 'id' | 'name' | 'key'>

/** Whether somebody here, or who asked to take over, has this key. */
export const isNamed = ({ people, recovery }: Roll, key: string): boolean =>
  recovery?.key === key || [...people.values()].some((one) => one.key === key)

/** Faults: input, denied, vault. */
export async function state(
  parts: Pick<PeopleParts, 'roll' | 'session'>,
  by: Me & { own: string },
  kind: AuditKind,
  what: Said,
): Promise<Result<null>> {
  const signed = await signedBy(parts, by, { kind, what, ahead: 0 })
  return signed.ok ? parts.roll.state([signed.value]) : signed
}

async function signedBy(
  { roll, session }: Pick<PeopleParts, 'roll' | 'session'>,
  by: Me & { own: string },
  { kind, what, ahead }: { kind: AuditKind; what: Said; ahead: number },
): Promise<Result<Signed>> {
  const body = roll.next(by.id, what, ahead)
  const signed = await session.sign(by, 'own', { passphrase: by.own, text: signedText(body) })
  if (!signed.ok) return signed
  const { kind: _kind, ...details } = what
  const signature = signed.value.toString('base64')
  const subject = what.kind === 'person' ? `person/${what.id}` : 'log'
  const draft = { ...draftOf(kind, by, 'ok', { ...details, signature }), subject }
  return ok({ draft, body, signature })
}

/** Signs with the key of whoever is signed in. Faults: input, denied, vault. */
export async function stateAsMe(
  parts: PeopleParts,
  own: string,
  kind: AuditKind,
  what: Said,
): Promise<Result<null>> {
  const signed = await signedAsMe(parts, own, [[kind, what]])
  return signed.ok ? parts.roll.state(signed.value) : signed
}

/** Statements one after the other, all signed before any is written. Faults: as stateAsMe(). */
export async function signedAsMe(
  parts: PeopleParts,
  own: string,
  all: readonly (readonly [AuditKind, Said])[],
): Promise<Result<Signed[]>> {
  const signed: Signed[] = []
  for (const [ahead, [kind, what]] of all.entries()) {
    const me = meOf(parts)
    if (me === null) return fail(signInFirst)
    const one = await signedBy(parts, { ...me, own }, { kind, what, ahead })
    if (!one.ok) return one
    signed.push(one.value)
  }
  return ok(signed)
}

export const meOf = ({ roll, session }: Pick<PeopleParts, 'roll' | 'session'>): Person | null =>
  roll.read().people.get(session.me()?.id ?? '') ?? null

/** Why nobody can be added or sign in here, or null. */
export const faultOf = ({ roll, hasKeychain }: Pick<PeopleParts, 'roll' | 'hasKeychain'>) =>
  roll.fault() ?? (hasKeychain() ? null : say('people.needs-a-keychain'))

export const newId = ({ randomBytes }: Pick<PeopleParts, 'randomBytes'>): string =>
  mintId('p-', randomBytes)
