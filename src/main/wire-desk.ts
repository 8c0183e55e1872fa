// Wires the desk: what the bridge may call, over ledger, connections and payments, and the copies
// that are taken of the ledger. Called by assemble.ts. It holds no rule of its own; it only
// connects.
import { join } from 'node:path'
import type { UpdateView } from '#shared/desktop/updates.ts'
import type { Change } from '#shared/contract/bridge.ts'
import type { Preference } from '#shared/bridge/preferences.ts'
import type { ScreenFailure } from '#shared/desktop/window-methods.ts'
import { ok } from '#shared/fault.ts'
import type { Verification } from '#shared/bridge/lists.ts'
import { type AuditMethods, createAuditMethods } from './desk/api/audit.ts'
import { createFileMethods } from './desk/runs/run-from-file.ts'
import { createRunMethods } from './desk/runs/run-methods.ts'
import { createShopMethods } from './desk/shop/shop-methods.ts'
import { appState, shownStops } from './desk/app-state.ts'
import { createDesk, type DeskParts } from './desk/create-desk.ts'
import type { Desk, ShellPorts } from './desk/base/desk.ts'
import { createReconcileMethods } from './desk/reconcile/reconcile-methods.ts'
import { createDiagnosticsMethods } from './desk/diagnostics/diagnostics.ts'
import type { UpdateParts } from './desk/updates/update-methods.ts'
import { hasOpenWork, isCountingDown } from './desk/team/open-work.ts'
import { createTeamOrderMethods } from './desk/team/team-order-methods.ts'
import { createTeamMethods } from './desk/team/team-methods.ts'
import { readFile } from './files/read-file.ts'
import { readInThread } from './files/read-thread.ts'
import { createReadings } from './files/readings.ts'
import { zipOf } from './ledger/export/zip.ts'
import { programFacts } from './composition/desktop/wire-diagnostics.ts'
import { baseOf } from './ledger/audit/audit-base.ts'
import { createJobs, type Jobs } from './desk/base/jobs.ts'
import type { BackupTiming } from './ledger/copies/backup.ts'
import { exportAudit } from './ledger/export/export.ts'
import { saveList } from './ledger/export/list-file.ts'
import type { ContentQuery } from './ledger/export/export-content.ts'
import { writePack } from './ledger/export/pack.ts'
import { openPreferences, type Preferences } from './ledger/settings/preferences.ts'
import { openNotifiedEvents, type NotifiedEvents } from './ledger/settings/notified-events.ts'
import type { RunOptions } from './ledger/worker/reader.ts'
import type { SandboxHandle } from './composition/sandbox-connection.ts'
import { openDisputes } from './ledger/disputes/disputes.ts'
import { savePdf, wireReports } from './composition/reports/wire-reports.ts'
import { wireArchives } from './composition/wire-archives.ts'
import { wireLists } from './composition/lists/wire-lists.ts'
import type { WiredTeam } from './composition/team/wire-team.ts'
import { type UpdateOptions, wireUpdates } from './composition/updates/wire-updates.ts'
import type { WiredConnections } from './composition/wire-connections.ts'
import { wireCopies } from './composition/copies/wire-copies.ts'
import type { WiredLedger } from './composition/wire-ledger.ts'
import type { WiredMoving } from './composition/moving/wire-moving.ts'
import type { WiredPeople } from './composition/people/wire-people.ts'
import type { WiredPayments } from './composition/wire-payments.ts'

export interface DeskOptions {
  folder: string
  resourcesDir: string
  version: string
  host: string
  actor: string
  /** Root, without a sandbox around the page; said on every screen. */
  isRoot?: boolean
  shell: ShellPorts
  onChange: (change: Change) => void
  /** Writes down that a screen could not be drawn; the reference it stands under. */
  screenFailed: (failure: ScreenFailure) => string
  /** Keys, and where this program lies; without them updates are off. */
  updates?: UpdateOptions
  /** The built read-worker; without it files are read in this thread. */
  fileEntry?: URL
  /** When copies of the ledger are looked after; the usual when left out. */
  backupTiming?: BackupTiming
}

interface Wired {
  options: DeskOptions
  ledger: WiredLedger
  wired: WiredConnections
  payments: WiredPayments
  people: Pick<WiredPeople, 'methods' | 'parts'>
  team: WiredTeam
  moving: WiredMoving['methods']
  /** Why this computer only shows what it has, or null. */
  moved: () => string | null
  sandbox: SandboxHandle
  practiceKeys: () => 'keychain' | 'memory'
  /** After the keychain was asked again. */
  reopened: () => Promise<void>
  /** A preference was kept of which notifications and the badge depend. */
  onPreference: () => void
}

export interface WiredDesk {
  desk: Desk
  preferences: Preferences
  notified: NotifiedEvents
  update: () => UpdateView
  /** Long work, copies and downloads end. */
  stop(): Promise<void>
}

