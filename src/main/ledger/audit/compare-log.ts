// Whether the log in the ledger is the one that was left: compared with what stands outside of it
// (the lock file, the keychain) and with the newest checkpoint in it. Pure; high-water.ts asks the
// witnesses, seal.ts acts on the answer.
import type { LockWitness, LogPoint } from '../db/lock-file.ts'
import { say, sayAll } from '#shared/message.ts'

export interface LogFound {
  logId: string
  /** Number of the newest entry. */
  size: number
  /** Hex; undefined where the log has no such entry (archived ones but the newest included). */
  chainAt(size: number): string | undefined
  /** Whether a request ever left this ledger, as the ledger itself says. */
  hasSent: boolean
}

export type KeychainSays =
  | { state: 'mark'; mark: LogPoint }
  | { state: 'none' | 'unreadable' }
  | { state: 'silent'; why: string }

export interface Witnesses {
  /**
   * What was written beside the ledger before the newest request left; null when nothing is there.
   */
  lock: LockWitness | null
  keychain: KeychainSays
  checkpoint: (LogPoint & { reason: string }) | { unreadableAt: number } | null
}

/**
 * 'unmarked': the keychain answers and has no mark. 'unknown': nobody can say. Only 'rolled-back'
 * proves something wrong.
 */
export interface Verdict {
  state: 'ok' | 'unmarked' | 'rolled-back' | 'unknown'
  message: string
}

/**
 * MONEY: a witness that contradicts the log decides, whatever the others say: one that is silent or
 * gone can't speak for the log.
 */
export function compareLog(log: LogFound, witnesses: Witnesses): Verdict {
  const { lock, keychain, checkpoint } = witnesses
  const contradictions = [
    checkpointFault(log, checkpoint),
    lock === null ? null : pointFault(log, lock),
    keychainFault(log, keychain),
    missingCheckpoint(keychain, checkpoint),
  ].filter((message) => message !== null)
  if (contradictions.length > 0) return { state: 'rolled-back', message: sayAll(contradictions) }
  if (keychain.state === 'silent') return { state: 'unknown', message: keychain.why }
  if (keychain.state === 'mark')
    return {
      state: 'ok',
      message: say('audit.log-grown', { size: keychain.mark.size }),
    }
  if (log.hasSent && lock?.isTrusted !== true) return { state: 'unknown', message: noWitness }
  // MONEY: each checkpoint is followed by a mark. A folder put back brings its lock file along;
  // only the mark would know.
  if (log.hasSent && checkpoint !== null) return { state: 'unknown', message: markGone }
  return { state: 'unmarked', message: say('audit.no-mark') }
}

const noWitness = say('audit.sent-without-witness')

const markGone = say('audit.sent-and-mark-gone')

function checkpointFault(log: LogFound, checkpoint: Witnesses['checkpoint']): string | null {
  if (checkpoint === null) return null
  return 'unreadableAt' in checkpoint
    ? say('audit.checkpoint-unreadable', {
        unreadableAt: checkpoint.unreadableAt,
      })
    : pointFault(log, checkpoint)
}

/** Why the mark in the keychain is no point of this log, or null. */
export function keychainFault(log: LogFound, keychain: KeychainSays): string | null {
  if (keychain.state === 'unreadable') return say('audit.mark-unreadable')
  return keychain.state === 'mark' ? pointFault(log, keychain.mark) : null
}

/**
 * A mark is only ever made from a checkpoint of this ledger: without that one somebody took it out.
 */
function missingCheckpoint(
  keychain: KeychainSays,
  checkpoint: Witnesses['checkpoint'],
): string | null {
  if (keychain.state !== 'mark') return null
  const newest =
    checkpoint === null || 'unreadableAt' in checkpoint ? 0 : Math.max(0, checkpoint.size)
  return newest >= keychain.mark.size
    ? null
    : say('audit.checkpoint-missing', { size: keychain.mark.size })
}

function pointFault(log: LogFound, point: LogPoint): string | null {
  if (point.logId !== log.logId)
    return say('audit.other-log', { logId: log.logId, lastLogId: point.logId })
  if (log.size < point.size) return oldCopy(log.size, point.size)
  return log.chainAt(point.size) === point.chain
    ? null
    : say('audit.entry-not-as-marked', { size: point.size })
}

const oldCopy = (size: number, reached: number): string => {
  const missing =
    reached === size + 1
      ? say('audit.entry-is', { seq: reached })
      : say('audit.entries-are', { size: size + 1, reached })
  return say('audit.old-copy', { size, reached, missing })
}

/**
 * MONEY: entries that were appended while Paydesk was closed, which the next checkpoint would sign
 * as its own. Null when there are none. For a ledger whose entries nobody can prove
 * (entry-proofs.ts).
 */
export function lateEntries(
  log: Pick<LogFound, 'logId' | 'size'>,
  { lock, checkpoint }: Pick<Witnesses, 'lock' | 'checkpoint'>,
): string | null {
  const beside = lock?.logId === log.logId ? lock : null
  if (beside !== null)
    return beside.isClosed && log.size > beside.size ? whileClosed(beside.size, log.size) : null
  if (checkpoint === null || 'unreadableAt' in checkpoint || checkpoint.reason !== 'close')
    return null
  return log.size > checkpoint.size ? whileClosed(checkpoint.size, log.size) : null
}

const whileClosed = (closedAt: number, size: number): string =>
  say('audit.entries-while-closed', { entries: entries(closedAt, size) })

const entries = (after: number, last: number): string =>
  last === after + 1
    ? say('audit.entry-was', { seq: last })
    : say('audit.entries-were', { after: after + 1, last })
