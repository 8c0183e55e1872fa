// What the gateway said about orders: appended when it changed, never edited. Money facts are
// folded from snapshots and attempts (gateway/orders/order-facts.ts); the columns kept beside them
// serve lists only.
import { orderSubject } from '#shared/attempt.ts'
import { type OrderFields, orderFields } from '#shared/bridge/views.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import type { OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import { bankFactsOf } from '#shared/gateway/orders/event-facts.ts'
import { type StoredSnapshot, fingerprintOf } from '#shared/gateway/status/status.ts'
import { reportedOf } from '#shared/gateway/orders/status-snapshot.ts'
import { type Money, toText } from '#shared/money.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import type { AuditLog } from '../audit/audit.ts'
import { maskDetails } from '../audit/mask.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Change, nextNumber, withoutNulls } from '../projections/changes.ts'
import { type Given, openClearances } from './clearances.ts'
import { currentSql } from '../reconcile/reconciliation-book.ts'
import { type FoundRefunds, openFoundRefunds } from '../reconcile/found-refunds.ts'
import { type Folded, type FoldedPage, openFolded, type SnapshotRow, snapshotOf } from './folded.ts'
import { type MoneyEvents, openMoneyEvents } from './money-events.ts'
import { type EventRow } from '../journal/event-row.ts'
import { openShopReads } from '../shop/shop-book.ts'
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
  /** Nobody asked: Paydesk reads it again by itself. */
  isAlone?: boolean
  /** The number the question drew when it was asked. */
  asked: number
  /** Drawn as the request was sent that was asked for by its serial number; none for the order. */
  sentNumber?: number | null
}

/** What a list says of an order. */
export interface ListedRecord extends OrderPlace, OrderFields<Money> {
  hasUnknown: boolean
  /** The kept result of a report lists a refund of it that nothing explains. */
  isReported?: true
}

export interface OrderRecord extends ListedRecord {
  answer: Record<string, string>
}

export interface Orders extends FoundRefunds {
  /**
   * The next number of the row that questions and sendings draw from: it grows over restarts too,
   * whatever the clock does. MONEY: it follows from how long the log is, and from nothing beside
   * the log: a number is kept by an entry, so the log is longer when the next run draws.
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
  /** The same of many, read at once. */
  orderidsOf(service: string, clientOrderids: readonly string[]): (clientOrderid: string) => string
  /** Captured orders of the connection whose last look is the longest ago, oldest first. */
  toReadAgain(
    connectionId: string,
    asked: { seenFrom: number; readBefore: number; limit: number },
  ): string[]
  /** The merchant's ids of those of these orders that this connection has seen, by their ids. */
  seenBy(connectionId: string, orderids: readonly string[]): Map<string, string>
  /** The kept result of a report lists a refund of it that nothing explains. */
  isReported(place: OrderPlace): boolean
  /** Oldest first, through whatever connection record they were read. */
  snapshots(place: OrderPlace): SnapshotRow[]
  /** What each answer told of its event for the bank, oldest first. */
  events(place: OrderPlace): EventRow[]
  /** The number of the newest of them; null when nothing was told. */
  newest(place: OrderPlace): number | null
  /** `more`: as if these had been sent as well. */
  facts(place: OrderPlace, more?: readonly AttemptFact[]): OrderFacts
  /** All of these orders of one gateway, read at once: what is stored later is not seen by it. */
  page(service: string, orderids: readonly string[]): FoldedPage
  /** A person clears what stands on it, as told up to `seq`; audited with the reason. */
  clear(place: OrderPlace & { connectionId: string }, given: Given): void
  /**
   * Re-computes the list columns of every record of it; called in the transaction of whatever
   * changed an attempt.
   */
  refresh(place: OrderPlace): void
}

/** More than are drawn between two entries; 500 million entries stay within what a number holds. */
const numbersAnEntry = 2 ** 24

export function openOrders(
  db: Database,
  audit: AuditLog,
  clock: () => number,
  readingOf: ReadingOf = () => undefined,
): Orders {
  let number = 0
  const selectNewest = statement<[string, string], bigint | null>(
    db,
    'SELECT max(seq) FROM status_snapshot WHERE service = +? AND orderid = +?',
    { as: 'value' },
  )
  const selectOrder = statement<[string, string], SqlRow>(
    db,
    `SELECT ${listedColumns}, o.answer FROM payment_order o WHERE connection_id = ? AND orderid = ?`,
  )
  const retelling = openRetelling(db, readingOf)
  const clearances = openClearances(db, audit, clock)
  const folded = openFolded(db, retelling)
  const events = openMoneyEvents(db)
  const write = statusWriter(db, audit, { clock, events, folded, retelling })
  return {
    drawNumber: () => (number = Math.max(number + 1, audit.head().size * numbersAnEntry)),
    storeSnapshot: (seen) => inTransaction(db, () => write(seen)),
    get: (connectionId, orderid) => {
      const row = selectOrder.get(connectionId, orderid)
      return row === undefined ? null : orderOf(row)
    },
    newest: ({ service, orderid }) => {
      const newest = selectNewest.get(service, orderid)
      return newest === null ? null : Number(newest)
    },
    isReported: (place) => reportedOrders(db)(place),
    events: events.of,
    clear: (place, given) => {
      clearances.add(place, given, () => {
        folded.refresh(place)
      })
    },
    ...openFoundRefunds(db, audit, clock),
    ...orderNames(db),
    ...folded,
  }
}

