// How many rows each table has, and the version of the schema; for diagnostics. No value of a row.
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export function rowCounts(db: Database): { schema: number; rows: Record<string, number> } {
  const names = statement<[]>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    { as: 'value' },
  ).all() as string[]
  const rows = names.map((name): [string, number] => [
    name,
    Number(statement<[]>(db, `SELECT count(*) FROM "${name}"`, { as: 'value' }).get()),
  ])
  return {
    schema: Number(db.pragma('user_version', { simple: true })),
    rows: Object.fromEntries(rows),
  }
}
