// The one row about updates. Sealed like every row that steers (row-tables.ts); what is in it is
// known to src/main/updates alone.
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export interface UpdateRow {
  /** Null before anything was set. */
  read(): string | null
  write(text: string): void
}

export function openUpdateRow(db: Database): UpdateRow {
  const read = statement<[], string>(
    db,
    `SELECT value FROM update_memory WHERE name = 'format-1'`,
    { as: 'value' },
  )
  const write = statement<[string]>(
    db,
    `INSERT INTO update_memory (name, value) VALUES ('format-1', ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
  return {
    read: () => read.get() ?? null,
    write: (text) => inTransaction(db, () => void write.run(text)),
  }
}
