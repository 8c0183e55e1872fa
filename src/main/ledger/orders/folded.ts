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
import { clearanceColumns, clearanceOf } from './clearances.ts'
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
  /** Writes the columns of every record of it; returns what they were folded from. */
  refresh(place: OrderPlace): FoldedPage
  /** All of these orders of one gateway, read at once: what is stored later is not seen by it. */
  page(service: string, orderids: readonly string[]): FoldedPage
}

/** The same answers, of orders that were read together. */
export type FoldedPage = Pick<Folded, 'snapshots' | 'facts'>

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
  openFolded(db, openRetelling(db, readingOf)).columns(place)

/** What orders are folded from, oldest first; each kind is read when it is asked for. */
interface Parts {
  rows: (place: OrderPlace) => SqlRow[]
  attempts: (place: OrderPlace) => AttemptFact[]
  clearances: (place: OrderPlace) => Clearance[]
}

export function openFolded(db: Database, retelling: Retelling): Folded {
  const readOne = partsReader<[string, string]>(db, 'WHERE service = +? AND orderid = +?')
  const readPage = partsReader<[string, string]>(
    db,
    'WHERE service = ? AND orderid IN (SELECT value FROM json_each(?))',
  )
  const updateColumns = statement<[...(bigint | string | number | null)[], string, string]>(
    db,
    `UPDATE payment_order SET phase = ?, original_minor = ?, returned_minor = ?, returnable_minor = ?,
       currency = ?, digits = ? WHERE service = ? AND orderid = ?`,
  )
  const ofOne = (place: OrderPlace): FoldedPage =>
    foldedOf(retelling.retell, readOne(place.service, place.orderid))
  return {
    snapshots: (place) => ofOne(place).snapshots(place),
    facts: (place, more) => ofOne(place).facts(place, more),
    columns: (place) => columnsOf(ofOne(place), place),
    refresh: ({ service, orderid }) => {
      const page = ofOne({ service, orderid })
      const { phase, original, returned, returnable, ...unit } = columnsOf(page, {
        service,
        orderid,
      })
      const { currency, digits } = unit
      updateColumns.run(phase, original, returned, returnable, currency, digits, service, orderid)
      return page
    },
    page: (service, orderids) =>
      foldedOf(retelling.ofPage(), readPage(service, JSON.stringify(orderids))),
  }
}

/** What was told of an order is retold once. */
function foldedOf(retell: Retelling['retell'], { rows, attempts, clearances }: Parts): FoldedPage {
  const told = new Map<string, SnapshotRow[]>()
  const snapshots = (place: OrderPlace): SnapshotRow[] => {
    const name = nameOf(place)
    const known = told.get(name)
    if (known !== undefined) return known
    const made = toldOf(retell, place, rows(place))
    told.set(name, made)
    return made
  }
  return {
    snapshots,
    facts: (place, more = []) =>
      foldFacts(snapshots(place), [...attempts(place), ...more], clearances(place)),
  }
}

/** Of what was told and asked for of an order, oldest first. */
export const factsOf = (
  { retell }: Retelling,
  place: OrderPlace,
  parts: { rows: SqlRow[]; attempts: AttemptFact[]; clearances: Clearance[] },
): OrderFacts => foldFacts(toldOf(retell, place, parts.rows), parts.attempts, parts.clearances)

const toldOf = (
  retell: Retelling['retell'],
  place: OrderPlace,
  rows: readonly SqlRow[],
): SnapshotRow[] => withoutOrderIds(retell(place, rows, rows.map(snapshotOf)), place.orderid)

function columnsOf(page: FoldedPage, place: OrderPlace): Columns {
  const now = page.facts(place)
  const original = now.original ?? askedAmount(now, page.snapshots(place))
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
  const read = partsReader<[string, string, string, string]>(
    db,
    'WHERE (service, orderid) >= (?, ?) AND (service, orderid) <= (?, ?)',
  )
  let last: OrderPlace = { service: '', orderid: '' }
  for (;;) {
    const places = select.all(last.service, last.orderid)
    if (places.length === 0) return
    const first = places[0]!
    last = places.at(-1)!
    const parts = read(first.service, first.orderid, last.service, last.orderid)
    const page = foldedOf(retelling.ofPage(), parts)
    yield places.map((place) => ({ ...place, columns: columnsOf(page, place) }))
  }
}

/** `where`: of which orders; all of their parts are read at once. */
function partsReader<Values extends unknown[]>(
  db: Database,
  where: string,
): (...values: Values) => Parts {
  const within = (table: string, columns: string, order: string) =>
    statement<unknown[], Placed>(
      db,
      `SELECT service, orderid, ${columns} FROM ${table} ${where} ORDER BY 1, 2, ${order}`,
    )
  const snapshots = within('status_snapshot', '*', 'seq')
  const attempts = within('attempt', attemptFactColumns, 'made_number')
  const clearances = within('order_clearance', clearanceColumns, 'seq')
  return (...values) => {
    const read = <T>(from: typeof snapshots, as: (row: SqlRow) => T) => {
      let found: Map<string, Placed[]> | undefined
      return (place: OrderPlace): T[] => {
        found ??= Map.groupBy(from.all(...values), nameOf)
        return (found.get(nameOf(place)) ?? []).map(as)
      }
    }
    return {
      rows: read(snapshots, (row) => row),
      attempts: read(attempts, attemptFactIn),
      clearances: read(clearances, clearanceOf),
    }
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
