// Connections to files of SQLite. The one importer of better-sqlite3 (but for its type); everything
// else gets its connection from here, and a ledger to write to from opening/open-ledger.ts.
import BetterSqlite3 from 'better-sqlite3'
import { codeOf, ok, type Result } from '#shared/fault.ts'
import type { Database } from './database.ts'
import { harden } from './pragmas.ts'
import { attempt, isDamage } from './sqlite-fault.ts'
import { statement } from './statements.ts'

export { type Database, inTransaction } from './database.ts'

// A second process may hold the file for a moment (a backup tool); longer waits would freeze the
// window.
const BUSY_TIMEOUT_MS = 2000

export const lockFileOf = (file: string): string => `${file}-lock`

/**
 * For a process of its own (lock-probe.ts): whether the lock that another process holds keeps this
 * one out. It only reads, so that it changes nothing where locks do nothing. Throws when the file
 * can't be read at all.
 */
export function isLockedOut(lockFile: string): boolean {
  const db = new BetterSqlite3(lockFile, { readonly: true, fileMustExist: true, timeout: 0 })
  try {
    statement<[]>(db, 'SELECT count(*) FROM sqlite_schema').get()
    return false
  } catch (error) {
    const code = codeOf(error)
    if (code.startsWith('SQLITE_BUSY')) return true
    // The owner's half-written page was seen: nothing kept this process out.
    if (code.startsWith('SQLITE_READONLY') || isDamage(code)) return false
    throw error
  } finally {
    db.close()
  }
}

/**
 * A connection for a worker that only reads: search, export, verification. It sees what is
 * committed and can't write.
 */
export function openLedgerReader(file: string): Result<Database> {
  return attempt(() => {
    const db = new BetterSqlite3(file, {
      readonly: true,
      fileMustExist: true,
      timeout: BUSY_TIMEOUT_MS,
    })
    try {
      db.pragma('query_only = ON')
      harden(db)
      db.defaultSafeIntegers(true)
    } catch (error) {
      db.close()
      throw error
    }
    return ok(db)
  })
}

/**
 * Carries the WAL over into the ledger from a thread where nobody waits for the disk. It can change
 * nothing, only carry over what is committed. SQLite lets commits go on meanwhile.
 */
export function openWalCheckpointer(file: string): Result<{ checkpoint(): void; close(): void }> {
  return attempt(() => {
    const db = new BetterSqlite3(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    db.pragma('wal_autocheckpoint = 0')
    db.pragma('synchronous = EXTRA')
    db.pragma('query_only = ON')
    return ok({
      checkpoint: () => {
        if (db.open) db.pragma('wal_checkpoint(PASSIVE)')
      },
      close: () => {
        db.close()
      },
    })
  })
}

/**
 * A file of what can be made again from the ledger, made when it is missing. Throws what SQLite
 * throws: a damaged one is for the caller to make again. A power cut may take its last changes,
 * never a part of one.
 */
export function openDerived(path: string): Database {
  const db = new BetterSqlite3(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    harden(db)
    db.defaultSafeIntegers(true)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** A connection to a file, or to a copy of one in memory; it waits a moment for others' locks. */
export const connect = (
  path: string | Buffer,
  options: { fileMustExist?: boolean; readonly?: boolean; timeout?: number } = {},
): Database => new BetterSqlite3(path, { timeout: BUSY_TIMEOUT_MS, ...options })
