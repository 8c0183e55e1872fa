// Before a stored key is replaced or removed, the system asks. MONEY: a key decides what is signed
// as whom, and no script in the page may change that. The first key of a connection is not asked
// about, as nothing was signed with another one.
import { say } from '#shared/message.ts'
import { type Connection, controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { quoted } from '#shared/names/unseen.ts'
import { askOutside } from '../base/ask-outside.ts'
import type { Question } from '../base/desk.ts'
import { changedMeanwhile } from '../base/faults.ts'
import { type ConnectionParts, outsideOf } from './connection-parts.ts'

export type WhichKey = 'control' | 'private'
const both: readonly WhichKey[] = ['control', 'private']

export const slotOf = (which: WhichKey, connectionId: string): string =>
  (which === 'control' ? controlKeySlot : privateKeySlot)(connectionId)

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
  which: WhichKey,
  fingerprint: string | null,
): Promise<Result<StillSo>> {
  const held = parts.secrets.find(slotOf(which, connection.id))
  if (held === undefined || held.fingerprint === fingerprint)
    return ask(parts, connection, [which], null)
  const name = quoted(connection.name)
  return ask(parts, connection, [which], {
    message:
      which === 'control'
        ? say('keys.replace-the-control-key', { name })
        : say('keys.replace-the-rsa-key', { name }),
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
  which: WhichKey,
): Promise<Result<StillSo>> {
  const held = parts.secrets.find(slotOf(which, connection.id))
  if (held === undefined) return ask(parts, connection, [which], null)
  const name = quoted(connection.name)
  const fingerprint = shownOf(which, held.fingerprint)
  return ask(parts, connection, [which], {
    message:
      which === 'control'
        ? say('keys.remove-control-key', { name })
        : say('keys.remove-the-rsa-key', { name }),
    detail: [...placeLines(connection), say('keys.fingerprint-of-the-stored-key', { fingerprint })],
    action: say('keys.remove-the-key'),
  })
}

/** Faults: denied. */
export function askToRemoveConnection(
  parts: ConnectionParts,
  connection: Connection,
): Promise<Result<StillSo>> {
  const keys = both.flatMap((which) => {
    const held = parts.secrets.find(slotOf(which, connection.id))
    if (held === undefined) return []
    const fingerprint = shownOf(which, held.fingerprint)
    return which === 'control'
      ? say('keys.its-control-key-is-removed', { fingerprint })
      : say('keys.its-rsa-key-is-removed', { fingerprint })
  })
  return ask(parts, connection, both, {
    message: say('keys.ask-to-remove-the-connection', { name: quoted(connection.name) }),
    detail: [...placeLines(connection), ...keys],
    action: say('keys.remove-the-connection'),
  })
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
  about: readonly WhichKey[],
  question: Question | null,
): Promise<Result<StillSo>> {
  // Where nobody was asked, nobody was told of the connection's facts: its key alone counts.
  const standing = (): string =>
    JSON.stringify([
      question === null ? null : (parts.store.find(id) ?? null),
      ...about.map((which) => parts.secrets.find(slotOf(which, id)) ?? null),
    ])
  const was = standing()
  if (question !== null) {
    const asked = await askOutside(outsideOf(parts), `connection/${id}`, question)
    if (!asked.ok) return asked
  }
  return ok(() => (standing() === was ? ok(null) : fail(changedMeanwhile)))
}
