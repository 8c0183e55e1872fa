// Wires the moving of a whole desk: what the keychain has of it, the copy of its ledger, the sealed
// file, and what is put aside for the next start. Called by assemble.ts. It holds no rule of its
// own; it only connects.
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Connection, keySlots } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { say } from '#shared/message.ts'
import type { MoveOutput } from '#shared/moving/move-methods.ts'
import type { Person } from '#shared/people/roll.ts'
import { notPossible } from '../../desk/base/faults.ts'
import type { Desk, ShellPorts } from '../../desk/base/desk.ts'
import { createMoveMethods } from '../../desk/moving/move-methods.ts'
import type { Gathered, MoveParts, Unpacked } from '../../desk/moving/move-parts.ts'
import type { PeopleParts } from '../../desk/people/stating.ts'
import { rollSlot } from '../../desk/people/roll.ts'
import { rollOf } from '../../desk/people/statements.ts'
import { AUDIT_KEY_SLOT, fingerprintIn, knownFingerprint } from '../../ledger/audit/audit-key.ts'
import { ENTRY_KEY_SLOT } from '../../ledger/audit/entry-key.ts'
import { movedInName as ledgerName } from '../../ledger/copies/restore.ts'
import { inTransaction } from '../../ledger/db/open.ts'
import { RESUMED } from '../../ledger/journal/money-stop.ts'
import { movesTaken, retiredAt } from '../../ledger/settings/moved.ts'
import { statement } from '../../ledger/db/statements.ts'
import { sealingKeySlot } from '../../vault/key-ring.ts'
import { keyPlaceSlot } from '../../vault/key-place.ts'
import type { WhyNot } from '../../vault/desk-file.ts'
import type { Vault } from '../../vault/vault.ts'
import type { WrapCost } from '../../vault/passphrase.ts'
import { personKeySlot } from '../../vault/person-key.ts'
import { saveText } from '../../shell/save-text.ts'
import { sandboxId } from '../sandbox-connection.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import { restoreMessage, type WiredPayments } from '../wire-payments.ts'
import { putAside } from '../../moving/install-moved.ts'
import {
  filesOf,
  incomingFolder,
  type Manifest,
  movingFolder,
  readMoved,
  writeMoved,
} from '../../moving/moving-files.ts'

interface Parts {
  folder: string
  ledger: WiredLedger
  payments: WiredPayments
  people: PeopleParts
  shell: Pick<ShellPorts, 'ask' | 'chooseFile' | 'chooseToOpen' | 'restart'>
  isInTeam: () => boolean
  /** A passphrase or a key was used. */
  forget: () => void
  cost: WrapCost | undefined
}

/** What was opened, with its secrets as bytes that can be overwritten. */
interface Opened {
  manifest: Omit<Manifest, 'secrets'>
  secret: Buffer
  what: Unpacked
}

/** As long as a person reads what a file holds. */
const openMs = 600_000

export interface WiredMoving {
  methods: Pick<Desk, keyof MoveOutput>
  /** Whoever opened a file has left: nothing of it is held any more. */
  giveUp: () => void
}

export function wireMoving(parts: Parts): WiredMoving {
  const { folder, ledger, payments } = parts
  const { db, vault } = ledger
  let opened: Opened | null = null
  let timer: NodeJS.Timeout | undefined
  const forget = (): void => {
    clearTimeout(timer)
    opened?.secret.fill(0)
    opened = null
    parts.forget()
  }
  const drop = async (): Promise<void> => {
    forget()
    await rm(incomingFolder(folder), { recursive: true, force: true })
  }
  /** What was put aside for the next start stays. */
  const giveUp = (): void => {
    if (opened === null) return
    drop().catch((error: unknown) => payments.ports.report('move', error))
  }
  const methods = createMoveMethods({
    ...{ ports: payments.ports, people: parts.people, shell: parts.shell },
    ...{ moved: ledger.moved, isInTeam: parts.isInTeam, forget: parts.forget },
    retiredAt: () => retiredAt(db),
    restoreAsked: () => (ledger.opened.restore.asked() === null ? null : restoreMessage),
    taken: () => movesTaken(db),
    isUnused: () => isUnused(parts),
    append: appendIn(ledger),
    stop: payments.stop,
    gather: () => gather(parts),
    write: (path, passphrase, what) => write(parts, { path, passphrase }, what),
    unpack: async (path, passphrase) => {
      const foreign = await keychainFault(parts)
      if (foreign !== null) return foreign
      await drop()
      const read = await unpack(parts, path, passphrase)
      if (!read.ok) {
        await drop()
        return read
      }
      opened = read.value
      timer = setTimeout(giveUp, openMs).unref()
      parts.forget()
      return ok(read.value.what)
    },
    putAside: async (what, fault) => {
      if (opened?.what !== what) return fail(inputFault('file', say('set-up.gone')))
      const foreign = await keychainFault(parts)
      if (foreign !== null) return foreign
      const { move } = opened.manifest
      const put = await putAside(folder, vault, { move, secrets: secretsIn(opened) }, saveText)
      if (!put.ok) return put
      const late = fault()
      if (late !== null) {
        await drop()
        return late
      }
      // MONEY: from here on nothing is sent, and the next start goes on with what was opened.
      const copy = join(incomingFolder(folder), ledgerName)
      ledger.opened.restore.ask({ copy, by: payments.ports.actor() })
      forget()
      ledger.onChange({ topic: 'app' })
      return ok(null)
    },
    putBack: async (what) => {
      if (opened?.what !== what) return fail(inputFault('file', say('set-up.gone')))
      return giveBack(vault, secretsIn(opened))
    },
    drop,
  })
  return { methods, giveUp }
}