export function wireDesk(parts: Wired): WiredDesk {
  const { options, ledger, wired } = parts
  const { shell, version } = options
  const { ports } = parts.payments
  const { note, stops, seal, readers, vault } = ledger
  const work = createJobs(options.onChange)
  const writing = signedWriting(parts)
  const keyFingerprint = (): string | null => seal.checkpointer()?.fingerprint ?? null
  const copies = wireCopies(parts)
  const preferences = openPreferences(ledger.db)
  const followTheme = (): void => {
    const appearance = preferences.find('appearance') as Preference<'appearance'> | null
    shell.followTheme(appearance?.theme ?? 'system')
  }
  followTheme()
  const notified = openNotifiedEvents(ledger.db, (seen) =>
    note({ ...seen, actor: ports.actor(), origin: 'operator', subject: 'log' }),
  )
  const updates = wireUpdates(parts)
  const figures = wireFigures(parts, work)
  const audit = auditOf(parts, work)
  const state = (): ReturnType<typeof appState> =>
    appState({
      ...{ ports, version, host: options.host, isRoot: options.isRoot ?? false },
      ...{ practiceKeys: parts.practiceKeys, cutAt: seal.cutAt, intactAt: audit.intactAt },
      archivedTo: () => baseOf(ledger.db).size,
      ...{ keyFingerprint, clockWarnings: wired.clockWarnings, moneyStops: stops.all },
      vaultKind: vault.kind,
      probeVault: () => vault.probe(),
      trainingOrders: parts.sandbox.trainingOrders,
      ...{ backupFault: copies.fault, secondFolderFault: copies.secondFault },
      ...{ restoreAsked: copies.restoreAsked, moved: parts.moved, happened: notified.happened },
      team: () => parts.team.claims(),
    })
  const desk = createDesk({
    ...{ ports, shell, note, reader: readers.lists, preferences, notified },
    onPreference: (name) => {
      if (name === 'appearance') followTheme()
      // Drafts are among what needs a person, and how much is told of it is chosen here.
      if (name === 'drafts' || name === 'notices') parts.onPreference()
    },
    screenFailed: options.screenFailed,
    state,
    diagnostics: diagnosticsOf(parts, { preferences, updates: updates.desk.updates, state }),
    retryVault: async () => {
      await seal.reopen()
      await parts.reopened()
    },
    resumeMoney: stops.resume,
    connections: wired.methods(ports, shell),
    team: teamMethodsOf(parts),
    ...{ people: { ...parts.people.methods, ...parts.moving }, updates: updates.desk },
    ...{ archives: wireArchivesOf(parts, work), copies: copies.methods },
    audit,
    ...{ ...wireLists({ ...parts, shell, work }), runs: wireRuns(parts, work) },
    ...{ files: wireFiles(parts, work), shop: wireShop(parts) },
    ...figures.parts,
    pack: {
      ...{ work, version, keyFingerprint },
      writePack: async ({ isEmbedded, ...pack }, run) => {
        const signed = await ledger.proven({ isEmbedded }, () => writing(run))
        return signed.ok ? writePack({ ...signed.value, ...pack, signal: run.signal }) : signed
      },
    },
  })
  return {
    ...{ desk, preferences, notified, update: updates.desk.updates.show },
    stop: () => {
      work.endAll()
      copies.stop()
      figures.stop()
      return updates.stop()
    },
  }
}

/** What is worked out of the ledger's events, and saved of it. */
function wireFigures(
  parts: Wired,
  work: Jobs,
): {
  parts: Pick<DeskParts, 'disputes' | 'reports' | 'planNeeds' | 'reconciliations' | 'receipts'>
  stop: () => void
} {
  const { ledger, payments } = parts
  const reports = wireReports(parts, work)
  return {
    parts: {
      disputes: openDisputes(ledger.db, ledger.audit, payments.ports.clock),
      ...{ reports: reports.methods, planNeeds: reports.needs },
      reconciliations: wireReconciliations(parts, work),
      receipts: { saveBytes: (file, bytes, tell) => savePdf(file, bytes, 1, tell) },
    },
    stop: reports.stop,
  }
}

const wireRuns =
  ({ options, ledger, payments }: Wired, work: Jobs): DeskParts['runs'] =>
  (outside) =>
    createRunMethods({
      ...{ ports: payments.ports, runs: payments.runs, outside, work, shell: options.shell },
      note: ledger.note,
      save: (file, asked, tell, run) =>
        saveList(
          file,
          (folder) => ledger.readers.lists.run('run-file', { ...asked, folder }, run),
          tell,
        ),
    })

const wireShop = ({ ledger, payments }: Wired): DeskParts['shop'] =>
  createShopMethods({
    ports: payments.ports,
    asking: payments.shopAsking,
    reader: ledger.readers.lists,
  })

/** A reading has a thread of its own, which ends with it. */
const wireFiles = ({ options, ledger, payments }: Wired, work: Jobs): DeskParts['files'] =>
  createFileMethods({
    ...{ ports: payments.ports, runs: payments.runs, work, shell: options.shell },
    ...{ readings: createReadings(), reader: ledger.readers.lists },
    read: (source, asked, watching) =>
      options.fileEntry === undefined
        ? readFile(source, asked)
        : readInThread(options.fileEntry, { source, options: asked }, watching),
  })

