// What each answer told of its event: the numbers a bank knows it by, and the card. Only read here:
// the entry of an answer carries the row. No request is made from it.
import { type BankFacts, bankFactNames } from '#shared/gateway/orders/event-facts.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { eventOf, type EventRow, eventSql } from '../journal/event-row.ts'
import { type Change, nextNumber } from '../projections/changes.ts'

export interface MoneyEvents {
  /** The row of an answer that says the same as a snapshot, and brings numbers it had not. */
  change(snapshotSeq: number, facts: Partial<BankFacts>): Change | null
  /** Oldest first. */
  of(place: OrderPlace): EventRow[]
}

const columns: Record<keyof BankFacts, string> = {
  rrn: 'rrn',
  approvalCode: 'approval_code',
  processorTxId: 'processor_tx_id',
  processingDate: 'processing_date',
  card: 'card',
  lastFour: 'last_four',
}

/**
 * When the payment or the hold of a row of `payment_order o` was processed, as the gateway first
 * wrote it; NULL where it told nothing.
 */
export const paidSql = `(SELECT e.processing_date
  FROM status_snapshot s JOIN money_event e ON e.snapshot_seq = s.seq
  WHERE s.service = o.service AND s.orderid = o.orderid
    AND s.transaction_type IN ('sale', 'preauth') AND e.processing_date <> ''
  ORDER BY e.seq LIMIT 1)`

export function openMoneyEvents(db: Database): MoneyEvents {
  const selectOne = statement<Record<string, unknown>, bigint>(
    db,
    `SELECT 1 FROM money_event WHERE snapshot_seq = @seq AND rrn = @rrn AND approval_code = @approvalCode
       AND card = @card AND last_four = @lastFour`,
    { as: 'value' },
  )
  const selectOf = statement<[string, string], SqlRow>(db, eventSql)
  return {
    change: (seq, facts) => {
      const reported = bankFactNames.filter((name) => facts[name] !== undefined)
      if (reported.length === 0 || selectOne.get({ seq, ...noFacts, ...facts }) !== undefined)
        return null
      const cells = Object.fromEntries(reported.map((name) => [columns[name], facts[name]!]))
      const key = { seq: nextNumber(db, 'money_event'), snapshot_seq: seq }
      return ['add', 'money_event', { ...key, ...cells }]
    },
    of: ({ service, orderid }) => selectOf.all(service, orderid).map(eventOf),
  }
}

const noFacts = Object.fromEntries(bankFactNames.map((name) => [name, ''])) as Record<
  keyof BankFacts,
  string
>
