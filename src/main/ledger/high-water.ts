// The high-water mark: how far the audit log had come, kept outside the database, in the vault. An old copy of the ledger restored
// is shorter than its mark. The mark is written in the background, never holds up money, and never follows a log it contradicts.
import { z } from 'zod'
import type { Result } from '#shared/fault.ts'
import { baseOf } from './audit-base.ts'
import { LOG_ID } from './audit-hash.ts'
import type { SecretSlots } from './audit-key.ts'
import type { AuditLog } from './audit.ts'
import { latestCheckpoint } from './checkpoint.ts'
import type { Database } from './open.ts'

export const HIGH_WATER_SLOT = 'audit/high-water'

export interface HighWaterMark {
  logId: string
  size: number
  chain: string
}

/** 'unmarked': the vault has no mark. 'unknown': the vault could not be asked. Only 'rolled-back' proves something wrong. */
export interface Comparison {
  state: 'ok' | 'unmarked' | 'rolled-back' | 'unknown'
  words: string
  mark: HighWaterMark | null
}

export interface HighWater {
  /** Asked at start, and again after a locked vault opened. Until it says ok or unmarked, no mark is written. */
  compare(): Promise<Comparison>
  /** MONEY: a person decided that this log is the one to go on with; the mark follows it from now on. */
  accept(): void
  /** A checkpoint was written: the mark follows, later and once for many. */
  note(): void
  /** Resolves when nothing is left to write: at close, and in tests. */
  settled(): Promise<void>
}

const markFields = {
  v: z.literal(1),
  logId: z.string().regex(LOG_ID),
  size: z.int().min(1),
  chain: z.string().regex(/^[0-9a-f]{64}$/),
}
const markText = z.strictObject(markFields)
/** A checkpoint says the same and more. */
const checkpointText = z.object(markFields)

/** Compares the log with the mark in the vault and with the last checkpoint in the ledger itself. */
export async function compareHighWater(
  vault: SecretSlots,
  audit: AuditLog,
  db: Database,
): Promise<Comparison> {
  const inside = fromLedger(db, audit)
  const stored = await vault.read(HIGH_WATER_SLOT)
  // What the ledger says against itself is no evidence from outside: only the keychain's mark goes with it.
  if (inside !== null)
    return {
      state: 'rolled-back',
      mark: stored.ok ? markOf(stored.value, markText) : null,
      words: inside,
    }
  if (!stored.ok) {
    const isMissing = stored.fault.kind === 'vault' && stored.fault.reason === 'lost'
    return isMissing
      ? { state: 'unmarked', mark: null, words: 'The keychain holds no mark of the audit log yet.' }
      : { state: 'unknown', mark: null, words: stored.fault.message }
  }
  const mark = markOf(stored.value, markText)
  if (mark === null)
    return {
      state: 'rolled-back',
      mark: null,
      words: 'The mark of the audit log in the keychain can’t be read.',
    }
  return reaches(db, audit, mark)
    ? { state: 'ok', mark, words: `The audit log has grown from entry ${mark.size} on.` }
    : { state: 'rolled-back', mark, words: contradiction(audit, mark) }
}

export function createHighWater(
  vault: SecretSlots,
  audit: AuditLog,
  db: Database,
  options: { report: (fault: Result<null>) => void },
): HighWater {
  let mayWrite = false
  let isDue = false
  let running: Promise<void> | null = null
  let written: HighWaterMark | null = null

  const writeAll = async (): Promise<void> => {
    while (isDue) {
      isDue = false
      // Read here, in a later turn of the event loop: a checkpoint whose transaction was rolled back must not become the mark.
      const mark = committedMark(db)
      if (mark === null || (mark.size === written?.size && mark.chain === written.chain)) continue
      const result = await vault.write(HIGH_WATER_SLOT, JSON.stringify({ v: 1, ...mark }))
      if (result.ok) written = mark
      else options.report(result)
    }
  }
  const start = (): void => {
    if (!mayWrite || !isDue) return
    running ??= nextTurn()
      .then(writeAll)
      .finally(() => {
        running = null
        start()
      })
  }

  return {
    compare: async () => {
      const comparison = await compareHighWater(vault, audit, db)
      if (comparison.state === 'ok' || comparison.state === 'unmarked') {
        mayWrite = true
        start()
      }
      return comparison
    },
    accept: () => {
      mayWrite = true
      isDue = true
      start()
    },
    note: () => {
      isDue = true
      start()
    },
    settled: async () => {
      while (running !== null) await running
    },
  }
}

function committedMark(db: Database): HighWaterMark | null {
  if (!db.open) return null
  const last = latestCheckpoint(db)
  return last === null ? null : markOf(last.body.toString('utf8'), checkpointText)
}

/** What the newest checkpoint in the ledger has against the log, or null. */
function fromLedger(db: Database, audit: AuditLog): string | null {
  const last = latestCheckpoint(db)
  if (last === null) return null
  const mark = committedMark(db)
  if (mark === null) return `The checkpoint of the audit log at entry ${last.size} can’t be read.`
  return reaches(db, audit, mark) ? null : contradiction(audit, mark)
}

function reaches(db: Database, audit: AuditLog, mark: HighWaterMark): boolean {
  if (mark.logId !== audit.logId) return false
  const base = baseOf(db)
  const chain =
    mark.size === base.size
      ? base.chain
      : db.prepare('SELECT chain FROM audit_entry WHERE seq = ?').pluck().get(mark.size)
  return chain instanceof Uint8Array && Buffer.from(chain).toString('hex') === mark.chain
}

function contradiction(audit: AuditLog, mark: HighWaterMark): string {
  const { size } = audit.head()
  if (mark.logId !== audit.logId)
    return `This is another audit log (${audit.logId}) than the one last used here (${mark.logId}).`
  return size < mark.size
    ? `The audit log ends at entry ${size}, but it had reached ${mark.size}: this is an old copy of the ledger.`
    : `Entry ${mark.size} of the audit log is not the one that was marked: its history was changed.`
}

function markOf(text: string, form: typeof markText | typeof checkpointText): HighWaterMark | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // Not JSON at all is the same answer as JSON of another shape.
    return null
  }
  const parsed = form.safeParse(json)
  if (!parsed.success) return null
  const { logId, size, chain } = parsed.data
  return { logId, size, chain }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
