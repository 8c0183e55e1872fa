// Where the log in the ledger begins: at its first entry, or behind the newest archive. Only reads.
import { bodyOf, type StoredEntry } from './audit-rows.ts'
import { GENESIS_CHAIN } from './audit-hash.ts'
import type { Database } from './open.ts'

export interface AuditBase {
  /** Number of the newest archived entry; 0 when all are here. */
  size: number
  /** Chain value of that entry. */
  chain: Buffer
}

/** What the entry that lets entries go says: kind 'audit:archived', outcome 'ok'. */
export const ARCHIVED = { kind: 'audit:archived', outcome: 'ok' } as const

export function baseOf(db: Database): AuditBase {
  const row = db.prepare('SELECT size, chain FROM archive ORDER BY size DESC LIMIT 1').get() as
    { size: bigint; chain: Buffer } | undefined
  return row === undefined
    ? { size: 0, chain: GENESIS_CHAIN }
    : { size: Number(row.size), chain: row.chain }
}

/** Number and time of the oldest entry that is here. */
export function oldestOf(db: Database): { seq: number; at: number } | null {
  const row = db.prepare('SELECT seq, at_wall FROM audit_entry ORDER BY seq LIMIT 1').get() as
    Pick<StoredEntry, 'seq' | 'at_wall'> | undefined
  return row === undefined ? null : { seq: Number(row.seq), at: Number(row.at_wall) }
}

/** Whether an entry up to `lastSigned` says that everything up to the base was archived. */
export function isNamed(db: Database, base: AuditBase, lastSigned: number): boolean {
  const rows = db
    .prepare('SELECT body FROM audit_entry WHERE kind = ? AND outcome = ? AND seq <= ?')
    .all(ARCHIVED.kind, ARCHIVED.outcome, lastSigned) as Pick<StoredEntry, 'body'>[]
  return rows.some((row) => {
    const details = bodyOf(row)?.details
    return details?.['size'] === base.size && details['chain'] === base.chain.toString('hex')
  })
}