/** Matched by the thread that reads lists. */
function wireReconciliations(
  { options, ledger, payments }: Wired,
  work: Jobs,
): DeskParts['reconciliations'] {
  const { lists } = ledger.readers
  const { ports, shopAsking: asking } = payments
  return createReconcileMethods({
    ...{ ports, asking, reader: lists, shell: options.shell, work, note: ledger.note },
    hasMoved: () => ledger.moved() !== null,
    save: (file, asked, tell, run) =>
      saveList(file, (folder) => lists.run('reconciled-file', { ...asked, folder }, run), tell),
  })
}

/** The log by itself, and what is found beside it by a look of this moment. */
const verifying =
  ({ options, ledger, payments }: Wired) =>
  async (run: RunOptions): Promise<Verification> => {
    const archives = join(options.folder, 'archives')
    const evidence = { ...ledger.seal.evidence(), archives }
    const found = await ledger.readers.long.run('verify', evidence, run)
    payments.ports.moneyStop(undefined)
    const shown = shownStops(ledger.stops.all(), ledger.connections.all())
    return { ...found, moneyStops: shown.map(({ message }) => message) }
  }

function diagnosticsOf(
  { options, ledger, payments }: Wired,
  {
    preferences,
    updates,
    state,
  }: Pick<WiredDesk, 'preferences'> & Pick<UpdateParts, 'updates'> & Pick<DeskParts, 'state'>,
): DeskParts['diagnostics'] {
  const { folder, version, host, isRoot = false } = options
  return createDiagnosticsMethods({
    facts: programFacts({ folder, version, host, isRoot, ledger }),
    ...{
      shell: options.shell,
      actor: payments.ports.actor,
      note: ledger.note,
      clock: payments.ports.clock,
      state,
      zip: zipOf,
    },
    connections: () => ledger.connections.all(),
    preference: preferences.find,
    update: updates.show,
  })
}

const teamMethodsOf = (parts: Wired): DeskParts['team'] => {
  const { options, ledger, payments, team, people } = parts
  const { actor, tampering } = payments.ports
  const { note, vault, onChange } = ledger
  const outside = { shell: options.shell, note, actor }
  return {
    ...createTeamMethods({
      ...{ ...team.asked, shell: options.shell, outside, vault, actor, tampering },
      hasOpenWork: () => hasOpenWork(payments.ports),
      isCountingDown: () => isCountingDown(payments.ports),
      onChange: () => onChange({ topic: 'app' }),
    }),
    ...createTeamOrderMethods({
      ...{ connections: payments.ports.connections, people: people.parts, outside },
      orders: () => team.claims()?.orders ?? null,
      onChange: (place) => onChange({ topic: 'order', ...place }),
    }),
  }
}

/** The signer of an export. Faults: as Seal.toSign(). */
function signedWriting({ options, ledger, payments }: Wired) {
  const { audit, db, seal, readers } = ledger
  const { version, resourcesDir } = options
  const { clock } = payments.ports
  return async (run: RunOptions) => {
    const signing = await seal.toSign()
    const writeContent = (query: ContentQuery) => readers.long.run('write', query, run)
    return signing.ok
      ? ok({ audit, db, ...signing.value, version, clock, resourcesDir, writeContent })
      : signing
  }
}

function wireArchivesOf(parts: Wired, work: Jobs): DeskParts['archives'] {
  const { options, ledger, wired, payments } = parts
  const { db, audit, seal, vault, note, readers, stops, check, onChange } = ledger
  const { folder, resourcesDir, version } = options
  const { actor, clock, report } = payments.ports
  return wireArchives({
    ...{ db, audit, seal, vault, work, note, report, actor, version, clock },
    ...{ folder, resourcesDir, reader: readers.long },
    moneyStop: () => stops.all()[0]?.message ?? null,
    checked: () => check.now(),
    isClockDoubted: clockDoubt(wired),
    onArchived: () => onChange({ topic: 'audit' }),
  })
}

const dayMs = 86_400_000
/** Whether a gateway's clock contradicts this computer's by more than a day. */
const clockDoubt =
  (wired: WiredConnections): (() => boolean) =>
  () =>
    wired
      .clockWarnings()
      .some(({ connectionId, skewMs }) => connectionId !== null && Math.abs(skewMs) > dayMs)

function auditOf(parts: Wired, work: Jobs): AuditMethods {
  const { ports } = parts.payments
  const { note, readers } = parts.ledger
  const writing = signedWriting(parts)
  return createAuditMethods({
    ...{ reader: readers.lists, work, actor: ports.actor, clock: ports.clock, note },
    shell: parts.options.shell,
    verify: verifying(parts),
    exportTo: async (folder, filter, run) => {
      const signed = await writing(run)
      return signed.ok ? exportAudit({ ...signed.value, filter, folder }) : signed
    },
  })
}
