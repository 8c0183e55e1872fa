// The desk's methods about keys: set, make, import, show the public half, remove. A secret only
// passes through here on its way to the vault; what is logged and answered is its fingerprint.
// MONEY: a key never serves test and production (invariant 13).
import { turns } from '#shared/time/turns.ts'
import { say } from '#shared/message.ts'
import { createHash, type KeyObject } from 'node:crypto'
import type { Parsed } from '#shared/contract/bridge.ts'
import type { ConnectionDetails, PublicKeyView } from '#shared/bridge/connections.ts'
import type { Connection, KeyRole } from '#shared/connections/connection.ts'
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
  type NamedKey,
  shownOf,
  slotOf,
  type StillSo,
} from '../connections/key-questions.ts'
import { type NextKeyParts, switchKey, testNext } from '../connections/next-key.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import {
  keyOfOtherWorld,
  noConnection,
  noNextKey,
  noPrivateKey,
  notPossible,
} from '../base/faults.ts'

type Methods = Pick<
  Desk,
  | 'key:set-control'
  | 'key:create-rsa'
  | 'key:import-rsa'
  | 'key:public'
  | 'key:save-public'
  | 'key:remove'
  | 'key:test-next'
  | 'key:switch'
>

/** vault/rsa-key.ts. */
export interface RsaKeys {
  create(bits: number): Promise<KeyObject>
  read(text: string, passphrase: string | undefined): Result<KeyObject>
  publicFacts(key: KeyObject): PublicFacts
}

type KeyParts = NextKeyParts

export function createKeyMethods(
  parts: KeyParts,
  rsa: RsaKeys,
  shell: Pick<ShellPorts, 'saveText'>,
): Methods {
  // One after the other: two keys for one slot at once would leave it open which of them is in
  // force.
  const inTurn = turns()

  const adopt = keyAdopter(parts, rsa)

  return {
    'key:set-control': (input) => enterControl(parts, inTurn, input),

    'key:create-rsa': async ({ connectionId, bits, role = 'present' }) => {
      const checked = parts.ports.checked()
      if (checked !== null) await checked
      const before = keyable(parts, connectionId, rsaKey(role))
      if (!before.ok) return before
      const asked = await askToReplace(parts, before.value, rsaKey(role), null)
      if (!asked.ok) return asked
      return inTurn(async () => {
        const found = keyable(parts, connectionId, rsaKey(role), asked.value)
        if (!found.ok) return found
        const key = await rsa.create(bits)
        return adopt(connectionId, { kind: 'key:created', key, role }, asked.value)
      })
    },

    'key:import-rsa': async ({ connectionId, pem, passphrase, role = 'present' }) => {
      const checked = parts.ports.checked()
      if (checked !== null) await checked
      const before = keyable(parts, connectionId, rsaKey(role))
      if (!before.ok) return before
      const key = rsa.read(pem, passphrase)
      if (!key.ok) return key
      const { fingerprint } = rsa.publicFacts(key.value)
      const clash = clashOf(parts, before.value, { ...rsaKey(role), fingerprint })
      if (clash !== null) return clash
      const asked = await askToReplace(parts, before.value, rsaKey(role), fingerprint)
      if (!asked.ok) return asked
      const made = { kind: 'key:imported' as const, key: key.value, role }
      return inTurn(() => adopt(connectionId, made, asked.value))
    },

    'key:public': (input) => publicHalf(parts, rsa, input),

    'key:save-public': async (input) => {
      const found = await publicHalf(parts, rsa, input)
      if (!found.ok) return found
      const { connectionId, pem, fingerprint } = found.value
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
      const asked = await askToRemoveKey(parts, before.value, keyOf(input))
      return asked.ok ? inTurn(() => removeKey(parts, input, asked.value)) : asked
    },

    'key:test-next': (input) => testNext(parts, input),

    'key:switch': (input) => switchKey(parts, inTurn, input),
  }
}

