// The desk's methods about keys: set, make, import, show the public half, remove. A secret only
// passes through here on its way to the vault; what is logged and answered is its fingerprint.
// MONEY: a key never serves test and production (invariant 13).
import { say } from '#shared/message.ts'
import { createHash, type KeyObject } from 'node:crypto'
import type { Parsed } from '#shared/contract/bridge.ts'
import type { ConnectionDetails, PublicKeyView } from '#shared/bridge/connections.ts'
import { type Connection, controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { PublicFacts } from '../../vault/rsa-key.ts'
import {
  type ConnectionParts,
  detailsOf,
  dropSecret,
  entry,
  openCountOf,
  ownConnection,
  placeOf,
  tamperingFault,
} from '../connections/connection-parts.ts'
import { connectionOfOtherEnvironment } from '../connections/connection-rules.ts'
import {
  askToRemoveKey,
  askToReplace,
  shownOf,
  slotOf,
  type StillSo,
} from '../connections/key-questions.ts'
import type { DeskPorts } from '../base/ports.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { keyOfOtherWorld, noConnection, noPrivateKey, notPossible } from '../base/faults.ts'

type Methods = Pick<
  Desk,
  | 'key:set-control'
  | 'key:create-rsa'
  | 'key:import-rsa'
  | 'key:public'
  | 'key:save-public'
  | 'key:remove'
>

/** vault/rsa-key.ts. */
export interface RsaKeys {
  create(bits: number): Promise<KeyObject>
  read(text: string, passphrase: string | undefined): Result<KeyObject>
  publicFacts(key: KeyObject): PublicFacts
}

interface KeyParts extends ConnectionParts {
  ports: ConnectionParts['ports'] & Pick<DeskPorts, 'report'>
}

export function createKeyMethods(
  parts: KeyParts,
  rsa: RsaKeys,
  shell: Pick<ShellPorts, 'saveText'>,
): Methods {
  // One after the other: two keys for one slot at once would leave it open which of them is in
  // force.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const done = last.then(run)
    last = done.catch(() => undefined)
    return done
  }

  const adopt = keyAdopter(parts, rsa)

  return {
    'key:set-control': (input) => enterControl(parts, inTurn, input),

    'key:create-rsa': async ({ connectionId, bits }) => {
      const checked = parts.ports.checked()
      if (checked !== null) await checked
      const before = keyable(parts, connectionId)
      if (!before.ok) return before
      const asked = await askToReplace(parts, before.value, 'private', null)
      if (!asked.ok) return asked
      return inTurn(async () => {
        const found = keyable(parts, connectionId, asked.value)
        if (!found.ok) return found
        return adopt(connectionId, 'key:created', await rsa.create(bits), asked.value)
      })
    },

    'key:import-rsa': async ({ connectionId, pem, passphrase }) => {
      const checked = parts.ports.checked()
      if (checked !== null) await checked
      const before = keyable(parts, connectionId)
      if (!before.ok) return before
      const key = rsa.read(pem, passphrase)
      if (!key.ok) return key
      const { fingerprint } = rsa.publicFacts(key.value)
      const clash = clashOf(parts, before.value, fingerprint)
      if (clash !== null) return clash
      const asked = await askToReplace(parts, before.value, 'private', fingerprint)
      if (!asked.ok) return asked
      return inTurn(() => adopt(connectionId, 'key:imported', key.value, asked.value))
    },

    'key:public': ({ connectionId }) => publicHalf(parts, rsa, connectionId),

    'key:save-public': async ({ connectionId }) => {
      const found = await publicHalf(parts, rsa, connectionId)
      if (!found.ok) return found
      const { pem, fingerprint } = found.value
      const path = await shell.saveText({
        title: say('connections.save-the-public-key'),
        suggestedName: `paydesk-public-key-${fingerprint.slice(0, 8)}.pem`,
        text: pem,
      })
      if (!path.ok) return path
      if (path.value === null) return ok(null)
      const facts = { file: path.value, fingerprint }
      parts.commit(entry(parts, 'key:exported', connectionId, facts))
      return ok({ path: path.value })
    },

    'key:remove': async (input) => {
      const before = removable(parts, input)
      if (!before.ok) return before
      const asked = await askToRemoveKey(parts, before.value, input.which)
      return asked.ok ? inTurn(() => removeKey(parts, input, asked.value)) : asked
    },
  }
}

/** A connection that may get a key, and that is still what was asked about. Faults: denied. */
function keyable(
  parts: ConnectionParts,
  connectionId: string,
  stillSo: StillSo = () => ok(null),
): Result<Connection> {
  const found = tamperingFault(parts) ?? ownConnection(parts, connectionId)
  if (!found.ok) return found
  const asked = stillSo()
  return asked.ok ? found : asked
}

type Adopt = (
  connectionId: string,
  kind: 'key:created' | 'key:imported',
  key: KeyObject,
  stillSo: StillSo,
) => Promise<Result<PublicKeyView>>

/** Keeps a private key, names it in the ledger, and only then lets go of the one before. */
function keyAdopter(parts: KeyParts, rsa: RsaKeys): Adopt {
  const { ports } = parts
  return async (connectionId, kind, key, stillSo) => {
    // Asked again: making a key takes seconds, and the connection may be gone by now.
    const found = keyable(parts, connectionId, stillSo)
    if (!found.ok) return found
    const { pem, fingerprint, bits } = rsa.publicFacts(key)
    const clash = clashOf(parts, found.value, fingerprint)
    if (clash !== null) return clash
    const kept = await parts.ring.keep(connectionId, key)
    if (!kept.ok) return kept
    const slot = privateKeySlot(connectionId)
    const replaced = parts.secrets.find(slot)?.fingerprint ?? null
    parts.commit(
      entry(parts, kind, connectionId, { fingerprint, bits, replaced, storedIn: parts.ring.kind }),
      () => parts.secrets.note(slot, fingerprint),
    )
    const bound = await parts.ring.bind(slot, placeOf(found.value))
    if (!bound.ok) return bound
    // The new key is in force; an old file that stays behind opens for nobody, and the next change
    // removes it.
    const tidied = await parts.ring.tidy(connectionId, fingerprint)
    if (!tidied.ok) ports.report('key:tidy', new Error(tidied.fault.message))
    ports.onChange({ topic: 'app', connectionId })
    const createdAt = parts.secrets.find(slot)?.createdAt ?? null
    return ok({ connectionId, pem, fingerprint, bits, createdAt })
  }
}

