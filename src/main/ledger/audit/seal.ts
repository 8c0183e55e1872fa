// The seal on the audit log during a run: signing key, checkpoints and high-water mark together. It
// says whether the log found is the one that was left; if not, money stops until a person decides.
import { say } from '#shared/message.ts'
import { codeOf, fail, type Fault, ok, type Result } from '#shared/fault.ts'
import type { AuditLog } from './audit.ts'
import { isKeyed, knownFingerprint, loadOrCreateAuditKey, type SecretSlots } from './audit-key.ts'
import { type Checkpointer, createCheckpointer } from './checkpoint.ts'
import type { Reached } from './audit-base.ts'
import {
  checkpointIn,
  type Comparison,
  createHighWater,
  hasSent,
  type HighWater,
  type HighWaterMark,
} from './high-water.ts'
import { lateEntries, type Witnesses } from './compare-log.ts'
import { type LockWitness } from '../db/lock-file.ts'
import {
  acceptStop,
  isDecided,
  type LogStanding,
  newStanding,
  noteComparison,
  noteMarking,
  type SealStop,
  stopsOf,
  uncomparedMessage,
} from './log-standing.ts'
import { retrying } from './retrying.ts'
import type { LogWitness } from '../db/lock-file.ts'
import type { Database } from '../db/open.ts'
import { messageOf } from '../db/sqlite-fault.ts'

type SealMoment = 'entries' | 'opened' | 'sending' | 'final money state' | 'backup'

/** What a manifest is signed with, and what it says of how far the log had come. */
interface Signing {
  checkpointer: Checkpointer
  reached: Reached | null
}

export interface Seal {
  /**
   * After entries were appended: a checkpoint when one is due, and always at each other moment.
   * 'opened' is said in the transaction of that entry: what stands behind the checkpoint of a close
   * was appended by somebody else.
   */
  maybe(moment?: SealMoment): void
  /**
   * MONEY: between the commit of SENDING and the socket. How far the log has come is written beside
   * the ledger, on disk when this resolves to null; else it says why not, and nothing may be sent.
   * Where it is asked to, it also waits for the keychain's mark, never long: a mark that is late or
   * refused is such a reason, and a stop until the keychain has kept one.
   */
  witness(isMarkAwaited: boolean): Promise<string | null>
  /** Null while the keychain is locked: entries are chained all the same and signed later. */
  checkpointer(): Checkpointer | null
  /**
   * The only way to a signed manifest: asks the keychain again how far the log had come. Faults:
   * denied/money-stopped while the log contradicts that; vault/locked while the key is out of
   * reach.
   */
  toSign(): Promise<Result<Signing>>
  /**
   * What a verification of this log goes by. `isKeyAway`: it was signed with a key that is out of
   * reach now.
   */
  evidence(): { mark: HighWaterMark | null; expectedFingerprint?: string; isKeyAway: boolean }
  /** Why money has to stop: what contradicts the log, and that it could not be compared. */
  stops(): readonly SealStop[]
  /** What says that this is not the log that was left, or null. */
  contradiction(): string | null
  /** A person decided to go on in spite of one of them. The caller audits who and why. */
  accept(stop: SealStop): void
  /** Number of the newest entry found at the start, when the run before did not end in order. */
  cutAt: number | null
  /** Tries the keychain again. */
  reopen(): Promise<void>
  /**
   * MONEY: asks the keychain again whether this is still the log that was marked, and waits for it
   * a moment: who deletes the newest checkpoint leaves a log that is whole by itself.
   */
  compareAgain(): Promise<void>
  /**
   * Signs the newest entries and waits until the keychain has a mark at or behind this entry; else
   * says why it has not.
   */
  marked(size: number): Promise<string | null>
  /** Signs the end of the log and waits for the mark. */
  close(): Promise<void>
}

interface SealParts {
  db: Database
  audit: AuditLog
  vault: SecretSlots
  lock: LogWitness
  clock: () => number
  report: (incident: string, error: unknown) => void
  /**
   * The keychain answered after all, and was compared with: what stops money may be over, or begin.
   */
  onCompared?: () => void
  /** Why entries are not proven to be this program's, or null: nothing is signed meanwhile. */
  unproven?: () => string | null
  /** Entries can be proven: then nothing has to be concluded about those that came late. */
  isProving?: () => boolean
  /** How long to wait before the keychain is asked again by itself; the last one from then on. */
  retryAfterMs?: readonly number[]
}

/** The log under its seal. */
interface Run extends SealParts {
  mark: HighWater
  /** The witnesses as they were at the start. */
  found: Pick<Witnesses, 'lock' | 'checkpoint'>
  size: number
  standing: LogStanding
  signer: Checkpointer | null
  isEnding: boolean
  /** Asks the keychain again, later and by itself. */
  askAgain: () => void
}

