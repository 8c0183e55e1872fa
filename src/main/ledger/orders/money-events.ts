// What each answer told of its event: the numbers a bank knows it by, and the card. A projection of
// the log: one statement makes the row of one entry and of a million, so a rebuild means the same.
// Nothing else writes the table, and no request is made from it.
import { type BankFacts, bankFactNames } from '#shared/gateway/orders/event-facts.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { baseOf } from '../audit/audit-base.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { eventOf, type EventRow } from '../journal/event-row.ts'

export interface MoneyEvents {
  /** Whether an answer that says the same as a snapshot brings numbers that it had not. */
  isNew(snapshotSeq: number, facts: Partial<BankFacts>): boolean
  /** The row of one entry, in the transaction that appended it. */
  project(entrySeq: number): void
  /** Oldest first. */
  of(place: OrderPlace): EventRow[]
}

/** The kinds of the entries that it reads. */
export const tellingKinds = ['order:look-up', 'order:changed'] as const

// ON CONFLICT: an entry that tells nothing new of its snapshot, as each further look-up. WHERE true
// keeps SQLite from reading it as the condition of a join.
const PROJECT = `
  INSERT INTO money_event (entry_seq, snapshot_seq, service, orderid, kind, status, minor, currency, digits, at,
    rrn, approval_code, processor_tx_id, processing_date, card, last_four, serial_number)
  SELECT e.seq, s.seq, s.service, s.orderid, s.transaction_type, s.status, s.amount_minor, s.currency, s.digits, e.at_wall,
    coalesce(e.told ->> 'rrn', ''), coalesce(e.told ->> 'approvalCode', ''), coalesce(e.told ->> 'processorTxId', ''),
    coalesce(e.told ->> 'processingDate', ''), coalesce(e.told ->> 'card', ''), coalesce(e.told ->> 'lastFour', ''),
    coalesce(e.told ->> 'serialNumber', '')
  FROM (SELECT seq, at_wall, CAST(body AS TEXT) -> '$.details' AS told FROM audit_entry
    WHERE seq BETWEEN @from AND @until AND kind IN ('${tellingKinds.join("', '")}') ORDER BY seq) e
  JOIN status_snapshot s ON s.seq = e.told ->> 'snapshot'
  WHERE true ORDER BY e.seq ON CONFLICT DO NOTHING`

export function openMoneyEvents(db: Database): MoneyEvents {
  const insert = projector(db)
  const selectOne = statement<Record<string, unknown>, bigint>(
    db,
    `SELECT 1 FROM money_event WHERE snapshot_seq = @seq AND rrn = @rrn AND approval_code = @approvalCode
       AND card = @card AND last_four = @lastFour`,
    { as: 'value' },
  )
  const selectOf = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM money_event WHERE service = ? AND orderid = ? ORDER BY entry_seq',
  )
  return {
    isNew: (seq, facts) =>
      Object.keys(facts).length > 0 && selectOne.get({ seq, ...noFacts, ...facts }) === undefined,
    project: (entrySeq) => insert(entrySeq, entrySeq),
    of: ({ service, orderid }) => selectOf.all(service, orderid).map(eventOf),
  }
}

const noFacts = Object.fromEntries(bankFactNames.map((name) => [name, ''])) as Record<
  keyof BankFacts,
  string
>

function projector(db: Database): (from: number, until: number) => void {
  const insert = statement<{ from: number; until: number }>(db, PROJECT)
  return (from, until) => void insert.run({ from, until })
}

/**
 * Makes the rows of all entries that are still in the ledger again from the log. Of entries that
 * left for an archive the rows stay as they are.
 */
export function rebuildMoneyEvents(db: Database): void {
  const { size } = baseOf(db)
  inTransaction(db, () => {
    statement<[number]>(db, 'DELETE FROM money_event WHERE entry_seq > ?').run(size)
    projector(db)(size + 1, Number.MAX_SAFE_INTEGER)
  })
}