async function publicHalf(
  parts: ConnectionParts,
  rsa: RsaKeys,
  connectionId: string,
): Promise<Result<PublicKeyView>> {
  if (parts.store.find(connectionId) === undefined) return fail(noConnection)
  const slot = privateKeySlot(connectionId)
  const note = parts.secrets.find(slot)
  if (note === undefined) return fail(noPrivateKey)
  const stored = await parts.ring.read(slot)
  if (!stored.ok) return stored
  const key = rsa.read(stored.value, undefined)
  if (!key.ok) return key
  const { pem, fingerprint, bits } = rsa.publicFacts(key.value)
  return ok({ connectionId, pem, fingerprint, bits, createdAt: note.createdAt })
}

/** A connection whose key may be removed. Faults: denied. */
function removable(
  parts: ConnectionParts,
  { connectionId, which }: Parsed<'key:remove'>,
): Result<Connection> {
  const found = ownConnection(parts, connectionId)
  return found.ok && which === 'control' && openCountOf(parts, connectionId) > 0
    ? fail(notPossible(say('connections.open-requests-and-key')))
    : found
}

async function removeKey(
  parts: ConnectionParts,
  input: Parsed<'key:remove'>,
  stillSo: StillSo,
): Promise<Result<ConnectionDetails>> {
  const { connectionId, which } = input
  // The question stood open: something may have been sent meanwhile.
  const found = removable(parts, input)
  if (!found.ok) return found
  const asked = stillSo()
  if (!asked.ok) return asked
  const slot = slotOf(which, connectionId)
  const note = parts.secrets.find(slot)
  if (note === undefined) return ok(detailsOf(parts, found.value))
  const dropped = await dropSecret(parts, slot)
  if (!dropped.ok) return dropped
  const fingerprint = shownOf(which, note.fingerprint)
  parts.commit(entry(parts, 'key:removed', connectionId, { which, fingerprint }), () =>
    parts.secrets.forget(slot),
  )
  parts.ports.onChange({ topic: 'app', connectionId })
  return ok(detailsOf(parts, found.value))
}

/** Asks where a key is replaced, and only then takes its turn. Faults: input, denied, vault. */
async function enterControl(
  parts: ConnectionParts,
  inTurn: <T>(run: () => Promise<T>) => Promise<T>,
  { connectionId, key }: Parsed<'key:set-control'>,
): Promise<Result<ConnectionDetails>> {
  const checked = parts.ports.checked()
  if (checked !== null) await checked
  const before = keyable(parts, connectionId)
  if (!before.ok) return before
  const wrong = faultOfControlKey(key)
  if (wrong !== null) return fail(inputFault('key', wrong))
  const fingerprint = createHash('sha256').update(key).digest('hex')
  const clash = clashOf(parts, before.value, fingerprint)
  if (clash !== null) return clash
  const asked = await askToReplace(parts, before.value, 'control', fingerprint)
  if (!asked.ok) return asked
  return inTurn(async () => {
    const found = keyable(parts, connectionId, asked.value)
    if (!found.ok) return found
    const set = await setControl(parts, found.value, { key, fingerprint })
    if (!set.ok) return set
    parts.ports.onChange({ topic: 'app', connectionId })
    return ok(detailsOf(parts, found.value))
  })
}

async function setControl(
  parts: ConnectionParts,
  connection: Connection,
  { key, fingerprint }: { key: string; fingerprint: string },
): Promise<Result<null>> {
  const slot = controlKeySlot(connection.id)
  // Asked again: another connection may have got this key since.
  const clash = clashOf(parts, connection, fingerprint)
  if (clash !== null) return clash
  const note = parts.secrets.find(slot)
  const kept = await parts.ring.keepControl(connection.id, key)
  if (!kept.ok) return kept
  try {
    const replaced = note === undefined ? null : shownOf('control', note.fingerprint)
    const details = {
      ...{ fingerprint: shownOf('control', fingerprint), replaced },
      storedIn: parts.ring.kind,
    }
    parts.commit(entry(parts, 'key:set', connection.id, details), () =>
      parts.secrets.note(slot, fingerprint),
    )
  } catch (error) {
    // The keychain and the ledger must name the same key.
    await kept.value()
    throw error
  }
  // Only now: should this fail, the key signs nothing before it is entered again.
  return parts.ring.bind(slot, placeOf(connection))
}

function clashOf(
  parts: ConnectionParts,
  connection: Connection,
  fingerprint: string,
): Result<never> | null {
  const name = connectionOfOtherEnvironment(
    connection,
    parts.secrets.holders(fingerprint),
    parts.store.all(),
  )
  return name === null ? null : fail(keyOfOtherWorld(name, connection.environment))
}

function faultOfControlKey(key: string): string | null {
  if (key.includes('-----BEGIN')) return say('connections.key-in-pem-form')
  if (/^<.*>$/.test(key)) return say('connections.this-is-a-placeholder')
  return /^[\x21-\x7e]+$/.test(key) ? null : say('connections.the-key-holds-a-space')
}
