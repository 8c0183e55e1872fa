// A vault whose RSA private keys lie sealed in files beside the ledger, because a keychain holds
// too little for them; every other slot goes straight to the vault. Without a keychain keys stay in
// memory: nothing is written then. Which file is the key is said by the fingerprint in the ledger:
// a new key lies beside the old one until the ledger names it.
import { say } from '#shared/message.ts'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { controlKeySlot, type KeyRole, privateKeySlot } from '#shared/connections/connection.ts'
import { codeOf, fail, ok, type Result, type VaultReason } from '#shared/fault.ts'
import {
  newSealingKey,
  readSealingKey,
  seal,
  type SealingKey,
  sealingKeyText,
  unseal,
} from './envelope.ts'
import { type ControlKeys, createControlKeys } from './control-keys.ts'
import { createKeyPlaces, type KeyPlace, keyPlaceSlot, type KeyUse } from './key-place.ts'
import { isProven, pemOf, publicFacts } from './rsa-key.ts'
import type { Vault } from './vault.ts'

export const sealingKeySlot = 'keyring/key-encryption-key'

export interface KeyRing extends Vault {
  /**
   * Keeps a private key, proved by opening it again, signing and verifying. read() gives it out
   * once the ledger names its fingerprint; until then the old one stays. Faults: vault.
   */
  keep(connectionId: string, key: KeyObject, role?: KeyRole): Promise<Result<null>>
  /**
   * Keeps a control key, proved by reading it back. What it gives back puts the key from before in
   * its place again, for a caller who could not write its name into the ledger. Faults: vault; then
   * the key from before is in force.
   */
  keepControl(
    connectionId: string,
    key: string,
    role?: KeyRole,
  ): Promise<Result<() => Promise<void>>>
  /**
   * Opens the next key for the last time before it signs. The caller then names it in the ledger as
   * the present one, and finishes; where the ledger could not be written, it undoes. A kill in
   * between leaves the key that the ledger names. Faults: vault.
   */
  toSwitch(which: 'control' | 'private', connectionId: string): Promise<Result<KeySwitch>>
  /**
   * Keeps a secret in memory until it is kept for good or the program ends: the embedded sandbox
   * works while the keychain can't be used. Never for a key that a person entered: that one would
   * be gone without a word.
   */
  keepForRun(slot: string, secret: string): void
  isForRun(slot: string): boolean
  /**
   * The key of this slot signs for this place alone (key-place.ts). Call it once the ledger names
   * the key. Faults: vault.
   */
  bind(slot: string, place: KeyPlace): Promise<Result<null>>
  /**
   * read(), for signing this. Faults: as read(); vault - lost or refused where the key is not for
   * that place.
   */
  readFor(slot: string, use: KeyUse): Promise<Result<string>>
  /** Removes the sealed keys of a connection but the named one and the next one. */
  tidy(connectionId: string, fingerprint: string | undefined): Promise<Result<null>>
}

interface KeySwitch {
  /** Removes the key from before. Faults: vault; what is left opens for nobody. */
  finish(): Promise<Result<null>>
  undo(): Promise<void>
}

interface RingParts {
  /** Where the sealed keys lie. */
  folder: string
  /** The ledger's: which key a slot holds; undefined when none was ever set. */
  fingerprintOf: (slot: string) => string | undefined
  /**
   * The address of the embedded sandbox, which changes with every run and whose keys are nobody's
   * secret.
   */
  isPractice?: (connectionId: string, url: string) => boolean
}

