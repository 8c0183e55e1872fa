// Diagnostics: versions, platform, how long the start took, counts of the ledger, settings that are
// no secrets, and the log as far as it is known to be the program's own. No amount, no id of an
// order, no name and no key: each value is taken by its name, and nothing is copied whole.
import { formatMessage } from '#wording/format-messages.ts'
import { hash } from 'node:crypto'
import type { DiagnosticOutput } from '#shared/desktop/diagnostics.ts'
import type { AppState } from '#shared/contract/bridge.ts'
import type { Connection } from '#shared/connections/connection.ts'
import type { UpdateView } from '#shared/desktop/updates.ts'
import { ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { redactLog } from './redact-log.ts'

interface PartFile {
  name: string
  text: string
}
/** `text` is null where the file can't be read. */
export interface Log {
  name: string
  text: string | null
}

/** What main knows of itself; numbers and names of the program's own. */
export interface ProgramFacts {
  program: Readonly<Record<string, string | number | boolean>>
  /** Rows of each table, and the version of the schema. */
  ledger: () => { schema: number; rows: Readonly<Record<string, number>> }
  logs: () => Log[]
}

export interface DiagnosticParts {
  facts: ProgramFacts
  shell: Pick<ShellPorts, 'saveText'>
  actor: () => string
  note: (draft: AuditDraft) => void
  clock: () => number
  state: () => Promise<AppState>
  connections: () => readonly Connection[]
  preference: (name: 'appearance' | 'notices' | 'zone') => unknown
  update: () => UpdateView
  zip: (files: readonly PartFile[], at: Date) => Promise<Uint8Array>
}

/** So much of a text is shown before it is saved. */
const shownLetters = 4_000

export function createDiagnosticsMethods(
  parts: DiagnosticParts,
): Pick<Desk, keyof DiagnosticOutput> {
  const files = async (): Promise<PartFile[]> => [
    { name: 'program.json', text: json(programOf(parts)) },
    { name: 'ledger.json', text: json(ledgerOf(parts, await parts.state())) },
    { name: 'settings.json', text: json(settingsOf(parts)) },
    ...parts.facts.logs().map(({ name, text }) => ({ name, text: shownLog(text) })),
  ]
  return {
    'diagnostics:show': async () => {
      const shown = (await files()).map(({ name, text }) => ({
        ...{ name, bytes: new TextEncoder().encode(text).length },
        text: text.slice(-shownLetters),
      }))
      return ok({ parts: shown })
    },
    'diagnostics:save': async () => {
      const at = new Date(parts.clock())
      const day = at.toISOString().slice(0, 10)
      const zipped = await parts.zip(await files(), at)
      const saved: Result<string | null> = await parts.shell.saveText({
        title: say('program.save-diagnostics'),
        suggestedName: `paydesk-diagnostics-${day}.zip`,
        text: zipped,
      })
      if (!saved.ok) return saved
      if (saved.value === null) return ok(null)
      parts.note(savedEntry(parts.actor(), saved.value, zipped))
      return ok({ file: saved.value })
    },
  }
}

/** Which file left the desk; of its contents the digest alone, by which it is known again. */
const savedEntry = (actor: string, file: string, zipped: Uint8Array): AuditDraft => ({
  ...{ actor, kind: 'diagnostics:saved', outcome: 'ok', origin: 'operator' },
  subject: 'diagnostics',
  details: { file, bytes: zipped.length, sha256: hash('sha256', zipped) },
})

const shownLog = (text: string | null): string =>
  text === null ? `${formatMessage(say('program.file-not-opened'))}\n` : redactLog(text)

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

const programOf = ({ facts, update }: DiagnosticParts): unknown => ({
  ...facts.program,
  startMs: startOf(facts.logs()),
  updates: { phase: update().phase, channel: update().channel, keySet: update().keySet },
})

/** Milliseconds of the parts of the last start, as the log has them. */
function startOf(logs: readonly Log[]): Record<string, number> {
  const lines = logs.flatMap(({ text }) =>
    redactLog(text ?? '')
      .split('\n')
      .reverse(),
  )
  const opened = lines.find((line) => / opened /.test(line)) ?? ''
  return Object.fromEntries(
    [...opened.matchAll(/ (\w+)=(\d+)/g)].map(([, name, ms]) => [name, Number(ms)]),
  )
}

const ledgerOf = ({ facts }: DiagnosticParts, state: AppState): unknown => ({
  ...facts.ledger(),
  entries: state.log.entries,
  isSealKeyKnown: state.log.keyFingerprint !== null,
  wasCutOff: state.log.cutAt !== null,
  moneyStops: state.moneyStops.length,
  clockWarnings: state.clockWarnings.length,
  didBackupFail: state.backupFault !== null,
  isRestoreAsked: state.restoreAsked !== null,
  requests: {
    unknown: state.unknownCount,
    open: state.openCount,
    contradicted: state.contradictedCount,
    waiting: state.waiting.length,
    unseenEnds: state.unseenEnds.length,
  },
  keychain: { kind: state.vault.kind, state: state.vault.state },
})

const settingsOf = ({ connections, preference }: DiagnosticParts): unknown => ({
  appearance: preference('appearance'),
  notices: preference('notices'),
  zone: preference('zone'),
  connections: connections().map(({ environment, isEmbedded, settings }) => ({
    ...{ environment, isEmbedded },
    digitsRule: settings.digitsRule,
    amountUnit: settings.amountUnit,
    statusAmount: settings.statusAmount,
    statusBy: settings.statusBy,
    statusIds: settings.statusIds,
    orderidOf: settings.orderidOf,
    ownTerms: settings.terms.length,
    connectTimeoutMs: settings.connectTimeoutMs,
    answerTimeoutMs: settings.answerTimeoutMs,
    isCardEntryOn: settings.cardEntry,
    hasProxy: settings.proxyUrl !== undefined && settings.proxyUrl !== 'none',
    hasOwnAuthority: settings.caFile !== undefined,
    ownPaths: Object.keys(settings.paths).length,
    ownFields: settings.fields.length,
    extensions: settings.extensions.length,
    undoMs: settings.money.undoMs,
    isConfirmedOutside: settings.money.confirmOutside,
  })),
})
