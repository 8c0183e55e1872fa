// A row of money_event as the program reads it: what one answer told of its event. Pure.
import type { BankFacts } from '#shared/gateway/orders/event-facts.ts'
import type { SqlRow } from './attempt-row.ts'

export interface EventRow extends BankFacts {
  snapshotSeq: number
  kind: string
  status: string
}

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
