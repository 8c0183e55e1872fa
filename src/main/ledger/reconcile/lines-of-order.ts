// Refunds that reports list on one order and that nothing here explains, for the pages of that
// order. Reports are matched only where a line names the order: most orders are in none. All are
// matched beside such a refund.
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

/**
 * MONEY: an amount stands once for each report, with how many lines say it. Nobody guesses how
 * often it was refunded: the lines say no more than how often at most.
 */
export async function refundsOfOrder(
  db: Database,
  { ids, ...order }: AskedOrder,
  work: TimeSlice,
): Promise<ReportedRefund[]> {
  const naming: ReconciliationRecord[] = []
  const others: ReconciliationRecord[] = []
  for (const [at, id] of ids.entries()) {
    const record = wholeReport(db, id)
    if (record !== undefined)
      ((await isNamedIn(db, record, order, work)) ? naming : others).push(record)
    await work.turn(at, ids.length)
  }
  const refunds = await refundsIn(db, naming, order.orderid, work)
  if (refunds.length === 0) return []
  // Lines with a bank's number alone may be of this order too, and lower what is left at least.
  refunds.push(...(await refundsIn(db, others, order.orderid, work)))
  const alike = Map.groupBy(refunds, (one) => JSON.stringify(one))
  return [...alike.values()].map((lines) => ({ ...lines[0]!, count: lines.length }))
}

async function refundsIn(
  db: Database,
  records: readonly ReconciliationRecord[],
  orderid: string,
  work: TimeSlice,
): Promise<Omit<ReportedRefund, 'count'>[]> {
  if (records.length === 0) return []
  return (await matchReports(db, records, work)).flatMap(({ record, lines }) =>
    lines
      .filter((one) => isUnknownRefund(one) && one.order === orderid)
      .map(({ line }) => ({
        ...{ reportId: record.id, name: record.source.name },
        amount: toText(line),
      })),
  )
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
