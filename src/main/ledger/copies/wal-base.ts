// Whether the write-ahead log beside a ledger belongs to that very file. SQLite replays any log it
// finds; over another copy of the ledger that makes a damaged file, or worse: one that reads well
// and has forgotten requests. So each ledger file carries a stamp, which is renewed before its log
// is carried over into it and again behind that: a log then names the file it goes on from. The
// check against the log comes after the replay, when both files are mixed; before it, each is still
// whole and can be kept.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'

interface Stamp {
  id: string
  /** The stamp that this one took the place of. */
  previous: string
  /**
   * SQLite's schema cookie then: a copy that SQLite itself makes (VACUUM INTO, backup) has another
   * one in its header.
   */
  cookie: number
  previousCookie: number
}

const none = '0'.repeat(16)
const form = /paydesk-wal-base:([0-9a-f]{16}):([0-9a-f]{16}):(\d{10}):(\d{10})/
const textOf = ({ id, previous, cookie, previousCookie }: Stamp): string =>
  ['paydesk-wal-base', id, previous, digits(cookie), digits(previousCookie)].join(':')
const digits = (number: number): string => String(number).padStart(10, '0')

function stampIn(text: string): Stamp | null {
  const [, id, previous, cookie, previousCookie] = form.exec(text) ?? []
  return id === undefined || previous === undefined
    ? null
    : { id, previous, cookie: Number(cookie), previousCookie: Number(previousCookie) }
}

/**
 * Called with the ledger open: at the start, before the log is carried over, and when it was. One
 * commit.
 */
export function renewStamp(db: Database): void {
  const old = stampOf(db)
  const cookie = cookieOf(db)
  const stamp = textOf({
    id: randomBytes(8).toString('hex'),
    previous: old?.id ?? none,
    cookie,
    previousCookie: old?.cookie ?? cookie,
  })
  statement<[string]>(db, 'INSERT OR REPLACE INTO wal_base (only_row, stamp) VALUES (1, ?)').run(
    stamp,
  )
}

function stampOf(db: Database): Stamp | null {
  const text = statement<[]>(db, 'SELECT stamp FROM wal_base', { as: 'value' }).get()
  return typeof text === 'string' ? stampIn(text) : null
}

const cookieOf = (db: Database): number => Number(db.pragma('schema_version', { simple: true }))

/** Reads a ledger file by page; null for a page that it does not have. */
export interface LedgerPages {
  header: Buffer
  page(number: number): Buffer | null
}

/**
 * MONEY: false only when the log surely belongs to another file. A log without a stamp (of a start
 * that was cut off) proves nothing and is left to SQLite. Format: "WAL file format" and "Database
 * file format" of SQLite's documentation.
 */
export function isOwnLog(wal: Buffer, ledger: LedgerPages): boolean {
  const frames = framesOf(wal)
  const stamped = frames.flatMap(({ page, content }) => {
    const stamp = stampOnPage(content)
    return stamp === null ? [] : [{ page, stamp }]
  })
  const [first] = stamped
  if (first === undefined) return true
  const found = ledger.page(first.page)
  const own = found === null ? null : stampOnPage(found)
  // Before the first stamp of all there was none.
  if (own === null) return first.stamp.previous === none
  const isOfThisLog = stamped.some(({ stamp }) => stamp.id === own.id)
  if (!isOfThisLog && own.id !== first.stamp.previous) return false
  const cookies = frames
    .filter(({ page }) => page === 1)
    .map(({ content }) => content.readUInt32BE(cookieAt))
  // Another program changed the schema, and the log was cut off at its first stamp.
  if (own.id === first.stamp.previous) cookies.push(first.stamp.cookie)
  return [own.cookie, own.previousCookie, ...cookies].includes(ledger.header.readUInt32BE(cookieAt))
}

const cookieAt = 40
const headerBytes = 32
const frameHeaderBytes = 24

/**
 * The frames of the log's present life, oldest first; a torn one at its end is SQLite's to find.
 */
function framesOf(wal: Buffer): { page: number; content: Buffer }[] {
  if (wal.length < headerBytes) return []
  const pageBytes = wal.readUInt32BE(8)
  const salt = wal.subarray(16, 24)
  const frames: { page: number; content: Buffer }[] = []
  const step = frameHeaderBytes + pageBytes
  for (let at = headerBytes; pageBytes >= 512 && at + step <= wal.length; at += step) {
    if (!wal.subarray(at + 8, at + 16).equals(salt)) break
    const content = wal.subarray(at + frameHeaderBytes, at + step)
    frames.push({ page: wal.readUInt32BE(at), content })
  }
  return frames
}

/**
 * The stamp in the only row of a table's leaf page; what lies in its free space is older and counts
 * for nothing.
 */
function stampOnPage(page: Buffer): Stamp | null {
  const isLeafOfOne = page[0] === 0x0d && page.readUInt16BE(3) === 1
  if (!isLeafOfOne) return null
  const cell = page.readUInt16BE(8)
  return stampIn(page.subarray(cell, cell + cellBytes).toString('latin1'))
}
/** More than such a row takes, and no more than would reach into a second one: there is none. */
const cellBytes = 128

/**
 * Whether the log beside this ledger belongs to another file. Called before SQLite opens it: a file
 * opened beside it would cost its locks.
 */
export function hasStrayLog(file: string): boolean {
  const walFile = `${file}-wal`
  if (!existsSync(file) || !existsSync(walFile)) return false
  const handle = openSync(file, 'r')
  try {
    const read = (at: number, bytes: number): Buffer | null => {
      const buffer = Buffer.alloc(bytes)
      return readSync(handle, buffer, 0, bytes, at) === bytes ? buffer : null
    }
    const header = read(0, 100)
    // An empty or cut file has pages nowhere but in its log.
    if (header === null) return false
    const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
    const page = (number: number) => read((number - 1) * pageBytes, pageBytes)
    return !isOwnLog(readFileSync(walFile), { header, page })
  } finally {
    closeSync(handle)
  }
}

/**
 * The file gets this run's stamp, and its log begins with the next one. A file that has no log
 * beside it is left as it is: its own stamp is the one that its log goes on from.
 */
export function tieLog(db: Database, hasLog: boolean): void {
  const isNamed = !hasLog && stampOf(db)?.cookie === cookieOf(db)
  renewStamp(db)
  if (isNamed) return
  db.pragma('wal_checkpoint(TRUNCATE)')
  renewStamp(db)
}
