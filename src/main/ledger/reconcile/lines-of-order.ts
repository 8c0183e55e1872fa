// Refunds that reports list on one order and that nothing here explains, for the pages of that
// order. Reports are matched only where a line names the order: most orders are in none.
import { toText } from '#shared/money.ts'
import type { ReportedRefund } from '#shared/reconcile/reconcile-methods.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { wholeReport } from './all-reports.ts'
import { matchReports } from './match-report.ts'
import { type KeptLine, type ReconciliationRecord, unpackLines } from './reconciliation-record.ts'
import { isUnknownRefund } from './result-of.ts'

export interface AskedOrder {
  /** Reports of one gateway. */
  ids: readonly string[]
  orderid: string
  clientOrderid: string
}

/** MONEY: an amount stands once for each report; nobody guesses how often it was refunded. */
export async function refundsOfOrder(
  db: Database,
  { ids, ...order }: AskedOrder,
  work: TimeSlice,
): Promise<ReportedRefund[]> {
  const naming: ReconciliationRecord[] = []
  for (const [at, id] of ids.entries()) {
    const record = wholeReport(db, id)
    if (record !== undefined && (await isNamedIn(db, record, order, work))) naming.push(record)
    await work.turn(at, ids.length)
  }
  if (naming.length === 0) return []
  const matched = await matchReports(db, naming, work)
  const refunds = matched.flatMap(({ record, lines }) =>
    lines
      .filter((one) => isUnknownRefund(one) && one.order === order.orderid)
      .map(({ line }) => ({
        ...{ reportId: record.id, name: record.source.name },
        amount: toText(line),
      })),
  )
  return [...new Map(refunds.map((one) => [JSON.stringify(one), one])).values()]
}

async function isNamedIn(
  db: Database,
  { id }: ReconciliationRecord,
  order: Omit<AskedOrder, 'ids'>,
  work: TimeSlice,
): Promise<boolean> {
  const parts = statement<[string], string>(
    db,
    'SELECT lines FROM reconciliation_part WHERE reconciliation_id = ? ORDER BY part',
    { as: 'value' },
  ).all(id)
  for (const [at, part] of parts.entries()) {
    if (unpackLines(part).some((line) => names(line, order))) return true
    await work.turn(at, parts.length)
  }
  return false
}

const names = (
  { orderId, merchantOrderId }: KeptLine,
  { orderid, clientOrderid }: Omit<AskedOrder, 'ids'>,
): boolean => orderId === orderid || (merchantOrderId !== '' && merchantOrderId === clientOrderid)