export async function openSeal(parts: SealParts): Promise<Seal> {
  const { db, audit, vault } = parts
  const run = beginRun(parts, () => retry.start())
  const { mark, found, size, standing } = run
  // One after the other: two first questions at once would each make a key, and one of them be
  // lost.
  let turn: Promise<void> = Promise.resolve()
  const reopen = (): Promise<void> => {
    turn = turn.then(() => openOnce(run))
    return turn
  }
  const retry = keychainRetry(run, reopen)
  await reopen()
  // Entries come from now on: a crash must not look as if somebody else had appended them.
  if (standing.contradiction === null && standing.late === null && found.lock?.isClosed === true)
    tryLock(run, { ...found.lock, isClosed: false })
  retry.start()

  return {
    maybe: (moment = 'entries') => {
      if (moment === 'entries') run.signer?.maybe(moment)
      else run.signer?.now(moment)
      if (moment === 'backup') witnessFault(run)
    },
    witness: async (isMarkAwaited) => {
      const fault = witnessFault(run)
      if (fault !== null) return fault
      return isMarkAwaited ? markFault(run, audit.head().size) : null
    },
    checkpointer: () => run.signer,
    toSign: () => toSign(run),
    evidence: () => evidenceOf(run),
    stops: () => stopsOf(standing, vault.kind),
    contradiction: () => standing.contradiction ?? standing.late,
    accept: (stop) => {
      acceptStop(standing, stop)
      if (standing.last?.isHeard === true && standing.contradiction === null) mark.accept()
      run.signer?.now('accepted')
      witnessFault(run)
    },
    cutAt: size > 0 && !isOrderlyEnd(audit.lastKind()) ? size : null,
    reopen,
    compareAgain: async () => {
      const before = standing.contradiction
      const compared = compare(run).then(() => {
        if (standing.contradiction !== before) run.onCompared?.()
      })
      await endsWithin(compared, readLimitMs)
    },
    marked: async (size) => {
      run.signer?.now('archive')
      await mark.written()
      const comparison = await compare(run)
      // The witness must not be left behind among the entries that go.
      if (comparison.state === 'ok' && (comparison.mark?.size ?? 0) >= size)
        return witnessFault(run)
      return say('audit.mark-not-told', { why: comparison.message })
    },
    close: async () => {
      retry.stop()
      run.isEnding = true
      if (!db.open) return
      run.signer?.now('close')
      witnessFault(run, true)
      await mark.written()
    },
  }
}

function beginRun(parts: SealParts, askAgain: () => void): Run {
  const { db, audit, vault, lock, report } = parts
  const mark = createHighWater(vault, audit, db, {
    onAnswer: (answer) => {
      if (!answer.ok) report('high-water', answer)
      setUnmarked(run, answer.ok ? null : answer.fault.message)
    },
    lock: () => lock.read(),
  })
  const found = { lock: lock.read(), checkpoint: checkpointIn(db) }
  const run: Run = {
    ...parts,
    ...{ mark, found, askAgain },
    size: audit.head().size,
    standing: newStanding(found.lock?.isTrusted ?? !hasSent(db)),
    signer: null,
    isEnding: false,
  }
  return run
}

/** The keychain is asked again until there is a key, an answer and a mark. */
function keychainRetry(run: Run, reopen: () => Promise<void>): ReturnType<typeof retrying> {
  const { standing } = run
  const asked = (): string =>
    JSON.stringify([standing.isCompared, run.signer !== null, standing.contradiction])
  return retrying({
    delaysMs: run.retryAfterMs ?? usualRetryMs,
    isDone: () =>
      run.signer !== null && standing.last?.isHeard === true && standing.unmarked === null,
    act: async () => {
      const before = asked()
      await reopen()
      if (standing.unmarked !== null) {
        run.signer?.now('entries')
        run.mark.note()
      }
      if (asked() !== before) run.onCompared?.()
    },
    report: (error) => run.report('keychain', error),
  })
}

/**
 * MONEY: nothing is signed before it is known, or decided, that this is the log to go on with.
 */
const isHeld = ({ standing, unproven, vault }: Run): boolean =>
  standing.contradiction !== null ||
  standing.late !== null ||
  (unproven?.() ?? null) !== null ||
  (vault.kind === 'keychain' && !isDecided(standing))

async function compare({ mark, standing }: Run): Promise<Comparison> {
  const compared = await mark.compare(standing.accepted !== 'nothing')
  noteComparison(standing, compared)
  return compared
}

function setUnmarked(run: Run, why: string | null): void {
  if (!noteMarking(run.standing, why)) return
  // A program that ends has nobody to tell any more.
  if (!run.db.open || run.isEnding) return
  run.onCompared?.()
  if (run.standing.unmarked !== null) run.askAgain()
}

