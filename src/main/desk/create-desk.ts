// The desk: every bridge method as a plain function over the ports. It decides what an operator may
// do; it owns no socket, no database and no window.
import { say } from '#shared/message.ts'
import type { CallbackOutput } from '#shared/bridge/callbacks.ts'
import type { ArchiveOutput } from '#shared/bridge/archives.ts'
import type { CopyOutput } from '#shared/bridge/copies.ts'
import type { ConnectionOutput } from '#shared/bridge/connections.ts'
import type { AppState } from '#shared/contract/bridge.ts'
import type { ApprovalOutput } from '#shared/approvals/approval-methods.ts'
import type { ApprovalFileOutput } from '#shared/approvals/file-methods.ts'
import type { MoveOutput } from '#shared/moving/move-methods.ts'
import type { SetUpOutput } from '#shared/connections/set-up-file.ts'
import type { PeopleOutput } from '#shared/people/people-methods.ts'
import type { PlanNeed } from '#shared/bridge/today.ts'
import type { PlanOutput } from '#shared/reports/plan-methods.ts'
import type { ReasonOutput } from '#shared/reports/reason-methods.ts'
import type { ReportOutput } from '#shared/reports/report-methods.ts'
import type { ReconcileOutput } from '#shared/reconcile/reconcile-methods.ts'
import type { TeamOutput } from '#shared/team/team-methods.ts'
import type { RunOutput } from '#shared/runs/run-methods.ts'
import type { ShopOutput } from '#shared/shop/shop-methods.ts'
import type { PreferenceName } from '#shared/bridge/preferences.ts'
import type { DiagnosticOutput } from '#shared/desktop/diagnostics.ts'
import type { ScreenFailure } from '#shared/desktop/window-methods.ts'
import { ok } from '#shared/fault.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { AuditDraft } from '../ledger/audit/audit.ts'
import type { Preferences } from '../ledger/settings/preferences.ts'
import type { NotifiedEvents } from '../ledger/settings/notified-events.ts'
import type { Reader } from '../ledger/worker/reader.ts'
import { askOutside, type OutsideParts } from './base/ask-outside.ts'
import type { AuditMethods } from './api/audit.ts'
import { createCardMethods } from './payments/cards/card-entry.ts'
import { createReceiptMethods, type ReceiptParts } from './receipts/receipt-methods.ts'
import type { Desk, ShellPorts } from './base/desk.ts'
import type { LookUpOutput } from '#shared/bridge/look-ups.ts'
import { createAttemptMethods } from './api/attempt.ts'
import { createOrderMethods } from './api/order.ts'
import type { Disputes } from '../ledger/disputes/disputes.ts'
import { createDisputeMethods } from './disputes/dispute-methods.ts'
import { createFoundMethods } from './orders/found-methods.ts'
import { createNoteMethods } from './api/notes.ts'
import type { TakingMethod } from './runs/run-from-file.ts'
import { createOperationMethods } from './api/operations.ts'
import { createPackMethods, type PackParts } from './api/evidence-packs.ts'
import type { PaymentPorts } from './payments/payments.ts'
import { createRunPackMethods } from './runs/run-pack.ts'
import { showsSaved } from './saved-files.ts'
import { createRecipientMethods } from './api/recipients.ts'
import { createTodayMethods } from './api/today.ts'
import { reportNeeds } from './reconcile/reconcile-methods.ts'
import { createUpdateMethods, type UpdateParts } from './updates/update-methods.ts'
import { orderShower, type Shown } from './orders/show-order.ts'
import { idIn } from './orders/typed-ids.ts'
import { attemptViews } from './orders/views.ts'

type PeopleMethod = keyof (ApprovalOutput &
  ApprovalFileOutput &
  PeopleOutput &
  SetUpOutput &
  MoveOutput)

export interface DeskParts {
  ports: PaymentPorts
  shell: ShellPorts
  audit: AuditMethods
  pack: Omit<PackParts, 'ports' | 'shell' | 'note'>
  lists: Pick<Desk, 'order:export' | 'register:export' | 'list:save' | 'shop:save'>
  reports: Pick<Desk, keyof (ReasonOutput & ReportOutput & PlanOutput)>
  /** Reports that are saved regularly and can't be. */
  planNeeds: () => PlanNeed[]
  disputes: Disputes
  team: Pick<Desk, keyof TeamOutput>
  receipts: Pick<ReceiptParts, 'saveBytes'>
  archives: Pick<Desk, keyof ArchiveOutput>
  copies: Pick<Desk, keyof CopyOutput>
  /** Who works here, what they ask one another for, and where all of it goes. */
  people: Pick<Desk, PeopleMethod>
  runs: (outside: OutsideParts) => Pick<Desk, keyof RunOutput>
  files: Pick<Desk, TakingMethod>
  reconciliations: Pick<Desk, Exclude<keyof ReconcileOutput, 'reconcile:take'>>
  shop: (show: Shown) => Pick<Desk, Exclude<keyof ShopOutput, 'shop:take' | 'shop:save'>>
  /** Reads lists where they can't hold up what is written. */
  reader: Pick<Reader, 'run'>
  preferences: Preferences
  onPreference: (name: PreferenceName) => void
  updates: UpdateParts
  diagnostics: Pick<Desk, keyof DiagnosticOutput>
  /** Writes down that a screen could not be drawn; the reference it stands under. */
  screenFailed: (failure: ScreenFailure) => string
  connections: Pick<Desk, keyof (CallbackOutput & ConnectionOutput)>
  lookUps: Pick<Desk, keyof LookUpOutput>
  state: () => Promise<AppState>
  notified: Pick<NotifiedEvents, 'see'>
  /** Appends one audit entry in a transaction of its own. */
  note: (draft: AuditDraft) => void
  /** A keychain that was locked may be open now: what waited for it is done. */
  retryVault: () => Promise<void>
  /** Clears what stopped money, audited with who and why. */
  resumeMoney: (stopIds: readonly string[], reason: string) => void
}

