// What a customer may be told of a refund, or why nothing may be. MONEY: only what the gateway
// said happened is confirmed. An accepted, unknown or declined refund, a release, and what a
// person found out are not; a customer who was told so would not come back for their money.
import { moneyKindOf } from '#shared/bridge/today.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { bankFactsOf } from '#shared/gateway/orders/event-facts.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { say } from '#shared/message.ts'
import type { Money } from '#shared/money.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../base/ports.ts'

export interface ReceiptFacts {
  amount: Money
  /** When the gateway's answer that it happened was read. */
  at: number
  /** The shop's number of the order, or the gateway's. */
  order: string
  /** Brand and last four digits; empty where they were not told. */
  card: string
  /** The number by which banks find it; empty where it was not told. */
  reference: string
  isPractice: boolean
}

export type ReceiptPorts = Pick<DeskPorts, 'journal' | 'orders' | 'connections'>

const refused = (message: string): Result<never> =>
  fail({ kind: 'denied', sent: 'no', reason: 'not-possible', message })

/** Faults: denied (not-found, not-possible). */
export function receiptFactsOf(ports: ReceiptPorts, attemptId: string): Result<ReceiptFacts> {
  const row = ports.journal.get(attemptId)
  if (row === null)
    return fail({
      ...{ kind: 'denied', sent: 'no', reason: 'not-found' },
      message: say('receipts.no-such-request'),
    })
  const resolving = ports.orders.snapshots(row).find(({ seq }) => seq === row.resolvedBy)
  const isRelease = resolving?.transactionType === 'cancel' ? true : isReleaseOf(row)
  if (row.operation !== 'return' || isRelease === true) return refused(say('receipts.not-a-refund'))
  if (isRelease === null) return refused(say('receipts.may-be-a-release'))
  if (row.state !== 'SUCCEEDED' || row.resolvedAt === null)
    return refused(
      row.state === 'RESOLVED_BY_HAND' ? say('receipts.by-hand') : say('receipts.not-final'),
    )
  if (row.conflict !== null) return refused(say('receipts.contradicted'))
  const amount = row.amount ?? resolving?.amount ?? null
  if (amount === null) return refused(say('receipts.no-amount'))
  const connection = ports.connections.find(row.connectionId)
  return ok({
    ...{ amount, at: row.resolvedAt, order: row.clientOrderid || row.orderid },
    ...bankOf(ports, row),
    isPractice: connection === undefined || moneyKindOf(connection) !== 'production',
  })
}

/** What the answer that says so told; where it told no number, the answer to the request itself. */
function bankOf(
  { orders }: ReceiptPorts,
  row: AttemptRow,
): Pick<ReceiptFacts, 'card' | 'reference'> {
  const told = orders.events(row).filter(({ snapshotSeq }) => snapshotSeq === row.resolvedBy)
  const first = bankFactsOf(row.answer ?? {})
  const newest = (name: 'rrn' | 'card' | 'lastFour'): string =>
    told.findLast((one) => one[name] !== '')?.[name] ?? first[name] ?? ''
  const lastFour = newest('lastFour')
  return {
    reference: newest('rrn'),
    card: [newest('card'), lastFour === '' ? '' : `•••• ${lastFour}`].filter(Boolean).join(' '),
  }
}
