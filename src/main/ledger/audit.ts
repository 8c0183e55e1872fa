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
  /** Nothing is appended from now on: what comes after "log:closed" would look as if somebody had written it while Paydesk was closed. */
  end(): void
  head(): AuditHead
  /** Number of an entry that another program appended while this one has the log open, or null. It stays what it was once found. */
  foreignAt(): number | null
  /** Kind of the newest entry; undefined while the log is empty. */
  lastKind(): string | undefined
  /** Everything about one subject, oldest first. */
  timeline(subject: string): AuditRow[]
}

const LONGEST_WORD = 64
/** Chain values of own entries that are remembered: more than one transaction ever appends. */
const OWN_KEPT = 1_000
/** What the entry says that stands before the first one with an earlier time. */
export const WENT_BACK = 'clock:went-back'
/** Corrections of a good clock are smaller; the log's order is that of its numbers anyway. */
export const CLOCK_BOUND_MS = 60_000

/**
 * Opens the log of this ledger. `logId` (32 lower-case hex digits) is used only when the ledger has no log yet; without it one is drawn.
 * `monotonic` gives milliseconds that never go back while the program runs.
 */
export function openAudit(
  db: Database,
  options: { clock: () => number; monotonic: () => number; logId?: string },
): AuditLog {
  const logId = inTransaction(db, () => settleLogId(db, options.logId))
  const selectLast = db.prepare(
    'SELECT seq, at_wall, chain FROM audit_entry ORDER BY seq DESC LIMIT 1',
  )
  const selectLastKind = db
    .prepare('SELECT kind FROM audit_entry ORDER BY seq DESC LIMIT 1')
    .pluck()
  const selectLatest = db.prepare('SELECT max(at_wall) FROM audit_entry').pluck()
  const insert = db.prepare(
    `INSERT INTO audit_entry (seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectSubject = db.prepare('SELECT * FROM audit_entry WHERE subject = ? ORDER BY seq')

  const last = (): { seq: number; at: number; chain: Buffer } => {
    // Read each time: a cached head would survive the roll-back of the transaction that made it.
    const row = selectLast.get() as Pick<StoredEntry, 'seq' | 'at_wall' | 'chain'> | undefined
    return row === undefined
      ? { seq: 0, at: -Infinity, chain: GENESIS_CHAIN }
      : { seq: Number(row.seq), at: Number(row.at_wall), chain: row.chain }
  }

  /** The time that lies too far ahead of now to be a correction, or null. Said once: the entries after it are back as well. */
  const leftBehind = (before: number, at: number): number | null => {
    if (before - at > CLOCK_BOUND_MS) return before
    const latest = Number(selectLatest.get() ?? -Infinity)
    return latest - at > CLOCK_BOUND_MS && latest - before <= CLOCK_BOUND_MS ? latest : null
  }

  let isEnded = false
  // Those that were rolled back as well: they do no harm.
  const own = new Set<string>()
  let foreign: number | null = null
  /** MONEY: two programs on one ledger each see the other's entries here, if the locks of the file system kept neither out. */
  const noteForeign = ({ seq, chain }: { seq: number; chain: Buffer }): void => {
    if (!own.has(chain.toString('hex'))) foreign ??= seq
  }
  const remember = (chain: Buffer): void => {
    own.add(chain.toString('hex'))
    const [oldest] = own
    // A roll-back goes back a few entries, never so many.
    if (own.size > OWN_KEPT && oldest !== undefined) own.delete(oldest)
  }
  remember(last().chain)

  const append = (draft: AuditDraft): { seq: number; head8: string } => {
    if (isEnded) throw new Error(`audit entry ${draft.kind} after the log was closed`)
    if (!db.inTransaction) throw new Error(`audit entry ${draft.kind} outside a transaction`)
    if (draft.kind === '') throw new Error('an audit entry needs a kind')
    const at = options.clock()
    const wasAt = leftBehind(last().at, at)
    if (wasAt !== null) write(wentBack(wasAt, at), at)
    return write(draft, at)
  }

  const write = (draft: AuditDraft, at: number): { seq: number; head8: string } => {
    const previous = last()
    noteForeign(previous)
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
    remember(chain)
    return { seq, head8: chain.toString('hex', 0, 4) }
  }

  return {
    logId,
    append,
    end: () => {
      isEnded = true
    },
    foreignAt: () => {
      noteForeign(last())
      return foreign
    },
    lastKind: () => selectLastKind.get() as string | undefined,
    head: () => {
      const { seq, chain } = last()
      return { size: seq, chain: chain.toString('hex') }
    },
    timeline: (subject) => (selectSubject.all(subject) as StoredEntry[]).map(auditRow),
  }
}

const wentBack = (wasAt: number, at: number): AuditDraft => ({
  actor: 'paydesk',
  kind: WENT_BACK,
  outcome: 'noticed',
  origin: 'desk',
  subject: 'log',
  details: { from: new Date(wasAt).toISOString(), to: new Date(at).toISOString() },
})

function settleLogId(db: Database, wanted: string | undefined): string {
  const stored = db.prepare(`SELECT value FROM meta WHERE key = 'audit.log-id'`).pluck().get()
  if (typeof stored === 'string') return stored
  const logId = wanted ?? randomBytes(16).toString('hex')
  if (!LOG_ID.test(logId)) throw new Error('a log id has 32 lower-case hex digits')
  db.prepare(`INSERT INTO meta (key, value) VALUES ('audit.log-id', ?)`).run(logId)
  return logId
}
