// The audit log inside the ledger file: entries are appended in the transaction of what they record, and read back in pages.
// It never changes or removes an entry, and never lets a card number or a secret into one (mask.ts).
import { randomBytes } from 'node:crypto'
import type { AuditFilter, AuditRow } from '#shared/bridge.ts'
import { bodyBytes, chainOf, type EntryBody, GENESIS_CHAIN, leafOf, LOG_ID } from './audit-hash.ts'
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

export interface AuditPage {
  rows: AuditRow[]
  /** Pass as `before` for the next page; null on the last one. */
  next: number | null
  /** All matching entries; TOTAL_CAP + 1 stands for "more than TOTAL_CAP". */
  total: number
}

export interface AuditLog {
  readonly logId: string
  /** MONEY: throws outside a transaction; an entry stands or falls with what it records. `head8` starts the new chain value. */
  append(draft: AuditDraft): { seq: number; head8: string }
  head(): AuditHead
  /** Newest first. */
  list(filter: AuditFilter, before: number | undefined, limit: number): AuditPage
  /** Everything about one subject, oldest first. */
  timeline(subject: string): AuditRow[]
  kinds(): string[]
}

// Counting on would read the whole log for one number.
export const TOTAL_CAP = 10_000
const LONGEST_WORD = 64

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
  // Jumps from kind to kind along the index; DISTINCT would walk through every entry.
  const selectKinds = db
    .prepare(
      `WITH RECURSIVE step(kind) AS (
         SELECT min(kind) FROM audit_entry
         UNION ALL
         SELECT (SELECT min(kind) FROM audit_entry WHERE kind > step.kind) FROM step WHERE step.kind IS NOT NULL)
       SELECT kind FROM step WHERE kind IS NOT NULL`,
    )
    .pluck()

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
    const entry: EntryBody = {
      v: 1,
      seq: previous.seq + 1,
      at: new Date(at).toISOString(),
      mono: Math.floor(options.monotonic()),
      actor: maskCardNumbers(draft.actor),
      kind: draft.kind.slice(0, LONGEST_WORD),
      outcome: maskCardNumbers(draft.outcome).slice(0, LONGEST_WORD),
      origin: draft.origin,
      subject: draft.subject,
      details: maskDetails(draft.details) as Record<string, unknown>,
    }
    const body = bodyBytes(entry)
    const leaf = leafOf(body)
    const chain = chainOf(logId, entry.seq, previous.chain, leaf)
    const { seq, mono, actor, kind, outcome, origin, subject } = entry
    insert.run(seq, at, mono, actor, kind, outcome, origin, subject, body, leaf, chain)
    return { seq, head8: chain.toString('hex', 0, 4) }
  }

  const list = (filter: AuditFilter, before: number | undefined, limit: number): AuditPage => {
    const { sql, values } = filterSql(filter)
    const page = db
      .prepare(
        `SELECT * FROM audit_entry WHERE ${sql} AND (@before IS NULL OR seq < @before) ORDER BY seq DESC LIMIT @limit`,
      )
      .all({ ...values, before: before ?? null, limit: limit + 1 }) as StoredEntry[]
    const total = db
      .prepare(
        `SELECT count(*) FROM (SELECT 1 FROM audit_entry WHERE ${sql} LIMIT ${TOTAL_CAP + 1})`,
      )
      .pluck()
      .get(values)
    const rows = page.slice(0, limit).map(auditRow)
    return {
      rows,
      next: page.length > limit ? (rows.at(-1)?.seq ?? null) : null,
      total: Number(total),
    }
  }

  return {
    logId,
    append,
    head: () => {
      const { seq, chain } = last()
      return { size: seq, chain: chain.toString('hex') }
    },
    list,
    timeline: (subject) => (selectSubject.all(subject) as StoredEntry[]).map(auditRow),
    kinds: () => selectKinds.all() as string[],
  }
}

/** The filter as SQL with named values; also used by the export, so that both mean the same. */
export function filterSql(filter: AuditFilter): { sql: string; values: Record<string, unknown> } {
  const terms = ['1']
  const values: Record<string, unknown> = {}
  const add = (name: string, term: string, value: unknown): void => {
    if (value === undefined || value === '') return
    terms.push(term)
    values[name] = value
  }
  add('kind', 'kind = @kind', filter.kind)
  add('outcome', 'outcome = @outcome', filter.outcome)
  add('subject', 'subject = @subject', filter.subject)
  if (filter.from !== undefined) add('from', 'at_wall >= @from', dayStart(filter.from))
  if (filter.until !== undefined)
    add('until', 'at_wall < @until', dayStart(filter.until) + 86_400_000)
  const text = filter.text?.trim() ?? ''
  if (text !== '') {
    // The body holds every column, as JSON: so the text is looked for as JSON would write it.
    const inJson = JSON.stringify(text).slice(1, -1)
    add('text', `CAST(body AS TEXT) LIKE @text ESCAPE '!'`, `%${inJson.replace(/[!%_]/g, '!$&')}%`)
  }
  return { sql: terms.join(' AND '), values }
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

function settleLogId(db: Database, wanted: string | undefined): string {
  const stored = db.prepare(`SELECT value FROM meta WHERE key = 'audit.log-id'`).pluck().get()
  if (typeof stored === 'string') return stored
  const logId = wanted ?? randomBytes(16).toString('hex')
  if (!LOG_ID.test(logId)) throw new Error('a log id has 32 lower-case hex digits')
  db.prepare(`INSERT INTO meta (key, value) VALUES ('audit.log-id', ?)`).run(logId)
  return logId
}

const dayStart = (day: string): number => Date.parse(`${day}T00:00:00.000Z`)
