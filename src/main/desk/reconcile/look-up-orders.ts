// Looks up the orders of a report that nobody looked up here: they are told to the look-ups of the
// shop's lists, which pause, stop and go on over any end of the program. At their end the results
// of the reports are made and kept once more. It only reads.
import { hash } from 'node:crypto'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { FileRow } from '#shared/files/file-row.ts'
import type { UnknownOrder } from '../../ledger/reconcile/reconciled-rows.ts'
import type { ReconciliationRecord } from '../../ledger/reconcile/reconciliation-record.ts'
import type { Reader } from '../../ledger/worker/reader.ts'
import { noConnection, noReconciliation } from '../base/faults.ts'
import { mintAttemptId } from '../base/ids.ts'
import { othersTurn } from '../base/others-turn.ts'
import type { DeskPorts } from '../base/ports.ts'
import { keepAgain } from './keep-again.ts'
import type { ShopAsking } from '../shop/ask-shop.ts'

export interface LookUpParts {
  ports: Pick<
    DeskPorts,
    | 'reconciliations'
    | 'shop'
    | 'connections'
    | 'clock'
    | 'randomBytes'
    | 'actor'
    | 'onChange'
    | 'report'
    | 'closing'
  >
  reader: Pick<Reader, 'run'>
  asking: Pick<ShopAsking, 'start' | 'whenEnded'>
}

/** Orders of one entry of the log. */
const pageRows = 100

/** How many of the orders that are not known here are asked about. */
export async function lookUpOrders(
  { ports, reader, asking }: LookUpParts,
  record: ReconciliationRecord,
): Promise<Result<{ count: number }>> {
  const connection = ports.connections.find(record.connectionId)
  if (connection === undefined) return fail(noConnection)
  const actor = ports.actor()
  const orders = await reader.run('reconciled-orders', { id: record.id })
  if (orders === undefined) return fail(noReconciliation)
  if (orders.length > 0) await tell(ports, record, orders, actor)
  await askAgain(ports, record, orders, actor)
  const count = await unreadOf(ports, record, orders)
  const started = asking.start(connection.id)
  return started.ok ? ok({ count }) : started
}

/** The gateway may know by now what it did not know when it was asked before. */
async function askAgain(
  { shop }: LookUpParts['ports'],
  record: ReconciliationRecord,
  orders: readonly UnknownOrder[],
  actor: string,
): Promise<void> {
  for (let at = 0; at < orders.length; at += pageRows) {
    const ids = orders
      .slice(at, at + pageRows)
      .map(({ orderId: orderid, merchantOrderId: clientOrderid }) => ({ orderid, clientOrderid }))
    shop.askAgain(record, ids, actor)
    await othersTurn()
  }
}

async function unreadOf(
  { shop }: LookUpParts['ports'],
  record: ReconciliationRecord,
  orders: readonly UnknownOrder[],
): Promise<number> {
  let count = 0
  for (const [at, { orderId: orderid, merchantOrderId: clientOrderid }] of orders.entries()) {
    if (shop.isUnread(record, { orderid, clientOrderid })) count += 1
    if (at % pageRows === pageRows - 1) await othersTurn()
  }
  return count
}

/** As a list of the shop of which nothing but the numbers is said; the same one is told once. */
async function tell(
  { shop, clock, randomBytes }: LookUpParts['ports'],
  { service, connectionId, source: { name, bytesSha256 } }: ReconciliationRecord,
  orders: readonly UnknownOrder[],
  actor: string,
): Promise<void> {
  const rows = orders.map(rowOf)
  const meaning = hash('sha256', JSON.stringify(orders))
  const before = shop.ofList({ service, bytesSha256: meaning, meaning })
  if (before !== null && before.endedAt !== null) return
  const list = shop.create({
    ...{ id: mintAttemptId(clock(), randomBytes), rows: rows.length, service, connectionId },
    source: { name, bytesSha256, meaning, mended: 0, leftOut: null },
    actor,
  })
  const seen = new Set<number>()
  for (let at = 0; at < rows.length; at += pageRows) {
    shop.addRows(list, rows.slice(at, at + pageRows), seen)
    await othersTurn()
  }
  shop.end(list.id)
}

const rowOf = ({ line, orderId, merchantOrderId }: UnknownOrder): FileRow => ({
  ...{ line, orderId: orderId || null, merchantOrderId: merchantOrderId || null, amount: null },
  ...{ reason: null, day: null, email: null, lastFour: null, name: null },
})

/** Makes the results of reports anew at each end of look-ups. */
export const keepWhenLookedUp = (parts: LookUpParts): void =>
  parts.asking.whenEnded((connectionId) => {
    keepAgain(parts, (one) => one.connectionId === connectionId && isWaiting(one)).catch(
      (error: unknown) => parts.ports.report(`reports-${connectionId}`, error),
    )
  })

/** Whether it named orders that were not known here. */
const isWaiting = ({ result }: ReconciliationRecord): boolean =>
  result?.piles.some(({ pile, count }) => waiting.has(pile) && count > 0) === true

const waiting: ReadonlySet<string> = new Set(['not-known-here', 'unexplained'])