const rsaKey = (role: KeyRole): NamedKey => ({ which: 'private', role })

const keyOf = ({ which, role = 'present' }: Parsed<'key:remove'>): NamedKey => ({ which, role })

/**
 * A connection that may get this key, and that is still what was asked about. Faults: denied.
 */
function keyable(
  parts: ConnectionParts,
  connectionId: string,
  { which, role }: NamedKey,
  stillSo: StillSo = () => ok(null),
): Result<Connection> {
  const found = tamperingFault(parts) ?? ownConnection(parts, connectionId)
  if (!found.ok) return found
  const present = parts.secrets.find(slotOf({ which, role: 'present' }, connectionId))
  if (role === 'next' && present === undefined)
    return fail(notPossible(say('keys.next-needs-present')))
  const asked = stillSo()
  return asked.ok ? found : asked
}

interface NewKey {
  kind: 'key:created' | 'key:imported'
  key: KeyObject
  role: KeyRole
}

type Adopt = (
  connectionId: string,
  made: NewKey,
  stillSo: StillSo,
) => Promise<Result<PublicKeyView>>

/** Keeps a private key, names it in the ledger, and only then lets go of the one before. */
function keyAdopter(parts: KeyParts, rsa: RsaKeys): Adopt {
  const { ports } = parts
  return async (connectionId, { kind, key, role }, stillSo) => {
    // Asked again: making a key takes seconds, and the connection may be gone by now.
    const found = keyable(parts, connectionId, rsaKey(role), stillSo)
    if (!found.ok) return found
    const { pem, fingerprint, bits } = rsa.publicFacts(key)
    const clash = clashOf(parts, found.value, { ...rsaKey(role), fingerprint })
    if (clash !== null) return clash
    const kept = await parts.ring.keep(connectionId, key, role)
    if (!kept.ok) return kept
    const slot = slotOf(rsaKey(role), connectionId)
    const replaced = parts.secrets.find(slot)?.fingerprint ?? null
    const details = { fingerprint, bits, replaced, storedIn: parts.ring.kind, ...roleIn(role) }
    parts.commit(entry(parts, kind, connectionId, details), () =>
      parts.secrets.note(slot, fingerprint),
    )
    const bound = await parts.ring.bind(slot, placeOf(found.value))
    if (!bound.ok) return bound
    // The new key is in force; an old file that stays behind opens for nobody, and the next change
    // removes it.
    const inForce = parts.secrets.find(slotOf(rsaKey('present'), connectionId))?.fingerprint
    const tidied = await parts.ring.tidy(connectionId, inForce)
    if (!tidied.ok) ports.report('key:tidy', new Error(tidied.fault.message))
    ports.onChange({ topic: 'app', connectionId })
    const createdAt = parts.secrets.find(slot)?.createdAt ?? null
    return ok({ connectionId, pem, fingerprint, bits, createdAt })
  }
}

/** An entry about a next key says so. */
const roleIn = (role: KeyRole): { role?: 'next' } => (role === 'next' ? { role } : {})

async function publicHalf(
  parts: ConnectionParts,
  rsa: RsaKeys,
  { connectionId, role = 'present' }: Parsed<'key:public'>,
): Promise<Result<PublicKeyView>> {
  if (parts.store.find(connectionId) === undefined) return fail(noConnection)
  const slot = slotOf(rsaKey(role), connectionId)
  const note = parts.secrets.find(slot)
  if (note === undefined) return fail(role === 'next' ? noNextKey : noPrivateKey)
  const stored = await parts.ring.read(slot)
  if (!stored.ok) return stored
  const key = rsa.read(stored.value, undefined)
  if (!key.ok) return key
  const { pem, fingerprint, bits } = rsa.publicFacts(key.value)
  return ok({ connectionId, pem, fingerprint, bits, createdAt: note.createdAt })
}

