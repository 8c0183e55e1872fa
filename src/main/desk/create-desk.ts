// The desk: every bridge method as a plain function over the ports. It decides what an operator may
// do; it owns no socket, no database and no window.
import { say } from '#shared/message.ts'
import type { CallbackOutput } from '#shared/bridge/callbacks.ts'
import type { ArchiveOutput } from '#shared/bridge/archives.ts'
import type { CopyOutput } from '#shared/bridge/copies.ts'
import type { ConnectionOutput } from '#shared/bridge/connections.ts'
import type { AppState } from '#shared/contract/bridge.ts'
import type { PreferenceName } from '#shared/bridge/preferences.ts'
import type { DiagnosticOutput } from '#shared/desktop/diagnostics.ts'
import type { ScreenFailure } from '#shared/desktop/window-methods.ts'
import { openStates } from '#shared/attempt.ts'
import { fail, inputFault, ok } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { AuditDraft } from '../ledger/audit/audit.ts'
import type { Preferences } from '../ledger/settings/preferences.ts'
import type { ToldEvents } from '../ledger/settings/told-events.ts'
import type { Reader } from '../ledger/worker/reader.ts'
import { askOutside, type OutsideParts } from './ask-outside.ts'
import type { AuditMethods } from './api/audit.ts'
import { cardMethods } from './payments/cards/card-entry.ts'
import type { Desk, ShellPorts } from './desk.ts'
import { clearOrder } from './payments/watch/clear-order.ts'
import { applyStatus } from './payments/status/apply-status.ts'
import type { LookUpOutput } from '#shared/bridge/look-ups.ts'
import { lookUp } from './lookups/look-up.ts'
import { confirm } from './payments/send/confirm.ts'
import { outsideConfirmation } from './payments/send/confirm-outside.ts'
import { undoAttempt } from './payments/send/undo.ts'
import { createNoteMethods } from './api/notes.ts'
import { createOperationMethods } from './api/operations.ts'
import { createPackMethods, type PackParts } from './api/evidence-packs.ts'
import type { DeskPorts } from './ports.ts'
import { reviewRequest } from './payments/review/review-request.ts'
import { readStatus } from './payments/status/read-status.ts'
import { showsSaved } from './saved-files.ts'
import { createRecipientMethods } from './api/recipients.ts'
import { resolveOutside } from './payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from './payments/watch/ask-status.ts'
import { cardNumberAsId } from './orders/typed-ids.ts'
import { createTodayMethods } from './api/today.ts'
import { createUpdateMethods, type UpdateParts } from './updates/update-methods.ts'
import { orderShower, type Shown } from './orders/show-order.ts'
import { attemptViews, orderRow } from './orders/views.ts'
import { noConnection, noRequest, waitsNoMore } from './faults.ts'

