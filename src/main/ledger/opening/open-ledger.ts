// Opens the ledger file the only way it may be opened, or says why not: lock, pages, restores,
// schema, in this order. It never deletes a file, never opens for a second writer, never runs with
// weaker syncing than EXTRA.
import { say } from '#shared/message.ts'
import { closeSync, existsSync, mkdirSync, openSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, ok, type Result } from '#shared/fault.ts'
import { writeAnew } from '../rebuild/write-anew.ts'
import { type Database, ledgers, lookAtEachBegin } from '../db/database.ts'
import { connect, lockFileOf } from '../db/open.ts'
import { type FileSystem, fileSystemOf, sharedKind, sharedMessage } from '../db/file-system.ts'
import { takePlace } from '../db/holder.ts'
import { watchPlace } from '../db/in-place.ts'
import {
  type ClosedFiles,
  type LockFile,
  type LogWitness,
  neverSeen,
  type RestoreWish,
  sound,
  takeLock,
  unproved,
  witnessInMemory,
} from '../db/lock-file.ts'
import { type LedgerFinding, readFindings, recordFinding } from '../schema/findings.ts'
import {
  type Deviation,
  messageOf as schemaMessage,
  watchSchema,
  wrongTables,
} from '../schema/schema-drift.ts'
import { isMovedIn, putInPlace, type Restored, restoredMessage } from '../copies/restore.ts'
import { setAside, strayLogMoved } from '../copies/quarantine-finding.ts'
import { type Health, healthOf, type Part } from '../db/file-health.ts'
import { foreignWrites, weakSync, writeSafely } from '../db/pragmas.ts'
import { attempt, messageOf, stopped } from '../db/sqlite-fault.ts'
import { hasStrayLog, renewStamp, tieLog } from '../copies/wal-base.ts'
import { prepareSchema } from '../schema/make-schema.ts'
import { applicationId, schemaFormat } from '../schema/schema.ts'
import { statement } from '../db/statements.ts'

export interface OpenLedger {
  db: Database
  /** No ledger was here before: this call created it. */
  isNew: boolean
  findings: LedgerFinding[]
  /**
   * It was opened and written to. Until damage is found, the next start looks at the pages of the
   * log while the desk is open, and not before.
   */
  noteOpened(): void
  /** MONEY: a page of it is damaged: the next start looks at all of it, and sets it aside. */
  noteDamage(): void
  /** A file beside the ledger, which no copy contains. */
  witness: LogWitness
  /** A copy that is to take the ledger's place at the next start. */
  restore: RestoreWish
  /** The copy that took the ledger's place at this start, or null. */
  restored: Restored | null
  /** Null in memory. */
  file: LedgerFile | null
  /** Before the log is carried over into the ledger, and again when it was (wal-base.ts). */
  renewStamp(): void
  /**
   * MONEY: what is wrong with the files that are open, or null: looked at before anything leaves.
   */
  misplaced(): string | null
  /**
   * MONEY: what is wrong with the tables of the schema, or null. Looked at before anything leaves;
   * what else another program did to the schema is put right.
   */
  drift(): string | null
  /**
   * From now on `tell` is called for what is put right, in the transaction of that; before, it is
   * among the findings.
   */
  whenPutRight(tell: (message: string) => void): void
  close(): void
}

/** What the ledger's file holds, byte for byte, and what an orderly end said of it. */
interface LedgerFile {
  /**
   * To read it with. MONEY: open until the database is closed: closing any handle of the file would
   * give up the locks that SQLite has on it.
   */
  handle: number
  /**
   * The data_version at which nothing of the ledger was but in this file; null where a log lay
   * beside it. This run changes the file when its own log is carried over, and not before.
   */
  bareAt: number | null
  closed: ClosedFiles
}

export interface OpenOptions {
  /** Path of the ledger, or ':memory:'. */
  file: string
  clock: () => number
  /** What kind of file system a folder lies on; asked of the system when left out. */
  fileSystemOf?: (folder: string) => FileSystem
}

/**
 * Opens and checks, and makes what is not there. Every INTEGER of every statement comes back as
 * bigint; times are read with Number(). Faults: denied/money-stopped (in use, of another format,
 * foreign, can't be read or written).
 */
export function openLedger(options: OpenOptions): Result<OpenLedger> {
  if (options.file === ':memory:')
    return attempt(() => {
      const nothing = (): void => undefined
      const restore = { asked: () => null, ask: nothing }
      const witness = witnessInMemory()
      const notes = { noteOpened: nothing, noteDamage: nothing }
      const beside = { release: nothing, ...notes, isStillOurs: () => true }
      const held = { ...beside, witness, restore, restored: null, closed: null }
      return finish(connect(':memory:'), options, [], held)
    })
  const begun = beginLedger(options)
  if (!begun.ok) return begun
  return begun.value.finish(lookAtPages(begun.value))
}

/** The pages to look at first. */
export interface Unread {
  file: string
  part: Part
}

