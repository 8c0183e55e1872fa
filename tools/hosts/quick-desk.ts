// A desk over a ledger in memory and the real client, whose wire ends at a sandbox in this process: quick enough for thousands of
// sequences.
import { randomBytes } from 'node:crypto'
import { connectionRecord, controlKeySlot, privateKeySlot } from '#shared/connection.ts'
import { ok } from '#shared/fault.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { createHeldCards } from '../../src/main/desk/held-card.ts'
import type { DeskPorts } from '../../src/main/desk/ports.ts'
import { openUndoRoom } from '../../src/main/desk/undo.ts'
import { createClient } from '../../src/main/gateway/client.ts'
import { createSigner } from '../../src/main/gateway/sign.ts'
import { openAudit } from '../../src/main/ledger/audit.ts'
import { openJournal } from '../../src/main/ledger/journal.ts'
import { openNotes } from '../../src/main/ledger/notes.ts'
import { openLedger } from '../../src/main/ledger/open.ts'
import { openOrders } from '../../src/main/ledger/orders.ts'
import { openRecipients } from '../../src/main/ledger/recipients.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { openPremises } from '../../src/sandbox/open-premises.ts'
import type { Premises } from '../../src/sandbox/premises.ts'
import { migrationsDir } from '../faults/lane.ts'
import { sendQuickly } from './quick-wire.ts'

export interface QuickDesk {
  premises: Premises
  ports: DeskPorts
  /** By order, and by request where the host knows that. */
  connections: Record<'order' | 'request', string>
  /** The serial number under which the service carried out what was sent last. */
  lastSerial(): string
  close(): void
}

export const processingMs = 60_000

export async function openQuickDesk(): Promise<QuickDesk> {
  const opened = await openPremises({ processingMs, seedDays: 0 })
  const { premises, agenda } = opened
  agenda.stop()
  premises.origin = 'http://127.0.0.1:1'
  premises.wake = () => undefined
  let serial = ''
  const next = premises.nextSerial
  premises.nextSerial = () => (serial = next())
  const { endpointId, login, merchantControlKey, privateKeyPem } = premises.identity
  const record = (id: string, place: string, statusBy: 'order' | 'request') =>
    connectionRecord.parse({
      id,
      name: id,
      environment: 'test',
      isEmbedded: false,
      baseUrl: 'http://127.0.0.1:1/paynet',
      endpointId: place,
      login,
      settings: { statusBy, money: { undoMs: 0 } },
    })
  const records = [
    record('by-order', endpointId, 'order'),
    record('by-request', endpointId, 'request'),
  ]
  const vault = createMemoryVault()
  for (const { id } of records) {
    await vault.write(controlKeySlot(id), merchantControlKey)
    await vault.write(privateKeySlot(id), privateKeyPem)
  }
  const clients = new Map(
    records.map(({ id }) => {
      const nonce = () => randomBytes(16).toString('hex')
      const signer = createSigner({ vault, clock: Date.now, nonce, connectionId: id })
      const client = createClient({
        signer,
        transport: (input) => Promise.resolve(sendQuickly(premises, input)),
        clock: Date.now,
        sleep: () => Promise.resolve(),
        random: () => 0,
        readCaFile: () => Promise.reject(new Error('nobody asked')),
        proxyFor: () => ok(null),
        stopOAuth: () => null,
        onAnswer: () => undefined,
        report: (incident, error) => {
          throw new Error(incident, { cause: error })
        },
      })
      return [id, client]
    }),
  )
  const ledger = openLedger({ file: ':memory:', migrationsDir, clock: Date.now })
  if (!ledger.ok) throw new Error(JSON.stringify(ledger.fault))
  const { db } = ledger.value
  const audit = openAudit(db, { clock: Date.now, monotonic: Date.now })
  const ports: DeskPorts = {
    journal: openJournal(db, audit, { clock: Date.now, onMoved: () => undefined }),
    orders: openOrders(db, audit, Date.now),
    notes: openNotes(db, audit, Date.now),
    recipients: openRecipients(db, audit, Date.now),
    audit,
    connections: {
      all: () => records,
      find: (id) => records.find((one) => one.id === id),
      gatewayOf,
    },
    gateway: (id) => {
      const client = clients.get(id)
      if (client === undefined) throw new Error(`there is no connection ${id}`)
      return client
    },
    cards: createHeldCards(randomBytes),
    clock: Date.now,
    monotonic: Date.now,
    randomBytes,
    actor: 'clerk',
    closing: new AbortController().signal,
    moneyStop: () => null,
    witness: () => Promise.resolve(null),
    stopMoney: () => undefined,
    undo: openUndoRoom({ clock: Date.now, onChange: () => undefined }),
    onChange: () => undefined,
    report: (incident, error) => {
      throw new Error(incident, { cause: error })
    },
  }
  return {
    premises,
    ports,
    connections: { order: 'by-order', request: 'by-request' },
    lastSerial: () => serial,
    close: () => {
      ledger.value.close()
      premises.store.close()
    },
  }
}