export function keyRing(vault: Vault, parts: RingParts): KeyRing {
  const { folder } = parts
  const places = createKeyPlaces(vault)
  const sealed = sealedKeys(vault, parts)
  const controls = createControlKeys(vault, parts.fingerprintOf)
  const forRun = new Map<string, string>()
  const forgetRun = (slot: string, kept: Result<null>): Result<null> => {
    if (kept.ok) forRun.delete(slot)
    return kept
  }

  const readSlot = (slot: string): Promise<Result<string>> => {
    const ofRun = forRun.get(slot)
    if (ofRun !== undefined) return Promise.resolve(ok(ofRun))
    const of = keySlotOf(slot)
    if (of === null) return vault.read(slot)
    // What the ledger does not name is no key of the connection, whatever a keychain may still
    // hold.
    if (parts.fingerprintOf(slot) === undefined)
      return Promise.resolve(lost(of.role === 'next' ? noNext : neverSet[of.name]))
    if (of.name === 'merchant_control_key') return controls.read(of.connectionId, of.role)
    return vault.kind === 'memory' ? vault.read(slot) : sealed.read(of.connectionId, of.role)
  }

  return {
    kind: vault.kind,
    read: readSlot,
    bind: (slot, place) => places.bind(slot, place),
    readFor: async (slot, use) => {
      const key = await readSlot(slot)
      const connectionId = keySlotOf(slot)?.connectionId ?? ''
      if (!key.ok || parts.isPractice?.(connectionId, use.url) === true) return key
      const checked = await places.check(slot, use)
      return checked.ok ? key : checked
    },
    write: (slot, secret) => {
      if (keySlotOf(slot)?.name === 'private_key')
        throw new Error('a private key is kept with keep()')
      return vault.write(slot, secret).then((kept) => forgetRun(slot, kept))
    },
    remove: (slot) => removeSlot({ vault, controls, ...parts }, slot),
    probe: () => vault.probe(),
    keep: async (connectionId, key, role = 'present') => {
      const slot = privateKeySlot(connectionId, role)
      if (vault.kind === 'memory')
        return vault.write(slot, pemOf(key.export({ type: 'pkcs8', format: 'der' })))
      return forgetRun(slot, await sealed.keep(connectionId, key))
    },
    keepForRun: (slot, secret) => void forRun.set(slot, secret),
    isForRun: (slot) => forRun.has(slot),
    keepControl: (connectionId, key, role = 'present') => controls.keep(connectionId, role, key),
    toSwitch: async (which, connectionId) => {
      const slotIn = which === 'control' ? controlKeySlot : privateKeySlot
      const [slot, nextSlot] = [slotIn(connectionId), slotIn(connectionId, 'next')]
      const next = await readSlot(nextSlot)
      if (!next.ok) return next
      const removePlace = () => vault.remove(keyPlaceSlot(nextSlot))
      if (which === 'private' && vault.kind === 'memory')
        return switchInMemory(vault, { slot, nextSlot, key: next.value })
      return ok({
        finish: async () => {
          const finished = await (which === 'control'
            ? controls.finish(connectionId)
            : tidy(folder, connectionId, [parts.fingerprintOf(slot)]))
          return finished.ok ? removePlace() : finished
        },
        undo: () => Promise.resolve(),
      })
    },
    tidy: (connectionId, fingerprint) => {
      const next = parts.fingerprintOf(privateKeySlot(connectionId, 'next'))
      return vault.kind === 'memory'
        ? Promise.resolve(ok(null))
        : tidy(folder, connectionId, [fingerprint, next])
    },
  }
}

/** What is in memory is gone with the program: no kill can come between. */
async function switchInMemory(
  vault: Vault,
  { slot, nextSlot, key }: { slot: string; nextSlot: string; key: string },
): Promise<Result<KeySwitch>> {
  const old = await vault.read(slot)
  const written = await vault.write(slot, key)
  if (!written.ok) return written
  return ok({
    finish: () => vault.remove(nextSlot),
    undo: async () => void (await (old.ok ? vault.write(slot, old.value) : vault.remove(slot))),
  })
}

/** The key of one slot; the other key of its kind stays. Faults: vault. */
async function removeSlot(
  { vault, controls, folder, fingerprintOf }: RingParts & { vault: Vault; controls: ControlKeys },
  slot: string,
): Promise<Result<null>> {
  const of = keySlotOf(slot)
  if (of === null) return vault.remove(slot)
  const { connectionId, role, name } = of
  const other = privateKeySlot(connectionId, role === 'next' ? 'present' : 'next')
  const removed = await (name === 'merchant_control_key'
    ? controls.remove(connectionId, role)
    : vault.kind === 'memory'
      ? vault.remove(slot)
      : tidy(folder, connectionId, [fingerprintOf(other)]))
  return removed.ok ? vault.remove(keyPlaceSlot(slot)) : removed
}

/** Private keys in files, each sealed for its connection. */
function sealedKeys(
  vault: Vault,
  { folder, fingerprintOf }: RingParts,
): Pick<KeyRing, 'keep'> & { read(connectionId: string, role: KeyRole): Promise<Result<string>> } {
  // Two first keys at once would each make a key-encryption key, and one of them be lost.
  let turn: Promise<unknown> = Promise.resolve()

  async function read(connectionId: string, role: KeyRole): Promise<Result<string>> {
    const fingerprint = fingerprintOf(privateKeySlot(connectionId, role))
    if (fingerprint === undefined) return lost(neverSet.private_key)
    const text = await readText(placeOf(folder, connectionId, fingerprint))
    if (!text.ok) return text
    const key = await sealingKey(vault)
    if (!key.ok) return key
    const pem = openText(key.value, { connectionId, fingerprint }, text.value)
    key.value.bytes.fill(0)
    return pem
  }

  async function keepSealed(connectionId: string, key: KeyObject): Promise<Result<null>> {
    const facts = publicFacts(key)
    const belonging = { connectionId, fingerprint: facts.fingerprint }
    const sealing = await sealingKeyOrNew(vault)
    if (!sealing.ok) return sealing
    const der = key.export({ type: 'pkcs8', format: 'der' })
    const place = placeOf(folder, connectionId, facts.fingerprint)
    const draft = `${place}.new`
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeSynced(draft, seal(sealing.value, belonging, der))
      // What the disk gives back is what will have to sign: it is opened and tried before it takes
      // its place.
      const back = openText(sealing.value, belonging, await readFile(draft, 'utf8'))
      if (!back.ok || !isProven(createPrivateKey(back.value), facts)) {
        await rm(draft, { force: true })
        return back.ok ? unproven : back
      }
      await rename(draft, place)
      await syncFolder(folder)
      return ok(null)
    } catch (error) {
      return unwritable(error)
    } finally {
      for (const done of [der, sealing.value.bytes]) done.fill(0)
    }
  }

  return {
    read,
    keep: (connectionId, key) => {
      const kept = turn.then(() => keepSealed(connectionId, key))
      turn = kept.catch(() => undefined)
      return kept
    },
  }
}

