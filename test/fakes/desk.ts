// A desk over a real in-memory ledger and a scripted gateway, with a clock the test moves.
import { randomBytes } from 'node:crypto'
import {
  type Connection,
  connectionRecord,
  type ConnectionSettings,
} from '#shared/connections/connection.ts'
import type { Change } from '#shared/contract/bridge.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { createPayments } from '../../src/main/desk/payments/payments.ts'
import type { TeamClaims } from '../../src/main/desk/base/team-claims.ts'
import type { AttemptRow } from '../../src/main/ledger/journal/attempt-row.ts'
import { openAudit } from '../../src/main/ledger/audit/audit.ts'
import { openJournal } from '../../src/main/ledger/journal/journal.ts'
import { openLedger } from '../../src/main/ledger/opening/open-ledger.ts'
import { openNotes } from '../../src/main/ledger/orders/notes.ts'
import { openOrders } from '../../src/main/ledger/orders/orders.ts'
import { noteEnd, openUnseenEnds } from '../../src/main/ledger/settings/unseen-ends.ts'
import { openRuns } from '../../src/main/ledger/runs/runs.ts'
import { openReconciliations } from '../../src/main/ledger/reconcile/reconciliation-book.ts'
import { openShop } from '../../src/main/ledger/shop/shop-book.ts'
import { openRecipients } from '../../src/main/ledger/settings/recipients.ts'
import { localReader } from '../../src/main/ledger/worker/reader.ts'
import { openApprovals } from '../../src/main/ledger/approvals/approvals.ts'
import { peopleOff } from './people-off.ts'
import { createFakeGateway } from './gateway.ts'
import { freeTurns } from './turns.ts'

export const connection = connectionRecord.parse({
  id: 'test-1',
  name: 'Test shop',
  environment: 'test',
  isEmbedded: false,
  baseUrl: 'http://127.0.0.1:1/paynet',
  endpointId: '1144',
  login: 'shop',
  settings: { statusAmount: 'latest', money: { undoMs: 0 } },
})

/** An order at the gateway of that connection. */
export const placeOf = (orderid: string) => ({ service: gatewayOf(connection), orderid })

export function createTestDesk(
  options: {
    file?: string
    settings?: Partial<ConnectionSettings>
    /** Connection records besides the usual one, reached by the same fake gateway. */
    others?: readonly Connection[]
    team?: TeamClaims
  } = {},
) {
  const time = {
    now: Date.UTC(2026, 10, 21, 9),
    mono: 0,
    /** Time that both clocks see; moving `now` alone is a sleep or a moved clock. */
    pass(ms: number) {
      time.now += ms
      time.mono += ms
    },
  }
  const clock = (): number => time.now
  const opened = openLedger({ file: options.file ?? ':memory:', clock })
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault))
  const { db } = opened.value
  const audit = openAudit(db, { clock, monotonic: clock })
  const changes: Change[] = []
  const reports: unknown[] = []
  const gateway = createFakeGateway()
  let stop: string | null = null
  const [asked, closing] = [new AbortController(), new AbortController()]
  /** Told of every arrow, as whoever wires a desk is. */
  const moved: ((row: AttemptRow) => void)[] = []
  const unseenEnds = openUnseenEnds(db)
  const journal = openJournal(db, audit, {
    clock,
    also: noteEnd(unseenEnds),
    onMoved: (row) => moved.forEach((tell) => tell(row)),
  })
  const own = { ...connection, settings: { ...connection.settings, ...options.settings } }
  /** A test that changes a record changes it here. */
  const records = [own, ...(options.others ?? [])]
  const readingOf = (id: string) => records.find((record) => record.id === id)?.settings
  const { ports } = createPayments({
    journal,
    orders: openOrders(db, audit, clock, readingOf),
    notes: openNotes(db, audit, clock),
    recipients: openRecipients(db, audit, clock),
    runs: openRuns(db, audit, clock),
    shop: openShop(db, audit, clock),
    reconciliations: openReconciliations(db, audit, clock),
    approvals: openApprovals(db, audit, { clock, monotonic: () => time.mono }),
    roll: peopleOff,
    audit,
    connections: {
      all: () => records,
      find: (id) => records.find((record) => record.id === id),
      gatewayOf: (record) => gatewayOf(record),
    },
    gateway: () => gateway.client,
    team: () => options.team ?? null,
    takeTurn: freeTurns,
    clock,
    monotonic: () => time.mono,
    randomBytes: (size) => randomBytes(size),
    actor: () => 'anna',
    signInNumber: () => 0,
    mayNot: () => null,
    ending: asked.signal,
    closing: closing.signal,
    unseenEnds,
    moneyStop: () => stop,
    tampering: () => null,
    checked: () => null,
    witness: () => Promise.resolve(null),
    stopMoney: (message) => {
      stop = message
    },
    onChange: (change) => changes.push(change),
    report: (incident, error) => reports.push([incident, error]),
  })
  const reader = localReader(db, () => performance.now())
  return {
    ports,
    records,
    moved,
    /** As when a person quits, and what was confirmed is waited for. */
    askToEnd: () => asked.abort(),
    /** As when the program ends. */
    end: () => {
      asked.abort()
      closing.abort()
    },
    reader,
    gateway,
    time,
    db,
    changes,
    reports,
    close: () => opened.value.close(),
  }
}
