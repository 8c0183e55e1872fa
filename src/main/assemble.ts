// Builds the desk from its rooms: ledger, vault, gateway, sandbox connection, poller. Called by index.ts with Electron's parts and
// by journeys without a window. It holds no rule of its own; it only connects.
import type { UsedSecret } from './gateway/sign-types.ts'
import { randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import type { Change } from '#shared/bridge.ts'
import { ok, type Result } from '#shared/fault.ts'
import { createAuditDesk } from './desk/audit-desk.ts'
import { closable, waitAtMost } from './desk/closing.ts'
import { createCopyDesk } from './desk/copy-desk.ts'
import { createDesk } from './desk/create-desk.ts'
import type { Desk, ShellPorts } from './desk/desk.ts'
import { createHeldCards } from './desk/held-card.ts'
import { createLookUpDesk } from './desk/look-up-desk.ts'
import { createLongWork } from './desk/long-work.ts'
import type { DeskPorts } from './desk/ports.ts'
import { recover } from './desk/recover.ts'
import { type Poller, startPoller } from './desk/poller.ts'
import { deskState } from './desk/state.ts'
import { openUndoRoom } from './desk/undo.ts'
import { closeOutcomes } from './desk/write-outcome.ts'
import { type AuditDraft, openAudit } from './ledger/audit.ts'
import { knownFingerprint } from './ledger/audit-key.ts'
import { openConnections } from './ledger/connections.ts'
import { type BackupTiming, copiesIn, startBackups } from './ledger/backup.ts'
import { csvText, tableText } from './ledger/csv.ts'
import { exportAudit } from './ledger/export.ts'
import type { ContentQuery } from './ledger/export-content.ts'
import { openKeptShelf } from './ledger/kept.ts'
import { openJournal } from './ledger/journal.ts'
import { inTransaction, lockFileOf, openLedger } from './ledger/open.ts'
import { openNotes } from './ledger/notes.ts'
import { openOrders } from './ledger/orders.ts'
import { writePack } from './ledger/pack.ts'
import { openRecipients } from './ledger/recipients.ts'
import type { RunOptions } from './ledger/reader.ts'
import { openRowSeals } from './ledger/row-seal.ts'
import { openSeal } from './ledger/seal.ts'
import { createStops } from './ledger/stops.ts'
import { lookAtRows, lookThrough } from './look-through.ts'
import { openReaders } from './open-readers.ts'
import { placeSandbox, type SandboxHandle } from './sandbox-connection.ts'
import { type ProbeLock, tryLock } from './try-lock.ts'
import type { Vault } from './vault/vault.ts'
import { withRows } from './with-rows.ts'
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
  /** Root, without a sandbox around the page; said on every screen. */
  isRoot?: boolean
  openVault: (hasSecrets: boolean) => Promise<Vault>
  startSandbox: (dbFile: string) => Promise<SandboxHandle>
  probeLock: ProbeLock
  /** The built reader-worker; without it lists and long work run on the ledger's own connection. */
  readerEntry?: URL
  shell: ShellPorts
  onChange: (change: Change) => void
  report: (incident: string, error: unknown) => void
  /** Told each time a secret was used and is done with. */
  forget?: (used: UsedSecret) => void
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
  const { db, restore, restored } = opened.value
  const connections = openConnections(db, clock)
  const vault = await options.openVault(connections.hasSecrets())
  const audit = openAudit(db, { clock, monotonic })
  // A key that the ledger knows was never in memory: only the keychain itself can have it.
  const slots = knownFingerprint(db) === null ? vault : (vault.lasting ?? vault)
  let onCompared = (): void => undefined
  const lock = opened.value.witness
  const seal = await openSeal({
    ...{ db, audit, lock, clock, report },
    vault: slots,
    onCompared: () => onCompared(),
  })
  const rows = await openRowSeals({
    ...{ db, audit, report },
    vault: slots,
    onFound: () => options.onChange({ topic: 'desk' }),
  })
  const note = (draft: AuditDraft): void => {
    inTransaction(db, () => audit.append(draft))
    seal.maybe()
  }
  const stops = createStops(db, {
    ...{ findings: opened.value.findings, note, clock, actor },
    seal: withRows(seal, rows),
  })
  const stopMoney: DeskPorts['stopMoney'] = (words, reach) => {
    stops.add(words, reach)
    options.onChange({ topic: 'desk' })
  }
  const lockTrial = tryLock({
    ...{ lockFile: lockFileOf(file), probe: options.probeLock, stopMoney, report },
  })
  const readers = openReaders(options, {
    ...{ db, file, monotonic },
    renewStamp: () => opened.value.renewStamp(),
  })
  const wake = (): void => {
    readers.lists.wake()
    readers.long.wake()
  }
  const work = createLongWork(options.onChange)
  const onChange = (change: Change): void => {
    wake()
    options.onChange(change)
  }

  const closing = new AbortController()
  let poller: Poller | null = null
  const wired = wireConnections({
    db,
    audit,
    vault,
    store: connections,
    folder: options.folder,
    environment: process.env,
    clock,
    closing: closing.signal,
    onCommitted: () => seal.maybe(),
    onChange,
    report,
    forget: options.forget,
  })
  const ports: DeskPorts = {
    journal: openJournal(db, audit, {
      clock,
      onMoved: ({ id, connectionId, orderid, risk, state, settledAt, nextCheckAt }) => {
        // The arrow is committed: what fails here must not look as if it had not been taken.
        try {
          const isFinalMoney = risk === 'money' && settledAt !== null
          // MONEY: before the socket, so that a request that left can’t be cut off the log’s end unnoticed.
          if (state === 'SENDING') seal.maybe('sending')
          else seal.maybe(isFinalMoney ? 'final money state' : 'entries')
          onChange({ topic: 'attempt', connectionId, orderid })
          // Also what could only be written long after its answer came.
          if (nextCheckAt !== null) poller?.wake()
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
    monotonic,
    randomBytes,
    actor,
    closing: closing.signal,
    moneyStop: (connection) => {
      // MONEY: asked each time, inside the transaction of SENDING too: a stop that a person ended comes back for as long as this is so.
      const unsafe =
        lockTrial.fault() ?? opened.value.misplaced() ?? foreignWords(audit.foreignAt())
      if (unsafe !== null) stopMoney(unsafe)
      rows.look()
      // The copy would not know of what is sent now.
      if (restore.asked() !== null) return restoreWords
      return stops.for(connection)[0]?.words ?? null
    },
    stopMoney,
    witness: async ({ isEmbedded }) => {
      const fault = await seal.witness(!isEmbedded)
      await lockTrial.ended
      return fault ?? lockTrial.fault()
    },
    undo: openUndoRoom({ clock, onChange }),
    onChange,
    report,
  }

  const { cutAt } = seal
  const cut = cutAt === null ? {} : { cutAt }
  inTransaction(db, () => {
    audit.append({ ...byDesk('log:opened', actor), details: { version, host, ...cut } })
    if (restored !== null)
      audit.append({
        ...byDesk('ledger:restored', actor),
        subject: 'ledger',
        details: { ...restored },
      })
    seal.maybe('opened')
  })
  const { unsent } = recover(ports)
  const sandbox = await options.startSandbox(join(options.folder, 'sandbox.sqlite'))
  const place = () => placeSandbox({ sandbox, connections, ...wired, actor })
  let practiceKeys = await place()
  const reopened = async (): Promise<void> => {
    await rows.reopen()
    practiceKeys = await place()
    options.onChange({ topic: 'desk' })
  }
  onCompared = () => void reopened().catch((error: unknown) => report('keychain', error))
  poller = startPoller(ports)

  /** Faults: as Seal.toSign(). */
  const exporter = async (run: RunOptions) => {
    const signing = await seal.toSign()
    const { resourcesDir } = options
    const writeContent = (query: ContentQuery) => readers.long.run('write', query, run)
    return signing.ok
      ? ok({ audit, db, ...signing.value, version, clock, resourcesDir, writeContent })
      : signing
  }

  const backupFolder = join(options.folder, 'backups')
  const restoreAsked = (): string | null => {
    const asked = restore.asked()
    return asked === null ? null : basename(asked.copy)
  }
  const whole = createDesk({
    ports,
    shell: options.shell,
    note,
    state: () =>
      deskState({
        ports,
        moneyStops: stops.all,
        vaultKind: vault.kind,
        probeVault: () => vault.probe(),
        practiceKeys: () => practiceKeys,
        trainingOrders: sandbox.trainingOrders,
        keyFingerprint: () => seal.checkpointer()?.fingerprint ?? null,
        clockWarnings: wired.clockWarnings,
        backupFault: () => backups.fault(),
        restoreAsked,
        leftUnsent: unsent,
        cutAt,
        version,
        host,
        isRoot: options.isRoot ?? false,
      }),
    retryVault: async () => {
      await seal.reopen()
      await reopened()
    },
    resumeMoney: stops.resume,
    connections: wired.methods(ports, options.shell),
    lookUps: createLookUpDesk({ ports, work, shell: options.shell, note, csvText, tableText }),
    reader: readers.lists,
    kept: openKeptShelf(db),
    archives: wireArchives({
      ...{ db, audit, seal, vault, work, note, report, actor, version, clock },
      reader: readers.long,
      moneyStop: () => stops.all()[0]?.words ?? null,
      isClockDoubted: () => wired.clockWarnings().some(({ skewMs }) => Math.abs(skewMs) > dayMs),
      onArchived: () => onChange({ topic: 'audit' }),
      folder: options.folder,
      resourcesDir: options.resourcesDir,
    }),
    copies: createCopyDesk({
      ...{ actor, note, folder: backupFolder, asked: restoreAsked },
      copies: () => copiesIn(backupFolder),
      ask: (name) =>
        restore.ask(name === null ? null : { copy: join(backupFolder, name), by: actor }),
      onChange: () => onChange({ topic: 'desk' }),
    }),
    audit: createAuditDesk({
      reader: readers.lists,
      work,
      actor,
      clock,
      shell: options.shell,
      note,
      verify: (run) => {
        const archives = join(options.folder, 'archives')
        return readers.long.run('verify', { ...seal.evidence(), archives }, run)
      },
      exportTo: async (folder, filter, run) => {
        const writing = await exporter(run)
        return writing.ok ? exportAudit({ ...writing.value, filter, folder }) : writing
      },
    }),
    pack: {
      work,
      version,
      keyFingerprint: () => seal.checkpointer()?.fingerprint ?? null,
      writePack: async (pack, run) => {
        const writing = await exporter(run)
        return writing.ok ? writePack({ ...writing.value, ...pack, signal: run.signal }) : writing
      },
    },
  })

  const backups = startBackups({
    folder: backupFolder,
    clock,
    run: (at) => {
      // A copy of a log whose key is away is as good as that log.
      const { isKeyAway: _isKeyAway, ...evidence } = seal.evidence()
      return readers.long.run('backup', { folder: backupFolder, at, evidence })
    },
    onDone: (made) => {
      note({
        ...byDesk('ledger:backup', actor),
        outcome: 'failure' in made ? 'failed' : 'ok',
        subject: 'ledger',
        details: { ...made },
      })
      // From now on the copy is an old one.
      seal.maybe('backup')
      onChange({ topic: 'desk' })
    },
    report,
    timing: options.backupTiming,
  })

  wake()
  const stopLooking = lookThrough(readers.long, opened.value, { stopMoney, report })
  const stopRows = lookAtRows(rows, file, report)
  const { desk, end } = closable(whole)
  return ok({
    desk,
    close: async () => {
      const givenUpAt = monotonic() + closeMs
      closing.abort()
      poller?.stop()
      ports.undo.close()
      stopLooking()
      stopRows()
      work.endAll()
      backups.stop()
      ports.cards.clear()
      await end(lastCallsMs)
      closeOutcomes(ports)
      try {
        note(byDesk('log:closed', actor))
        audit.end()
      } catch (error) {
        report('log:closed', error)
      }
      await waitAtMost(sealMs, [seal.close()])
      await waitAtMost(givenUpAt - monotonic(), [
        sandbox.close(),
        readers.lists.close(),
        readers.long.close(),
      ])
      opened.value.close()
    },
  })
}

const foreignWords = (seq: number | null): string | null =>
  seq === null
    ? null
    : `Entry ${seq} of the audit log was written by another program while this Paydesk had the ledger open. Close every Paydesk that uses this folder, then open one.`

const restoreWords =
  'A copy of the ledger takes its place at the next start, and would not know of what is sent now. Close Paydesk and open it again, or keep the ledger.'

const dayMs = 86_400_000
/**
 * MONEY: less than any system grants a program that ends, so that no end is cut off before the
 * seal.
 */
const closeMs = 1_900
/** What a screen asked for as the window closed. */
const lastCallsMs = 500
/** For the keychain's mark of the log's end. */
const sealMs = 900

const byDesk = (kind: string, actor: string): AuditDraft => ({
  actor,
  kind,
  outcome: 'ok',
  origin: 'desk',
  subject: 'log',
  details: {},
})