/** A connection whose key may be removed. Faults: denied. */
function removable(parts: ConnectionParts, input: Parsed<'key:remove'>): Result<Connection> {
  const { connectionId } = input
  const { which, role } = keyOf(input)
  const found = ownConnection(parts, connectionId)
  const isAsking = which === 'control' && role === 'present'
  return found.ok && isAsking && openCountOf(parts, connectionId) > 0
    ? fail(notPossible(say('connections.open-requests-and-key')))
    : found
}

async function removeKey(
  parts: ConnectionParts,
  input: Parsed<'key:remove'>,
  stillSo: StillSo,
): Promise<Result<ConnectionDetails>> {
  const { connectionId } = input
  const { which, role } = keyOf(input)
  // The question stood open: something may have been sent meanwhile.
  const found = removable(parts, input)
  if (!found.ok) return found
  const asked = stillSo()
  if (!asked.ok) return asked
  const slot = slotOf({ which, role }, connectionId)
  const note = parts.secrets.find(slot)
  if (note === undefined) return ok(detailsOf(parts, found.value))
  const dropped = await dropSecret(parts, slot)
  if (!dropped.ok) return dropped
  const fingerprint = shownOf(which, note.fingerprint)
  const details = { which, fingerprint, ...roleIn(role) }
  parts.commit(entry(parts, 'key:removed', connectionId, details), () => parts.secrets.forget(slot))
  parts.ports.onChange({ topic: 'app', connectionId })
  return ok(detailsOf(parts, found.value))
}

/** Asks where a key is replaced, and only then takes its turn. Faults: input, denied, vault. */
async function enterControl(
  parts: ConnectionParts,
  inTurn: <T>(run: () => Promise<T>) => Promise<T>,
  { connectionId, key, role = 'present' }: Parsed<'key:set-control'>,
): Promise<Result<ConnectionDetails>> {
  const checked = parts.ports.checked()
  if (checked !== null) await checked
  const named: NamedKey = { which: 'control', role }
  const before = keyable(parts, connectionId, named)
  if (!before.ok) return before
  const wrong = faultOfControlKey(key)
  if (wrong !== null) return fail(inputFault('key', wrong))
  const fingerprint = createHash('sha256').update(key).digest('hex')
  const clash = clashOf(parts, before.value, { ...named, fingerprint })
  if (clash !== null) return clash
  const asked = await askToReplace(parts, before.value, named, fingerprint)
  if (!asked.ok) return asked
  return inTurn(async () => {
    const found = keyable(parts, connectionId, named, asked.value)
    if (!found.ok) return found
    const set = await setControl(parts, found.value, { key, fingerprint, role })
    if (!set.ok) return set
    parts.ports.onChange({ topic: 'app', connectionId })
    return ok(detailsOf(parts, found.value))
  })
}

async function setControl(
  parts: ConnectionParts,
  connection: Connection,
  { key, fingerprint, role }: { key: string; fingerprint: string; role: KeyRole },
): Promise<Result<null>> {
  const slot = slotOf({ which: 'control', role }, connection.id)
  // Asked again: another connection may have got this key since.
  const clash = clashOf(parts, connection, { which: 'control', role, fingerprint })
  if (clash !== null) return clash
  const note = parts.secrets.find(slot)
  const kept = await parts.ring.keepControl(connection.id, key, role)
  if (!kept.ok) return kept
  try {
    const replaced = note === undefined ? null : shownOf('control', note.fingerprint)
    const details = {
      ...{ fingerprint: shownOf('control', fingerprint), replaced },
      storedIn: parts.ring.kind,
      ...roleIn(role),
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
  { which, role, fingerprint }: NamedKey & { fingerprint: string },
): Result<never> | null {
  const present = parts.secrets.find(slotOf({ which, role: 'present' }, connection.id))
  if (role === 'next' && present?.fingerprint === fingerprint)
    return fail(inputFault(which === 'control' ? 'key' : 'pem', say('keys.next-is-present')))
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
