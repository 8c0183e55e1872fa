// A desk over a real in-memory ledger and a scripted gateway, with a clock the test moves.
import { randomBytes } from 'node:crypto'
import { connectionRecord, type ConnectionSettings } from '#shared/connection.ts'
import type { Change } from '#shared/bridge.ts'
import { createHeldCards } from '../../src/main/desk/held-card.ts'
import type { DeskPorts } from '../../src/main/desk/ports.ts'
import { openUndoRoom } from '../../src/main/desk/undo.ts'
import { openAudit } from '../../src/main/ledger/audit.ts'
import { openJournal } from '../../src/main/ledger/journal.ts'
import { openLedger } from '../../src/main/ledger/open.ts'
import { openNotes } from '../../src/main/ledger/notes.ts'
import { openOrders } from '../../src/main/ledger/orders.ts'
import { openRecipients } from '../../src/main/ledger/recipients.ts'
import { localReader } from '../../src/main/ledger/reader.ts'
import { createFakeGateway } from './gateway.ts'

export const migrationsDir = new URL('../../src/main/ledger/migrations', import.meta.url).pathname

export const connection = connectionRecord.parse({
  id: 'test-1',
  name: 'Test shop',
  environment: 'test',
  isEmbedded: false,
  baseUrl: 'http://127.0.0.1:1/paynet',
  endpointId: '1144',
  login: 'shop',
  settings: { money: { undoMs: 0 } },
})

export function createTestDesk(
  options: { file?: string; settings?: Partial<ConnectionSettings> } = {},
) {
  const time = { now: Date.UTC(2026, 10, 21, 9) }
  const clock = (): number => time.now
  const opened = openLedger({ file: options.file ?? ':memory:', migrationsDir, clock })
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault))
  const { db } = opened.value
  const audit = openAudit(db, { clock, monotonic: clock })
  const changes: Change[] = []
  const reports: unknown[] = []
  const gateway = createFakeGateway()
  let stop: string | null = null
  const journal = openJournal(db, audit, { clock, onMoved: () => undefined })
  const own = { ...connection, settings: { ...connection.settings, ...options.settings } }
  const ports: DeskPorts = {
    journal,
    orders: openOrders(db, audit, clock),
    notes: openNotes(db, audit, clock),
    recipients: openRecipients(db, audit, clock),
    audit,
    connections: {
      all: () => [own],
      find: (id) => (id === own.id ? own : undefined),
    },
    gateway: () => gateway.client,
    cards: createHeldCards(randomBytes),
    clock,
    randomBytes: (size) => randomBytes(size),
    actor: 'clerk',
    moneyStop: () => stop,
    stopMoney: (reason) => {
      stop = reason
    },
    undo: openUndoRoom({ clock, onChange: (change) => changes.push(change) }),
    onChange: (change) => changes.push(change),
    report: (incident, error) => reports.push([incident, error]),
  }
  const reader = localReader(db, () => performance.now())
  return { ports, reader, gateway, time, db, changes, reports, close: () => opened.value.close() }
}
