// Opens what remembers: the ledger file, the vault beside it, the audit log with its seal and
// proofs, what stops money, the check and the threads that read. Called by assemble.ts. It holds no
// rule of its own; it only connects.
import { join } from 'node:path'
import { say } from '#shared/message.ts'
import type { Change } from '#shared/contract/bridge.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { DeskPorts } from '../desk/base/ports.ts'
import { type AuditDraft, type AuditLog, openAudit } from '../ledger/audit/audit.ts'
import { isKeyed, knownFingerprint } from '../ledger/audit/audit-key.ts'
import { type EntryProofs, openEntryProofs } from '../ledger/audit/entry-proofs.ts'
import { openSeal, type Seal } from '../ledger/audit/seal.ts'
import { type Database, inTransaction, lockFileOf } from '../ledger/db/open.ts'
import {
  beginLedger,
  type BegunLedger,
  lookAtPages,
  type OpenLedger,
} from '../ledger/opening/open-ledger.ts'
import { watchStatements } from '../ledger/db/statements.ts'
import { createMoneyStops, type Stops } from '../ledger/journal/money-stop.ts'
import { type ConnectionStore, openConnections } from '../ledger/settings/connections.ts'
import { deskMovedHere, deskSubject, type Moved, openMoved } from '../ledger/settings/moved.ts'
import { copiesElsewhere } from '../ledger/settings/second-folder.ts'
import { lookAside } from '../ledger/worker/look.ts'
import type { Vault } from '../vault/vault.ts'
import { openClosedFile } from './closed-file.ts'
import { type Installed, installMoved } from '../moving/install-moved.ts'
import { startIntegrityScan } from './integrity-scan.ts'
import { createLedgerCheck, type LedgerCheck, logDoubt } from './ledger-check.ts'
import { openReaders, type Readers } from './open-readers.ts'
import type { Phases } from '../shell/log/phases.ts'
import { type LockTrial, type ProbeLock, tryLock } from './try-lock.ts'

export interface LedgerOptions {
  /** User data: ledger, sandbox file, backups. */
  folder: string
  /** Whose account of the system this is. */
  actor: string
  version: string
  host: string
  openVault: (hasSecrets: boolean) => Promise<Vault>
  probeLock: ProbeLock
  /** The built reader-worker; without it lists and long work run on the ledger's own connection. */
  readerEntry?: URL
  /** The built look-worker; without it the pages of the ledger are looked at in this thread. */
  lookEntry?: URL
  onChange: (change: Change) => void
  report: (incident: string, error: unknown) => void
  /** Called for each statement that took too long, with its SQL. */
  onSlow?: (sql: string, ms: number) => void
  /** Called as the start goes on. */
  reached?: Phases['reached']
}

/** Who is signed in. */
export interface Who {
  /** Where nobody has to be: whose account of the system this is. */
  name(): string
  /** Null where nobody is. */
  person(): { id: string; name: string } | null
}

export interface WiredLedger {
  opened: OpenLedger
  db: Database
  connections: ConnectionStore
  vault: Vault
  audit: AuditLog
  proofs: EntryProofs
  check: LedgerCheck
  seal: Seal
  /** Appends one audit entry in a transaction of its own. */
  note: (draft: AuditDraft) => void
  stops: Stops
  stopMoney: DeskPorts['stopMoney']
  /** Where its records moved; null while work goes on here. */
  moved: () => Moved | null
  lockTrial: LockTrial
  readers: Readers
  /** Something was written: the readers go on from there, and the screens hear of it. */
  onChange: (change: Change) => void
  /** The keychain answered after all, and was compared with. */
  whenCompared: (listener: () => void) => void
  noteOpened(): void
  noteClosed(): void
  /**
   * MONEY: goes on once the ledger was checked, and all that a pack of these orders could be made
   * of is as Paydesk left it. Faults: denied/money-stopped.
   */
  proven<T>(about: { isEmbedded: boolean }, then: () => Promise<Result<T>>): Promise<Result<T>>
  /** Looks at every page in the background. */
  startScan(): void
  /** Resolves once no thread of the check has the ledger open. */
  stopScan(): Promise<void>
}

