// The desk: every bridge method as a plain function over the ports. It decides what an operator may do; it owns no socket, no
// database and no window.
import type { CallbackOutput } from '#shared/bridge/callbacks.ts'
import type { ArchiveOutput } from '#shared/bridge/archives.ts'
import type { ConnectionOutput } from '#shared/bridge/connections.ts'
import type { DeskState } from '#shared/bridge.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { holdsCardNumber } from '#shared/card-number.ts'
import { type MoneySettings, moneySettings } from '#shared/connection.ts'
import { attemptSubject, openStates, orderSubject } from '#shared/attempt.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { AuditDraft } from '../ledger/audit.ts'
import type { KeptShelf } from '../ledger/kept.ts'
import type { Reader } from '../ledger/reader.ts'
import type { AuditDesk } from './audit-desk.ts'
import { cardMethods } from './card-desk.ts'
import type { Desk, ShellPorts } from './desk.ts'
import { applyEvidence } from './evidence.ts'
import type { LookUpOutput } from '#shared/bridge/look-ups.ts'
import { lookUp } from './look-up.ts'
import { orderLock, waitingWords } from './planned.ts'
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
import { resolveByHand } from './resolve.ts'
import { type Poller, settleAttempt } from './settle.ts'
import { attemptView, orderRow, orderView } from './views.ts'

export interface DeskParts {
  ports: DeskPorts
  poller: Poller
  shell: ShellPorts
  audit: AuditDesk
  pack: Omit<PackDeskParts, 'ports' | 'shell' | 'note'>
  archives: Pick<Desk, keyof ArchiveOutput>
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
  resumeMoney: (reason: string) => void
}

export function createDesk(parts: DeskParts): Desk {
  const { ports, poller, shell, audit, state } = parts
  const pending: PendingBook = new Map()
  const nameOf = (connectionId: string): string =>
    ports.connections.find(connectionId)?.name ?? connectionId
  /** Of a connection that was removed: as by default. */
  const settingsOf = (connectionId: string): MoneySettings =>
    ports.connections.find(connectionId)?.settings.money ?? moneySettings.parse({})
  const waitingWordsOn = (connectionId: string, orderid: string): string | null => {
    const connection = ports.connections.find(connectionId)
    return connection === undefined ? null : waitingWords(ports, orderLock(connection, orderid))
  }
  const viewOf = (row: AttemptRow) => attemptView(row, nameOf(row.connectionId))

  /** What happened before the service named the order stands under the merchant's own id. */
  const stepsOf = (connectionId: string, orderid: string) => {
    const intents = ports.journal
      .ofOrder(connectionId, orderid)
      .map((row) => attemptSubject({ ...row, orderid: '' }))
    const subjects = new Set([...intents, orderSubject(connectionId, orderid)])
    return [...subjects].flatMap((subject) => ports.audit.timeline(subject))
  }

  const show = (connectionId: string, orderid: string): Result<OrderView> => {
    const record = ports.orders.get(connectionId, orderid)
    if (record === null) return fail(notHere('This desk has not looked up that order yet.'))
    const attempts = ports.journal.ofOrder(connectionId, orderid)
    return ok(
      orderView({
        record,
        facts: ports.orders.facts(connectionId, orderid),
        observations: ports.orders.observations(connectionId, orderid),
        attempts,
        related: relatedTo(ports.journal, record, attempts),
        steps: stepsOf(connectionId, orderid),
        notes: ports.notes.of({ connectionId, orderid }),
        connectionName: nameOf(connectionId),
        settings: settingsOf(connectionId),
        waits: waitingWordsOn(connectionId, orderid),
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
      const open = ports.journal
        .ofOrder(connectionId, orderid)
        .find((row) => row.state === 'ACCEPTED' || row.state === 'UNKNOWN')
      const status =
        open === undefined
          ? await readStatus(ports, connection, { orderid }, { actor: ports.actor, isLookUp: true })
          : await settleAttempt(ports, open)
      if (status.ok && open === undefined) applyEvidence(ports, connectionId, status.value)
      poller.wake()
      return status.ok ? show(connectionId, orderid) : status
    },

    'attempt:prepare': (input) => prepare(ports, pending, input),

    'attempt:confirm': async (input) => {
      const confirmed = await confirm(ports, pending, input)
      poller.wake()
      return confirmed.ok ? ok(viewOf(confirmed.value)) : confirmed
    },

    'attempt:discard': async ({ attemptId, keepsCard }) => {
      const taken = takeBack(ports, pending, attemptId, keepsCard)
      return taken.ok ? ok(viewOf(taken.value)) : taken
    },

    'attempt:send-now': async ({ attemptId }) =>
      ports.undo.sendNow(attemptId) ? ok(null) : fail(waitsNoMore(attemptId)),

    'attempt:list': async ({ isOpen }) => {
      const rows = isOpen ? ports.journal.inStates(openStates) : ports.journal.recent(500)
      return ok(rows.map(viewOf))
    },

    'attempt:resolve': async (input) => {
      const resolved = resolveByHand(ports, input)
      return resolved.ok ? ok(viewOf(resolved.value)) : resolved
    },

    ...audit.methods,
    ...parts.archives,
    ...parts.connections,
    ...parts.lookUps,
    ...createOperationDesk(ports, parts.note),
    ...createRecipientDesk(ports),
    ...createNoteDesk(ports, show),
    ...createPackDesk({ ports, shell, note: parts.note, ...parts.pack }, show),
    ...cardMethods(ports, shell),

    'desk:keep': async ({ name, value }) => {
      if (holdsCardNumber(JSON.stringify(value))) return fail(inputFault('value', cardNumberKept))
      parts.kept.keep(name, value)
      return ok(null)
    },

    'desk:kept': async ({ name }) => ok(parts.kept.find(name)),

    'filter:actors': async () => ok(await parts.reader.run('actors', {})),

    'money:resume': async ({ reason }) => {
      parts.resumeMoney(reason)
      ports.onChange({ topic: 'desk' })
      return ok(await state())
    },

    'vault:retry': async () => {
      await parts.retryVault()
      const now = await state()
      ports.onChange({ topic: 'desk' })
      poller.wake()
      return ok(now)
    },

    'clipboard:copy': async ({ text }) => {
      await shell.copyText(text)
      return ok(null)
    },
  }
}

const cardNumberKept =
  'That looks like a card number. Card numbers are kept nowhere; take it out and go on.'
const notHere = (message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'not-found',
  message,
})
