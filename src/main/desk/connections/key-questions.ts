// Before a stored key is replaced or removed, the system asks. MONEY: a key decides what is signed
// as whom, and no script in the page may change that. The first key of a connection is not asked
// about, as nothing was signed with another one.
import { say } from '#shared/message.ts'
import {
  type Connection,
  controlKeySlot,
  type KeyRole,
  keySlots,
  privateKeySlot,
} from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { quoted } from '#shared/names/unseen.ts'
import { askOutside } from '../base/ask-outside.ts'
import type { Question } from '../base/desk.ts'
import { changedMeanwhile } from '../base/faults.ts'
import { type ConnectionParts, outsideOf } from './connection-parts.ts'

export type WhichKey = 'control' | 'private'

/** A key of a connection, by what it signs and whether it signs now. */
export interface NamedKey {
  which: WhichKey
  role: KeyRole
}

const roles = ['present', 'next'] as const
const allKeys: readonly NamedKey[] = roles.flatMap((role) => [
  { which: 'control', role },
  { which: 'private', role },
])

export const slotOf = ({ which, role }: NamedKey, connectionId: string): string =>
  (which === 'control' ? controlKeySlot : privateKeySlot)(connectionId, role)

/** Of a control key the log and a dialog get no more than the screen: enough to tell two apart. */
export const shownOf = (which: WhichKey, fingerprint: string): string =>
  which === 'control' ? fingerprint.slice(0, 16) : fingerprint

/** What a person said yes to is what is done: asked again in the moment in which it is done. */
export type StillSo = () => Result<null>

/**
 * `fingerprint` of the new key; null while it is not made yet. Faults: denied.
 */
export function askToReplace(
  parts: ConnectionParts,
  connection: Connection,
  key: NamedKey,
  fingerprint: string | null,
): Promise<Result<StillSo>> {
  const slot = slotOf(key, connection.id)
  const { which } = key
  const held = parts.secrets.find(slot)
  if (held === undefined || held.fingerprint === fingerprint)
    return ask(parts, connection, [slot], null)
  return ask(parts, connection, [slot], {
    message: replaceMessage(key, quoted(connection.name)),
    detail: [
      ...placeLines(connection),
      say('keys.fingerprint-of-the-stored-key', { fingerprint: shownOf(which, held.fingerprint) }),
      fingerprint === null
        ? say('keys.new-key-made')
        : say('keys.fingerprint-of-the-new-key', { fingerprint: shownOf(which, fingerprint) }),
    ],
    action: say('keys.replace-the-key'),
  })
}

/** Faults: denied. */
export function askToRemoveKey(
  parts: ConnectionParts,
  connection: Connection,
  key: NamedKey,
): Promise<Result<StillSo>> {
  const slot = slotOf(key, connection.id)
  const held = parts.secrets.find(slot)
  if (held === undefined) return ask(parts, connection, [slot], null)
  const fingerprint = shownOf(key.which, held.fingerprint)
  return ask(parts, connection, [slot], {
    message: removeMessage(key, quoted(connection.name)),
    detail: [...placeLines(connection), say('keys.fingerprint-of-the-stored-key', { fingerprint })],
    action: say('keys.remove-the-key'),
  })
}

/** Faults: denied. */
export function askToRemoveConnection(
  parts: ConnectionParts,
  connection: Connection,
): Promise<Result<StillSo>> {
  const keys = allKeys.flatMap((key) => {
    const held = parts.secrets.find(slotOf(key, connection.id))
    if (held === undefined) return []
    const fingerprint = shownOf(key.which, held.fingerprint)
    if (key.role === 'next') return say('keys.its-next-key-is-removed', { fingerprint })
    return key.which === 'control'
      ? say('keys.its-control-key-is-removed', { fingerprint })
      : say('keys.its-rsa-key-is-removed', { fingerprint })
  })
  return ask(parts, connection, keySlots(connection.id), {
    message: say('keys.ask-to-remove-the-connection', { name: quoted(connection.name) }),
    detail: [...placeLines(connection), ...keys],
    action: say('keys.remove-the-connection'),
  })
}

/**
 * `said`: what the gateway answered to a request that the next key signed. Faults: denied.
 */
export function askToSwitch(
  parts: ConnectionParts,
  connection: Connection,
  which: WhichKey,
  { next, said }: { next: string; said: string },
): Promise<Result<StillSo>> {
  const slots = roles.map((role) => slotOf({ which, role }, connection.id))
  const held = parts.secrets.find(slotOf({ which, role: 'present' }, connection.id))
  const name = quoted(connection.name)
  return ask(parts, connection, slots, {
    message:
      which === 'control'
        ? say('keys.switch-the-control-key', { name })
        : say('keys.switch-the-rsa-key', { name }),
    detail: [
      ...placeLines(connection),
      ...(held === undefined
        ? []
        : [
            say('keys.fingerprint-of-the-stored-key', {
              fingerprint: shownOf(which, held.fingerprint),
            }),
          ]),
      say('keys.fingerprint-of-the-next-key', { fingerprint: shownOf(which, next) }),
      said,
      say('keys.present-key-removed'),
    ],
    action: say('keys.switch-to-the-next-key'),
  })
}

function replaceMessage({ which, role }: NamedKey, name: string): string {
  if (role === 'next')
    return which === 'control'
      ? say('keys.replace-the-next-control-key', { name })
      : say('keys.replace-the-next-rsa-key', { name })
  return which === 'control'
    ? say('keys.replace-the-control-key', { name })
    : say('keys.replace-the-rsa-key', { name })
}

function removeMessage({ which, role }: NamedKey, name: string): string {
  if (role === 'next')
    return which === 'control'
      ? say('keys.remove-the-next-control-key', { name })
      : say('keys.remove-the-next-rsa-key', { name })
  return which === 'control'
    ? say('keys.remove-control-key', { name })
    : say('keys.remove-the-rsa-key', { name })
}

const placeLines = ({ environment, baseUrl, login }: Connection): string[] => [
  environment === 'production'
    ? say('program.in-production')
    : say('program.in-a-test-environment'),
  say('program.at-this-host', { host: new URL(baseUrl).host }),
  say('program.by-this-login', { login: quoted(login) }),
]

async function ask(
  parts: ConnectionParts,
  { id }: Connection,
  about: readonly string[],
  question: Question | null,
): Promise<Result<StillSo>> {
  // Where nobody was asked, nobody was told of the connection's facts: its key alone counts.
  const standing = (): string =>
    JSON.stringify([
      question === null ? null : (parts.store.find(id) ?? null),
      ...about.map((slot) => parts.secrets.find(slot) ?? null),
    ])
  const was = standing()
  if (question !== null) {
    const asked = await askOutside(outsideOf(parts), `connection/${id}`, question)
    if (!asked.ok) return asked
  }
  return ok(() => (standing() === was ? ok(null) : fail(changedMeanwhile)))
}
