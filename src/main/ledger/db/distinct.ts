// The different values of a column that an index begins with, in its order. It reads as many rows
// as there are values.
import type { Database } from './open.ts'
import { statement } from './statements.ts'

/**
 * Jumps from value to value along the index; DISTINCT would walk through every row. The names come
 * from this program alone.
 */
export function distinctOf(db: Database, table: string, column: string): string[] {
  return statement<[], string>(
    db,
    `WITH RECURSIVE step(value) AS (
         SELECT min(${column}) FROM ${table}
         UNION ALL
         SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > step.value) FROM step WHERE step.value IS NOT NULL)
       SELECT value FROM step WHERE value IS NOT NULL`,
    { as: 'value' },
  ).all()
}
