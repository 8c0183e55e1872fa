// What was found about the ledger's file, in the ledger: a finding stays until a person clears it.
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'

/**
 * Something about the file itself that a person has to look at. Every one of them stops money until
 * it is cleared.
 */
export interface LedgerFinding {
  id: number
  kind: 'quarantine' | 'missing' | 'schema'
  at: number
  message: string
  /** Called when a person decides to go on, in the transaction that records it. */
  putRight?: () => void
}

export function recordFinding(db: Database, finding: Omit<LedgerFinding, 'id'>): void {
  statement<[string, number, string]>(
    db,
    'INSERT INTO ledger_finding (kind, at, message) VALUES (?, ?, ?)',
  ).run(finding.kind, finding.at, finding.message)
}

/** Findings no person has dealt with yet: they come back at every start until then. */
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

/**
 * MONEY: ends the stop of a finding. Call it only for a person's decision, in the transaction that
 * records who decided.
 */
export function clearFinding(db: Database, id: number, at: number): void {
  if (!db.inTransaction) throw new Error('a finding is cleared together with its audit entry')
  statement<[number, number]>(
    db,
    'UPDATE ledger_finding SET cleared_at = ? WHERE id = ? AND cleared_at IS NULL',
  ).run(at, id)
}
