// The file beside the ledger that one Paydesk holds at a time. It outlives every copy of the ledger
// that is put back, so it remembers that a ledger was here, whether that one is damaged, and
// how far the log had come when a request last left.
import { say } from '#shared/message.ts'
import { renameSync } from 'node:fs'
import { codeOf, fail, ok, type Result } from '#shared/fault.ts'
import type { Database } from './database.ts'
import { freeName } from './file-system.ts'
import { isDamage, stopped } from './sqlite-fault.ts'
import { statement } from './statements.ts'

/** The states of a ledger that its lock file remembers. */
export const neverSeen = 0
/** It was opened and written to, and no damage was found since. */
export const sound = 1
/** Damage was found, or the start ended before it was open. */
export const unproved = 2

/** Exit codes of lock-probe.ts: none of them is one that Node or the system gives. */
export const probeCodes = { lockedOut: 40, letIn: 41, failed: 42 } as const

/** A place in a log: its entry of this number has this chain value. */
export interface LogPoint {
  logId: string
  size: number
  chain: string
}

/** The contents of the lock file beside the ledger. */
export interface LockWitness extends LogPoint {
  /** The log it was written for had been compared, or a person decided about it. */
  isTrusted: boolean
  /** Paydesk was closed in order with this entry as the newest. */
  isClosed: boolean
}

/** How far the log had come when a request last left, as no copy of the ledger knows. */
export interface LogWitness {
  read(): LockWitness | null
  /** MONEY: on disk when it returns. Throws what SQLite throws; nothing may be sent then. */
  write(witness: LockWitness): void
}

/** The ledger file as an orderly end left it (composition/closed-file.ts). */
interface ClosedFile {
  /** When all of the ledger was checked against its log. */
  checkedAt: number
  /** Under the key that proves entries: this is that file, and that was the time. */
  proof: Buffer
}

/** What the newest orderly end left; a file that was changed since is another one. */
export interface ClosedFiles {
  read(): ClosedFile | null
  write(closed: ClosedFile): void
}

export interface AskedRestore {
  /** Path of the copy. */
  copy: string
  /** The operator who asked for the restore. */
  by: string
}

/** A copy that is to take the ledger's place at the next start. */
export interface RestoreWish {
  asked(): AskedRestore | null
  /** Null takes it back. */
  ask(restore: AskedRestore | null): void
}

export interface LockFile {
  witness: LogWitness
  restore: RestoreWish
  closed: ClosedFiles
  state(): number
  remember(state: number): void
  /**
   * MONEY: before anything of the ledger is read: should that fail, the next start looks at all of
   * it.
   */
  doubt(): void
  release(): void
}

/**
 * MONEY: one writer at a time. locking_mode=EXCLUSIVE on the ledger would also shut out the
 * read-only connections of the workers, so the lock is held on a database file beside it that
 * nobody reads. SQLite takes it from the operating system (also on Windows) and the system gives it
 * back when the process dies, however it dies. `connect` waits for nobody.
 */
export function takeLock(
  path: string,
  options: { connect: (path: string) => Database; clock: () => number },
  isRetry = false,
): Result<LockFile> {
  let lock: Database | undefined
  try {
    lock = options.connect(path)
    // The lock then stays after COMMIT, until the connection closes.
    lock.pragma('locking_mode = EXCLUSIVE')
    // A journal on the disk: a power cut leaves the witness from before or the new one, and never
    // half of one.
    lock.pragma('journal_mode = TRUNCATE')
    lock.pragma('synchronous = EXTRA')
    lock.exec('BEGIN EXCLUSIVE; COMMIT')
    lock.exec(tables)
    return ok(lockFile(lock))
  } catch (error) {
    lock?.close()
    const code = codeOf(error)
    if (code.startsWith('SQLITE_BUSY')) return fail(stopped(say('ledger.open-elsewhere')))
    if (!isRetry && isDamage(code)) {
      renameSync(path, freeName(path, options.clock))
      return takeLock(path, options, true)
    }
    throw error
  }
}

const tables = `
  CREATE TABLE IF NOT EXISTS restore_asked (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    copy     TEXT NOT NULL,
    asked_by TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS witness (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    log_id   TEXT NOT NULL,
    size     INTEGER NOT NULL,
    chain    TEXT NOT NULL,
    trusted  INTEGER NOT NULL,
    closed   INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS closed_file (
    only_row   INTEGER PRIMARY KEY CHECK (only_row = 1),
    checked_at INTEGER NOT NULL,
    proof      BLOB NOT NULL
  ) STRICT;`

type WitnessRow = LogPoint & { trusted: number; closed: number }

function lockFile(lock: Database): LockFile {
  const state = (): number => Number(lock.pragma('user_version', { simple: true }))
  const remember = (next: number): void => void lock.pragma(`user_version = ${next}`)
  const select = statement<[], WitnessRow>(
    lock,
    'SELECT log_id AS logId, size, chain, trusted, closed FROM witness',
  )
  const replace = statement<[string, number, string, number, number]>(
    lock,
    `INSERT OR REPLACE INTO witness (only_row, log_id, size, chain, trusted, closed)
     VALUES (1, ?, ?, ?, ?, ?)`,
  )
  return {
    witness: {
      read: () => {
        const row = select.get()
        if (row === undefined) return null
        const { trusted, closed, ...point } = row
        return { ...point, isTrusted: trusted === 1, isClosed: closed === 1 }
      },
      write: ({ logId, size, chain, isTrusted, isClosed }) =>
        void replace.run(logId, size, chain, isTrusted ? 1 : 0, isClosed ? 1 : 0),
    },
    restore: {
      asked: () =>
        statement<[], AskedRestore>(
          lock,
          'SELECT copy, asked_by AS "by" FROM restore_asked',
        ).get() ?? null,
      ask: (restore) => {
        if (restore === null) lock.exec('DELETE FROM restore_asked')
        else
          statement<[string, string]>(
            lock,
            'INSERT OR REPLACE INTO restore_asked (only_row, copy, asked_by) VALUES (1, ?, ?)',
          ).run(restore.copy, restore.by)
      },
    },
    closed: {
      read: () =>
        statement<[], ClosedFile>(
          lock,
          'SELECT checked_at AS checkedAt, proof FROM closed_file',
        ).get() ?? null,
      write: ({ checkedAt, proof }) =>
        void statement<[number, Buffer]>(
          lock,
          'INSERT OR REPLACE INTO closed_file (only_row, checked_at, proof) VALUES (1, ?, ?)',
        ).run(checkedAt, proof),
    },
    state,
    remember,
    doubt: () => {
      if (state() === sound) remember(unproved)
    },
    release: () => void lock.close(),
  }
}

/** A ledger in memory has nothing beside it and no copies; the run's own memory is its witness. */
export function witnessInMemory(): LogWitness {
  let kept: LockWitness | null = null
  return {
    read: () => kept,
    write: (witness) => {
      kept = witness
    },
  }
}