/**
 * Holds the ledger's lock, and has read nothing yet. Faults: denied/money-stopped when it can't be
 * opened.
 */
export const holdLedger = ({ folder }: LedgerOptions, clock: () => number): Result<BegunLedger> =>
  beginLedger({ file: join(folder, 'ledger.sqlite'), clock })

/** Faults: denied/money-stopped when the ledger can't be opened. */
export async function wireLedger(
  options: LedgerOptions,
  begun: BegunLedger,
  parts: { clock: () => number; monotonic: () => number; who: Who },
): Promise<Result<WiredLedger>> {
  const { report, lookEntry, reached } = options
  const { clock, monotonic, who } = parts
  const { file } = begun
  const looking = lookEntry === undefined ? lookAtPages(begun) : lookAside(lookEntry, begun)
  begun.doubt()
  const looked = await looking
  reached?.('looked')
  const ledger = begun.finish(looked)
  if (!ledger.ok) return ledger
  reached?.('ledger')
  const opened = ledger.value
  const { db } = opened
  if (options.onSlow !== undefined) watchStatements(db, { report: options.onSlow, monotonic })
  const connections = openConnections(db, clock)
  const vault = await options.openVault(connections.hasSecrets() || isKeyed(db))
  const installed = await installMoved({ folder: options.folder, opened, vault })
  if (!installed.ok) return installed
  const proofs = openEntryProofs({
    ...{ db, vault: keychainOf(db, vault), report },
    closedAt: closedAt(opened),
  })
  const audit = openAudit(db, { clock, monotonic, prove: proofs.prove, signedIn: who.person })
  const sealed = await openLogSeal(options, { opened, audit, vault, clock, proofs })
  const { seal } = sealed
  reached?.('keys')
  const note = (draft: AuditDraft): void => {
    inTransaction(db, () => audit.append(draft))
    seal.maybe()
  }
  const onFound = (): void => options.onChange({ topic: 'app' })
  const stops = openStops({ opened, note, clock, seal, proofs, onFound, who: who.name })
  const stopMoney: DeskPorts['stopMoney'] = (message, reach) => {
    stops.add(message, reach)
    onFound()
  }
  const lockTrial = tryLock({
    ...{ lockFile: lockFileOf(file), probe: options.probeLock, stopMoney, report },
  })
  const isShort = (): boolean => audit.head().size <= mostAtOnce
  const readers = openReaders(options, {
    ...{ db, file, monotonic, isShort },
    renewStamp: () => opened.renewStamp(),
  })
  let stopScan = (): void => undefined
  const check = createLedgerCheck({
    ...{ db, seal, proofs, stops, note, report, onFound },
    ...{ long: readers.long, openReader: readers.openAside },
    logDoubt: () => logDoubt(seal, proofs),
    size: () => audit.head().size,
    clock,
    file: openClosedFile({ ledger: opened, version: options.version, clock, long: readers.long }),
  })
  return ok({
    ...{ opened, db, connections, vault, audit, proofs, check, ...sealed, note, stops, stopMoney },
    ...{ lockTrial, readers, moved: openMoved(db) },
    noteOpened: () => noteOpened(options, { opened, audit, seal, installed: installed.value }),
    noteClosed: () => noteClosed(options, { note, audit }),
    onChange: (change) => {
      readers.wake()
      options.onChange(change)
    },
    proven: provenBy({ check, seal, stops }),
    startScan: () => {
      if (isShort()) check.look()
      stopScan = startIntegrityScan(readers.long, opened, {
        ...{ stopMoney, report },
        onLooked: () => void check.now(),
      })
    },
    stopScan: () => {
      stopScan()
      return check.giveUp()
    },
  })
}

/**
 * A log of so many entries is checked within half a second, beside the first rows; a longer one
 * after them.
 */
const mostAtOnce = 10_000