/** Why there is no mark at or behind this entry though there should be one, or null. */
async function markFault(run: Run, size: number): Promise<string | null> {
  const { mark, standing, report } = run
  const isInTime = await endsWithin(mark.written(), markLimitMs)
  if (!isInTime) report('high-water', new Error('the keychain took too long to keep a mark'))
  const isKeyGivenUp = run.signer === null && standing.accepted !== 'nothing'
  if (mark.covers(size) || standing.isMarkLetGo || isKeyGivenUp) return null
  setUnmarked(run, isInTime ? say('audit.newest-not-signed') : say('audit.the-keychain-is-slow'))
  return standing.unmarked
}

function tryLock({ lock, report }: Run, witness: LockWitness): string | null {
  try {
    lock.write(witness)
    return null
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_')) throw error
    report('witness', error)
    return say('audit.witness-not-written', { why: messageOf(error) })
  }
}

async function openOnce(run: Run): Promise<void> {
  const { standing, audit, db, clock } = run
  if (run.signer === null) {
    const key = await loadOrCreateAuditKey(run.vault, db, { clock })
    if (key.ok)
      run.signer = createCheckpointer(audit, db, {
        key: key.value,
        clock,
        report: (error) => run.report('checkpoint', error),
        onWritten: () => run.mark.note(),
        onContradiction: (message) => {
          if (standing.accepted !== 'nothing') return
          standing.contradiction = message
          run.onCompared?.()
        },
        isHeld: () => isHeld(run),
      })
    // A locked keychain opens again; a key that is gone or another one is how a rewritten log
    // would hide.
    else if (
      standing.accepted === 'nothing' &&
      key.fault.kind === 'vault' &&
      (key.fault.reason === 'lost' || key.fault.reason === 'refused')
    )
      standing.contradiction = key.fault.message
  }
  const log = { logId: audit.logId, size: run.size }
  const isProving = run.isProving?.() === true
  if (!standing.isLateAccepted) standing.late = isProving ? null : lateEntries(log, run.found)
  await compare(run)
}

async function toSign(run: Run): Promise<Result<Signing>> {
  const { mark, standing } = run
  await mark.written()
  const { state, message, mark: marked } = await compare(run)
  const stop = standing.contradiction ?? standing.late ?? run.unproven?.() ?? null
  if (stop !== null) return fail(contradicted(stop))
  const { signer } = run
  if (signer === null) return fail(locked)
  if (isHeld(run)) return fail(contradicted(uncomparedMessage(message, run.vault.kind)))
  const reached =
    state === 'ok' && marked !== null ? { size: marked.size, chain: marked.chain } : null
  return ok({ checkpointer: signer, reached })
}

/**
 * Writes the witness, or says why it could not. Where nothing waits for it the one before stays,
 * and the next sending tries again.
 */
function witnessFault(run: Run, isClosed = false): string | null {
  const { audit, standing } = run
  const { contradiction, late, isTrusted } = standing
  // MONEY: a log that was found to be another one must not become what the next start is compared
  // with.
  const stop = contradiction ?? late
  return stop ?? tryLock(run, { logId: audit.logId, ...audit.head(), isTrusted, isClosed })
}

function evidenceOf({ db, signer, standing }: Run): ReturnType<Seal['evidence']> {
  const { accepted, last } = standing
  // The mark of a log that was given up is no evidence about the one that goes on.
  const mark = accepted === 'nothing' ? (last?.mark ?? null) : null
  const known = knownFingerprint(db)
  const isKeyAway = signer === null && isKeyed(db)
  // A key kept in memory is another one in every run: then no key can be expected.
  return known === null ? { mark, isKeyAway } : { mark, isKeyAway, expectedFingerprint: known }
}

/** Of the program, or of what a desk did at this computer. */
const isOrderlyEnd = (kind: string | undefined): boolean =>
  kind === 'log:closed' || kind === 'desk:moved'

const contradicted = (stop: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'money-stopped',
  message: say('audit.no-signature-while-stopped', { stop }),
})

const locked: Fault = {
  kind: 'vault',
  sent: 'no',
  reason: 'locked',
  message: say('audit.export-key-in-keychain'),
}

/**
 * A keychain that keeps a mark does so within milliseconds, on a busy computer within seconds; one
 * that asks a person is asked again later. Reading the mark again is waited for less: what the
 * keychain says after that still stops everything.
 */
const [markLimitMs, readLimitMs] = [3_000, 1_000]

async function endsWithin(done: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs)
  })
  const isDone = await Promise.race([done.then(() => true as const), limit])
  clearTimeout(timer)
  return isDone
}

/**
 * Soon, for a keychain that the session is just opening; then seldom, for one that waits for a
 * person.
 */
const usualRetryMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000] as const
