// Wires the moving of a whole desk: what the keychain has of it, the copy of its ledger, the sealed
// file, and what is put aside for the next start. Called by assemble.ts. It holds no rule of its
// own; it only connects.
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { say } from '#shared/message.ts'
import type { MoveOutput } from '#shared/moving/move-methods.ts'
import type { Desk, ShellPorts } from '../../desk/base/desk.ts'
import { createMoveMethods } from '../../desk/moving/move-methods.ts'
import type { Gathered, Unpacked } from '../../desk/moving/move-parts.ts'
import type { PeopleParts } from '../../desk/people/stating.ts'
import { rollSlot } from '../../desk/people/roll.ts'
import { AUDIT_KEY_SLOT, knownFingerprint } from '../../ledger/audit/audit-key.ts'
import { ENTRY_KEY_SLOT } from '../../ledger/audit/entry-key.ts'
import { copyFacts } from '../../ledger/copies/copy-facts.ts'
import { movedInName as ledgerName } from '../../ledger/copies/restore.ts'
import { inTransaction } from '../../ledger/db/open.ts'
import { movesTaken } from '../../ledger/settings/moved.ts'
import { statement } from '../../ledger/db/statements.ts'
import { sealingKeySlot } from '../../vault/key-ring.ts'
import { keyPlaceSlot } from '../../vault/key-place.ts'
import type { WhyNot } from '../../vault/desk-file.ts'
import type { WrapCost } from '../../vault/passphrase.ts'
import { personKeySlot } from '../../vault/person-key.ts'
import { saveText } from '../../shell/save-text.ts'
import { sandboxId } from '../sandbox-connection.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import type { WiredPayments } from '../wire-payments.ts'
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
  monotonic: () => number
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
  const { db, audit, seal, vault } = ledger
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
    ...{ moved: ledger.moved, isInTeam: parts.isInTeam },
    taken: () => movesTaken(db),
    isUnused: () => isUnused(parts),
    append: (draft, fault) => {
      const done = inTransaction(db, () => {
        const why = fault?.() ?? null
        if (why !== null) return why
        audit.append(draft)
        return ok(null)
      })
      // MONEY: what a copy of the ledger would forget stands beside it, and in the keychain.
      if (done.ok) seal.maybe('backup')
      return done
    },
    stop: payments.stop,
    gather: () => gather(parts),
    write: (path, passphrase, what) => write(parts, { path, passphrase }, what),
    unpack: async (path, passphrase) => {
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
    putAside: async (what) => {
      if (opened?.what !== what) return fail(inputFault('file', say('set-up.gone')))
      const { move } = opened.manifest
      const put = await putAside(folder, vault, { move, secrets: secretsIn(opened) }, saveText)
      if (!put.ok) return put
      // MONEY: from here on nothing is sent, and the next start goes on with what was opened.
      const copy = join(incomingFolder(folder), ledgerName)
      ledger.opened.restore.ask({ copy, by: payments.ports.actor() })
      forget()
      ledger.onChange({ topic: 'app' })
      return ok(null)
    },
    putBack: async (what) => {
      if (opened?.what !== what) return fail(inputFault('file', say('set-up.gone')))
      for (const [slot, secret] of Object.entries(secretsIn(opened))) {
        const written = await vault.write(slot, secret)
        if (!written.ok) return written
      }
      return ok(null)
    },
    drop,
  })
  return { methods, giveUp }
}

const secretsIn = ({ secret }: Opened): Manifest['secrets'] =>
  (JSON.parse(secret.toString('utf8')) as Manifest).secrets

/** No connection, no people, and no request beside the practice. */
function isUnused({ ledger, people }: Parts): boolean {
  const sent = statement<[string]>(
    ledger.db,
    'SELECT 1 FROM attempt WHERE connection_id <> ? LIMIT 1',
  ).get(sandboxId)
  const hasNone = ledger.connections.all().every(({ isEmbedded }) => isEmbedded)
  return hasNone && !people.roll.isOn() && sent === undefined
}

/** Every slot of the keychain that goes along. The mark is made where the file is opened. */
function slotsOf({ ledger, people }: Parts): string[] {
  const { people: persons } = people.roll.read()
  const keys = ledger.connections
    .all()
    .filter(({ isEmbedded }) => !isEmbedded)
    .flatMap(({ id }) => [
      controlKeySlot(id),
      controlKeySlot(id, 'next'),
      privateKeySlot(id),
      privateKeySlot(id, 'next'),
    ])
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
  for (const slot of slotsOf(parts)) {
    const read = await parts.ledger.vault.read(slot)
    if (read.ok) secrets[slot] = read.value
    else if (read.fault.kind !== 'vault' || read.fault.reason !== 'lost') return read
  }
  return ok({ secrets })
}

async function write(
  { folder, ledger, payments, cost, forget }: Parts,
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
    forget()
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
  { folder, monotonic }: Parts,
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
    const facts = await copyFacts(join(incoming, ledgerName), evidence, monotonic)
    if (!facts.ok) return facts
    const { moved, logId, head: _head, ...held } = facts.value
    if (logId !== manifest.log || moved?.moveId !== manifest.move) return whyNot.changed
    const { log, move, from, by } = manifest
    const slots = Object.keys(secrets)
    const what = { ...held, ...{ log, move, from, by, slots }, movedAt: moved.at }
    return ok({ manifest, secret, what })
  } catch (error) {
    // Gone, on a drive that was taken out, not for this person to read; or no room for it here.
    return fail(inputFault('file', say('moving.not-opened', { why: fileTrouble(error) })))
  }
}