function orderNames(
  db: Database,
): Pick<Orders, 'clientOrderidOf' | 'orderidOf' | 'orderidsOf' | 'seenBy' | 'toReadAgain'> {
  const selectClientOrderid = statement<[string, string], SqlRow>(
    db,
    // By the order: for its greatest one, SQLite would go through all ids of the gateway.
    `SELECT max(client_orderid) AS client_orderid FROM payment_order INDEXED BY payment_order_service
     WHERE service = +? AND orderid = +?`,
  )
  const selectOrderids = statement<[string, string], [named: string, orderid: string]>(
    db,
    `SELECT client_orderid, min(orderid) FROM payment_order
     WHERE service = ? AND client_orderid IN (SELECT value FROM json_each(?))
     GROUP BY client_orderid HAVING count(DISTINCT orderid) = 1`,
    { as: 'list' },
  )
  const selectSeen = statement<[string, string], [orderid: string, named: string]>(
    db,
    `SELECT orderid, client_orderid FROM payment_order
     WHERE connection_id = ? AND orderid IN (SELECT value FROM json_each(?))`,
    { as: 'list' },
  )
  // What was first seen in that time was read in it: older ones are not walked through each time.
  const selectAgain = statement<Record<string, string | number>, string>(
    db,
    `SELECT orderid FROM (
       SELECT * FROM (SELECT orderid, checked_at FROM payment_order WHERE connection_id = @id AND phase = 'captured'
         AND checked_at >= @seen AND checked_at < @read AND first_seen_at >= @seen ORDER BY checked_at LIMIT @limit)
       UNION ALL
       SELECT * FROM (SELECT orderid, checked_at FROM payment_order WHERE connection_id = @id AND phase = 'partly-returned'
         AND checked_at >= @seen AND checked_at < @read AND first_seen_at >= @seen ORDER BY checked_at LIMIT @limit))
     ORDER BY checked_at, orderid LIMIT @limit`,
    { as: 'value' },
  )
  const orderidsOf: Orders['orderidsOf'] = (service, clientOrderids) => {
    // So many may bear none that they are not looked through.
    const named = clientOrderids.filter((id) => id !== '')
    const found = new Map(selectOrderids.all(service, JSON.stringify(named)))
    return (clientOrderid) => found.get(clientOrderid) ?? ''
  }
  return {
    toReadAgain: (id, { seenFrom: seen, readBefore: read, limit }) =>
      selectAgain.all({ id, seen, read, limit }),
    clientOrderidOf: ({ service, orderid }) => {
      const row = selectClientOrderid.get(service, orderid)
      return String(row?.client_orderid ?? '')
    },
    orderidOf: (service, clientOrderid) => orderidsOf(service, [clientOrderid])(clientOrderid),
    orderidsOf,
    seenBy: (connectionId, orderids) =>
      new Map(selectSeen.all(connectionId, JSON.stringify(orderids))),
  }
}

/**
 * Runs in a transaction: an answer, and the entry with the rows that it changes. An answer that
 * says the same as the one before leaves no entry, only the time.
 */
function statusWriter(
  db: Database,
  audit: AuditLog,
  parts: { clock: () => number; events: MoneyEvents; folded: Folded; retelling: Retelling },
): (seen: Seen) => StoredSnapshot {
  const selectOrder = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM payment_order WHERE connection_id = ? AND orderid = ?',
  )
  const setChecked = statement<[number, string, string]>(
    db,
    'UPDATE payment_order SET checked_at = ? WHERE connection_id = ? AND orderid = ?',
  )
  const compare = snapshotComparer(db)
  const shopReads = openShopReads(db)
  const { clock, events, folded, retelling } = parts
  return (seen) => {
    const { service, connectionId, orderid, snapshot } = seen
    const at = clock()
    const order = orderChange(selectOrder.get(connectionId, orderid), seen, at)
    const { current, isSame, change } = compare(seen, at)
    // As the log keeps them, so that the same numbers are not new every time.
    const reported = maskDetails(bankFactsOf(seen.answer)) as ReturnType<typeof bankFactsOf>
    const event = events.change(current.seq, reported)
    const shop = shopReads(seen, at)
    const isNews = order.isNews || change !== null || event !== null || shop.length > 0
    if (seen.isLookUp || isNews)
      audit.append(
        {
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
            ...reported,
            serialNumber: seen.serialNumber,
            snapshot: current.seq,
            isChanged: !isSame,
          },
        },
        [order.change, change, event, ...shop].filter((one) => one !== null),
      )
    else setChecked.run(at, connectionId, orderid)
    if (!isSame) retelling.hear({ service, orderid })
    // An answer that changes nothing changes no column either.
    const place = { service, orderid }
    const told = isNews ? folded.refresh(place).snapshots(place) : folded.snapshots(place)
    return told.find(({ seq }) => seq === current.seq) ?? current
  }
}

