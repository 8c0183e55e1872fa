// Builds the desk from its rooms: ledger, vault, gateway, sandbox connection, poller. Called by index.ts with Electron's parts and
// by journeys without a window. It holds no rule of its own; it only connects.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Change } from '#shared/bridge.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { createAuditDesk } from './desk/audit-desk.ts'
import { closable } from './desk/closing.ts'
import { createDesk } from './desk/create-desk.ts'
import type { Desk, ShellPorts } from './desk/desk.ts'
import { createHeldCards } from './desk/held-card.ts'
import { createLookUpDesk } from './desk/look-up-desk.ts'
import { createLongWork } from './desk/long-work.ts'
import type { DeskPorts } from './desk/ports.ts'
import { recover } from './desk/recover.ts'
import { startPoller } from './desk/settle.ts'
import { deskState } from './desk/state.ts'
import { openUndoRoom } from './desk/undo.ts'
import { closeOutcomes } from './desk/write-outcome.ts'
import { type AuditDraft, openAudit } from './ledger/audit.ts'
import { openConnections } from './ledger/connections.ts'
import { type BackupTiming, startBackups } from './ledger/backup.ts'
import { csvText, tableText } from './ledger/csv.ts'
import { exportAudit } from './ledger/export.ts'
import type { ContentQuery } from './ledger/export-content.ts'
import { openKeptShelf } from './ledger/kept.ts'
import { openJournal } from './ledger/journal.ts'
import { inTransaction, openLedger } from './ledger/open.ts'
import { openNotes } from './ledger/notes.ts'
import { openOrders } from './ledger/orders.ts'
import { writePack } from './ledger/pack.ts'
import { openRecipients } from './ledger/recipients.ts'
import type { RunOptions } from './ledger/reader.ts'
import { openSeal, type Seal } from './ledger/seal.ts'
import { createStops } from './ledger/stops.ts'
import type { VerifyOptions } from './ledger/verify.ts'
import { lookThrough } from './look-through.ts'
import { openReaders } from './open-readers.ts'
import { placeSandbox, type SandboxHandle } from './sandbox-connection.ts'
import type { Vault } from './vault/vault.ts'
import { wireArchives } from './wire-archives.ts'
import { wireConnections } from './wire-connections.ts'

export interface AssembleOptions {
  /** User data: ledger, sandbox file, backups. */
  folder: string
  migrationsDir: string
  resourcesDir: string
  version: string
  host: string
  actor: string
  openVault: (hasSecrets: boolean) => Promise<Vault>
  startSandbox: (dbFile: string) => Promise<SandboxHandle>
  /** The built reader-worker; without it lists and long work run on the ledger's own connection. */
  readerEntry?: URL
  shell: ShellPorts
  onChange: (change: Change) => void
  report: (incident: string, error: unknown) => void
  clock?: () => number
  /** When copies of the ledger are looked after; the usual when left out. */
  backupTiming?: BackupTiming
}

export interface Assembled {
  desk: Desk
  close(): Promise<void>
}

