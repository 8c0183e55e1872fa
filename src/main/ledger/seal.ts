// The seal on the audit log during a run: signing key, checkpoints and high-water mark brought together. It says whether the log
// found at start is the one that was left; when it is not, money stops until a person decides. It never blocks on the keychain.
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import type { Stop } from '#shared/stop.ts'
import type { AuditLog } from './audit.ts'
import { knownFingerprint, loadOrCreateAuditKey, type SecretSlots } from './audit-key.ts'
import { type Checkpointer, createCheckpointer } from './checkpoint.ts'
import type { Reached } from './export-content.ts'
import {
  checkpointIn,
  type Comparison,
  createHighWater,
  hasSent,
  type HighWaterMark,
} from './high-water.ts'
import { lateEntries, type LockWitness } from './compare-log.ts'
import type { LogWitness } from './lock-file.ts'
import type { Database } from './open.ts'
import { codeOf, messageOf } from './sqlite-fault.ts'

export type SealMoment = 'entries' | 'opened' | 'sending' | 'final money state' | 'backup'

export type SealStop = Pick<Stop, 'words' | 'reach'>

/** What a manifest is signed with, and what it says of how far the log had come. */
export interface Signing {
  checkpointer: Checkpointer
  reached: Reached | null
}

export interface Seal {
  /**
   * After entries were appended: a checkpoint when one is due, and always at each other moment. 'opened' is said in the transaction of
   * that entry: what stands behind the checkpoint of a close was appended by somebody else.
   */
  maybe(moment?: SealMoment): void
  /**
   * MONEY: between the commit of SENDING and the socket. How far the log has come is written beside the ledger, on disk when this
   * resolves to null; else it says why not, and nothing may be sent. Where it is asked to, it also waits for the keychain's mark, never
   * long: a mark that is late or refused is such a reason, and a stop until the keychain has kept one.
   */
  witness(isMarkAwaited: boolean): Promise<string | null>
  /** Null while the keychain is locked: entries are chained all the same and signed later. */
  checkpointer(): Checkpointer | null
  /**
   * The only way to a signed manifest: asks the keychain again how far the log had come. Faults: denied/money-stopped while the log
   * contradicts that; vault/locked while the key is out of reach.
   */
  toSign(): Promise<Result<Signing>>
  /** What a verification of this log goes by. `isKeyAway`: it was signed with a key that is out of reach now. */
  evidence(): { mark: HighWaterMark | null; expectedFingerprint?: string; isKeyAway: boolean }
  /** Why money has to stop: what contradicts the log, and that it could not be compared. */
  stops(): readonly SealStop[]
  /** A person decided to go on in spite of one of them. The caller audits who and why. */
  accept(stop: SealStop): void
  /** Number of the newest entry found at the start, when the run before it did not end with "log:closed"; else null. */
  cutAt: number | null
  /** Tries the keychain again. */
  reopen(): Promise<void>
  /** Signs the newest entries and waits until the keychain has a mark at or behind this entry; else says why it has not. */
  marked(size: number): Promise<string | null>
  /** Signs the end of the log and waits for the mark. */
  close(): Promise<void>
}