/** What an answer changes in the record of its order, and whether it is more than the time. */
function orderChange(
  before: SqlRow | undefined,
  seen: Seen,
  at: number,
): { change: Change; isNews: boolean } {
  const { service, connectionId, orderid, clientOrderid, snapshot } = seen
  const key = { connection_id: connectionId, orderid }
  const isUnnamed = clientOrderid === '' && before?.service === service
  const now = {
    service,
    client_orderid: isUnnamed ? String(before.client_orderid) : clientOrderid,
    // The gateway's own words, whatever a setting makes of them.
    status: snapshot.reportedStatus ?? snapshot.status,
    transaction_type: snapshot.reportedType ?? snapshot.transactionType,
  }
  if (before === undefined) {
    const times = { first_seen_at: at, checked_at: at }
    const cells = { ...key, ...now, phase: 'unclear', answer: seen.answer, ...times }
    return { change: ['add', 'payment_order', cells], isNews: true }
  }
  const changed = Object.entries(now).filter(([name, value]) => before[name] !== value)
  const known = JSON.parse(String(before.answer)) as Record<string, string>
  const answer = saysSame(known, seen.answer) ? {} : { answer: seen.answer }
  const cells = { ...Object.fromEntries(changed), ...answer }
  return {
    change: ['set', 'payment_order', { ...key, ...cells, checked_at: at }],
    isNews: Object.keys(cells).length > 0,
  }
}

/** Each answer has a serial number of its own. */
function saysSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const said = ({ 'serial-number': _number, ...rest }: Record<string, string>): string =>
    JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))
  return said(one) === said(other)
}

/** What an answer told, as a row, or that the newest one here told the same: then no change. */
function snapshotComparer(
  db: Database,
): (seen: Seen, at: number) => { current: StoredSnapshot; isSame: boolean; change: Change | null } {
  const selectLast = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM status_snapshot WHERE service = +? AND orderid = +? ORDER BY seq DESC LIMIT 1',
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
      const current = snapshotOf(last)
      const isEarlier = current.asked > seen.asked
      const cells = { seq: current.seq, asked: seen.asked }
      return { current, isSame, change: isEarlier ? ['set', 'status_snapshot', cells] : null }
    }
    const seq = nextNumber(db, 'status_snapshot')
    const cells = withoutNulls({
      seq,
      ...{ service, connection_id: connectionId, orderid, at, fingerprint },
      ...{ status: snapshot.status, transaction_type: snapshot.transactionType },
      ...{ stage: snapshot.stage, amount_minor: snapshot.amount?.minor ?? null },
      ...{ currency: snapshot.amount?.currency ?? null, digits: snapshot.amount?.digits ?? null },
      transaction_mark: snapshot.transactionMark,
      partial_return: flag(snapshot.partialReturn),
      partial_capture: flag(snapshot.partialCapture),
      ...{ reason: snapshot.reason, serial_number: seen.serialNumber, asked: seen.asked },
      unreadable_amount: snapshot.unreadableAmount ?? null,
      reported: reportedOf(seen.answer),
      found_alone: seen.isAlone === true ? 1 : null,
    })
    return { current: { ...snapshot, seq, at }, isSame, change: ['add', 'status_snapshot', cells] }
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

/**
 * Which orders a report lists a refund of that nothing explained when its result was kept: read
 * once for a page of orders. The page of one order matches the reports anew.
 */
export function reportedOrders(db: Database): (order: OrderPlace) => boolean {
  const sql = `SELECT r.service, e.value AS orderid
    FROM (SELECT service, result FROM reconciliation WHERE ${currentSql}) r,
      json_each(r.result, '$.refundedOrders') e`
  const rows = statement<[], OrderPlace>(db, sql).all()
  if (rows.length === 0) return () => false
  const named = new Set(rows.map(({ service, orderid }) => JSON.stringify([service, orderid])))
  return ({ service, orderid }) => named.has(JSON.stringify([service, orderid]))
}
