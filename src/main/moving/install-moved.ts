// A desk that was taken in from a file, at the start that follows: its ledger has taken this one's
// place; now its keys go into the keychain, and its other files into the folder. Each step may be
// done again: a kill in the middle is finished by the next start. MONEY: it comes before anything
// of the log is compared or signed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { readLog } from '../ledger/audit/audit-rows.ts'
import { checkpointIn, HIGH_WATER_SLOT } from '../ledger/audit/high-water.ts'
import { stopped } from '../ledger/db/sqlite-fault.ts'
import type { OpenLedger } from '../ledger/opening/open-ledger.ts'
import { openMoved } from '../ledger/settings/moved.ts'
import { newSealingKey, readSealingKey, seal, sealingKeyText, unseal } from '../vault/envelope.ts'
import type { Vault } from '../vault/vault.ts'
import { incomingFolder, type Manifest, movingFolder } from './moving-files.ts'
import { syncFile, syncFolder } from '../ledger/copies/sync-file.ts'

/** In the keychain: opens what lies sealed until it is in place. */
const openerSlot = 'move/opener'
const sealedName = 'secrets.sealed'
const belongsTo = (move: string) => ({ connectionId: 'moved-in', fingerprint: move })

type Secrets = Manifest['secrets']

/** Seals the secrets beside the files. Faults: vault. */
export async function putAside(
  folder: string,
  vault: Vault,
  { move, secrets }: Pick<Manifest, 'move' | 'secrets'>,
  write: (place: string, text: string) => Promise<Result<string>>,
): Promise<Result<null>> {
  const bytes = Buffer.from(JSON.stringify(secrets))
  const key = newSealingKey()
  try {
    const written = await vault.write(openerSlot, sealingKeyText(key))
    if (!written.ok) return written
    const sealed = seal(key, belongsTo(move), bytes)
    const put = await write(join(incomingFolder(folder), sealedName), sealed)
    if (!put.ok) return put
    // A power cut leaves the wish and what it needs, or neither.
    syncFile(join(incomingFolder(folder), sealedName))
    syncFolder(incomingFolder(folder))
    return ok(null)
  } finally {
    bytes.fill(0)
    key.bytes.fill(0)
  }
}

export interface Installed {
  moveId: string
  /** Once an entry of the log says that the desk goes on here. */
  finish(): Promise<void>
}

/**
 * Null where nothing was taken in. Faults: denied/money-stopped while the keychain can't be asked:
 * the ledger is closed, and the start waits for the keychain.
 */
export async function installMoved(parts: {
  folder: string
  opened: OpenLedger
  vault: Vault
}): Promise<Result<Installed | null>> {
  const { folder, opened, vault } = parts
  const { db } = opened
  const waits = (why: string): Result<never> => {
    opened.close()
    return fail(stopped(say('moving.keys-not-in-keychain', { why })))
  }
  const finish = async (): Promise<void> => {
    await rm(movingFolder(folder), { recursive: true, force: true })
    await vault.remove(openerSlot)
  }
  const incoming = incomingFolder(folder)
  const sealed = join(incoming, sealedName)
  const moved = openMoved(db)()
  if (!existsSync(sealed) || moved === null) {
    // Nothing came, it was finished before, or the ledger stayed after all.
    if (existsSync(movingFolder(folder))) await finish()
    return ok(null)
  }
  const opener = await vault.read(openerSlot)
  if (!opener.ok) return waits(opener.fault.message)
  const secrets = openSecrets(opener.value, readFileSync(sealed, 'utf8'), moved.moveId)
  if (secrets === null) {
    // Nothing opens them any more: they are of no use but to whoever looks for secrets.
    await finish()
    return ok(null)
  }
  for (const [slot, secret] of Object.entries(secrets)) {
    const written = await vault.write(slot, secret)
    if (!written.ok) return waits(written.fault.message)
  }
  const log = readLog(db)
  if (log === undefined) return ok(null)
  const head = { logId: log.logId, ...log.head() }
  // What came between the entry of the move and its copy is signed by the start that follows: a
  // mark says only what is signed.
  const signed = checkpointIn(db)
  const { logId, size, chain } = signed === null || 'unreadableAt' in signed ? head : signed
  const marked = await vault.write(HIGH_WATER_SLOT, JSON.stringify({ v: 1, logId, size, chain }))
  if (!marked.ok) return waits(marked.fault.message)
  opened.witness.write({ ...head, isTrusted: true, isClosed: true })
  for (const name of ['keys', 'archives']) await putFiles(join(incoming, name), join(folder, name))
  return ok({ moveId: moved.moveId, finish })
}

/** Null for what is of another move, or was changed. */
function openSecrets(opener: string, text: string, move: string): Secrets | null {
  const key = readSealingKey(opener)
  if (key === null) return null
  const opened = unseal(key, belongsTo(move), text)
  key.bytes.fill(0)
  if (opened.state !== 'open') return null
  const secrets = JSON.parse(opened.der.toString('utf8')) as Secrets
  opened.der.fill(0)
  return secrets
}

async function putFiles(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) {
    await rm(join(to, name), { recursive: true, force: true })
    await rename(join(from, name), join(to, name))
  }
}
