// Spoils pages of a closed ledger as a bad disk would: old entries of the log, or orders.
// Everything else stays readable.
import { closeSync, openSync, writeSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'

/**
 * Overwrites the first leaf of a table, its header included; throws where the table has no more
 * than one page.
 */
export function spoilFirstPage(file: string, table: string): void {
  const db = new BetterSqlite3(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const size = Number(db.pragma('page_size', { simple: true }))
  const page = db
    .prepare(
      `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' AND path <> '/' ORDER BY path LIMIT 1`,
    )
    .pluck()
    .get(table) as number | undefined
  db.close()
  if (page === undefined) throw new Error(`${table} is too short to be spoilt`)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size)
  closeSync(handle)
}
