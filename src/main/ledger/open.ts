// Opens the ledger file the only way it may be opened, or says why not. The one importer of better-sqlite3 (but for its type); everything
// else gets its connection from here. It never deletes a file, never opens for a second writer, never runs with weaker syncing than EXTRA.
import { existsSync, mkdirSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import type { Database } from './database.ts'
import { type LedgerFinding, migrate, readFindings, recordFinding } from './migrate.ts'
import { freeName, setAside } from './set-aside.ts'
import { damageIn } from './soundness.ts'
import { codeOf, firstLine, isDamage, messageOf } from './sqlite-fault.ts'

export type { Database, Statement } from './database.ts'

export interface OpenLedger {
  db: Database
  /** No ledger was here before: this call created it. */
  isNew: boolean
  findings: LedgerFinding[]
  /** Every page of it was looked at and sound: until something else is found, the next start need not look at all of them again. */
  noteSound(): void
  close(): void
}

export interface OpenOptions {
  /** Path of the ledger, or ':memory:'. */
  file: string
  migrationsDir: string
  clock: () => number
  /** Where the copy taken before a migration goes; beside the ledger when left out. */
  backupDir?: string
}

// "PdLg": tells another program's database from ours, so that a wrong path is refused instead of migrated.
export const APPLICATION_ID = 0x50644c67
const EXTRA = 3
// What the lock file remembers of the ledger beside it (0: there never was one).
const SOUND = 1
const UNPROVED = 2
// A second process may hold the file for a moment (a backup tool); longer waits would freeze the window.
const BUSY_TIMEOUT_MS = 2000

/**
 * Opens, checks and migrates. Every INTEGER of every statement comes back as bigint; times are read with Number().
 * Faults: denied/money-stopped (in use, newer, foreign, can't be read or written, a migration failed).
 */
export function openLedger(options: OpenOptions): Result<OpenLedger> {
  if (options.file === ':memory:')
    return attempt(() => finish(new BetterSqlite3(':memory:'), options, [], nothingHeld))
  return attempt(() => openFile(options))
}

/** A connection for a worker that only reads: search, export, verification. It sees what is committed and can't write. */
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

/** MONEY: commits leave it to a carrier to bring the WAL into the ledger; should there be none, they do it themselves, but later. */
export function leaveToCarrier(db: Database): void {
  db.pragma('wal_autocheckpoint = 10000')
}

/**
 * Carries the WAL over into the ledger from a thread where nobody waits for the disk. It can change nothing, only carry over what is
 * committed. SQLite lets commits go on meanwhile.
 */
export function openCarrier(file: string): Result<{ carryOver(): void; close(): void }> {
  return attempt(() => {
    const db = new BetterSqlite3(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    db.pragma('wal_autocheckpoint = 0')
    db.pragma('synchronous = EXTRA')
    db.pragma('query_only = ON')
    return ok({
      carryOver: () => {
        if (db.open) db.pragma('wal_checkpoint(PASSIVE)')
      },
      close: () => {
        db.close()
      },
    })
  })
}

/**
 * A file of what can be made again from the ledger, made when it is missing. Throws what SQLite throws: a damaged one is for the
 * caller to make again. A power cut may take its last changes, never a part of one.
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

/** Runs fn in BEGIN IMMEDIATE, or in the transaction that is already open; a throw rolls back. */
export function inTransaction<T>(db: Database, fn: () => T): T {
  return db.inTransaction ? fn() : db.transaction(fn).immediate()
}

function openFile(options: OpenOptions): Result<OpenLedger> {
  mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
  // Two names of one file (a symbolic link) must meet in one lock.
  const file = existsSync(options.file)
    ? realpathSync(options.file)
    : join(realpathSync(dirname(options.file)), basename(options.file))
  const lock = takeLock(`${file}-lock`, options.clock)
  if (!lock.ok) return lock
  const remember = (state: number): unknown => lock.value.pragma(`user_version = ${state}`)
  const release = (): unknown => lock.value.close()
  try {
    const found: Omit<LedgerFinding, 'id'>[] = []
    const known = Number(lock.value.pragma('user_version', { simple: true }))
    const hadLedger = known !== 0
    const health = checkFile(file, known === SOUND ? 'all but the log' : 'whole')
    if (health.state === 'refused') {
      release()
      return fail(stopped(health.words))
    }
    // MONEY: before anything of it is read: should that fail, the next start looks at all of it.
    if (hadLedger) remember(UNPROVED)
    if (health.state === 'damaged') {
      const movedTo = setAside(file, options.clock)
      found.push({
        kind: 'set-aside',
        at: options.clock(),
        words: `The ledger was damaged (${health.words}). It was kept as ${movedTo}; a new one was started.`,
      })
    } else if (health.state === 'none' && hadLedger) {
      const movedTo = setAside(file, options.clock)
      found.push({
        kind: 'missing',
        at: options.clock(),
        words: `The ledger ${basename(file)} is gone or empty, though it was here before${movedTo === null ? '' : ` (what was left is kept as ${movedTo})`}. A new one was started.`,
      })
    }
    const db = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS })
    const noteSound = (): void => void remember(SOUND)
    const opened = finish(db, { ...options, file }, found, { release, noteSound })
    if (!opened.ok) release()
    else if (!hadLedger) remember(UNPROVED)
    return opened
  } catch (error) {
    release()
    throw error
  }
}

