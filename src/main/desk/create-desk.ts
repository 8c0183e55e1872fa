// The desk: every bridge method as a plain function over the ports. It decides what an operator may do; it owns no socket, no
// database and no window.
import type { CallbackOutput } from '#shared/bridge/callbacks.ts'
import type { ArchiveOutput } from '#shared/bridge/archives.ts'
import type { CopyOutput } from '#shared/bridge/copies.ts'
import type { ConnectionOutput } from '#shared/bridge/connections.ts'
import type { DeskState } from '#shared/bridge.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { type MoneySettings, moneySettings } from '#shared/connection.ts'
import { attemptSubject, openStates, orderSubjects } from '#shared/attempt.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-words.ts'
import { formatAmount, toText } from '#shared/money.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { AuditDraft } from '../ledger/audit.ts'
import type { KeptShelf } from '../ledger/kept.ts'
import type { Reader } from '../ledger/reader.ts'
import { askOutside, type OutsideParts } from './ask-outside.ts'
import type { AuditDesk } from './audit-desk.ts'
import { cardMethods } from './card-desk.ts'
import type { Desk, ShellPorts } from './desk.ts'
import { applyEvidence } from './evidence.ts'
import type { LookUpOutput } from '#shared/bridge/look-ups.ts'
import { lookUp } from './look-up.ts'
import { movedWords, orderLock, waitingWords } from './planned.ts'
import { confirm } from './perform.ts'
import { takeBack, waitsNoMore } from './take-back.ts'
import { createNoteDesk } from './note-desk.ts'
import { createOperationDesk } from './operation-desk.ts'
import { createPackDesk, type PackDeskParts } from './pack-desk.ts'
import type { DeskPorts } from './ports.ts'
import { noConnection, type PendingBook, prepare } from './prepare.ts'
import { relatedTo } from './related.ts'
import { readStatus } from './read-status.ts'
import { createRecipientDesk } from './recipient-desk.ts'
import { resolveByHand, unseenTelling } from './resolve.ts'
import { settleAttempt } from './settle.ts'
import { strangeId } from './typed-ids.ts'
import { createTodayDesk } from './today-desk.ts'
import { attemptView, orderRow, orderView } from './views.ts'

export interface DeskParts {
  ports: DeskPorts
  shell: ShellPorts
  audit: AuditDesk
  pack: Omit<PackDeskParts, 'ports' | 'shell' | 'note'>
  archives: Pick<Desk, keyof ArchiveOutput>
  copies: Pick<Desk, keyof CopyOutput>
  /** Reads lists where they can't hold up what is written. */
  reader: Pick<Reader, 'run'>
  kept: KeptShelf
  connections: Pick<Desk, keyof (CallbackOutput & ConnectionOutput)>
  lookUps: Pick<Desk, keyof LookUpOutput>
  state: () => Promise<DeskState>
  /** Appends one audit entry in a transaction of its own. */
  note: (draft: AuditDraft) => void
  /** A keychain that was locked may be open now: what waited for it is done. */
  retryVault: () => Promise<void>
  /** Clears what stopped money, audited with who and why. */
  resumeMoney: (stopIds: readonly string[], reason: string) => void
}

