// The high-water mark: how far the audit log had come, kept outside the database, in the vault. An
// old copy of the ledger restored is shorter than its mark. The mark is written in the background,
// only over a mark of this same log, and never follows a log it contradicts.
import { say } from '#shared/message.ts'
import { z } from 'zod'
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import { baseOf } from './audit-base.ts'
import { LOG_ID } from './audit-hash.ts'
import type { SecretSlots } from './audit-key.ts'
import type { AuditLog } from './audit.ts'
import { latestCheckpoint } from './checkpoint.ts'
import {
  compareLog,
  keychainFault,
  type KeychainSays,
  type LogFound,
  type Verdict,
  type Witnesses,
} from './compare-log.ts'
import { type LockWitness, type LogPoint } from '../db/lock-file.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export const HIGH_WATER_SLOT = 'audit/high-water'

export type HighWaterMark = LogPoint

export interface Comparison extends Verdict {
  /** What the keychain says, whatever it is worth. */
  mark: HighWaterMark | null
  /** The keychain could be asked. */
  isHeard: boolean
}

export interface HighWater {
  /**
   * Asked at start, and again after a locked vault opened. Until it says ok or unmarked, no mark is
   * written.
   */
  compare(isCheckpointAccepted?: boolean): Promise<Comparison>
  /**
   * MONEY: a person decided that this log is the one to go on with; the mark follows it from now
   * on.
   */
  accept(): void
  /** A checkpoint was written: the mark follows, later and once for many. */
  note(): void
  /** Resolves when nothing is left to write: at close, and in tests. */
  written(): Promise<void>
  /**
   * False while a mark may be written and the keychain is not known to keep one at or behind this
   * entry.
   */
  covers(size: number): boolean
}

const markFields = {
  v: z.literal(1),
  logId: z.string().regex(LOG_ID),
  size: z.int().min(1),
  chain: z.string().regex(/^[0-9a-f]{64}$/),
}
const markText = z.strictObject(markFields)
/** A checkpoint says the same and more. */
const checkpointText = z.object({ ...markFields, reason: z.string() })

/**
 * Compares the log with the mark in the vault, with the witness beside the ledger and with the last
 * checkpoint in the ledger itself.
 */
export async function compareHighWater(
  vault: SecretSlots,
  audit: AuditLog,
  db: Database,
  inside: Inside = {},
): Promise<Comparison> {
  const keychain = await askKeychain(vault)
  const lock = inside.lock?.() ?? null
  const checkpoint = inside.isCheckpointAccepted === true ? null : checkpointIn(db)
  const verdict = compareLog(logIn(db, audit), { lock, keychain, checkpoint })
  return {
    ...verdict,
    mark: keychain.state === 'mark' ? keychain.mark : null,
    isHeard: keychain.state !== 'silent',
  }
}

interface Inside {
  /** Reads the witness beside the ledger. */
  lock?: () => LockWitness | null
  /** A person decided to go on in spite of what the newest checkpoint says. */
  isCheckpointAccepted?: boolean
}

