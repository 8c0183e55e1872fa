// The rows that entries carry, kept beside them: an entry names in its body what they hash to,
// together with all rows before. So an entry that is shown or exported shows none of them, and the
// rows of archived entries stay provable by any later entry. Only appends and reads.
import { hash, randomBytes } from 'node:crypto'
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { type Change, changesOf, changesText } from './changes.ts'

/** No digest of rows can be guessed from an export without it: no export holds it. */
const SALT = 'audit.rows-salt'
const NO_ROWS: Buffer = Buffer.alloc(32)

export interface EntryRows {
  /** In the transaction of the entry: the digest for its body, in hex. */
  add(seq: number, changes: readonly Change[]): string
}

export function openEntryRows(db: Database): EntryRows {
  const salt = saltOf(db) ?? drawSalt(db)
  const selectLast = statement<[], Buffer>(
    db,
    'SELECT digest FROM entry_rows ORDER BY seq DESC LIMIT 1',
    { as: 'value' },
  )
  const insert = statement<[number, Buffer, Buffer]>(
    db,
    'INSERT INTO entry_rows (seq, rows, digest) VALUES (?, ?, ?)',
  )
  return {
    add: (seq, changes) => {
      const before = selectLast.get() ?? NO_ROWS
      if (changes.length === 0) return before.toString('hex')
      const rows = packed(changesText(changes))
      const digest = digestOf(salt, before, rows)
      insert.run(seq, rows, digest)
      return digest.toString('hex')
    },
  }
}

function saltOf(db: Database): string | null {
  const salt = statement<[string]>(db, 'SELECT value FROM meta WHERE key = ?', {
    as: 'value',
  }).get(SALT)
  return typeof salt === 'string' ? salt : null
}

function drawSalt(db: Database): string {
  const salt = randomBytes(32).toString('hex')
  statement<[string, string]>(db, 'INSERT INTO meta (key, value) VALUES (?, ?)').run(SALT, salt)
  return salt
}

// One buffer that is used again: a rebuild makes a digest for every entry.
let scratch = Buffer.alloc(16_384)

/** SHA-256(salt || the digest before || rows), the first two of 32 bytes each. */
function digestOf(salt: string, before: Buffer, rows: Buffer): Buffer {
  const length = 64 + rows.length
  if (scratch.length < length) scratch = Buffer.alloc(2 * length)
  scratch.write(salt, 0, 'hex')
  scratch.set(before, 32)
  scratch.set(rows, 64)
  return hash('sha256', scratch.subarray(0, length), 'buffer')
}

/**
 * Each is a piece of a stream that has no end, and its text a piece of an array: a thousand of them
 * are unpacked and read in one go, because to do so one by one takes ten times as long.
 */
const packed = (text: string): Buffer =>
  deflateRawSync(`${text},`, { finishFlush: constants.Z_SYNC_FLUSH })

/** What ends such a stream: an empty block that is the last one. */
const END = Buffer.from([3, 0])
/** Far more than a page ever holds: what another program wrote fills no memory. */
const MOST_BYTES = 2 ** 28

const unpacked = (pieces: readonly Buffer[]): string => {
  const text = inflateRawSync(Buffer.concat([...pieces, END]), { maxOutputLength: MOST_BYTES })
  return `[${text.toString('utf8', 0, text.length - 1)}]`
}

type KeptRows = [seq: number, rows: Buffer, digest: Buffer]

/** Packed: a list of a hundred thousand orders is no more in memory at once than other entries. */
const PART_BYTES = 262_144

function* inParts(page: readonly KeptRows[]): Generator<KeptRows[]> {
  let part: KeptRows[] = []
  let bytes = 0
  for (const one of page) {
    part.push(one)
    bytes += one[1].length
    if (bytes < PART_BYTES) continue
    yield part
    part = []
    bytes = 0
  }
  if (part.length > 0) yield part
}

/** How many are read at once. */
const PAGE = 1_000

/**
 * Oldest first, a page at a time, each checked with all before it; at the end the newest digest is
 * compared with the one that the newest entry names, which proves all of them. MONEY: throws where
 * they are not as they were written; what came before is not proven then either.
 */
export function* readEntryRows(db: Database): Generator<{ seq: number; changes: Change[] }[]> {
  const salt = saltOf(db) ?? ''
  const select = statement<[number], KeptRows>(
    db,
    `SELECT seq, rows, digest FROM main.entry_rows WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`,
    { as: 'list', integers: 'number' },
  )
  let before = NO_ROWS
  let last = 0
  for (let page = select.all(0); page.length > 0; page = select.all(page.at(-1)![0])) {
    for (const [seq, rows, digest] of page) {
      before = digestOf(salt, before, rows)
      if (!before.equals(digest)) throw notAsNamed(seq)
    }
    for (const part of inParts(page)) {
      const all = changesOf(unpacked(part.map(([, rows]) => rows)))
      if (all.length !== part.length) throw notAsNamed(part[0]![0])
      last = part.at(-1)![0]
      yield part.map(([seq], nth) => ({ seq, changes: all[nth]! }))
    }
  }
  const newest = statement<[], { seq: number; said: string }>(
    db,
    `SELECT e.seq AS seq, ${SAID} AS said FROM main.audit_entry e WHERE ${SAID} IS NOT NULL
     ORDER BY e.seq DESC LIMIT 1`,
    { integers: 'number' },
  ).get()
  if (newest !== undefined && newest.said !== before.toString('hex'))
    throw notAsNamed(firstOdd(db) ?? newest.seq)
  // Rows of an entry that is still to come would stand before those of the next one.
  if (newest !== undefined && last > newest.seq) throw notAsNamed(last)
}

const SAID = `CASE WHEN json_valid(CAST(e.body AS TEXT)) THEN CAST(e.body AS TEXT) ->> '$.rows' END`

/** The first entry whose rows, by the digest that they came with, are not those that it names. */
function firstOdd(db: Database): number | undefined {
  return statement<[], number>(
    db,
    `SELECT r.seq FROM main.entry_rows r JOIN main.audit_entry e ON e.seq = r.seq
     WHERE lower(hex(r.digest)) IS NOT ${SAID} ORDER BY r.seq LIMIT 1`,
    { as: 'value', integers: 'number' },
  ).get()
}

const notAsNamed = (seq: number): Error =>
  new Error(`the rows of entry ${seq} are not those that it names`)
