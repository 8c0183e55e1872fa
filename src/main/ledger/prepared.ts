// Statements that are asked again and again, prepared once for each connection: preparing one takes longer than many a look-up.
import type { Database, Statement } from './open.ts'

const kept = new WeakMap<Database, Map<string, Statement>>()
// Filters make so many different ones and no more.
const MOST = 200

/** The same statement for the same words: its callers agree on how it answers (pluck, safeIntegers). */
export function prepared(db: Database, sql: string): Statement {
  let statements = kept.get(db)
  if (statements === undefined) kept.set(db, (statements = new Map()))
  let statement = statements.get(sql)
  if (statement === undefined) {
    if (statements.size >= MOST) statements.clear()
    statements.set(sql, (statement = db.prepare(sql)))
  }
  return statement
}
