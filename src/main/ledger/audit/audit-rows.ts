// Stored entries of the audit log as they are read, on any connection. Pure but for readLog; it
// writes nothing.
import { z } from 'zod'
import type { AuditRow } from '#shared/bridge/lists.ts'
import { type EntryBody, GENESIS_CHAIN } from './audit-hash.ts'
import type { Database } from '../db/database.ts'
import { type Meta, openMeta } from '../db/meta.ts'
import { statement } from '../db/statements.ts'

export interface StoredEntry {
  seq: bigint
  at_wall: bigint
  at_mono: bigint
  actor: string
  kind: string
  outcome: string
  origin: string
  subject: string
  body: Buffer
  leaf: Buffer
  chain: Buffer
}

export interface ReadableLog {
  readonly logId: string
  head(): { size: number; chain: string }
}

export const logIdIn = (db: Database): Meta<string> =>
  openMeta(db, { key: 'audit.log-id', about: 'log', schema: z.string() })

/** The log as a connection that can't write sees it; undefined while the ledger has none. */
export function readLog(db: Database): ReadableLog | undefined {
  const logId = logIdIn(db).read()
  if (logId === null) return undefined
  const select = statement<[], Pick<StoredEntry, 'seq' | 'chain'>>(
    db,
    'SELECT seq, chain FROM audit_entry ORDER BY seq DESC LIMIT 1',
  )
  return {
    logId,
    head: () => {
      const row = select.get()
      return row === undefined
        ? { size: 0, chain: GENESIS_CHAIN.toString('hex') }
        : { size: Number(row.seq), chain: row.chain.toString('hex') }
    },
  }
}

/** The fields of an entry that people read. */
export type ShownEntry = Omit<AuditRow, 'leaf' | 'chain'>

export function auditRow(row: StoredEntry): AuditRow {
  return { ...shownEntry(row), leaf: row.leaf.toString('hex'), chain: row.chain.toString('hex') }
}

export function shownEntry(row: Omit<StoredEntry, 'leaf' | 'chain'>): ShownEntry {
  return {
    seq: Number(row.seq),
    at: Number(row.at_wall),
    actor: row.actor,
    kind: row.kind,
    outcome: row.outcome,
    origin: row.origin,
    subject: row.subject,
    details: bodyOf(row)?.details ?? { unreadable: row.body.toString('utf8') },
  }
}

/**
 * Null when the bytes are no entry: somebody changed them. It is shown as such; verification says
 * where.
 */
export function bodyOf(row: Pick<StoredEntry, 'body'>): EntryBody | null {
  try {
    const body: unknown = JSON.parse(row.body.toString('utf8'))
    return typeof body === 'object' && body !== null ? (body as EntryBody) : null
  } catch {
    return null
  }
}

// How a body begins that says what the columns say; another where SQLite knows no such date.
// Compared where the entries are read, because making text of every column for every entry takes
// longer than the hashes.
const SHOWN = `CAST(concat('{"v":1,"seq":', seq, ',"at":"', strftime('%Y-%m-%dT%H:%M:%fZ', at_wall / 1000.0, 'unixepoch'),
  '","mono":', at_mono, ',"actor":', json_quote(actor), ',"kind":', json_quote(kind), ',"outcome":', json_quote(outcome),
  ',"origin":', json_quote(origin), ',"subject":', json_quote(subject), ',"details":{') AS BLOB)`
// In one piece, and the body behind the byte its leaf is hashed with: nothing has to be copied for
// it. Empty where a length is wrong, so that no byte of one can pass for a byte of its neighbour.
const PACKED = `CASE WHEN length(chain) = 32 AND length(leaf) = 32 THEN CAST(chain || leaf || x'00' || body AS BLOB) ELSE x'' END`
export const LEAF_AT = 32
export const HASHED_AT = 64

/** Its number, 1 when its body begins as the columns say, and chain, leaf and body as packed. */
export type PackedEntry = [number, number | null, Buffer]

/** Reads entries after a number and up to another, so many at a time, to be checked. */
export function packedReader(
  db: Database,
  limit: number,
): (after: number | bigint, until: number) => PackedEntry[] {
  const select = statement<[number | bigint, number], PackedEntry>(
    db,
    `SELECT seq, instr(body, ${SHOWN}) = 1, ${PACKED} FROM audit_entry WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${limit}`,
    { as: 'list', integers: 'number' },
  )
  return (after, until) => select.all(after, until)
}