export interface DeskParts {
  ports: DeskPorts
  shell: ShellPorts
  audit: AuditMethods
  pack: Omit<PackParts, 'ports' | 'shell' | 'note'>
  archives: Pick<Desk, keyof ArchiveOutput>
  copies: Pick<Desk, keyof CopyOutput>
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
  told: Pick<ToldEvents, 'see'>
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
  const show = orderShower(ports)
  const packs = createPackMethods({ ports, shell, note: parts.note, ...parts.pack }, show)
  const saving = { ...audit.methods, ...parts.lookUps, ...parts.diagnostics, ...parts.connections }
  return {
    'app:state': async () => ok(await state()),

    ...orderMethods(parts, show),
    ...attemptMethods(parts, viewOf),
    ...audit.methods,
    ...parts.archives,
    ...parts.copies,
    ...parts.connections,
    ...parts.lookUps,
    ...createOperationMethods(ports, parts.note),
    ...createRecipientMethods(ports),
    ...createNoteMethods(ports, show),
    ...cardMethods(ports, shell),
    ...parts.diagnostics,
    ...showsSaved({ ...saving, ...packs }, shell),
    ...createUpdateMethods(parts.updates),
    ...createTodayMethods({
      ...{ reader: parts.reader, clock: ports.clock, viewOf },
      connections: () => ports.connections.all(),
    }),

    'preference:set': async ({ name, value }) => {
      parts.preferences.keep(name, value)
      parts.onPreference(name)
      return ok(null)
    },

    'preference:find': async ({ name }) => ok(parts.preferences.find(name)),

    'notice:seen': async ({ kind, seq }) => {
      parts.told.see(kind, seq)
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

    ...resumeMethod(parts),

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
  }
}

function orderMethods(
  parts: DeskParts,
  show: Shown,
): Pick<Desk, 'order:look-up' | 'order:list' | 'order:show' | 'order:check' | 'order:clear'> {
  const { ports, reader } = parts
  return {
    'order:look-up': async ({ connectionId, by, value }) => {
      const status = await lookUp(ports, { connectionId, by, value })
      if (!status.ok) return status
      return show(connectionId, status.value.orderid)
    },

    'order:list': async (query) => {
      const { page, unindexed } = await reader.run('orders', query)
      if (page === undefined)
        return fail(inputFault('before', say('the-list-cant-go-on-from-there')))
      return ok({
        rows: page.rows.map(orderRow),
        next: page.next,
        ...(unindexed > 0 ? { unindexed } : {}),
      })
    },

    'order:show': async ({ connectionId, orderid }) => show(connectionId, orderid),

    'order:check': async ({ connectionId, orderid }) => {
      const connection = ports.connections.find(connectionId)
      if (connection === undefined) return fail(noConnection)
      const strange = cardNumberAsId(ports, connection, { orderid })
      if (strange !== null) return fail(strange)
      const open = ports.journal
        .ofOrder({ service: ports.connections.gatewayOf(connection), orderid })
        .find(
          (row) =>
            row.connectionId === connectionId &&
            (row.state === 'ACCEPTED' || row.state === 'UNKNOWN'),
        )
      const status =
        open === undefined
          ? await readStatus(ports, connection, { orderid }, { actor: ports.actor, isLookUp: true })
          : await resolveAttempt(ports, open)
      if (status.ok && status.value !== null && open === undefined) applyStatus(ports, status.value)
      return status.ok ? show(connectionId, orderid) : status
    },

    'order:clear': async (input) => {
      const cleared = await clearOrder(ports, outsideOf(parts), input)
      return cleared.ok ? show(input.connectionId, input.orderid) : cleared
    },
  }
}

/** A request from its review to its outcome. */
function attemptMethods(
  parts: DeskParts,
  viewOf: ReturnType<typeof attemptViews>,
): Pick<
  Desk,
  | 'attempt:review'
  | 'attempt:confirm'
  | 'attempt:undo'
  | 'attempt:send-now'
  | 'attempt:show'
  | 'attempt:seen'
  | 'attempt:list'
  | 'attempt:check'
  | 'attempt:resolve'
> {
  const { ports } = parts
  const confirmOutside = outsideConfirmation(ports, outsideOf(parts))
  return {
    'attempt:review': (input) => reviewRequest(ports, input),

    'attempt:confirm': async (input) => {
      const asked = await confirmOutside(input.attemptId)
      if (!asked.ok) return asked
      const confirmed = await confirm(ports, input)
      return confirmed.ok ? ok(viewOf(confirmed.value)) : confirmed
    },

    'attempt:undo': async ({ attemptId, keepsCard }) => {
      const taken = undoAttempt(ports, attemptId, keepsCard)
      return taken.ok ? ok(viewOf(taken.value)) : taken
    },

    'attempt:send-now': async ({ attemptId }) =>
      ports.undo.sendNow(attemptId) ? ok(null) : fail(waitsNoMore(attemptId)),

    'attempt:show': async ({ attemptId }) => {
      const row = ports.journal.get(attemptId)
      return row === null ? fail(noRequest) : ok(viewOf(row))
    },

    'attempt:seen': async ({ attemptId }) => {
      ports.unseenEnds.forget(attemptId)
      ports.onChange({ topic: 'app' })
      return ok(null)
    },

    'attempt:list': async ({ isOpen }) => {
      const { journal } = ports
      const rows = isOpen
        ? [...journal.inStates(openStates), ...journal.contradicted()]
        : journal.recent(500)
      return ok(rows.map(viewOf))
    },

    'attempt:check': async ({ attemptId }) => {
      const row = ports.journal.get(attemptId)
      if (row === null) return fail(noRequest)
      const status = await resolveAttempt(ports, row)
      return status.ok || isNotThere(status.fault)
        ? ok(viewOf(ports.journal.get(attemptId) ?? row))
        : status
    },

    'attempt:resolve': async (input) => {
      const resolved = await resolveOutside(ports, outsideOf(parts), input)
      return resolved.ok ? ok(viewOf(resolved.value)) : resolved
    },
  }
}

const outsideOf = ({ shell, note, ports }: DeskParts): OutsideParts => ({
  ...{ shell, note, actor: ports.actor },
})

function resumeMethod(parts: DeskParts): Pick<Desk, 'money:resume'> {
  const { ports, state } = parts
  return {
    'money:resume': async ({ stopIds, reason }) => {
      const stops = (await state()).moneyStops.filter(({ id }) => stopIds.includes(id))
      // MONEY: a script in the page must not be able to start what a finding stopped.
      const asked = await askOutside(outsideOf(parts), 'log', {
        message: say('let-money-move-again'),
        detail: [
          ...stops.map(({ message }) => message),
          say('reason-given', { reason: quoted(reason) }),
        ].join('\n\n'),
        action: say('let-money-move-again-button'),
      })
      if (!asked.ok) return asked
      parts.resumeMoney(stopIds, reason)
      ports.onChange({ topic: 'app' })
      return ok(await state())
    },
  }
}
