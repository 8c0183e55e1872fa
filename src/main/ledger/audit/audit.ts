// The audit log inside the ledger file (audit-list.ts reads pages). An entry is appended together
// with the rows that it changes, and no other way leads to those tables. It never changes or
// removes an entry, and never lets a card number or a secret into one (mask.ts).
import { randomBytes } from 'node:crypto'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { AuditRow } from '#shared/bridge/lists.ts'
import { bodyBytes, chainOf, type EntryBody, GENESIS_CHAIN, leafOf, LOG_ID } from './audit-hash.ts'
import { auditRow, logIdIn, type StoredEntry } from './audit-rows.ts'
import { maskCardNumbers, maskDetails } from './mask.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { applyChanges, type Change } from '../projections/changes.ts'
import { type EntryRows, openEntryRows } from '../projections/entry-rows.ts'

export interface AuditDraft {
  actor: string
  kind: AuditKind
  outcome: string
  origin: 'operator' | 'desk' | 'service'
  /** The subject of the entry, always an id: `order/<connection>/<orderid>`. */
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
  /**
   * MONEY: throws outside a transaction; an entry stands or falls with what it records. The
   * changes are made first, so that a draft that is asked for sees them. `head8` starts the new
   * chain value.
   */
  append(
    draft: AuditDraft | (() => AuditDraft),
    changes?: readonly Change[],
  ): { seq: number; head8: string }
  /**
   * Nothing is appended from now on: what comes after "log:closed" would look as if somebody had
   * written it while Paydesk was closed.
   */
  end(): void
  head(): AuditHead
  /**
   * Number of an entry that another program appended while this one has the log open, or null. It
   * stays what it was once found.
   */
  foreignAt(): number | null
  /** How far this computer's clock went back within the last day, or null. */
  wentBackMs(): number | null
  /** Kind of the newest entry; undefined while the log is empty. */
  lastKind(): string | undefined
  /** Everything about one subject, oldest first. */
  timeline(subject: string): AuditRow[]
}

const LONGEST_WORD = 64
/** Chain values of own entries that are remembered: more than one transaction ever appends. */
const OWN_KEPT = 1_000
/** The kind of the entry that comes before the first one with an earlier time. */
export const WENT_BACK = 'clock:went-back'
/** Corrections of a good clock are smaller; the log's order is that of its numbers anyway. */
export const CLOCK_BOUND_MS = 60_000

type Appended = ReturnType<AuditLog['append']>

/** For an entry that is about to be written; null where nobody can prove one. */
type Prove = (seq: number, chain: Buffer) => Buffer | null

interface Last {
  seq: number
  at: number
  chain: Buffer
}

/**
 * Opens the log of this ledger. `logId` (32 lower-case hex digits) is used only when the ledger has
 * no log yet; without it one is drawn. `monotonic` gives milliseconds that never go back while the
 * program runs.
 */
export function openAudit(
  db: Database,
  options: {
    clock: () => number
    monotonic: () => number
    logId?: string
    /** Who is signed in; null where nobody is. */
    signedIn?: () => { id: string; name: string } | null
    /** That this program wrote the entry (entry-proofs.ts); left out, entries carry no proof. */
    prove?: Prove
  },
): AuditLog {
  const logId = inTransaction(db, () => chooseLogId(db, options.logId))
  const selectLastKind = statement<[], string>(
    db,
    'SELECT kind FROM audit_entry ORDER BY seq DESC LIMIT 1',
    { as: 'value' },
  )
  const selectSubject = statement<[string], StoredEntry>(
    db,
    'SELECT * FROM audit_entry WHERE subject = ? ORDER BY seq',
  )

  const last = lastEntry(db)
  const own = ownEntries(last().chain)
  const leftBehind = clockJumps(db)
  const wentBackWithin = lastWentBack(db)
  const rows = inTransaction(db, () => openEntryRows(db))
  const { monotonic, prove = () => null } = options
  const write = entryWriter(db, { monotonic, prove, logId, last, own, rows })
  let isEnded = false

  const append: AuditLog['append'] = (asked, changes) => {
    if (isEnded) throw new Error(`audit entry ${kindOf(asked)} after the log was closed`)
    if (!db.inTransaction) throw new Error(`audit entry ${kindOf(asked)} outside a transaction`)
    if (changes !== undefined) applyChanges(db, changes)
    const draft = withPerson(
      typeof asked === 'function' ? asked() : asked,
      options.signedIn?.() ?? null,
    )
    const at = options.clock()
    const wasAt = leftBehind(last().at, at)
    if (wasAt !== null) write(wentBack(wasAt, at), at)
    return write(draft, at, changes)
  }

  return {
    logId,
    append,
    end: () => {
      isEnded = true
    },
    foreignAt: () => {
      own.compare(last())
      return own.foreignAt()
    },
    wentBackMs: () => wentBackWithin(dayMs, options.clock()),
    lastKind: () => selectLastKind.get(),
    head: () => {
      const { seq, chain } = last()
      return { size: seq, chain: chain.toString('hex') }
    },
    timeline: (subject) => selectSubject.all(subject).map(auditRow),
  }
}

/**
 * Names can be alike; the id has one key, which a signed statement names. Rows of a run go on for
 * whoever confirmed it, also while somebody else is signed in.
 */
