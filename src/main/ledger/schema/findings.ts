// What was found about the ledger's file before its log could be written: kept in the ledger until
// an entry of the log tells it.
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'

/** Something about the file itself that a person has to read before money moves. */
export interface LedgerFinding {
  id: number
  kind: 'quarantine' | 'missing' | 'schema'
  at: number
  message: string
}

/** Once, however often it is found before an entry tells it. */
export function recordFinding(
  db: Database,
  { kind, at, message }: Omit<LedgerFinding, 'id'>,
): void {
  statement<[string, number, string, string]>(
    db,
    `INSERT INTO ledger_finding (kind, at, message) SELECT ?, ?, ? WHERE NOT EXISTS
       (SELECT 1 FROM ledger_finding WHERE message = ? AND cleared_at IS NULL)`,
  ).run(kind, at, message, message)
}

/** What no entry tells yet. */
export function readFindings(db: Database): LedgerFinding[] {
  const rows = statement<
    [],
    { id: bigint; kind: LedgerFinding['kind']; at: bigint; message: string }
  >(
    db,
    'SELECT id, kind, at, message FROM ledger_finding WHERE cleared_at IS NULL ORDER BY id',
  ).all()
  return rows.map((row) => ({ ...row, id: Number(row.id), at: Number(row.at) }))
}

/** MONEY: in the transaction of the entry that tells it. */
export function clearFinding(db: Database, id: number, at: number): void {
  if (!db.inTransaction) throw new Error('a finding is cleared together with its audit entry')
  statement<[number, number]>(
    db,
    'UPDATE ledger_finding SET cleared_at = ? WHERE id = ? AND cleared_at IS NULL',
  ).run(at, id)
}