const nothingHeld = { release: (): unknown => undefined, noteSound: (): void => undefined }

function finish(
  db: Database,
  options: OpenOptions,
  found: Omit<LedgerFinding, 'id'>[],
  { release, noteSound }: typeof nothingHeld,
): Result<OpenLedger> {
  try {
    const isMemory = options.file === ':memory:'
    const mode = db.pragma('journal_mode = WAL', { simple: true })
    if (mode !== (isMemory ? 'memory' : 'wal'))
      throw new Error(`the journal mode is ${String(mode)}, not WAL`)
    // MONEY: after journal_mode, because switching to WAL brings back the weaker default that was compiled in.
    db.pragma('synchronous = EXTRA')
    harden(db)
    const isNew = db.prepare('SELECT count(*) AS n FROM sqlite_schema').pluck().get() === 0
    const migrated = migrate(db, { ...options, isNew, applicationId: APPLICATION_ID })
    if (!migrated.ok) {
      db.close()
      return migrated
    }
    for (const finding of found) recordFinding(db, finding)
    db.prepare('UPDATE ledger_start SET times = times + 1, last_at = ?').run(options.clock())
    const weak = weakSync(db)
    if (weak !== null) {
      db.close()
      return fail(weak)
    }
    db.defaultSafeIntegers(true)
    const close = (): void => {
      if (!db.open) return
      db.close()
      release()
    }
    return ok({ db, isNew, findings: readFindings(db), noteSound, close })
  } catch (error) {
    db.close()
    throw error
  }
}

/** MONEY: asked after a write, because only then does the pragma tell what is really in force. Null when it is EXTRA. */
export function weakSync(db: Database): Fault | null {
  return Number(db.pragma('synchronous', { simple: true })) === EXTRA
    ? null
    : stopped('The ledger can’t be written safely: synchronous=EXTRA is not in force.')
}

function harden(db: Database): void {
  db.pragma('foreign_keys = ON')
  // Without it INSERT OR REPLACE deletes a row of the audit log without firing the trigger that forbids it.
  db.pragma('recursive_triggers = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('mmap_size = 0')
}

/**
 * MONEY: one writer at a time. locking_mode=EXCLUSIVE on the ledger would also shut out the read-only connections of the workers, so the
 * lock is held on a database file beside it that nobody reads. SQLite takes it from the operating system (also on Windows) and
 * the system gives it back when the process dies, however it dies. The file also remembers that a ledger once existed here.
 */
function takeLock(path: string, clock: () => number, isRetry = false): Result<Database> {
  let lock: Database | undefined
  try {
    lock = new BetterSqlite3(path, { timeout: 0 })
    lock.pragma('journal_mode = MEMORY')
    // The lock then stays after COMMIT, until the connection closes.
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('BEGIN EXCLUSIVE; COMMIT')
    return ok(lock)
  } catch (error) {
    lock?.close()
    const code = codeOf(error)
    if (code.startsWith('SQLITE_BUSY'))
      return fail(stopped('Another Paydesk has this ledger open. Close it first.'))
    if (!isRetry && isDamage(code)) {
      renameSync(path, freeName(path, clock))
      return takeLock(path, clock, true)
    }
    throw error
  }
}

type Health =
  | { state: 'none' | 'sound' }
  | { state: 'damaged'; words: string }
  | { state: 'refused'; words: string }

function checkFile(file: string, part: Parameters<typeof damageIn>[1]): Health {
  if (!existsSync(file) || statSync(file).size === 0) return { state: 'none' }
  let db: Database | undefined
  try {
    db = new BetterSqlite3(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    db.pragma('cell_size_check = ON')
    const id = db.pragma('application_id', { simple: true })
    const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
    if (id !== APPLICATION_ID && !(id === 0 && tables === 0))
      return { state: 'refused', words: `${file} belongs to another program. It was not touched.` }
    const words = damageIn(db, part)
    return words === null ? { state: 'sound' } : { state: 'damaged', words }
  } catch (error) {
    if (isDamage(codeOf(error))) return { state: 'damaged', words: firstLine(messageOf(error)) }
    throw error
  } finally {
    db?.close()
  }
}

/** Errors of the file system and of SQLite are expected here; anything else is a bug and goes on up. */
function attempt<T>(run: () => Result<T>): Result<T> {
  try {
    return run()
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    return fail(stopped(`The ledger can’t be opened: ${firstLine(messageOf(error))} (${code}).`))
  }
}

const stopped = (message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'money-stopped',
  message,
})
