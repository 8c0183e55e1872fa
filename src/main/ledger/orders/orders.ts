// What the gateway said about orders: appended when it changed, never edited. Money facts are
// folded from snapshots and attempts (shared/gateway/order-facts.ts); the columns kept beside
// them serve lists only.
import { orderSubject } from '#shared/attempt.ts'
import { type OrderFields, orderFields } from '#shared/bridge/views.ts'
import type { OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import { bankFactsOf } from '#shared/gateway/orders/event-facts.ts'
import { type StoredSnapshot, fingerprintOf } from '#shared/gateway/status/status.ts'
import { toldOf } from '#shared/gateway/orders/status-snapshot.ts'
import { type Money, toText } from '#shared/money.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import type { AuditLog } from '../audit/audit.ts'
import { maskDetails } from '../audit/mask.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Given, openClearances } from './clearances.ts'
import { type Folded, openFolded, type SnapshotRow, snapshotOf } from './folded.ts'
import { type MoneyEvents, openMoneyEvents } from './money-events.ts'
import { type EventRow } from '../journal/event-row.ts'
import { openRetelling, type ReadingOf, type Retelling } from './retell.ts'

export type { SnapshotRow } from './folded.ts'

interface Seen extends OrderPlace {
  connectionId: string
  clientOrderid: string
  /** As it is read by itself; what is given back is read beside all that was told before. */
  snapshot: Omit<StoredSnapshot, 'seq' | 'at'>
  answer: Record<string, string>
  serialNumber: string
  /** Who asked; the desk's own polls are audited only when something changed. */
  actor: string
  isLookUp: boolean
  /** The number the question drew when it was asked. */
  asked: number
  /** Drawn as the request was sent that was asked for by its serial number; none for the order. */
  sentNumber?: number | null
}

/** What a list says of an order. */
export interface ListedRecord extends OrderPlace, OrderFields<Money> {
  hasUnknown: boolean
}

export interface OrderRecord extends ListedRecord {
  answer: Record<string, string>
}

export interface Orders {
  /**
   * The next number of the row that questions and sendings draw from: it grows over restarts too,
   * whatever the clock does.
   */
  drawNumber(): number
  /** Stores an answer; returns the snapshot it is now, new or the same as before. */
  storeSnapshot(seen: Seen): StoredSnapshot
  /** As one connection record last saw it. */
  get(connectionId: string, orderid: string): OrderRecord | null
  /**
   * The merchant's id of an order, as its answers named it or it was asked for; empty when not
   * known.
   */
  clientOrderidOf(place: OrderPlace): string
  /**
   * The gateway's id of the only order here with that merchant's id; empty when there is none, or
   * more than one.
   */
  orderidOf(service: string, clientOrderid: string): string
  /** Oldest first, through whatever connection record they were read. */
  snapshots(place: OrderPlace): SnapshotRow[]
  /** What each answer told of its event for the bank, oldest first. */
  events(place: OrderPlace): EventRow[]
  /** The number of the newest of them; null when nothing was told. */
  newest(place: OrderPlace): number | null
  facts(place: OrderPlace): OrderFacts
  /** A person clears what stands on it, as told up to `seq`; audited with the reason. */
  clear(place: OrderPlace & { connectionId: string }, given: Given): void
  /**
   * Re-computes the list columns of every record of it; called in the transaction of whatever
   * changed an attempt.
   */
  refresh(place: OrderPlace): void
}

export function openOrders(
  db: Database,
  audit: AuditLog,
  clock: () => number,
  readingOf: ReadingOf = () => undefined,
): Orders {
  const { times } = statement<[], { times: bigint }>(db, 'SELECT times FROM ledger_start').only()
  // Numbers of this run begin behind all that an earlier one can have drawn.
  let number = Number(times) * 2 ** 32
  const selectNewest = statement<[string, string], bigint | null>(
    db,
    'SELECT max(seq) FROM status_snapshot WHERE service = ? AND orderid = ?',
    { as: 'value' },
  )
  const selectOrder = statement<[string, string], SqlRow>(
    db,
    `SELECT ${listedColumns}, o.answer FROM payment_order o WHERE connection_id = ? AND orderid = ?`,
  )
  const retelling = openRetelling(db, readingOf)
  const clearances = openClearances(db, audit, clock)
  const folded = openFolded(db, retelling, clearances.of)
  const events = openMoneyEvents(db)
  const write = statusWriter(db, audit, { clock, events, folded, retelling })
  return {
    drawNumber: () => (number += 1),
    storeSnapshot: (seen) => inTransaction(db, () => write(seen)),
    get: (connectionId, orderid) => {
      const row = selectOrder.get(connectionId, orderid)
      return row === undefined ? null : orderOf(row)
    },
    newest: ({ service, orderid }) => {
      const newest = selectNewest.get(service, orderid)
      return newest === null ? null : Number(newest)
    },
    events: events.of,
    clear: (place, given) => {
      clearances.add(place, given, () => {
        folded.refresh(place)
      })
    },
    ...orderNames(db),
    ...folded,
  }
}

function orderNames(db: Database): Pick<Orders, 'clientOrderidOf' | 'orderidOf'> {
  const selectClientOrderid = statement<[string, string], SqlRow>(
    db,
    'SELECT max(client_orderid) AS client_orderid FROM payment_order WHERE service = ? AND orderid = ?',
  )
  const selectOrderids = statement<[string, string], SqlRow>(
    db,
    'SELECT DISTINCT orderid FROM payment_order WHERE service = ? AND client_orderid = ? LIMIT 2',
  )
  return {
    clientOrderidOf: ({ service, orderid }) => {
      const row = selectClientOrderid.get(service, orderid)
      return String(row?.client_orderid ?? '')
    },
    orderidOf: (service, clientOrderid) => {
      const [row, ...others] = selectOrderids.all(service, clientOrderid)
      return row === undefined || others.length > 0 ? '' : String(row.orderid)
    },
  }
}

/** Runs in a transaction: an answer, what it changes in the lists, and its audit entry. */
function statusWriter(
  db: Database,
  audit: AuditLog,
  parts: { clock: () => number; events: MoneyEvents; folded: Folded; retelling: Retelling },
): (seen: Seen) => StoredSnapshot {
  const upsertOrder = statement<Record<string, unknown>>(
    db,
    `INSERT INTO payment_order (service, connection_id, orderid, client_orderid, phase, status, transaction_type, answer, first_seen_at, checked_at)
       VALUES (@service, @connectionId, @orderid, @clientOrderid, 'unclear', @status, @type, @answer, @at, @at)
       ON CONFLICT (connection_id, orderid) DO UPDATE SET
         client_orderid = CASE WHEN excluded.client_orderid = '' AND excluded.service = service THEN client_orderid
           ELSE excluded.client_orderid END,
         service = excluded.service, status = excluded.status, transaction_type = excluded.transaction_type, answer = excluded.answer, checked_at = excluded.checked_at`,
  )
  const keep = snapshotWriter(db)
  const { clock, events, folded, retelling } = parts
  return (seen) => {
    const { service, connectionId, orderid, snapshot } = seen
    const at = clock()
    upsertOrder.run({
      service,
      connectionId,
      orderid,
      clientOrderid: seen.clientOrderid,
      // The gateway's own words, whatever a setting makes of them.
      status: snapshot.toldStatus ?? snapshot.status,
      type: snapshot.toldType ?? snapshot.transactionType,
      answer: JSON.stringify(seen.answer),
      at,
    })
    const { current, isSame } = keep(seen, at)
    if (!isSame) retelling.hear({ service, orderid })
    // As the log keeps them, so that the same numbers are not new every time.
    const told = maskDetails(bankFactsOf(seen.answer)) as ReturnType<typeof bankFactsOf>
    if (seen.isLookUp || !isSame || events.isNew(current.seq, told)) {
      const { seq } = audit.append({
        actor: seen.actor,
        kind: seen.isLookUp ? 'order:look-up' : 'order:changed',
        outcome: snapshot.status,
        origin: seen.isLookUp ? 'operator' : 'service',
        subject: orderSubject(connectionId, orderid),
        details: {
          orderid,
          clientOrderid: seen.clientOrderid,
          status: snapshot.status,
          transactionType: snapshot.transactionType,
          stage: snapshot.stage,
          ...(snapshot.amount === null ? {} : toText(snapshot.amount)),
          ...told,
          serialNumber: seen.serialNumber,
          snapshot: current.seq,
          isChanged: !isSame,
        },
      })
      events.project(seq)
    }
    folded.refresh({ service, orderid })
    return folded.snapshots({ service, orderid }).find(({ seq }) => seq === current.seq) ?? current
  }
}

/** Appends what an answer told, or finds that the newest one here told the same. */
function snapshotWriter(
  db: Database,
): (seen: Seen, at: number) => { current: StoredSnapshot; isSame: boolean } {
  const selectLast = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM status_snapshot WHERE service = ? AND orderid = ? ORDER BY seq DESC LIMIT 1',
  )
  const addSnapshot = statement<
    [
      string,
      string,
      string,
      number,
      string,
      string,
      string,
      string,
      bigint | null,
      string | null,
      number | null,
      string,
      number | null,
      number | null,
      string,
      string,
      number,
      string | null,
      string,
    ]
  >(
    db,
    `INSERT INTO status_snapshot (service, connection_id, orderid, at, fingerprint, status, transaction_type, stage, amount_minor,
             currency, digits, transaction_mark, partial_return, partial_capture, reason, serial_number, asked, unreadable_amount, told)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const askEarlier = statement<{ seq: unknown; asked: number }>(
    db,
    'UPDATE status_snapshot SET asked = @asked WHERE seq = @seq AND asked > @asked',
  )
  return (seen, at) => {
    const { service, connectionId, orderid, snapshot } = seen
    const fingerprint = fingerprintOf(snapshot)
    const last = selectLast.get(service, orderid)
    // MONEY: what was told before a request was sent is not what the gateway tells of that request,
    // however alike the two look.
    const isOlder = last !== undefined && Number(last.asked) < (seen.sentNumber ?? 0)
    const isSame = last?.fingerprint === fingerprint && !isOlder
    if (isSame) {
      askEarlier.run({ seq: last.seq, asked: seen.asked })
      return { current: snapshotOf(last), isSame }
    }
    const added = addSnapshot.run(
      service,
      connectionId,
      orderid,
      at,
      fingerprint,
      snapshot.status,
      snapshot.transactionType,
      snapshot.stage,
      snapshot.amount?.minor ?? null,
      snapshot.amount?.currency ?? null,
      snapshot.amount?.digits ?? null,
      snapshot.transactionMark,
      flag(snapshot.partialReturn),
      flag(snapshot.partialCapture),
      snapshot.reason,
      seen.serialNumber,
      seen.asked,
      snapshot.unreadableAmount ?? null,
      JSON.stringify(toldOf(seen.answer)),
    )
    const current = { ...snapshot, seq: Number(added.lastInsertRowid), at }
    return { current, isSame }
  }
}

const flag = (value: boolean | null): number | null => (value === null ? null : value ? 1 : 0)
const fields = Object.entries(orderFields)
/** What `listedOf` reads of `payment_order o`. */
export const listedColumns = [
  ...['o.service', 'o.currency', 'o.digits'],
  ...fields.map(([, { column }]) => `o.${column}`),
  `EXISTS (SELECT 1 FROM attempt a WHERE a.service = o.service AND a.orderid = o.orderid
    AND a.state = 'UNKNOWN') AS has_unknown`,
].join(', ')

const readers = {
  text: (row: SqlRow, column: string) => String(row[column]),
  time: (row: SqlRow, column: string) => Number(row[column]),
  money: moneyOf,
} as const

export const listedOf = (row: SqlRow): ListedRecord => ({
  ...(Object.fromEntries(
    fields.map(([name, { kind, column }]) => [name, readers[kind](row, column)]),
  ) as OrderFields<Money>),
  service: String(row.service),
  hasUnknown: row.has_unknown === 1n,
})

const orderOf = (row: SqlRow): OrderRecord => ({
  ...listedOf(row),
  answer: JSON.parse(String(row.answer)) as Record<string, string>,
})
