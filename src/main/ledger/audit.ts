// The audit log inside the ledger file: entries are appended in the transaction of what they record (audit-list.ts reads pages).
// It never changes or removes an entry, and never lets a card number or a secret into one (mask.ts).
import { randomBytes } from 'node:crypto'
import type { AuditRow } from '#shared/bridge.ts'
import { bodyBytes, chainOf, type EntryBody, GENESIS_CHAIN, leafOf, LOG_ID } from './audit-hash.ts'
import { auditRow, type StoredEntry } from './audit-rows.ts'
import { maskCardNumbers, maskDetails } from './mask.ts'
import { type Database, inTransaction } from './open.ts'

export interface AuditDraft {
  actor: string
  kind: string
  outcome: string
  origin: 'operator' | 'desk' | 'service'
  /** What the entry is about, an id by construction: `order/<connection>/<orderid>`. */
  subject: string
  details: Record<string, unknown>
}

export interface AuditHead {
  size: number
  /** Hex; 64 zeros while the log is empty. */
  chain: string
}

export interface AuditLog {
  readonly logId: string
  /** MONEY: throws outside a transaction; an entry stands or falls with what it records. `head8` starts the new chain value. */
  append(draft: AuditDraft): { seq: number; head8: string }
  head(): AuditHead
  /** Everything about one subject, oldest first. */
  timeline(subject: string): AuditRow[]
}

const LONGEST_WORD = 64

/**
 * Opens the log of this ledger. `logId` (32 lower-case hex digits) is used only when the ledger has no log yet; without it one is drawn.
 * `monotonic` gives milliseconds that never go back while the program runs.
 */
export function openAudit(
  db: Database,
  options: { clock: () => number; monotonic: () => number; logId?: string },
): AuditLog {
  const logId = inTransaction(db, () => settleLogId(db, options.logId))
  const selectLast = db.prepare('SELECT seq, chain FROM audit_entry ORDER BY seq DESC LIMIT 1')
  const insert = db.prepare(
    `INSERT INTO audit_entry (seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectSubject = db.prepare('SELECT * FROM audit_entry WHERE subject = ? ORDER BY seq')

  const last = (): { seq: number; chain: Buffer } => {
    // Read each time: a cached head would survive the roll-back of the transaction that made it.
    const row = selectLast.get() as Pick<StoredEntry, 'seq' | 'chain'> | undefined
    return row === undefined
      ? { seq: 0, chain: GENESIS_CHAIN }
      : { seq: Number(row.seq), chain: row.chain }
  }

  const append = (draft: AuditDraft): { seq: number; head8: string } => {
    if (!db.inTransaction) throw new Error(`audit entry ${draft.kind} outside a transaction`)
    if (draft.kind === '') throw new Error('an audit entry needs a kind')
    const previous = last()
    const at = options.clock()
    // Half a surrogate pair has no UTF-8: a column would hold another text than the hashed body, as if somebody had changed it.
    const entry: EntryBody = {
      v: 1,
      seq: previous.seq + 1,
      at: new Date(at).toISOString(),
      mono: Math.floor(options.monotonic()),
      actor: maskCardNumbers(draft.actor).toWellFormed(),
      kind: draft.kind.slice(0, LONGEST_WORD).toWellFormed(),
      outcome: maskCardNumbers(draft.outcome).slice(0, LONGEST_WORD).toWellFormed(),
      origin: draft.origin,
      subject: draft.subject.toWellFormed(),
      details: maskDetails(draft.details) as Record<string, unknown>,
    }
    const body = bodyBytes(entry)
    const leaf = leafOf(body)
    const chain = chainOf(logId, entry.seq, previous.chain, leaf)
    const { seq, mono, actor, kind, outcome, origin, subject } = entry
    insert.run(seq, at, mono, actor, kind, outcome, origin, subject, body, leaf, chain)
    return { seq, head8: chain.toString('hex', 0, 4) }
  }

  return {
    logId,
    append,
    head: () => {
      const { seq, chain } = last()
      return { size: seq, chain: chain.toString('hex') }
    },
    timeline: (subject) => (selectSubject.all(subject) as StoredEntry[]).map(auditRow),
  }
}

function settleLogId(db: Database, wanted: string | undefined): string {
  const stored = db.prepare(`SELECT value FROM meta WHERE key = 'audit.log-id'`).pluck().get()
  if (typeof stored === 'string') return stored
  const logId = wanted ?? randomBytes(16).toString('hex')
  if (!LOG_ID.test(logId)) throw new Error('a log id has 32 lower-case hex digits')
  db.prepare(`INSERT INTO meta (key, value) VALUES ('audit.log-id', ?)`).run(logId)
  return logId
}