const appendIn =
  ({ db, audit, seal }: WiredLedger): MoveParts['append'] =>
  (draft, fault) => {
    const done = inTransaction(db, () => {
      const why = fault?.() ?? null
      if (why !== null) return why
      audit.append(draft)
      return ok(null)
    })
    // MONEY: what a copy of the ledger would forget stands beside it, and in the keychain.
    if (done.ok) seal.maybe('backup')
    return done
  }

/** What this computer kept is its own; only what is lost comes back. Faults: vault. */
async function giveBack(vault: Vault, secrets: Manifest['secrets']): Promise<Result<null>> {
  for (const [slot, secret] of Object.entries(secrets)) {
    if ((await vault.read(slot)).ok) continue
    const written = await vault.write(slot, secret)
    if (!written.ok) return written
  }
  return ok(null)
}

const secretsIn = ({ secret }: Opened): Manifest['secrets'] =>
  (JSON.parse(secret.toString('utf8')) as Manifest).secrets

/**
 * MONEY: why keys of a file would take the place of keys of other records, or null. Faults: denied,
 * vault.
 */
async function keychainFault({ ledger }: Parts): Promise<Result<never> | null> {
  const kept = await ledger.vault.read(AUDIT_KEY_SLOT)
  if (!kept.ok) return kept.fault.kind === 'vault' && kept.fault.reason === 'lost' ? null : kept
  const isOwn = fingerprintIn(kept.value) === knownFingerprint(ledger.db)
  return isOwn ? null : fail(notPossible(say('moving.keychain-of-others')))
}

/**
 * No connection, no people, and no request beside the practice. Where a person ended a stop of
 * money, the keychain may have keys of other records, which this log goes on with.
 */
function isUnused({ ledger, people }: Parts): boolean {
  const resumed = statement<[string]>(
    ledger.db,
    'SELECT 1 FROM audit_entry WHERE kind = ? LIMIT 1',
  ).get(RESUMED)
  if (resumed !== undefined) return false
  const sent = statement<[string]>(
    ledger.db,
    'SELECT 1 FROM attempt WHERE connection_id <> ? LIMIT 1',
  ).get(sandboxId)
  const hasNone = ledger.connections.all().every(({ isEmbedded }) => isEmbedded)
  return hasNone && !people.roll.isOn() && sent === undefined
}

/**
 * Every slot of the keychain that goes along with such records, and no other one. The mark is made
 * where the file is opened.
 */
function slotsOf(
  connections: readonly Connection[],
  persons: ReadonlyMap<string, Pick<Person, 'key'>>,
): string[] {
  const keys = connections.filter(({ isEmbedded }) => !isEmbedded).flatMap(({ id }) => keySlots(id))
  return [
    ...[AUDIT_KEY_SLOT, ENTRY_KEY_SLOT, sealingKeySlot, rollSlot],
    ...keys.flatMap((slot) => [slot, keyPlaceSlot(slot)]),
    ...[...persons.values()].map(({ key }) => personKeySlot(key)),
  ]
}