/** A ledger whose lock is held, and of which nothing was read yet. */
export interface BegunLedger extends Unread {
  /** While somebody looks: what finish() would keep for the next start is synced by then. */
  doubt(): void
  /** Opens it, now that its pages were looked at. Faults: as openLedger(); then it is let go. */
  finish(looked: Result<Health>): Result<OpenLedger>
}

/**
 * The first half of openLedger(), for a file: between the halves somebody looks at its pages, which
 * takes a second with a long log. Faults: denied/money-stopped (in use, on a shared file system).
 */
export const beginLedger = (options: OpenOptions): Result<BegunLedger> =>
  attempt(() => beginFile(options))

/** It only reads. Faults: denied/money-stopped when the file can't be read at all. */
export const lookAtPages = ({ file, part }: Unread): Result<Health> =>
  attempt(() => ok(checkFile(file, part)))

function beginFile(options: OpenOptions): Result<BegunLedger> {
  mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
  // Two names of one file (a symbolic link) must meet in one lock.
  const file = existsSync(options.file)
    ? realpathSync(options.file)
    : join(realpathSync(dirname(options.file)), basename(options.file))
  const kind = sharedKind((options.fileSystemOf ?? fileSystemOf)(dirname(file)))
  if (kind !== null) return fail(stopped(sharedMessage(dirname(file), kind)))
  const taken = takeLock(lockFileOf(file), {
    connect: (path) => connect(path, { timeout: 0 }),
    clock: options.clock,
  })
  if (!taken.ok) return taken
  const lock = taken.value
  try {
    const isStillOurs = takePlace(file)
    const found: Omit<LedgerFinding, 'id'>[] = []
    const restore = restoreAsked(file, lock, options)
    found.push(...(restore?.findings ?? []))
    // MONEY: before SQLite opens the ledger, which would replay the log over it.
    if (hasStrayLog(file)) found.push(strayLogMoved(file, options.clock))
    const rest: Taken = {
      ...{ lock, isStillOurs, found },
      restored: restore?.restored ?? null,
    }
    return ok({
      file,
      part: lock.state() === sound ? 'all but the log' : 'whole',
      // finish() does it again where it fails, and says so.
      doubt: () => void attempt(() => ok(lock.doubt())),
      finish: (looked) => finishFile({ ...options, file }, rest, looked),
    })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** What the first half of opening leaves to the second. */
interface Taken {
  lock: LockFile
  isStillOurs: () => boolean
  found: Omit<LedgerFinding, 'id'>[]
  restored: Restored | null
}

/** `options.file` is its real path. */
function finishFile(
  options: OpenOptions,
  taken: Taken,
  looked: Result<Health>,
): Result<OpenLedger> {
  const { lock, isStillOurs, restored } = taken
  const { release, restore, witness, closed } = lock
  const health = looked.ok ? looked.value : looked
  if ('fault' in health || health.state === 'refused') {
    release()
    return 'fault' in health ? health : fail(stopped(health.message))
  }
  return attempt(() => {
    try {
      const hadLedger = lock.state() !== neverSeen
      lock.doubt()
      const found = [...taken.found, ...setAside(options, health, hadLedger)]
      const db = connect(options.file)
      const notes = {
        noteOpened: () => lock.remember(sound),
        noteDamage: () => lock.remember(unproved),
      }
      const held = { release, isStillOurs, ...notes, witness, restore, restored, closed }
      const renew: Renew = (db, wrong) => {
        // The new file has none of them.
        const before = readFindings(db)
        const done = writtenAnew(db, lock, options)
        // That it is right again is said where it is.
        const advice = done.restored === null ? done.findings[0]?.message : undefined
        const message = schemaMessage(wrong, advice)
        const schema = { kind: 'schema', at: options.clock(), message } as const
        if (!db.open) db = connect(options.file)
        const more = [...found, ...before, schema]
        return finish(db, options, more, { ...held, restored: done.restored })
      }
      const opened = finish(db, options, found, held, renew)
      // The restore is complete once the ledger holds the finding that reports it.
      if (opened.ok && restore.asked() !== null) restore.ask(null)
      // Not before: a start behind a power cut would miss what it has to restore again. What can't
      // be cleared away keeps nobody from opening the ledger.
      if (opened.ok) void attempt(() => ok(rmSync(anewOf(options.file), { force: true })))
      if (!opened.ok) release()
      else if (!hadLedger) lock.remember(unproved)
      return opened
    } catch (error) {
      release()
      throw error
    }
  })
}

/** The file that takes a ledger's place once it is whole. */
const anewOf = (file: string): string => `${file}-anew`

/** Opens a ledger with wrong tables again, once it was written anew or could not be. */
type Renew = (db: Database, wrong: readonly Deviation[]) => Result<OpenLedger>

interface InPlace {
  /** Null where the ledger is the one that was there before. */
  restored: Restored | null
  /** None where a desk came from another computer: a person was asked about it then. */
  findings: Omit<LedgerFinding, 'id'>[]
}

/**
 * A ledger whose tables another program changed is written anew from its log. The new file takes
 * its place as a copy that a person restores: a power cut in between is finished by the next start.
 * `db` is closed where it came that far.
 */
function writtenAnew(db: Database, lock: LockFile, options: OpenOptions): InPlace {
  const copy = anewOf(options.file)
  rmSync(copy, { force: true })
  try {
    writeAnew(db, copy)
  } catch (error) {
    rmSync(copy, { force: true })
    const message = say('ledger.not-written-anew', { why: messageOf(error) })
    return { restored: null, findings: [{ kind: 'schema', at: options.clock(), message }] }
  }
  db.close()
  lock.restore.ask({ copy, by: 'paydesk' })
  const done = restoreAsked(options.file, lock, options)
  if (done === null) throw new Error('a restore that was asked for is not known')
  return done
}

/**
 * Null when nothing was asked. The finding stops money either way: a person asked for what is not
 * so, or for what forgets.
 */
function restoreAsked(file: string, lock: LockFile, options: OpenOptions): InPlace | null {
  const asked = lock.restore.asked()
  if (asked === null) return null
  const end = putInPlace(file, asked, {
    clock: options.clock,
    faultIn: copyFault,
  })
  const restored = 'restored' in end ? end.restored : null
  if (restored !== null && isMovedIn(restored)) return { restored, findings: [] }
  const message = 'failure' in end ? end.failure : restoredMessage(end.restored)
  return { restored, findings: [{ kind: 'quarantine', at: options.clock(), message }] }
}

/** Why this file can't be the ledger, or null. */
function copyFault(path: string): string | null {
  const health = checkFile(path, 'whole')
  if (health.state === 'none') return say('ledger.it-is-empty')
  if (health.state === 'refused') return health.message
  if (health.state === 'damaged') return say('ledger.it-is-damaged', { why: health.message })
  const db = connect(path, { readonly: true })
  const format = Number(db.pragma('user_version', { simple: true }))
  db.close()
  if (format === schemaFormat) return null
  return say(
    format > schemaFormat ? 'ledger.a-newer-paydesk-made-it' : 'ledger.an-older-paydesk-made-it',
  )
}

interface Held extends Pick<
  OpenLedger,
  'noteOpened' | 'noteDamage' | 'witness' | 'restore' | 'restored'
> {
  release: () => void
  isStillOurs: () => boolean
  /** Null in memory. */
  closed: ClosedFiles | null
}

function finish(
  db: Database,
  options: OpenOptions,
  found: Omit<LedgerFinding, 'id'>[],
  { release, isStillOurs, closed, ...held }: Held,
  renew?: Renew,
): Result<OpenLedger> {
  try {
    const isMemory = options.file === ':memory:'
    writeSafely(db, isMemory)
    const bareAt = isMemory ? null : bareVersion(db)
    const isNew =
      statement<[]>(db, 'SELECT count(*) AS n FROM sqlite_schema', { as: 'value' }).get() === 0
    const prepared = prepareSchema(db, {
      ...{ isNew, clock: options.clock, applicationId },
      openMemory: () => connect(':memory:'),
    })
    if (!prepared.ok) {
      db.close()
      return prepared
    }
    const wrong = wrongTables(db, prepared.value)
    if (wrong.length > 0 && renew !== undefined) return renew(db, wrong)
    for (const finding of found) recordFinding(db, finding)
    const weak = weakSync(db)
    if (weak !== null) {
      db.close()
      return fail(weak)
    }
    if (!isMemory) tieLog(db, bareAt === null)
    const handle = isMemory ? null : openSync(options.file, 'r')
    db.defaultSafeIntegers(true)
    const close = (): void => {
      if (!db.open) return
      ledgers.publish({ db })
      db.close()
      if (handle !== null) closeSync(handle)
      release()
    }
    ledgers.publish({ db })
    let tell = (message: string): void =>
      recordFinding(db, { kind: 'schema', at: options.clock(), message })
    const watch = watchSchema(db, prepared.value, (message) => tell(message))
    lookAtEachBegin(db, watch.look)
    watch.look()
    const findings = readFindings(db)
    const misplaced = isMemory ? () => null : watchPlace(options.file, isStillOurs)
    const whenPutRight: OpenLedger['whenPutRight'] = (heard) => {
      tell = heard
    }
    const own = { drift: watch.look, whenPutRight, renewStamp: () => renewStamp(db) }
    const file = handle === null || closed === null ? null : { handle, bareAt, closed }
    return ok({ db, isNew, findings, file, ...held, ...own, misplaced, close })
  } catch (error) {
    db.close()
    throw error
  }
}

/** Asked in this order: what another program commits afterwards has another data_version. */
function bareVersion(db: Database): number | null {
  const version = foreignWrites(db)
  const log = statSync(`${db.name}-wal`, { throwIfNoEntry: false })
  return (log?.size ?? 0) === 0 ? version : null
}

const checkFile = (file: string, part: Part): Health =>
  healthOf(file, part, {
    applicationId,
    open: connectThere,
  })

const connectThere = (path: string): Database => connect(path, { fileMustExist: true })