export function createHighWater(
  vault: SecretSlots,
  audit: AuditLog,
  db: Database,
  options: {
    /** The keychain kept a mark, or says why it did not. */
    onAnswer: (answer: Result<null>) => void
  } & Pick<Inside, 'lock'>,
): HighWater {
  let mayWrite = false
  let isDue = false
  /** A person decided for this log, whatever mark stands in the keychain. */
  let isAccepted = false
  let running: Promise<void> | null = null
  let written: HighWaterMark | null = null

  const writeAll = async (): Promise<void> => {
    while (isDue) {
      isDue = false
      // Read here, in a later turn of the event loop: a checkpoint whose transaction was rolled
      // back must not become the mark.
      const mark = committedMark(db)
      if (mark === null || (mark.size === written?.size && mark.chain === written.chain)) continue
      const answer = await keepMark(vault, logIn(db, audit), mark, isAccepted)
      if (answer.ok) {
        isAccepted = false
        written = mark
      }
      options.onAnswer(answer)
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
    compare: async (isCheckpointAccepted = false) => {
      const inside = { ...options, isCheckpointAccepted }
      const comparison = await compareHighWater(vault, audit, db, inside)
      if (comparison.state === 'ok' || comparison.state === 'unmarked') {
        mayWrite = true
        written ??= comparison.mark
        start()
      }
      return comparison
    },
    accept: () => {
      mayWrite = true
      isDue = true
      isAccepted = true
      start()
    },
    note: () => {
      isDue = true
      start()
    },
    written: async () => {
      while (running !== null) await running
    },
    covers: (size) => !mayWrite || (written?.size ?? 0) >= size,
  }
}

/**
 * MONEY: two programs with a copy of one data folder share one keychain. Whichever comes second
 * finds a mark that is no entry of its own log and writes nothing, so its request does not leave.
 * The keychain has no compare-and-swap of its own: reading back tells a program that was overtaken
 * between its reading and its writing.
 */
async function keepMark(
  vault: SecretSlots,
  log: LogFound,
  mark: HighWaterMark,
  isAccepted: boolean,
): Promise<Result<null>> {
  const before = await askKeychain(vault)
  if (before.state === 'silent') return noAnswer(before.why)
  if (!isAccepted && keychainFault(log, before) !== null) return fail(markOfAnother)
  const answer = await vault.write(HIGH_WATER_SLOT, JSON.stringify({ v: 1, ...mark }))
  if (!answer.ok) return answer
  const after = await askKeychain(vault)
  if (after.state === 'silent') return noAnswer(after.why)
  const isKept = after.state === 'mark' && keychainFault(log, after) === null
  return isKept ? ok(null) : fail(markOfAnother)
}

const noAnswer = (message: string): Result<never> =>
  fail({ kind: 'vault', sent: 'no', reason: 'no-answer', message })

const markOfAnother: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'money-stopped',
  message: say('audit.another-paydesk-marked-the-keychain'),
}

async function askKeychain(vault: SecretSlots): Promise<KeychainSays> {
  // MONEY: a vault in memory knows of no earlier run: that it holds no mark says nothing about the
  // log.
  if (vault.kind === 'memory') return { state: 'silent', why: say('audit.no-keychain') }
  const stored = await vault.read(HIGH_WATER_SLOT)
  if (!stored.ok)
    return stored.fault.kind === 'vault' && stored.fault.reason === 'lost'
      ? { state: 'none' }
      : { state: 'silent', why: stored.fault.message }
  const parsed = parsedAs(markText, stored.value)
  if (parsed === null) return { state: 'unreadable' }
  const { logId, size, chain } = parsed
  return { state: 'mark', mark: { logId, size, chain } }
}

function committedMark(db: Database): HighWaterMark | null {
  const checkpoint = db.open ? checkpointIn(db) : null
  if (checkpoint === null || 'unreadableAt' in checkpoint) return null
  const { logId, size, chain } = checkpoint
  return { logId, size, chain }
}

export function checkpointIn(db: Database): Witnesses['checkpoint'] {
  const last = latestCheckpoint(db)
  if (last === null) return null
  const parsed = parsedAs(checkpointText, last.body.toString('utf8'))
  if (parsed === null) return { unreadableAt: last.size }
  const { logId, size, chain, reason } = parsed
  return { logId, size, chain, reason }
}

function logIn(db: Database, audit: AuditLog): LogFound {
  const base = baseOf(db)
  const chainAt = statement<[number]>(db, 'SELECT chain FROM audit_entry WHERE seq = ?', {
    as: 'value',
  })
  return {
    logId: audit.logId,
    size: audit.head().size,
    chainAt: (size) => {
      const chain = size === base.size ? base.chain : chainAt.get(size)
      return chain instanceof Uint8Array ? Buffer.from(chain).toString('hex') : undefined
    },
    hasSent: hasSent(db),
  }
}

/** Whether a request ever left this ledger, as the ledger itself says. */
export const hasSent = (db: Database): boolean =>
  statement<[]>(db, 'SELECT 1 FROM attempt WHERE sent_at IS NOT NULL LIMIT 1').get() !== undefined

function parsedAs<T>(form: z.ZodType<T>, text: string): T | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // Not JSON at all is the same answer as JSON of another shape.
    return null
  }
  return form.safeParse(json).data ?? null
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
