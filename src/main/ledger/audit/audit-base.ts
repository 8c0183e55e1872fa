// Where the log in the ledger begins: at its first entry, or behind the newest archive; and what of
// that archive is still to be taken out. Only reads.
import { z } from 'zod'
import { type Meta, openMeta } from '../db/meta.ts'
import { bodyOf, type StoredEntry } from './audit-rows.ts'
import { GENESIS_CHAIN, sha256Hex } from './audit-hash.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'

/** A place of the log: number and chain value (hex) of an entry. */
export interface Reached {
  size: number
  chain: string
}

export interface AuditBase {
  /** Number of the newest archived entry; 0 when all are here. */
  size: number
  /** Chain value of that entry. */
  chain: Buffer
}

/** The entry that allows a purge: kind 'audit:archived', outcome 'ok'. */
export const ARCHIVED = { kind: 'audit:archived', outcome: 'ok' } as const

export function baseOf(db: Database): AuditBase {
  const row = statement<[], { size: bigint; chain: Buffer }>(
    db,
    'SELECT size, chain FROM archive ORDER BY size DESC LIMIT 1',
  ).get()
  return row === undefined
    ? { size: 0, chain: GENESIS_CHAIN }
    : { size: Number(row.size), chain: row.chain }
}

/**
 * How far archived entries have been taken out, in meta, while some are left: of the last one that
 * went.
 */
export const leavingIn = (db: Database): Meta<string> =>
  openMeta(db, {
    key: 'audit.leaving',
    about: 'log',
    schema: z.string().regex(/^\d{1,15}:[0-9a-f]{64}$/),
  })
export const leavingText = ({ size, chain }: AuditBase): string =>
  `${size}:${chain.toString('hex')}`

/**
 * What the oldest entry here goes on from: the base, or, while archived entries are being taken
 * out, the last of them that went. Nobody signed that place, and nobody has to: the chain leads
 * from no other to the base, which is signed.
 */
export function startOf(db: Database, base: AuditBase): AuditBase {
  const [size, chain] = leavingIn(db).read()?.split(':') ?? []
  if (size === undefined || chain === undefined || Number(size) >= base.size) return base
  return { size: Number(size), chain: Buffer.from(chain, 'hex') }
}

/** Number and time of the oldest entry that is kept here. */
export function oldestOf(db: Database): { seq: number; at: number } | null {
  const row = statement<[number], Pick<StoredEntry, 'seq' | 'at_wall'>>(
    db,
    'SELECT seq, at_wall FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT 1',
  ).get(baseOf(db).size)
  return row === undefined ? null : { seq: Number(row.seq), at: Number(row.at_wall) }
}

/**
 * Whether the newest entry up to `lastSigned` that names an archive says that everything up to the
 * base was archived, and all that the rows of the archives show: the newest row itself, and those
 * before it by their digest. Where no entry names one, no row may be there.
 */
export function isNamed(db: Database, lastSigned: number): boolean {
  const [newest, ...earlier] = archiveRows(db)
  const entry = statement<[string, string, number], Pick<StoredEntry, 'seq' | 'body' | 'at_wall'>>(
    db,
    `SELECT seq, body, at_wall FROM audit_entry WHERE kind = ? AND outcome = ? AND seq <= ?
       ORDER BY seq DESC LIMIT 1`,
  ).get(ARCHIVED.kind, ARCHIVED.outcome, lastSigned)
  if (newest === undefined || entry === undefined)
    return newest === undefined && entry === undefined
  return (
    Number(entry.seq) === newest.named_by &&
    Number(entry.at_wall) === newest.made_at &&
    names(bodyOf(entry)?.details ?? {}, newest, digestOfArchives(earlier))
  )
}

interface ArchiveColumns extends Record<ArchiveNumber, number> {
  chain: Buffer
  folder: string
  digest: string
}
type ArchiveNumber = 'first' | 'size' | 'oldest_at' | 'newest_at' | 'made_at' | 'named_by'

/** Newest first. */
export const archiveRows = (db: Database): ArchiveColumns[] =>
  statement<[], ArchiveColumns>(
    db,
    `SELECT size, first, chain, folder, digest, oldest_at, newest_at, made_at, named_by
       FROM archive ORDER BY size DESC`,
    { integers: 'number' },
  ).all()

/**
 * SHA-256 of these rows, hex. The entry that names an archive names by it the rows before: entries
 * that named those may be in an archive themselves.
 */
export const digestOfArchives = (rows: readonly ArchiveColumns[]): string =>
  sha256Hex(
    Buffer.from(JSON.stringify(rows.map((row) => ({ ...row, chain: row.chain.toString('hex') })))),
  )

/** The details of such an entry are those of docs/audit-format.md, section 5. */
const names = (details: Record<string, unknown>, row: ArchiveColumns, earlier: string): boolean =>
  details['first'] === row.first &&
  details['size'] === row.size &&
  details['chain'] === row.chain.toString('hex') &&
  details['digest'] === row.digest &&
  details['folder'] === row.folder &&
  details['earlier'] === earlier &&
  Date.parse(String(details['from'])) === row.oldest_at &&
  Date.parse(String(details['until'])) === row.newest_at
