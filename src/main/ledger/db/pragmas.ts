// How every connection to a file of ours is set, and whether the ledger really syncs as it has to.
import { say } from '#shared/message.ts'
import type { Fault } from '#shared/fault.ts'
import type { Database } from './database.ts'
import { stopped } from './sqlite-fault.ts'
import { statement } from './statements.ts'

const EXTRA = 3

/**
 * MONEY: asked after a write, because only then does the pragma tell what is really in force. Null
 * when it is EXTRA.
 */
export function weakSync(db: Database): Fault | null {
  return Number(db.pragma('synchronous', { simple: true })) === EXTRA
    ? null
    : stopped(say('ledger.not-writable-safely'))
}

/** The one connection that writes the ledger. Throws where the file system can't have a log. */
export function writeSafely(db: Database, isMemory: boolean): void {
  const mode = db.pragma('journal_mode = WAL', { simple: true })
  if (mode !== (isMemory ? 'memory' : 'wal'))
    throw new Error(`the journal mode is ${String(mode)}, not WAL`)
  // MONEY: after journal_mode, because switching to WAL brings back the weaker default that was
  // compiled in.
  db.pragma('synchronous = EXTRA')
  harden(db)
}

/** Another one than before: another connection wrote. */
export const foreignWrites = (db: Database): number =>
  // Prepared once: each transaction asks it.
  Number(statement<[]>(db, 'PRAGMA data_version', { as: 'value' }).get())

/**
 * The tables, indexes and triggers that SQLite goes by are those it read last: rows that are taken
 * out of sqlite_schema by hand live on in memory. This has them read again.
 */
export function readSchemaAgain(db: Database): void {
  db.pragma('writable_schema = RESET')
}

export function harden(db: Database): void {
  db.pragma('foreign_keys = ON')
  // Without it INSERT OR REPLACE deletes a row of the audit log without firing the trigger that
  // forbids it.
  db.pragma('recursive_triggers = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('mmap_size = 0')
}

/**
 * MONEY: commits leave it to a checkpointer to bring the WAL into the ledger; should there be none,
 * they do it themselves, but later.
 */
export function leaveToCheckpointer(db: Database): void {
  db.pragma('wal_autocheckpoint = 10000')
}