export async function openSeal(parts: {
  db: Database
  audit: AuditLog
  vault: SecretSlots
  lock: LogWitness
  clock: () => number
  report: (incident: string, error: unknown) => void
  /** The keychain answered after all, and was compared with: what stops money may be over, or begin. */
  onCompared?: () => void
  /** How long to wait before the keychain is asked again by itself; the last one from then on. */
  retryAfterMs?: readonly number[]
}): Promise<Seal> {
  const { db, audit, vault, lock, report } = parts
  const mark = createHighWater(vault, audit, db, {
    onAnswer: (answer) => {
      if (!answer.ok) report('high-water', answer)
      setUnmarked(answer.ok ? null : answer.fault.message)
    },
    lock: () => lock.read(),
  })
  const found = { lock: lock.read(), checkpoint: checkpointIn(db) }
  const log = { logId: audit.logId, size: audit.head().size }
  let isTrusted = found.lock?.isTrusted ?? !hasSent(db)
  let signer: Checkpointer | null = null
  /** What proves something wrong with the log. */
  let contradiction: string | null = null
  let rolledBack: string | null = null
  /** In spite of what a person decided to go on: of what is here, or also of what the keychain said. */
  let accepted: 'nothing' | 'what is here' | 'all' = 'nothing'
  /** Why nobody can say whether something is wrong with it. */
  let uncompared: string | null = null
  let isLetGo = false
  /** Why the keychain has not kept the newest mark. */
  let unmarked: string | null = null
  /** A person goes on without that mark, until the keychain keeps one again. */
  let isMarkLetGo = false
  let isEnding = false
  let isCompared = false
  let last: Comparison | null = null
  /** Entries that the program may not have written. */
  let late: SealStop | null = null
  let isLateAccepted = false
  /** MONEY: nothing is signed before it is known, or decided, that this is the log to go on with. */
  const isHeld = (): boolean =>
    contradiction !== null || late !== null || (vault.kind === 'keychain' && !isSettled())
  const isSettled = (): boolean => isCompared || isLetGo || accepted !== 'nothing'

  const compare = async (): Promise<Comparison> => {
    const compared = await mark.compare(accepted !== 'nothing')
    last = compared
    const { state, words } = compared
    // The first words stay: entries that came since would let an old copy look like a changed one.
    if (state === 'rolled-back' && accepted !== 'all') contradiction = rolledBack ??= words
    if (state === 'ok' || state === 'unmarked') isTrusted = isCompared = true
    // A keychain that falls silent later takes nothing back: what was compared once in a run is held open by it.
    uncompared = state === 'unknown' && !isCompared && !isLetGo ? words : null
    return compared
  }

  const setUnmarked = (why: string | null): void => {
    if (why === null) isMarkLetGo = false
    const words = why === null ? null : isMarkLetGo ? unmarked : (unmarked ?? unmarkedWords(why))
    if (words === unmarked) return
    unmarked = words
    // A program that ends has nobody to tell any more.
    if (!db.open || isEnding) return
    parts.onCompared?.()
    if (words !== null) retry.start()
  }
  /** Why there is no mark at or behind this entry though there should be one, or null. */
  const markFault = async (size: number): Promise<string | null> => {
    const isInTime = await endsWithin(mark.settled(), markLimitMs)
    if (!isInTime) report('high-water', new Error('the keychain took too long to keep a mark'))
    const isKeyGivenUp = signer === null && accepted !== 'nothing'
    if (mark.covers(size) || isMarkLetGo || isKeyGivenUp) return null
    setUnmarked(isInTime ? 'The newest entries could not be signed.' : 'The keychain is slow.')
    return unmarked
  }

  const tryLock = (witness: LockWitness): string | null => {
    try {
      lock.write(witness)
      return null
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_')) throw error
      report('witness', error)
      return `The file beside the ledger that remembers what was sent could not be written (${messageOf(error)}).`
    }
  }

  const openOnce = async (): Promise<void> => {
    if (signer === null) {
      const key = await loadOrCreateAuditKey(vault, db, { clock: parts.clock })
      if (key.ok)
        signer = createCheckpointer(audit, db, {
          key: key.value,
          clock: parts.clock,
          report: (error) => report('checkpoint', error),
          onWritten: () => mark.note(),
          onContradiction: (words) => {
            if (accepted !== 'nothing') return
            contradiction = words
            parts.onCompared?.()
          },
          isHeld,
        })
      // A locked keychain opens again; a key that is gone or another one is how a rewritten log would hide.
      else if (
        accepted === 'nothing' &&
        key.fault.kind === 'vault' &&
        (key.fault.reason === 'lost' || key.fault.reason === 'refused')
      )
        contradiction = key.fault.message
    }
    if (!isLateAccepted) late = lateEntries(log, found, signer !== null)
    await compare()
  }
  // One after the other: two first questions at once would each make a key, and one of them be lost.
  let turn: Promise<void> = Promise.resolve()
  const reopen = (): Promise<void> => {
    turn = turn.then(openOnce)
    return turn
  }
  const standing = (): string => JSON.stringify([isCompared, signer !== null, contradiction])
  const retry = retrying({
    delaysMs: parts.retryAfterMs ?? usualRetryMs,
    isDone: () => signer !== null && last?.isHeard === true && unmarked === null,
    act: async () => {
      const before = standing()
      await reopen()
      if (unmarked !== null) {
        signer?.now('entries')
        mark.note()
      }
      if (standing() !== before) parts.onCompared?.()
    },
    report: (error) => report('keychain', error),
  })
  await reopen()
  // Entries come from now on: a crash must not look as if somebody else had appended them.
  if (contradiction === null && late === null && found.lock?.isClosed === true)
    tryLock({ ...found.lock, isClosed: false })
  retry.start()

  const toSign = async (): Promise<Result<Signing>> => {
    await mark.settled()
    const { state, words, mark: marked } = await compare()
    const stop = contradiction ?? late?.words ?? null
    if (stop !== null) return fail(contradicted(stop))
    if (signer === null) return fail(locked)
    if (isHeld()) return fail(contradicted(uncomparedWords(words, vault.kind)))
    const reached =
      state === 'ok' && marked !== null ? { size: marked.size, chain: marked.chain } : null
    return ok({ checkpointer: signer, reached })
  }

  /** Writes the witness, or says why it could not. Where nothing waits for it the one before stays, and the next sending tries again. */
  const witnessFault = (isClosed = false): string | null => {
    // MONEY: a log that was found to be another one must not become what the next start is compared with.
    const stop = contradiction ?? (late?.reach === 'all' ? late.words : null)
    return stop ?? tryLock({ logId: audit.logId, ...audit.head(), isTrusted, isClosed })
  }

  return {
    maybe: (moment = 'entries') => {
      if (moment === 'entries') signer?.maybe(moment)
      else signer?.now(moment)
      if (moment === 'backup') witnessFault()
    },
    witness: async (isMarkAwaited) => {
      const fault = witnessFault()
      if (fault !== null) return fault
      return isMarkAwaited ? markFault(audit.head().size) : null
    },
    checkpointer: () => signer,
    toSign,
    evidence: () => {
      // The mark of a log that was given up is no evidence about the one that goes on.
      const mark = accepted === 'nothing' ? (last?.mark ?? null) : null
      const known = knownFingerprint(db)
      const isKeyAway = signer === null && known !== null
      // A key kept in memory is another one in every run: then no key can be expected.
      return known === null ? { mark, isKeyAway } : { mark, isKeyAway, expectedFingerprint: known }
    },
    stops: () => [
      ...(contradiction === null ? [] : [{ words: contradiction, reach: 'all' as const }]),
      ...(late === null ? [] : [late]),
      ...(uncompared === null
        ? []
        : [{ words: uncomparedWords(uncompared, vault.kind), reach: 'production' as const }]),
      ...(unmarked === null ? [] : [{ words: unmarked, reach: 'production' as const }]),
    ],
    accept: ({ words, reach }) => {
      isTrusted = true
      if (words === late?.words) {
        isLateAccepted = true
        late = null
      } else if (words === unmarked) {
        isMarkLetGo = true
        unmarked = null
      } else if (reach === 'production') {
        isLetGo = true
        uncompared = null
      } else {
        // A mark that nobody has heard yet will speak for itself.
        accepted = last?.isHeard === true ? 'all' : 'what is here'
        contradiction = rolledBack = null
      }
      if (last?.isHeard === true && contradiction === null) mark.accept()
      signer?.now('accepted')
      witnessFault()
    },
    cutAt: log.size > 0 && audit.lastKind() !== 'log:closed' ? log.size : null,
    reopen,
    marked: async (size) => {
      signer?.now('archive')
      await mark.settled()
      const comparison = await compare()
      // The witness must not be left behind among the entries that go.
      if (comparison.state === 'ok' && (comparison.mark?.size ?? 0) >= size) return witnessFault()
      return `The keychain could not say how far the log has come: ${comparison.words}`
    },
    close: async () => {
      retry.stop()
      isEnding = true
      if (!db.open) return
      signer?.now('close')
      witnessFault(true)
      await mark.settled()
    },
  }
}