/** Faults: denied/money-stopped when the ledger can't be opened; everything else is shown on screen by the desk's state. */
export async function assemble(options: AssembleOptions): Promise<Result<Assembled>> {
  const { actor, version, host, report, migrationsDir } = options
  const clock = options.clock ?? Date.now
  const monotonic = (): number => performance.now()
  const file = join(options.folder, 'ledger.sqlite')
  const opened = openLedger({ file, migrationsDir, clock })
  if (!opened.ok) return opened
  const { db } = opened.value
  const connections = openConnections(db, clock)
  const vault = await options.openVault(connections.hasSecrets())
  const audit = openAudit(db, { clock, monotonic })
  const seal = await openSeal({ db, audit, vault, clock, report })
  const note = (draft: AuditDraft): void => {
    inTransaction(db, () => audit.append(draft))
    seal.maybe()
  }
  const stops = createStops(db, { findings: opened.value.findings, seal, note, clock, actor })
  const stopMoney = (reason: string): void => {
    stops.add(reason)
    options.onChange({ topic: 'desk' })
  }
  const readers = openReaders(options, { db, file, monotonic })
  const wake = (): void => {
    readers.lists.wake()
    readers.long.wake()
  }
  const work = createLongWork(options.onChange)
  const onChange = (change: Change): void => {
    wake()
    options.onChange(change)
  }

  const wired = wireConnections({
    db,
    audit,
    vault,
    store: connections,
    folder: options.folder,
    environment: process.env,
    clock,
    onCommitted: () => seal.maybe(),
    onChange,
    report,
  })
  const ports: DeskPorts = {
    journal: openJournal(db, audit, {
      clock,
      onMoved: ({ id, connectionId, orderid, risk, settledAt }) => {
        // The arrow is committed: what fails here must not look as if it had not been taken.
        try {
          seal.maybe(risk === 'money' && settledAt !== null)
          onChange({ topic: 'attempt', connectionId, orderid })
        } catch (error) {
          report(id, error)
        }
      },
    }),
    orders: openOrders(db, audit, clock),
    notes: openNotes(db, audit, clock),
    recipients: openRecipients(db, audit, clock),
    audit,
    connections,
    gateway: wired.gateway,
    cards: createHeldCards(randomBytes),
    clock,
    randomBytes,
    actor,
    moneyStop: stops.current,
    stopMoney,
    undo: openUndoRoom({ clock, onChange }),
    onChange,
    report,
  }

  note({ ...byDesk('log:opened', actor), details: { version, host } })
  const { unsent } = recover(ports)
  const sandbox = await options.startSandbox(join(options.folder, 'sandbox.sqlite'))
  const place = () => placeSandbox({ sandbox, connections, ...wired, actor })
  await place()
  const poller = startPoller(ports)

  /** Null while the key that signs is out of reach. */
  const exporter = (run: RunOptions) => {
    const checkpointer = seal.checkpointer()
    const { resourcesDir } = options
    const writeContent = (query: ContentQuery) => readers.long.run('write', query, run)
    return checkpointer === null
      ? null
      : { audit, db, checkpointer, version, clock, resourcesDir, writeContent }
  }

  const whole = createDesk({
    ports,
    poller,
    shell: options.shell,
    note,
    state: () =>
      deskState({
        ports,
        vaultKind: vault.kind,
        probeVault: () => vault.probe(),
        trainingOrders: sandbox.trainingOrders,
        keyFingerprint: () => seal.checkpointer()?.fingerprint ?? null,
        clockWarnings: wired.clockWarnings,
        backupFault: () => backups.fault(),
        leftUnsent: unsent,
        version,
        host,
      }),
    retryVault: async () => {
      await seal.reopen()
      await place()
    },
    resumeMoney: stops.resume,
    connections: wired.methods(ports, options.shell),
    lookUps: createLookUpDesk({ ports, work, shell: options.shell, note, csvText, tableText }),
    reader: readers.lists,
    kept: openKeptShelf(db),
    archives: wireArchives({
      ...{ db, audit, seal, vault, work, note, report, actor, version, clock },
      reader: readers.long,
      moneyStop: stops.current,
      isClockDoubted: () => wired.clockWarnings().some(({ skewMs }) => Math.abs(skewMs) > dayMs),
      onArchived: () => onChange({ topic: 'audit' }),
      folder: options.folder,
      resourcesDir: options.resourcesDir,
    }),
    audit: createAuditDesk({
      reader: readers.lists,
      work,
      actor,
      clock,
      shell: options.shell,
      note,
      verify: (run) => readers.long.run('verify', evidenceOf(seal, vault), run),
      exportTo: (folder, filter, run) => {
        const writing = exporter(run)
        return writing === null ? unsigned() : exportAudit({ ...writing, filter, folder })
      },
    }),
    pack: {
      work,
      version,
      keyFingerprint: () => seal.checkpointer()?.fingerprint ?? null,
      writePack: (pack, run) => {
        const writing = exporter(run)
        return writing === null
          ? unsigned()
          : writePack({ ...writing, ...pack, signal: run.signal })
      },
    },
  })

  const backupFolder = join(options.folder, 'backups')
  const backups = startBackups({
    folder: backupFolder,
    clock,
    run: (at) =>
      readers.long.run('backup', { folder: backupFolder, at, evidence: evidenceOf(seal, vault) }),
    onDone: (made) => {
      note({
        ...byDesk('ledger:backup', actor),
        outcome: 'failure' in made ? 'failed' : 'ok',
        subject: 'ledger',
        details: { ...made },
      })
      onChange({ topic: 'desk' })
    },
    report,
    timing: options.backupTiming,
  })

  wake()
  const stopLooking = lookThrough(readers.long, opened.value, { stopMoney, report })
  const { desk, end } = closable(whole)
  return ok({
    desk,
    close: async () => {
      ports.undo.close()
      stopLooking()
      work.endAll()
      backups.stop()
      ports.cards.clear()
      await poller.stop()
      await end(lastCallsMs)
      closeOutcomes(ports)
      try {
        note(byDesk('log:closed', actor))
      } catch (error) {
        report('log:closed', error)
      }
      await seal.close()
      await sandbox.close()
      await Promise.all([readers.lists.close(), readers.long.close()])
      opened.value.close()
    },
  })
}

/** A key kept in memory is another one in every run: then no key can be expected. */
function evidenceOf(seal: Seal, vault: Vault): Pick<VerifyOptions, 'expectedFingerprint' | 'mark'> {
  const signer = seal.checkpointer()
  const mark = seal.mark()
  return signer === null || vault.kind === 'memory'
    ? { mark }
    : { mark, expectedFingerprint: signer.fingerprint }
}

const dayMs = 86_400_000
/** What a screen asked for as the window closed. */
const lastCallsMs = 500

const byDesk = (kind: string, actor: string): AuditDraft => ({
  actor,
  kind,
  outcome: 'ok',
  origin: 'desk',
  subject: 'log',
  details: {},
})

const unsigned = (): Promise<Result<never>> =>
  Promise.resolve(
    fail({
      kind: 'vault',
      sent: 'no',
      reason: 'locked',
      message:
        'The key that signs exports is in the keychain, which is locked. Unlock it and try again.',
    }),
  )
