// What is folded from all answers and requests of an order: its facts, and the columns that lists
// show of them.
import { type OrderFacts, foldFacts } from '#shared/gateway/orders/order-facts.ts'
import { withoutOrderIds } from '#shared/gateway/orders/order-ids.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { attemptOf, moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { askedAmount } from './asked-amount.ts'
import { attemptFactOf } from './attempt-facts.ts'
import { clearancesIn, type Clearances } from './clearances.ts'
import { openRetelling, type ReadingOf, type Retelling } from './retell.ts'

/** `asked` is the smallest number of the questions that it answered without a break. */
export type SnapshotRow = StoredSnapshot & { serialNumber: string; asked: number }

/** Facts derived from all answers and requests of an order. */
export interface Folded {
  /** Oldest first, through whatever connection record they were read. */
  snapshots(place: OrderPlace): SnapshotRow[]
  facts(place: OrderPlace): OrderFacts
  columns(place: OrderPlace): Columns
  /** Writes the columns of every record of it. */
  refresh(place: OrderPlace): void
}

/** What lists show of the facts. */
interface Columns {
  phase: string
  original: bigint | null
  returned: bigint | null
  currency: string | null
  digits: number
}

/** Folded once more from what is there; nothing is written. */
export const foldOrder = (db: Database, readingOf: ReadingOf, place: OrderPlace): Columns =>
  openFolded(db, openRetelling(db, readingOf), clearancesIn(db)).columns(place)

export function openFolded(
  db: Database,
  { retell }: Retelling,
  clearancesOf: Clearances['of'],
): Folded {
  const selectSnapshots = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM status_snapshot WHERE service = ? AND orderid = ? ORDER BY seq',
  )
  const selectAttempts = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM attempt WHERE service = ? AND orderid = ? ORDER BY made_number',
  )
  const updateColumns = statement<
    [string, bigint | null, bigint | null, string | null, number, string, string]
  >(
    db,
    `UPDATE payment_order SET phase = ?, original_minor = ?, returned_minor = ?, currency = ?, digits = ?
       WHERE service = ? AND orderid = ?`,
  )
  const snapshots = ({ service, orderid }: OrderPlace) => {
    const rows = selectSnapshots.all(service, orderid)
    return withoutOrderIds(retell({ service, orderid }, rows, rows.map(snapshotOf)), orderid)
  }

  const facts = (place: OrderPlace): OrderFacts => {
    const attempts = selectAttempts.all(place.service, place.orderid).map(attemptOf)
    return foldFacts(snapshots(place), attempts.map(attemptFactOf), clearancesOf(place))
  }

  const columns = (place: OrderPlace): Columns => {
    const now = facts(place)
    const original = now.original ?? askedAmount(now, snapshots(place))
    return {
      phase: now.phase,
      original: original?.minor ?? null,
      returned: now.isReturnedInDoubt ? null : (now.returned?.minor ?? null),
      currency: now.currency,
      digits: now.digits,
    }
  }

  const refresh = ({ service, orderid }: OrderPlace): void => {
    const { phase, original, returned, currency, digits } = columns({ service, orderid })
    updateColumns.run(phase, original, returned, currency, digits, service, orderid)
  }
  return { snapshots, facts, columns, refresh }
}

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