export function createDesk(parts: DeskParts): Desk {
  const { ports, shell, audit, state } = parts
  const viewOf = attemptViews(ports)
  const outside: OutsideParts = { shell, note: parts.note, actor: ports.actor }
  const show = orderShower(ports)
  const receipts = createReceiptMethods({ ports, shell, note: parts.note, ...parts.receipts })
  const packs = packsOf(parts, show)
  const tables = { ...audit.methods, ...parts.lists, ...parts.lookUps }
  const runs = { ...parts.runs(outside), ...parts.shop(show) }
  const reports = { ...parts.reports, ...receipts, ...parts.reconciliations }
  const saving = { ...tables, ...runs, ...reports, ...parts.diagnostics, ...parts.people }
  return {
    'app:state': async () => ok(await state()),

    ...createOrderMethods(ports, parts.reader, outside, show),
    ...createAttemptMethods(ports, outside, viewOf),
    ...audit.methods,
    ...parts.archives,
    ...{ ...runs, ...parts.files },
    ...{ ...parts.copies, ...parts.people, ...parts.team },
    ...parts.connections,
    ...parts.lookUps,
    ...reports,
    ...createOperationMethods(ports, parts.note),
    ...{ ...createRecipientMethods(ports), ...createDisputeMethods(ports, parts.disputes) },
    ...{ ...createNoteMethods(ports, show), ...createFoundMethods(ports, show) },
    ...createCardMethods(ports, shell),
    ...parts.diagnostics,
    ...showsSaved({ ...saving, ...packs, ...parts.connections }, shell),
    ...createUpdateMethods(parts.updates),
    ...createTodayMethods({
      ...{ reader: parts.reader, clock: ports.clock, viewOf, exports: parts.planNeeds },
      ...{ connections: () => ports.connections.all(), reports: () => reportNeeds(ports) },
    }),

    'preference:set': async ({ name, value }) => {
      parts.preferences.keep(name, value)
      parts.onPreference(name)
      return ok(null)
    },

    'preference:find': async ({ name }) => ok(parts.preferences.find(name)),

    'notice:seen': async ({ kind, seq }) => {
      parts.notified.see(kind, seq)
      ports.onChange({ topic: 'app' })
      return ok(null)
    },

    'window:shows': async ({ connectionId }) => {
      shell.showsProduction(ports.connections.find(connectionId)?.environment === 'production')
      return ok(null)
    },

    'window:failed': async (failure) => ok({ incident: parts.screenFailed(failure) }),

    'window:reload': async () => {
      await shell.reload()
      return ok(null)
    },

    'filter:actors': async () => ok(await parts.reader.run('actors', {})),

    ...resumeMethod(parts, outside),

    'vault:retry': async () => {
      await parts.retryVault()
      const now = await state()
      ports.onChange({ topic: 'app' })
      return ok(now)
    },

    'clipboard:copy': async ({ text }) => {
      await shell.copyText(text)
      return ok(null)
    },

    'clipboard:find-id': async () => ok(idIn(ports, await shell.copiedText())),
  }
}

function resumeMethod(parts: DeskParts, outside: OutsideParts): Pick<Desk, 'money:resume'> {
  const { ports, state } = parts
  return {
    'money:resume': async ({ stopIds, reason }) => {
      const stops = (await state()).moneyStops.filter(({ id }) => stopIds.includes(id))
      // MONEY: a script in the page must not be able to start what a finding stopped.
      const asked = await askOutside(outside, 'log', {
        message: say('program.let-money-move-again'),
        detail: [
          ...stops.map(({ message }) => message),
          say('program.reason-given', { reason: quoted(reason) }),
        ],
        action: say('program.let-money-move-again-button'),
      })
      if (!asked.ok) return asked
      parts.resumeMoney(stopIds, reason)
      ports.onChange({ topic: 'app' })
      return ok(await state())
    },
  }
}

function packsOf({ ports, shell, note, pack }: DeskParts, show: ReturnType<typeof orderShower>) {
  const parts = { ports, shell, note, ...pack }
  return { ...createPackMethods(parts, show), ...createRunPackMethods(parts) }
}
