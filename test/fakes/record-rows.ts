// Rows of a ledger as a program would have written them: with an entry that says so.
import { type AuditLog } from '../../src/main/ledger/audit/audit.ts'
import { type Database, inTransaction } from '../../src/main/ledger/db/database.ts'
import type { Change } from '../../src/main/ledger/projections/changes.ts'

export function recordRows(
  db: Database,
  audit: Pick<AuditLog, 'append'>,
  changes: readonly Change[],
): Change[] {
  inTransaction(db, () =>
    audit.append(
      {
        actor: 'ana',
        kind: 'connection:changed',
        outcome: 'ok',
        origin: 'operator',
        subject: 'connection/test',
        details: {},
      },
      changes,
    ),
  )
  return [...changes]
}
