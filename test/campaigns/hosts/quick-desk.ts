// A desk over a ledger in memory and the real client, whose wire ends at a sandbox in this process:
// quick enough for thousands of sequences.
import { randomBytes } from 'node:crypto'
import { connectionRecord, controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { ok } from '#shared/fault.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { createPayments, type Payments } from '../../../src/main/desk/payments/payments.ts'
import { createClient } from '../../../src/main/gateway/client.ts'
import { createSigner } from '../../../src/main/gateway/signing/sign.ts'
import { openAudit } from '../../../src/main/ledger/audit/audit.ts'
import { openJournal } from '../../../src/main/ledger/journal/journal.ts'
import { openNotes } from '../../../src/main/ledger/orders/notes.ts'
import { openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import { openOrders } from '../../../src/main/ledger/orders/orders.ts'
import { openUnseenEnds } from '../../../src/main/ledger/settings/unseen-ends.ts'
import { openApprovals } from '../../../src/main/ledger/approvals/approvals.ts'
import { peopleOff } from '../../fakes/people-off.ts'
import { openRuns } from '../../../src/main/ledger/runs/runs.ts'
import { openReconciliations } from '../../../src/main/ledger/reconcile/reconciliation-book.ts'
import { openShop } from '../../../src/main/ledger/shop/shop-book.ts'
import { openRecipients } from '../../../src/main/ledger/settings/recipients.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { openContext } from '../../../src/sandbox/open-context.ts'
import type { SandboxContext } from '../../../src/sandbox/context/context.ts'
import { sendQuickly } from './quick-wire.ts'
import { freeTurns } from '../../fakes/turns.ts'

export interface QuickDesk {
  context: SandboxContext
  ports: Payments['ports']
  /** By order, and by request where the host knows that. */
  connections: Record<'order' | 'request', string>
  /** The serial number under which the gateway carried out what was sent last. */
  lastSerial(): string
  close(): void
}

export const processingMs = 60_000

export async function openQuickDesk(): Promise<QuickDesk> {
  const opened = await openContext({ processingMs, seedDays: 0 })
  const { context, scheduler } = opened
  scheduler.stop()
  context.origin = 'http://127.0.0.1:1'
  context.wake = () => undefined
  let serial = ''
  const next = context.nextSerial
  context.nextSerial = () => (serial = next())
  const { endpointId, login, merchantControlKey, privateKeyPem } = context.identity
  const record = (id: string, place: string, statusBy: 'order' | 'request') =>
    connectionRecord.parse({
      id,
      name: id,
      environment: 'test',
      isEmbedded: false,
      baseUrl: 'http://127.0.0.1:1/paynet',
      endpointId: place,
      login,
      settings: { statusAmount: 'latest', statusBy, money: { undoMs: 0 } },
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
        takeTurn: freeTurns,
        transport: (input) => Promise.resolve(sendQuickly(context, input)),
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
  const ledger = openLedger({ file: ':memory:', clock: Date.now })
  if (!ledger.ok) throw new Error(JSON.stringify(ledger.fault))
  const { db } = ledger.value
  const audit = openAudit(db, { clock: Date.now, monotonic: Date.now })
  const { ports } = createPayments({
    journal: openJournal(db, audit, { clock: Date.now, onMoved: () => undefined }),
    orders: openOrders(db, audit, Date.now),
    notes: openNotes(db, audit, Date.now),
    runs: openRuns(db, audit, Date.now),
    shop: openShop(db, audit, Date.now),
    reconciliations: openReconciliations(db, audit, Date.now),
    approvals: openApprovals(db, audit, { clock: Date.now, monotonic: Date.now }),
    roll: peopleOff,
    recipients: openRecipients(db, audit, Date.now),
    audit,
    connections: {
      all: () => records,
      find: (id) => records.find((one) => one.id === id),
      gatewayOf,
    },
    team: () => null,
    gateway: (id) => {
      const client = clients.get(id)
      if (client === undefined) throw new Error(`there is no connection ${id}`)
      return client
    },
    takeTurn: freeTurns,
    clock: Date.now,
    monotonic: Date.now,
    randomBytes,
    actor: () => 'anna',
    signInNumber: () => 0,
    mayNot: () => null,
    ending: new AbortController().signal,
    closing: new AbortController().signal,
    unseenEnds: openUnseenEnds(db),
    moneyStop: () => null,
    tampering: () => null,
    checked: () => null,
    witness: () => Promise.resolve(null),
    stopMoney: () => undefined,
    onChange: () => undefined,
    report: (incident, error) => {
      throw new Error(incident, { cause: error })
    },
  })
  return {
    context,
    ports,
    connections: { order: 'by-order', request: 'by-request' },
    lastSerial: () => serial,
    close: () => {
      ledger.value.close()
      context.store.close()
    },
  }
}
