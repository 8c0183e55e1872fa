// A vault whose RSA private keys lie sealed in files beside the ledger, because a keychain holds
// too little for them; every other slot goes straight to the vault. Without a keychain keys stay in
// memory: nothing is written then. Which file is the key is said by the fingerprint in the ledger:
// a new key lies beside the old one until the ledger names it.
import { say } from '#shared/message.ts'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { codeOf, fail, ok, type Result, type VaultReason } from '#shared/fault.ts'
import {
  newSealingKey,
  readSealingKey,
  seal,
  type SealingKey,
  sealingKeyText,
  unseal,
} from './envelope.ts'
import { createKeyPlaces, type KeyPlace, keyPlaceSlot, type KeyUse } from './key-place.ts'
import { isProven, pemOf, publicFacts } from './rsa-key.ts'
import type { Vault } from './vault.ts'

export const sealingKeySlot = 'keyring/key-encryption-key'

export interface KeyRing extends Vault {
  /**
   * Keeps a private key, proved by opening it again, signing and verifying. read() gives it out
   * once the ledger names its fingerprint; until then the old one stays. Faults: vault.
   */
  keep(connectionId: string, key: KeyObject): Promise<Result<null>>
  /**
   * Keeps a control key, proved by reading it back. What it gives back puts the key from before in
   * its place again, for a caller who could not write its name into the ledger. Faults: vault; then
   * the key from before is in force.
   */
  keepControl(connectionId: string, key: string): Promise<Result<() => Promise<void>>>
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
  /** Removes the sealed keys of a connection but the named one. */
  tidy(connectionId: string, fingerprint: string | undefined): Promise<Result<null>>
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
  const forRun = new Map<string, string>()
  const forgetRun = (slot: string, kept: Result<null>): Result<null> => {
    if (kept.ok) forRun.delete(slot)
    return kept
  }

  const readSlot = (slot: string): Promise<Result<string>> => {
    const ofRun = forRun.get(slot)
    if (ofRun !== undefined) return Promise.resolve(ok(ofRun))
    const [, connectionId, name] = slotForm.exec(slot) ?? []
    if (connectionId === undefined) return vault.read(slot)
    // What the ledger does not name is no key of the connection, whatever a keychain may still
    // hold.
    if (parts.fingerprintOf(slot) === undefined)
      return Promise.resolve(lost(neverSet[name as keyof typeof neverSet]))
    return name === 'private_key' && vault.kind !== 'memory'
      ? sealed.read(connectionId)
      : vault.read(slot)
  }

  return {
    kind: vault.kind,
    read: readSlot,
    bind: (slot, place) => places.bind(slot, place),
    readFor: async (slot, use) => {
      const [, connectionId = ''] = slotForm.exec(slot) ?? []
      const key = await readSlot(slot)
      if (!key.ok || parts.isPractice?.(connectionId, use.url) === true) return key
      const checked = await places.check(slot, use)
      return checked.ok ? key : checked
    },
    write: (slot, secret) => {
      if (connectionOf(slot) !== null) throw new Error('a private key is kept with keep()')
      return vault.write(slot, secret).then((kept) => forgetRun(slot, kept))
    },
    remove: async (slot) => {
      const connectionId = connectionOf(slot)
      const removed = await (connectionId === null || vault.kind === 'memory'
        ? vault.remove(slot)
        : tidy(folder, connectionId, undefined))
      return removed.ok && slotForm.test(slot) ? vault.remove(keyPlaceSlot(slot)) : removed
    },
    probe: () => vault.probe(),
    keep: async (connectionId, key) => {
      const slot = privateKeySlot(connectionId)
      if (vault.kind === 'memory')
        return vault.write(slot, pemOf(key.export({ type: 'pkcs8', format: 'der' })))
      return forgetRun(slot, await sealed.keep(connectionId, key))
    },
    keepForRun: (slot, secret) => void forRun.set(slot, secret),
    isForRun: (slot) => forRun.has(slot),
    keepControl: (connectionId, key) => keepControl(vault, controlKeySlot(connectionId), key),
    tidy: (connectionId, fingerprint) =>
      vault.kind === 'memory' ? Promise.resolve(ok(null)) : tidy(folder, connectionId, fingerprint),
  }
}

/** Private keys in files, each sealed for its connection. */
function sealedKeys(
  vault: Vault,
  { folder, fingerprintOf }: RingParts,
): Pick<KeyRing, 'keep'> & { read(connectionId: string): Promise<Result<string>> } {
  // Two first keys at once would each make a key-encryption key, and one of them be lost.
  let turn: Promise<unknown> = Promise.resolve()

  async function read(connectionId: string): Promise<Result<string>> {
    const fingerprint = fingerprintOf(privateKeySlot(connectionId))
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

async function keepControl(
  vault: Vault,
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

const slotForm = /^connection\/(.+)\/(private_key|merchant_control_key)$/
const neverSet = {
  private_key: say('keys.no-private-key'),
  merchant_control_key: say('keys.no-control-key'),
}

/** The connection of a private key's slot; null for every other slot. */
const connectionOf = (slot: string): string | null => {
  const [, connectionId, name] = slotForm.exec(slot) ?? []
  return name === 'private_key' ? (connectionId ?? null) : null
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
  fingerprint: string | undefined,
): Promise<Result<null>> {
  const kept = fingerprint === undefined ? '' : placeOf(folder, connectionId, fingerprint)
  try {
    for (const name of await readdir(folder))
      if (name.startsWith(`${connectionId}.`) && join(folder, name) !== kept)
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
const unkept = fault('refused', say('keys.not-kept'))
const unproven = fault('refused', say('keys.not-proved'))

/** Errors of the disk are expected here; anything else is a bug and goes on up. */
function unwritable(error: unknown): Result<never> {
  if (codeOf(error) === '') throw error
  return fault('refused', say('keys.not-written', { why: codeOf(error) }))
}