const provenBy =
  ({ check, seal, stops }: Pick<WiredLedger, 'check' | 'seal' | 'stops'>): WiredLedger['proven'] =>
  async ({ isEmbedded }, then) => {
    const signing = await seal.toSign()
    if (!signing.ok) return signing
    const why = (await check.now()) ?? stops.for({ isEmbedded })[0]?.message
    if (why === undefined) return then()
    const message = say('ledger.pack-not-proven', { why })
    return fail({ kind: 'denied', sent: 'no', reason: 'money-stopped', message })
  }

function noteClosed(
  { actor, report }: Pick<LedgerOptions, 'actor' | 'report'>,
  { note, audit }: { note: (draft: AuditDraft) => void; audit: ReturnType<typeof openAudit> },
): void {
  try {
    note(byPaydesk('log:closed', actor))
    audit.end()
  } catch (error) {
    report('log:closed', error)
  }
}

function noteOpened(
  { actor, version, host, report }: LedgerOptions,
  {
    opened,
    audit,
    seal,
    installed,
  }: Pick<WiredLedger, 'opened' | 'audit' | 'seal'> & { installed: Installed | null },
): void {
  const { db, restored } = opened
  const { cutAt } = seal
  const cut = cutAt === null ? {} : { cutAt }
  inTransaction(db, () => {
    audit.append({ ...byPaydesk('log:opened', actor), details: { version, host, ...cut } })
    if (restored !== null)
      audit.append({
        ...byPaydesk('ledger:restored', actor),
        subject: 'ledger',
        details: { ...restored },
      })
    if (installed !== null) {
      copiesElsewhere(db, installed.moveId)
      audit.append({
        ...byPaydesk(deskMovedHere, actor),
        subject: deskSubject,
        details: { move: installed.moveId, key: knownFingerprint(db) },
      })
    }
    seal.maybe('opened')
  })
  opened.noteOpened()
  installed?.finish().catch((error: unknown) => report('move', error))
}

export const byPaydesk = (kind: AuditDraft['kind'], actor: string): AuditDraft => ({
  actor,
  kind,
  outcome: 'ok',
  origin: 'desk',
  subject: 'log',
  details: {},
})

function closedAt({ witness }: OpenLedger): number | null {
  const beside = witness.read()
  return beside?.isClosed === true ? beside.size : null
}

/** A key that stood behind the log was never in memory: only the keychain itself can have it. */
const keychainOf = (db: Database, vault: Vault): Vault =>
  isKeyed(db) ? (vault.lasting ?? vault) : vault

/** What the start found is told by entries, and so is what is put right from now on. */
function openStops(
  parts: Pick<WiredLedger, 'opened' | 'note' | 'seal' | 'proofs'> & {
    clock: () => number
    who: () => string
    onFound: () => void
  },
): Stops {
  const { opened, note, clock, seal, proofs, onFound } = parts
  const stops = createMoneyStops(opened.db, {
    ...{ note, clock, actor: parts.who, seal: withProofs(seal, proofs) },
  })
  opened.whenPutRight((message) => {
    stops.found(message)
    onFound()
  })
  return stops
}

/** The seal of the log, and who hears that the keychain answered. */
async function openLogSeal(
  { report }: Pick<LedgerOptions, 'report'>,
  parts: {
    opened: OpenLedger
    audit: AuditLog
    vault: Vault
    clock: () => number
    proofs: EntryProofs
  },
): Promise<Pick<WiredLedger, 'seal' | 'whenCompared'>> {
  const { opened, audit, clock, proofs } = parts
  let onCompared = (): void => undefined
  await proofs.reopen()
  const seal = await openSeal({
    ...{ db: opened.db, audit, lock: opened.witness, clock, report },
    vault: keychainOf(opened.db, parts.vault),
    onCompared: () => onCompared(),
    unproven: () => proofs.logFault(),
    isProving: () => proofs.key() !== null,
  })
  return {
    seal,
    whenCompared: (listener) => {
      onCompared = listener
    },
  }
}

/** The stops of the log and those of its proofs, as one list. */
const withProofs = (seal: Seal, proofs: EntryProofs): Pick<Seal, 'stops' | 'accept'> => ({
  stops: () => [...seal.stops(), ...proofs.stops()],
  accept: (stop) => {
    if (!proofs.accept(stop)) seal.accept(stop)
  },
})
