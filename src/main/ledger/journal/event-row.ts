// A row of money_event as the program reads it: what one answer told of its event, beside the
// outcome that its snapshot has. Pure.
import type { BankFacts } from '#shared/gateway/orders/event-facts.ts'
import type { SqlRow } from './attempt-row.ts'

export interface EventRow extends BankFacts {
  snapshotSeq: number
  kind: string
  status: string
}

/** Those of one order at a gateway, oldest first. */
export const eventSql = `
  SELECT e.*, s.transaction_type AS kind, s.status AS status
  FROM status_snapshot s JOIN money_event e ON e.snapshot_seq = s.seq
  WHERE s.service = ? AND s.orderid = ? ORDER BY e.seq`

export const eventOf = (row: SqlRow): EventRow => ({
  snapshotSeq: Number(row.snapshot_seq),
  kind: String(row.kind),
  status: String(row.status),
  rrn: String(row.rrn),
  approvalCode: String(row.approval_code),
  processorTxId: String(row.processor_tx_id),
  processingDate: String(row.processing_date),
  card: String(row.card),
  lastFour: String(row.last_four),
})
