// The rows that entries carry, kept beside them: an entry names in its body what they hash to,
// together with all rows before. So an entry that is shown or exported shows none of them, and the
// rows of archived entries stay provable by any later entry. Only appends and reads.
import { createHash, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
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
      // Packed: what a request changes is told in the same words again and again.
      const rows = deflateRawSync(changesText(changes))
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

const digestOf = (salt: string, before: Buffer, rows: Buffer): Buffer =>
  createHash('sha256').update(salt, 'hex').update(before).update(rows).digest()

interface KeptRows {
  seq: number
  rows: Buffer
  digest: Buffer
  isHere: number
  said: string | null
}

/**
 * Oldest first, each checked with all before it, and with the entry that names it where that one is
 * still here. MONEY: throws at the first that is not as it was written.
 */
export function* readEntryRows(db: Database): Generator<{ seq: number; changes: Change[] }> {
  const salt = saltOf(db) ?? ''
  const kept = statement<[], KeptRows>(
    db,
    `SELECT r.seq AS seq, r.rows AS rows, r.digest AS digest, e.seq IS NOT NULL AS isHere, ${SAID} AS said
     FROM entry_rows r LEFT JOIN audit_entry e ON e.seq = r.seq ORDER BY r.seq`,
    { integers: 'number' },
  )
  let before = NO_ROWS
  for (const { seq, rows, digest, isHere, said } of kept.iterate()) {
    const is = digestOf(salt, before, rows)
    if (!is.equals(digest) || (isHere === 1 && said !== is.toString('hex'))) throw notAsNamed(seq)
    yield { seq, changes: changesOf(inflateRawSync(rows).toString('utf8')) }
    before = is
  }
  // What the newest entry names is no older than the newest rows.
  const newest = statement<[], { seq: number; said: string }>(
    db,
    `SELECT e.seq AS seq, ${SAID} AS said FROM audit_entry e WHERE ${SAID} IS NOT NULL
     ORDER BY e.seq DESC LIMIT 1`,
    { integers: 'number' },
  ).get()
  if (newest !== undefined && newest.said !== before.toString('hex')) throw notAsNamed(newest.seq)
}

const SAID = `CASE WHEN json_valid(CAST(e.body AS TEXT)) THEN CAST(e.body AS TEXT) ->> '$.rows' END`

const notAsNamed = (seq: number): Error =>
  new Error(`the rows of entry ${seq} are not those that it names`)