const slotForm = /^connection\/(.+)\/(next_)?(private_key|merchant_control_key)$/
const neverSet = {
  private_key: say('keys.no-private-key'),
  merchant_control_key: say('keys.no-control-key'),
}
const noNext = say('keys.no-next-key')

interface KeySlot {
  connectionId: string
  role: KeyRole
  name: keyof typeof neverSet
}

/** Null for a slot of something else. */
function keySlotOf(slot: string): KeySlot | null {
  const [, connectionId, next, name] = slotForm.exec(slot) ?? []
  if (connectionId === undefined) return null
  const role = next === undefined ? 'present' : 'next'
  return { connectionId, role, name: name as KeySlot['name'] }
}

/**
 * `<connection>.<beginning of the fingerprint>.sealed`. Ids are minted here: one that could leave
 * the folder is a bug.
 */
function placeOf(folder: string, connectionId: string, fingerprint: string): string {
  if (!/^[a-z0-9-]{1,64}$/.test(connectionId) || !/^[0-9a-f]{64}$/.test(fingerprint))
    throw new Error('not a connection and a fingerprint')
  return join(folder, `${connectionId}.${fingerprint.slice(0, 16)}.sealed`)
}

async function tidy(
  folder: string,
  connectionId: string,
  fingerprints: readonly (string | undefined)[],
): Promise<Result<null>> {
  const kept = fingerprints.map((one) =>
    one === undefined ? '' : placeOf(folder, connectionId, one),
  )
  try {
    for (const name of await readdir(folder))
      if (name.startsWith(`${connectionId}.`) && !kept.includes(join(folder, name)))
        await rm(join(folder, name), { force: true })
    return ok(null)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? ok(null) : unwritable(error)
  }
}

async function readText(place: string): Promise<Result<string>> {
  try {
    return ok(await readFile(place, 'utf8'))
  } catch (error) {
    return codeOf(error) === 'ENOENT'
      ? lost(say('keys.sealed-gone'))
      : fault('refused', say('keys.sealed-unreadable', { why: codeOf(error) }))
  }
}

function openText(
  key: SealingKey,
  belonging: { connectionId: string; fingerprint: string },
  text: string,
): Result<string> {
  const opened = unseal(key, belonging, text)
  switch (opened.state) {
    case 'open': {
      const pem = pemOf(opened.der)
      opened.der.fill(0)
      return ok(pem)
    }
    case 'damaged':
      return fault('refused', say('keys.sealed-damaged'))
    case 'foreign':
      return fault('refused', say('keys.sealed-changed'))
    case 'other-key':
      return lost(say('keys.sealed-with-other-key'))
  }
}

async function sealingKey(vault: Vault): Promise<Result<SealingKey>> {
  const stored = await vault.read(sealingKeySlot)
  if (!stored.ok) {
    const { fault: why } = stored
    return why.kind === 'vault' && why.reason === 'lost' ? lost(say('keys.opener-absent')) : stored
  }
  const key = readSealingKey(stored.value)
  return key === null ? fault('refused', say('keys.opener-unreadable')) : ok(key)
}

/** A new one only when the keychain answers that it has none: never for one that is locked. */
async function sealingKeyOrNew(vault: Vault): Promise<Result<SealingKey>> {
  const known = await sealingKey(vault)
  if (known.ok || known.fault.kind !== 'vault' || known.fault.reason !== 'lost') return known
  const written = await vault.write(sealingKeySlot, sealingKeyText(newSealingKey()))
  // Only what the keychain gives back will be there tomorrow.
  return written.ok ? sealingKey(vault) : written
}

async function writeSynced(place: string, text: string): Promise<void> {
  await rm(place, { force: true })
  const file = await open(place, 'wx', 0o600)
  try {
    await file.writeFile(text, 'utf8')
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * A name is on the disk only when its folder is. Windows can't open a folder, and does it by
 * itself.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const fault = (reason: VaultReason, message: string): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason, message })
const lost = (message: string): Result<never> => fault('lost', message)
const unproven = fault('refused', say('keys.not-proved'))

/** Errors of the disk are expected here; anything else is a bug and goes on up. */
function unwritable(error: unknown): Result<never> {
  if (codeOf(error) === '') throw error
  return fault('refused', say('keys.not-written', { why: codeOf(error) }))
}