const uncomparedWords = (why: string, kind: SecretSlots['kind']): string =>
  `The audit log could not be compared with the mark in the keychain, so an old copy of the ledger would not be noticed. ${why}${kind === 'keychain' ? ' Paydesk asks the keychain again by itself.' : ''}`

const unmarkedWords = (why: string): string =>
  `The mark of the audit log could not be written to the keychain, so a copy of the whole folder that is put back would not be noticed. ${why} Paydesk tries again by itself.`

const contradicted = (stop: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'money-stopped',
  message: `Nothing is signed while money is stopped: ${stop} Put the newest ledger back, or say under “Go on…” why this one is right. Then try again.`,
})

const locked: Fault = {
  kind: 'vault',
  sent: 'no',
  reason: 'locked',
  message:
    'The key that signs exports is in the keychain, which is locked. Unlock it and try again.',
}

/** A keychain that keeps a mark does so within milliseconds; one that asks a person is asked again later. */
const markLimitMs = 1_000

async function endsWithin(done: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs)
  })
  const isDone = await Promise.race([done.then(() => true as const), limit])
  clearTimeout(timer)
  return isDone
}

/** Soon, for a keychain that the session is just opening; then seldom, for one that waits for a person. */
const usualRetryMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000] as const

/** Acts again and again, each time a little later, until there is nothing to do. It never keeps the program alive. */
function retrying(parts: {
  delaysMs: readonly number[]
  isDone: () => boolean
  act: () => Promise<void>
  report: (error: unknown) => void
}): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isUnderWay = false
  const after = (nth: number): void => {
    isUnderWay = !isStopped && !parts.isDone()
    if (!isUnderWay) return
    const ms = parts.delaysMs[Math.min(nth, parts.delaysMs.length - 1)] ?? 0
    timer = setTimeout(() => {
      parts
        .act()
        .catch(parts.report)
        .finally(() => after(nth + 1))
    }, ms).unref()
  }
  return {
    start: () => {
      if (!isUnderWay) after(0)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
