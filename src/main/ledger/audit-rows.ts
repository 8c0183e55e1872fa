// Stored entries of the audit log as they are read, on any connection. Pure but for readLog; it writes nothing.
import type { AuditRow } from '#shared/bridge.ts'
import { type EntryBody, GENESIS_CHAIN } from './audit-hash.ts'
import type { Database } from './open.ts'

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

/** The log as a connection that can't write sees it; undefined while the ledger has none. */
export function readLog(db: Database): ReadableLog | undefined {
  const logId = db.prepare(`SELECT value FROM meta WHERE key = 'audit.log-id'`).pluck().get()
  if (typeof logId !== 'string') return undefined
  const select = db.prepare('SELECT seq, chain FROM audit_entry ORDER BY seq DESC LIMIT 1')
  return {
    logId,
    head: () => {
      const row = select.get() as Pick<StoredEntry, 'seq' | 'chain'> | undefined
      return row === undefined
        ? { size: 0, chain: GENESIS_CHAIN.toString('hex') }
        : { size: Number(row.seq), chain: row.chain.toString('hex') }
    },
  }
}

export function auditRow(row: StoredEntry): AuditRow {
  return {
    seq: Number(row.seq),
    at: Number(row.at_wall),
    actor: row.actor,
    kind: row.kind,
    outcome: row.outcome,
    origin: row.origin,
    subject: row.subject,
    details: bodyOf(row)?.details ?? { unreadable: row.body.toString('utf8') },
    leaf: row.leaf.toString('hex'),
    chain: row.chain.toString('hex'),
  }
}

/** Null when the bytes are no entry: somebody changed them. It is shown as such; verification says where. */
export function bodyOf(row: Pick<StoredEntry, 'body'>): EntryBody | null {
  try {
    const body: unknown = JSON.parse(row.body.toString('utf8'))
    return typeof body === 'object' && body !== null ? (body as EntryBody) : null
  } catch {
    return null
  }
}