/** Faults: vault; denied, while the log can't be signed. */
async function gather(parts: Parts): Promise<Result<Gathered>> {
  const signing = await parts.ledger.seal.toSign()
  if (!signing.ok) return signing
  const secrets: Record<string, string> = {}
  const { people } = parts.people.roll.read()
  for (const slot of slotsOf(parts.ledger.connections.all(), people)) {
    const read = await parts.ledger.vault.read(slot)
    if (read.ok) secrets[slot] = read.value
    else if (read.fault.kind !== 'vault' || read.fault.reason !== 'lost') return read
  }
  return ok({ secrets })
}

async function write(
  { folder, ledger, payments, cost }: Parts,
  { path, passphrase }: { path: string; passphrase: string },
  what: Gathered & { move: string; by: string },
): ReturnType<typeof writeMoved> {
  const { readers, seal, audit, db } = ledger
  const out = join(movingFolder(folder), 'out')
  try {
    const { isKeyAway: _isKeyAway, ...evidence } = seal.evidence()
    const at = payments.ports.clock()
    const copy = await readers.long.run('backup', { folder: out, at, evidence })
    const files = filesOf(folder, join(out, copy.file), (name) => !name.startsWith(`${sandboxId}.`))
    const manifest = {
      ...{ v: 1 as const, log: audit.logId, from: hostname(), ...what },
      logKey: knownFingerprint(db) ?? '',
    }
    return await writeMoved(path, { passphrase, cost }, manifest, files)
  } catch (error) {
    // The copy could not be made: nothing of the file is there.
    payments.ports.report('move', error)
    return { failed: fileTrouble(error), isGone: true }
  } finally {
    await rm(out, { recursive: true, force: true }).catch(() => null)
  }
}

const whyNot: Readonly<Record<WhyNot, Result<never>>> = {
  'not-one': fail(inputFault('file', say('moving.not-one'))),
  'other-format': fail(inputFault('file', say('moving.other-format'))),
  'too-long': fail(inputFault('file', say('moving.too-long'))),
  cut: fail(inputFault('file', say('moving.was-cut'))),
  changed: fail(inputFault('file', say('moving.was-changed'))),
  'wrong-passphrase': fail(inputFault('passphrase', say('moving.wrong-passphrase'))),
}

async function unpack(
  { folder, ledger }: Parts,
  path: string,
  passphrase: string,
): Promise<Result<Opened>> {
  const incoming = incomingFolder(folder)
  try {
    const read = await readMoved(path, passphrase, incoming)
    if ('why' in read) return whyNot[read.why]
    const { manifest: whole, secret } = read
    const { secrets, ...manifest } = whole
    const evidence = { expectedFingerprint: manifest.logKey, mark: null }
    const place = retiredAt(ledger.db)
    const file = join(incoming, ledgerName)
    const facts = await ledger.readers.long.run('copy-facts', { file, evidence, place })
    if (!facts.ok) return facts
    const { moved, logId, head: _head, ...held } = facts.value
    if (logId !== manifest.log || moved?.moveId !== manifest.move) return whyNot.changed
    const { log, move, from, by } = manifest
    const slots = Object.keys(secrets)
    if (!isOfRecords(secrets, held, manifest)) return whyNot.changed
    // MONEY: the key that signs the records of this computer is its own.
    const isAnotherKey =
      log === ledger.audit.logId && manifest.logKey !== knownFingerprint(ledger.db)
    if (isAnotherKey) return fail(notPossible(say('moving.another-log-key')))
    const what = { ...held, ...{ log, move, from, by, slots }, movedAt: moved.at }
    return ok({ manifest, secret, what })
  } catch (error) {
    // Gone, on a drive that was taken out, not for this person to read; or no room for it here.
    return fail(inputFault('file', say('moving.not-opened', { why: fileTrouble(error) })))
  }
}

/**
 * MONEY: a forged file would write any slot of the keychain. It has the slots of its own records
 * alone, and the key that signed its log, which only its desk had.
 */
function isOfRecords(
  secrets: Manifest['secrets'],
  { connections, statements }: Pick<Unpacked, 'connections' | 'statements'>,
  { log, logKey }: Pick<Manifest, 'log' | 'logKey'>,
): boolean {
  const known = new Set(slotsOf(connections, rollOf(log, statements).people))
  const key = secrets[AUDIT_KEY_SLOT]
  return (
    Object.keys(secrets).every((slot) => known.has(slot)) &&
    key !== undefined &&
    fingerprintIn(key) === logKey
  )
}