const withPerson = (draft: AuditDraft, person: { id: string; name: string } | null): AuditDraft =>
  person === null || draft.origin !== 'operator' || draft.actor !== person.name
    ? draft
    : { ...draft, details: { ...draft.details, person: person.id } }

const kindOf = (asked: AuditDraft | (() => AuditDraft)): string =>
  typeof asked === 'function' ? '' : asked.kind

function lastEntry(db: Database): () => Last {
  const selectLast = statement<[], Pick<StoredEntry, 'seq' | 'at_wall' | 'chain'>>(
    db,
    'SELECT seq, at_wall, chain FROM audit_entry ORDER BY seq DESC LIMIT 1',
  )
  return () => {
    // Read each time: a cached head would survive the roll-back of the transaction that made it.
    const row = selectLast.get()
    return row === undefined
      ? { seq: 0, at: -Infinity, chain: GENESIS_CHAIN }
      : { seq: Number(row.seq), at: Number(row.at_wall), chain: row.chain }
  }
}

/**
 * The time that lies too far ahead of now to be a correction, or null. Said once: the entries
 * after it are back as well.
 */
function clockJumps(db: Database): (before: number, at: number) => number | null {
  const selectLatest = statement<[]>(db, 'SELECT max(at_wall) FROM audit_entry', { as: 'value' })
  return (before, at) => {
    if (before - at > CLOCK_BOUND_MS) return before
    const latest = Number(selectLatest.get() ?? -Infinity)
    return latest - at > CLOCK_BOUND_MS && latest - before <= CLOCK_BOUND_MS ? latest : null
  }
}

const dayMs = 86_400_000

/** What the newest entry about it says, while it is so new by the clock as it is now. */
function lastWentBack(db: Database): (withinMs: number, now: number) => number | null {
  const select = statement<[string], { at: bigint; was: string | null }>(
    db,
    `SELECT at_wall AS at, body ->> '$.details.from' AS was FROM audit_entry
     WHERE kind = +? ORDER BY seq DESC LIMIT 1`,
  )
  return (withinMs, now) => {
    const found = select.get(WENT_BACK)
    if (found === undefined || found.was === null) return null
    return Math.abs(now - Number(found.at)) > withinMs
      ? null
      : Date.parse(found.was) - Number(found.at)
  }
}

interface OwnEntries {
  remember(chain: Buffer): void
  /**
   * MONEY: two programs on one ledger each see the other's entries here, if the locks of the file
   * system kept neither out.
   */
  compare(last: Pick<Last, 'seq' | 'chain'>): void
  foreignAt(): number | null
}

/** The entries this program appended, and the first found that it did not. */
function ownEntries(first: Buffer): OwnEntries {
  // The chains of entries that were rolled back stay here too; they do no harm.
  const own = new Set<string>()
  let foreign: number | null = null
  const remember = (chain: Buffer): void => {
    own.add(chain.toString('hex'))
    const [oldest] = own
    // A roll-back goes back a few entries, never so many.
    if (own.size > OWN_KEPT && oldest !== undefined) own.delete(oldest)
  }
  remember(first)
  return {
    remember,
    compare: ({ seq, chain }) => {
      if (!own.has(chain.toString('hex'))) foreign ??= seq
    },
    foreignAt: () => foreign,
  }
}

function entryWriter(
  db: Database,
  log: {
    logId: string
    monotonic: () => number
    last: () => Last
    own: OwnEntries
    rows: EntryRows
    prove: Prove
  },
): (draft: AuditDraft, at: number, changes?: readonly Change[]) => Appended {
  const insert = statement<
    [
      ...[number, number, number, string, string, string, string, string],
      ...[Buffer, Buffer, Buffer, Buffer | null],
    ]
  >(
    db,
    `INSERT INTO audit_entry (seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain, proof)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return (draft, at, changes) => {
    const previous = log.last()
    log.own.compare(previous)
    // Half a surrogate pair has no UTF-8: a column would hold another text than the hashed body, as
    // if somebody had changed it.
    const entry: EntryBody = {
      v: 1,
      seq: previous.seq + 1,
      at: new Date(at).toISOString(),
      mono: Math.floor(log.monotonic()),
      actor: maskCardNumbers(draft.actor).toWellFormed(),
      kind: draft.kind.slice(0, LONGEST_WORD).toWellFormed(),
      outcome: maskCardNumbers(draft.outcome).slice(0, LONGEST_WORD).toWellFormed(),
      origin: draft.origin,
      subject: draft.subject.toWellFormed(),
      details: maskDetails(draft.details) as Record<string, unknown>,
      ...(changes === undefined ? {} : { rows: log.rows.add(previous.seq + 1, changes) }),
    }
    const body = bodyBytes(entry)
    const leaf = leafOf(body)
    const chain = chainOf(log.logId, entry.seq, previous.chain, leaf)
    const { seq, mono, actor, kind, outcome, origin, subject } = entry
    const proof = log.prove(seq, chain)
    insert.run(seq, at, mono, actor, kind, outcome, origin, subject, body, leaf, chain, proof)
    log.own.remember(chain)
    return { seq, head8: chain.toString('hex', 0, 4) }
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

function chooseLogId(db: Database, wanted: string | undefined): string {
  const kept = logIdIn(db)
  const stored = kept.read()
  if (stored !== null) return stored
  const logId = wanted ?? randomBytes(16).toString('hex')
  if (!LOG_ID.test(logId)) throw new Error('a log id has 32 lower-case hex digits')
  kept.write(logId)
  return logId
}
