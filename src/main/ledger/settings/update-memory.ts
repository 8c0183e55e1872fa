// The one row about updates. Each time it is written an entry of the log says so, with the row.
// What is in it is known to src/main/updates alone.
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { put } from '../projections/changes.ts'

export interface UpdateRow {
  /** Null before anything was set. */
  read(): string | null
  write(text: string): void
}

export function openUpdateRow(db: Database, audit: AuditLog): UpdateRow {
  const read = statement<[], string>(
    db,
    `SELECT value FROM update_memory WHERE name = 'format-1'`,
    { as: 'value' },
  )
  return {
    read: () => read.get() ?? null,
    write: (value) =>
      inTransaction(
        db,
        () =>
          void audit.append(
            {
              actor: 'paydesk',
              kind: 'update:remembered',
              outcome: 'ok',
              origin: 'desk',
              subject: 'updates',
              details: {},
            },
            [put(db, 'update_memory', { name: 'format-1' }, { value })],
          ),
      ),
  }
}