export function createDesk(parts: DeskParts): Desk {
  const { ports, shell, audit, state } = parts
  const pending: PendingBook = new Map()
  const nameOf = (connectionId: string): string =>
    ports.connections.find(connectionId)?.name ?? connectionId
  /** Of a connection that was removed: as by default. */
  const settingsOf = (connectionId: string): MoneySettings =>
    ports.connections.find(connectionId)?.settings.money ?? moneySettings.parse({})
  const outside: OutsideParts = { shell, note: parts.note, actor: ports.actor }
  const asking = new Set<string>()

  /** Where the connection says so, the system asks before a money request is confirmed. Faults: denied. */
  const confirmOutside = async (attemptId: string): Promise<Result<null>> => {
    const row = ports.journal.get(attemptId)
    if (row === null || row.state !== 'DRAFT' || row.risk !== 'money') return ok(null)
    if (!settingsOf(row.connectionId).confirmOutside) return ok(null)
    // The dialog of the first click is open: the second one opens no other.
    if (asking.has(attemptId)) return fail(isBeingAsked)
    asking.add(attemptId)
    try {
      const amount = row.amount === null ? 'No amount is sent.' : formatAmount(toText(row.amount))
      return await askOutside(outside, attemptSubject(row), {
        message: `Send this ${row.operation}?`,
        detail: `${amount}\nOrder ${row.orderid || row.clientOrderid}\nConnection ${nameOf(row.connectionId)}`,
        action: 'Send',
      })
    } finally {
      asking.delete(attemptId)
    }
  }
  const viewOf = (row: AttemptRow) =>
    attemptView(row, nameOf(row.connectionId), ports.orders.newest(row))

  const show = (connectionId: string, orderid: string): Result<OrderView> => {
    const record = ports.orders.get(connectionId, orderid)
    if (record === null) return fail(notHere('This desk has not looked up that order yet.'))
    const attempts = ports.journal.ofOrder(record)
    return ok(
      orderView({
        record,
        facts: ports.orders.facts(record),
        observations: ports.orders.observations(record),
        attempts,
        related: relatedTo(ports.journal, record, attempts),
        steps: orderSubjects(record, attempts).flatMap((subject) => ports.audit.timeline(subject)),
        notes: ports.notes.of({ connectionId, orderid }),
        nameOf,
        settings: settingsOf(connectionId),
        waits: waitingWords(ports, orderLock(record)) ?? movedWords(ports, record),
      }),
    )
  }

  return {
    'desk:state': async () => ok(await state()),

    'order:look-up': async ({ connectionId, by, value }) => {
      const status = await lookUp(ports, { connectionId, by, value })
      if (!status.ok) return status
      return show(connectionId, status.value.orderid)
    },

    'order:list': async (query) => {
      const { page, unindexed } = await parts.reader.run('orders', query)
      if (page === undefined)
        return fail(inputFault('before', 'The list can’t go on from there. Load it again.'))
      const rows = page.rows.map((row) =>
        row.matched === undefined ? orderRow(row) : { ...orderRow(row), matched: row.matched },
      )
      return ok({ rows, next: page.next, ...(unindexed > 0 ? { unindexed } : {}) })
    },

    'order:show': async ({ connectionId, orderid }) => show(connectionId, orderid),

    'order:check': async ({ connectionId, orderid }) => {
      const connection = ports.connections.find(connectionId)
      if (connection === undefined) return fail(noConnection)
      const strange = strangeId(ports, connection, { orderid })
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
          : await settleAttempt(ports, open)
      if (status.ok && status.value !== null && open === undefined)
        applyEvidence(ports, status.value)
      return status.ok ? show(connectionId, orderid) : status
    },

    'attempt:prepare': (input) => prepare(ports, pending, input),

    'attempt:confirm': async (input) => {
      const asked = await confirmOutside(input.attemptId)
      if (!asked.ok) return asked
      const confirmed = await confirm(ports, pending, input)
      return confirmed.ok ? ok(viewOf(confirmed.value)) : confirmed
    },

    'attempt:discard': async ({ attemptId, keepsCard }) => {
      const taken = takeBack(ports, pending, attemptId, keepsCard)
      return taken.ok ? ok(viewOf(taken.value)) : taken
    },

    'attempt:send-now': async ({ attemptId }) =>
      ports.undo.sendNow(attemptId) ? ok(null) : fail(waitsNoMore(attemptId)),

    'attempt:list': async ({ isOpen }) => {
      const { journal } = ports
      const rows = isOpen
        ? [...journal.inStates(openStates), ...journal.contradicted()]
        : journal.recent(500)
      return ok(rows.map(viewOf))
    },

    'attempt:check': async ({ attemptId }) => {
      const row = ports.journal.get(attemptId)
      if (row === null) return fail(notHere('This computer has no such request.'))
      const status = await settleAttempt(ports, row)
      return status.ok || isNotThere(status.fault)
        ? ok(viewOf(ports.journal.get(attemptId) ?? row))
        : status
    },

    'attempt:resolve': async (input) => {
      const unseen = unseenTelling(ports, input)
      if (unseen !== null) return fail(unseen)
      const resolved = resolveByHand(ports, input)
      return resolved.ok ? ok(viewOf(resolved.value)) : resolved
    },

    ...audit.methods,
    ...parts.archives,
    ...parts.copies,
    ...parts.connections,
    ...parts.lookUps,
    ...createOperationDesk(ports, parts.note),
    ...createRecipientDesk(ports),
    ...createNoteDesk(ports, show),
    ...createPackDesk({ ports, shell, note: parts.note, ...parts.pack }, show),
    ...cardMethods(ports, shell),
    ...createTodayDesk({ reader: parts.reader, clock: ports.clock, viewOf }),

    'desk:keep': async ({ name, value }) => {
      parts.kept.keep(name, value)
      return ok(null)
    },

    'desk:kept': async ({ name }) => ok(parts.kept.find(name)),

    'filter:actors': async () => ok(await parts.reader.run('actors', {})),

    'money:resume': async ({ stopIds, reason }) => {
      const stops = (await state()).moneyStops.filter(({ id }) => stopIds.includes(id))
      // MONEY: a script in the page must not be able to start what a finding stopped.
      const asked = await askOutside(outside, 'log', {
        message: 'Let money move again?',
        detail: [...stops.map(({ words }) => words), `Reason given: ${reason}`].join('\n\n'),
        action: 'Let money move again',
      })
      if (!asked.ok) return asked
      parts.resumeMoney(stopIds, reason)
      ports.onChange({ topic: 'desk' })
      return ok(await state())
    },

    'vault:retry': async () => {
      await parts.retryVault()
      const now = await state()
      ports.onChange({ topic: 'desk' })
      return ok(now)
    },

    'clipboard:copy': async ({ text }) => {
      await shell.copyText(text)
      return ok(null)
    },
  }
}

const isBeingAsked: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'already-confirmed',
  message: 'The system is asking about this request in a dialog. Answer the dialog.',
}
const notHere = (message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'not-found',
  message,
})
