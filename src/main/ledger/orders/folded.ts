// What is folded from all answers and requests of an order: its facts, and the columns that lists
// show of them.
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import type { Clearance } from '#shared/gateway/clearances/clearance.ts'
import { type OrderFacts, foldFacts } from '#shared/gateway/orders/order-facts.ts'
import { withoutOrderIds } from '#shared/gateway/orders/order-ids.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { askedAmount } from './asked-amount.ts'
import { attemptFactColumns, attemptFactIn } from './attempt-facts.ts'
import { clearanceColumns, clearanceOf, clearancesIn, type Clearances } from './clearances.ts'
import { openRetelling, type ReadingOf, type Retelling } from './retell.ts'

/** `asked` is the smallest number of the questions that it answered without a break. */
export type SnapshotRow = StoredSnapshot & { serialNumber: string; asked: number }

/** Facts derived from all answers and requests of an order. */
export interface Folded {
  /** Oldest first, through whatever connection record they were read. */
  snapshots(place: OrderPlace): SnapshotRow[]
  /** `more`: as if these had been sent as well. */
  facts(place: OrderPlace, more?: readonly AttemptFact[]): OrderFacts
  columns(place: OrderPlace): Columns
  /** Writes the columns of every record of it. */
  refresh(place: OrderPlace): void
}

/** What lists show of the facts. */
export interface Columns {
  phase: string
  original: bigint | null
  returned: bigint | null
  /** Null where something came back, or may yet, of which no amount is known. */
  returnable: bigint | null
  currency: string | null
  digits: number
}

/** Folded once more from what is there; nothing is written. */
export const foldOrder = (db: Database, readingOf: ReadingOf, place: OrderPlace): Columns =>
  openFolded(db, openRetelling(db, readingOf), clearancesIn(db)).columns(place)

/** What an order is folded from, oldest first. */
export interface Parts {
  rows: SqlRow[]
  attempts: AttemptFact[]
  clearances: Clearance[]
}

export function openFolded(
  db: Database,
  retelling: Retelling,
  clearancesOf: Clearances['of'],
): Folded {
  const selectSnapshots = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM status_snapshot WHERE service = ? AND orderid = ? ORDER BY seq',
  )
  const selectAttempts = statement<[string, string], SqlRow>(
    db,
    `SELECT ${attemptFactColumns} FROM attempt WHERE service = ? AND orderid = ? ORDER BY made_number`,
  )
  const updateColumns = statement<[...(bigint | string | number | null)[], string, string]>(
    db,
    `UPDATE payment_order SET phase = ?, original_minor = ?, returned_minor = ?, returnable_minor = ?,
       currency = ?, digits = ? WHERE service = ? AND orderid = ?`,
  )
  const partsOf = (place: OrderPlace): Parts => ({
    rows: selectSnapshots.all(place.service, place.orderid),
    attempts: selectAttempts.all(place.service, place.orderid).map(attemptFactIn),
    clearances: clearancesOf(place),
  })
  const columns = (place: OrderPlace): Columns => columnsOf(retelling, place, partsOf(place))
  const refresh = ({ service, orderid }: OrderPlace): void => {
    const { phase, original, returned, returnable, ...unit } = columns({ service, orderid })
    const { currency, digits } = unit
    updateColumns.run(phase, original, returned, returnable, currency, digits, service, orderid)
  }
  return {
    snapshots: (place) =>
      snapshotsOf(retelling, place, selectSnapshots.all(place.service, place.orderid)),
    facts: (place, more = []) => {
      const parts = partsOf(place)
      const attempts = [...parts.attempts, ...more]
      return factsOf(retelling, place, { ...parts, attempts }).facts
    },
    columns,
    refresh,
  }
}

const snapshotsOf = (
  { retell }: Retelling,
  { service, orderid }: OrderPlace,
  rows: SqlRow[],
): SnapshotRow[] =>
  withoutOrderIds(retell({ service, orderid }, rows, rows.map(snapshotOf)), orderid)

export function factsOf(
  retelling: Retelling,
  place: OrderPlace,
  { rows, attempts, clearances }: Parts,
): { facts: OrderFacts; snapshots: SnapshotRow[] } {
  const snapshots = snapshotsOf(retelling, place, rows)
  return { facts: foldFacts(snapshots, attempts, clearances), snapshots }
}

function columnsOf(retelling: Retelling, place: OrderPlace, parts: Parts): Columns {
  const { facts: now, snapshots } = factsOf(retelling, place, parts)
  const original = now.original ?? askedAmount(now, snapshots)
  return {
    phase: now.phase,
    original: original?.minor ?? null,
    returned: now.isReturnedUncertain ? null : (now.returned?.minor ?? null),
    returnable: now.isReturnableLess ? null : (now.returnable?.minor ?? null),
    currency: now.currency,
    digits: now.digits,
  }
}

type Placed = SqlRow & { service: string; orderid: string }

/** Orders that are read together. */
const PAGE = 500

/** The columns of every order, gateway by gateway, a page at a time. */
export function* foldAll(
  db: Database,
  readingOf: ReadingOf,
): Generator<(OrderPlace & { columns: Columns })[]> {
  const retelling = openRetelling(db, readingOf)
  const select = statement<[string, string], OrderPlace>(
    db,
    `SELECT DISTINCT service, orderid FROM payment_order WHERE (service, orderid) > (?, ?)
     ORDER BY service, orderid LIMIT ${PAGE}`,
  )
  const within = (table: string, columns: string, order: string) =>
    statement<[string, string, string, string], Placed>(
      db,
      `SELECT service, orderid, ${columns} FROM ${table}
       WHERE (service, orderid) >= (?, ?) AND (service, orderid) <= (?, ?)
       ORDER BY service, orderid, ${order}`,
    )
  const snapshots = within('status_snapshot', '*', 'seq')
  const attempts = within('attempt', attemptFactColumns, 'made_number')
  const clearances = within('order_clearance', clearanceColumns, 'seq')
  let last: OrderPlace = { service: '', orderid: '' }
  for (;;) {
    const places = select.all(last.service, last.orderid)
    if (places.length === 0) return
    const first = places[0]!
    last = places.at(-1)!
    const range = [first.service, first.orderid, last.service, last.orderid] as const
    const [rows, made, cleared] = [snapshots, attempts, clearances].map((rowsIn) =>
      Map.groupBy(rowsIn.all(...range), nameOf),
    )
    yield places.map((place) => {
      const name = nameOf(place)
      const parts = {
        rows: rows?.get(name) ?? [],
        attempts: (made?.get(name) ?? []).map(attemptFactIn),
        clearances: (cleared?.get(name) ?? []).map(clearanceOf),
      }
      return { ...place, columns: columnsOf(retelling, place, parts) }
    })
  }
}

const nameOf = ({ service, orderid }: OrderPlace): string => `${service} ${orderid}`

const unflag = (value: string | bigint | null | undefined): boolean | null =>
  value === null || value === undefined ? null : value === 1n

export function snapshotOf(row: SqlRow): SnapshotRow {
  return {
    seq: Number(row.seq),
    at: Number(row.at),
    status: String(row.status),
    transactionType: String(row.transaction_type),
    stage: String(row.stage),
    amount: moneyOf(row),
    ...(typeof row.unreadable_amount === 'string'
      ? { unreadableAmount: row.unreadable_amount }
      : {}),
    transactionMark: String(row.transaction_mark),
    partialReturn: unflag(row.partial_return),
    partialCapture: unflag(row.partial_capture),
    reason: String(row.reason),
    serialNumber: String(row.serial_number),
    asked: Number(row.asked),
  }
}
