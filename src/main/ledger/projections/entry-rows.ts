// The rows that entries carry, kept beside them: an entry names in its body what they hash to,
// together with all rows before. So an entry that is shown or exported shows none of them, and the
// rows of archived entries stay provable by any later entry. Only appends and reads.
import { hash, randomBytes } from 'node:crypto'
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
  const insert = statement<[number, string, Buffer]>(
    db,
    'INSERT INTO entry_rows (seq, rows, digest) VALUES (?, ?, ?)',
  )
  return {
    add: (seq, changes) => {
      const before = selectLast.get() ?? NO_ROWS
      if (changes.length === 0) return before.toString('hex')
      const rows = changesText(changes)
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

/** The salt and the digest before have 64 letters each: no two rows make one text. */
const digestOf = (salt: string, before: Buffer, rows: string): Buffer =>
  hash('sha256', salt + before.toString('hex') + rows, 'buffer')

interface KeptRows {
  seq: number
  rows: string
  digest: Buffer
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
    { integers: 'number' },
  )
  let before = NO_ROWS
  for (let page = select.all(0); page.length > 0; page = select.all(page.at(-1)!.seq))
    yield page.map(({ seq, rows, digest }) => {
      before = digestOf(salt, before, rows)
      if (!before.equals(digest)) throw notAsNamed(seq)
      return { seq, changes: changesOf(rows) }
    })
  const newest = statement<[], { seq: number; said: string }>(
    db,
    `SELECT e.seq AS seq, ${SAID} AS said FROM main.audit_entry e WHERE ${SAID} IS NOT NULL
     ORDER BY e.seq DESC LIMIT 1`,
    { integers: 'number' },
  ).get()
  if (newest !== undefined && newest.said !== before.toString('hex'))
    throw notAsNamed(firstOdd(db) ?? newest.seq)
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
