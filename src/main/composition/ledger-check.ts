// Whether the ledger is what its log makes of it: the log's chain, signatures and proofs, each row
// in each index, and every table against one that is made again from the log. Asked at a start, and
// again when another program wrote. MONEY: what differs is put right from the log and told; money
// waits until a person has read it. It runs in threads of its own.
import { say } from '#shared/message.ts'
import type { AuditDraft } from '../ledger/audit/audit.ts'
import type { EntryProofs } from '../ledger/audit/entry-proofs.ts'
import type { Seal } from '../ledger/audit/seal.ts'
import { type Database, inTransaction } from '../ledger/db/database.ts'
import { foreignWrites } from '../ledger/db/pragmas.ts'
import { differencesMessage } from '../ledger/rebuild/differences-message.ts'
import { type Difference, lineOf } from '../ledger/rebuild/compare.ts'
import { putRight } from '../ledger/rebuild/put-right.ts'
import { openConnections } from '../ledger/settings/connections.ts'
import type { Stops } from '../ledger/journal/money-stop.ts'
import type { Reader } from '../ledger/worker/reader.ts'
import type { CheckedState, ClosedFile } from './closed-file.ts'

export interface LedgerCheck {
  /**
   * MONEY: resolves once everything was checked since the start, since the key was heard and since
   * another program wrote. In words why that could not be done; what was found is among the stops.
   */
  now(): Promise<string | null>
  /** Why nothing may be written that steers money: the check is due or under way. Else null. */
  due(): string | null
  /** Starts a check where another program wrote, and waits for nothing. */
  look(): void
  /** Resolves when lists show what the tables say. */
  folded(): Promise<void>
  /** Resolves once no thread of the check has the ledger open. */
  giveUp(): Promise<void>
  /**
   * At an orderly end, behind the last entry: the next start need not check again what was checked
   * and found sound, and what no other program wrote to since.
   */
  leave(limitMs: number): Promise<void>
}

interface CheckParts {
  db: Database
  proofs: Pick<EntryProofs, 'key' | 'found'>
  seal: Pick<Seal, 'evidence' | 'compareAgain'>
  /** Why the log may not be this program's own, or null: then nothing is made from it. */
  logDoubt: () => string | null
  /** Opens a thread for one check, and runs its jobs beside those of `long`. */
  openReader: () => Reader
  file: ClosedFile
  clock: () => number
  long: Pick<Reader, 'run'>
  /** Entries the log has by now. */
  size: () => number
  stops: Pick<Stops, 'add' | 'found' | 'tellFindings'>
  note: (draft: AuditDraft) => void
  report: (incident: string, error: unknown) => void
  /** Something was found. */
  onFound: () => void
}

/** What was checked: the ledger at a data_version, with the key or without. */
interface Checked {
  version: number
  isKeyed: boolean
  /** The tables were left alone, as the log was in doubt: they are compared once it is not. */
  isLogDoubted: boolean
  /** When that was; null where signatures could not be checked, as their key was away. */
  soundAt: number | null
}

/** Another program that writes all the time would keep a request waiting for ever. */
const mostLooks = 3
/** As many differences are named in the entry that tells of them. */
const mostNamed = 20
const closeMs = 500

export function createLedgerCheck(given: CheckParts): LedgerCheck {
  let hasFound = false
  const onFound = (): void => {
    hasFound = true
    given.onFound()
  }
  const parts: CheckParts = { ...given, onFound }
  const { db, proofs, report, logDoubt } = parts
  const ending = new AbortController()
  let checked: Checked = never
  let running: Promise<void> | null = null
  let folding: Promise<void> = Promise.resolve()
  /**
   * The settings by which all lists were found to be folded; null where they were not, as behind a
   * check of a log in doubt.
   */
  let foldedBy: string | null = null
  const isDue = (): boolean =>
    checked.version !== foreignWrites(db) ||
    (proofs.key() !== null && !checked.isKeyed) ||
    (checked.isLogDoubted && logDoubt() === null)
  const complain = (error: unknown): void => {
    if (!ending.signal.aborted) report('ledger-check', error)
  }
  const run = (): Promise<void> => {
    running ??= begin(parts, { checked, signal: ending.signal })
      .then(({ isAsClosed, ...done }) => {
        checked = done
        if (isAsClosed) foldedBy = settingsOf(db)
        else if (!done.isLogDoubted) folding = folding.then(fold).catch(complain)
      })
      .finally(() => (running = null))
    return running
  }
  const fold = async (): Promise<void> => {
    foldedBy = null
    const settings = settingsOf(db)
    // It takes longer than all the rest, and no row of the tables is found by them.
    const { signal } = ending
    const damage = await runAside(parts, signal, (reader) =>
      reader.run('log-indexes', {}, { signal }),
    )
    if (damage !== null) makeIndexesAgain(parts, damage)
    foldedBy = (await foldAgain(parts, ending.signal)) ? settings : null
  }
  const isSound = (): boolean => db.open && !isDue() && !hasFound && foldedBy === settingsOf(db)
  return {
    now: async () => {
      try {
        for (let looks = 0; looks < mostLooks && db.open && isDue(); looks += 1) await run()
      } catch (error) {
        complain(error)
        return say('ledger.not-checked')
      }
      return db.open && !isDue() ? null : say('ledger.being-checked')
    },
    due: () => (db.open && !isDue() ? null : say('ledger.being-checked')),
    look: () => {
      if (db.open && !ending.signal.aborted && running === null && isDue()) run().catch(complain)
    },
    folded: () => folding,
    giveUp: async () => {
      ending.abort()
      await Promise.allSettled([running, folding])
      // A check that had just ended began to fold.
      await folding
    },
    leave: async (limitMs) => {
      const [key, { soundAt }] = [proofs.key(), checked]
      if (key === null || soundAt === null || !isSound()) return
      const left = { checkedAt: soundAt, isStill: isSound, limitMs }
      // The next start checks all of it.
      await parts.file.leave(key, left).catch((error: unknown) => report('closed-file', error))
    },
  }
}

/** Why the log itself can't be relied on, or null. */
export const logDoubt = (
  seal: Pick<Seal, 'contradiction'>,
  proofs: Pick<EntryProofs, 'stops'>,
): string | null => seal.contradiction() ?? proofs.stops()[0]?.message ?? null

const never: Checked = {
  ...{ version: Number.NaN, isKeyed: false, isLogDoubted: false, soundAt: null },
}

/** What lists show of an order follows from them, too. */
const settingsOf = (db: Database): string =>
  JSON.stringify(
    openConnections(db, () => 0)
      .all()
      .map(({ id, settings }) => [id, settings]),
  )

/** The first check of a run asks whether it is needed. */
async function begin(
  parts: CheckParts,
  { checked, signal }: { checked: Checked; signal: AbortSignal },
): Promise<Checked & { isAsClosed: boolean }> {
  const key = checked === never && parts.logDoubt() === null ? parts.proofs.key() : null
  const closed = key === null ? null : await closedState(parts, { key, signal })
  if (closed === null) return { ...(await check(parts, signal)), isAsClosed: false }
  const { version, checkedAt } = closed
  return { version, isKeyed: true, isLogDoubted: false, soundAt: checkedAt, isAsClosed: true }
}

async function closedState(
  { file, report }: CheckParts,
  { key, signal }: { key: Uint8Array; signal: AbortSignal },
): Promise<CheckedState | null> {
  try {
    return await file.opened(key, signal)
  } catch (error) {
    signal.throwIfAborted()
    report('closed-file', error)
    return null
  }
}

async function check(parts: CheckParts, signal: AbortSignal): Promise<Checked> {
  const { db, long, logDoubt, clock } = parts
  const startedAt = clock()
  const { isKeyAway } = parts.seal.evidence()
  const version = foreignWrites(db)
  if (parts.stops.tellFindings()) parts.onFound()
  // First: a table is read by its indexes too.
  const damage = await long.run('indexes', {}, { signal })
  signal.throwIfAborted()
  const isLeft = damage !== null && !makeIndexesAgain(parts, damage)
  const isKeyed = parts.proofs.key() !== null
  const ofLog = checkLog(parts, signal)
  // MONEY: nothing is made from a log that is not whole, proven and the one that was left: what the
  // tables hold beyond it is evidence.
  const isSound = async (): Promise<boolean> => (await ofLog) && logDoubt() === null
  const comparing = compareTables(parts, signal, { isLogSound: isSound, isIndexOdd: isLeft })
  const [isWhole] = await Promise.all([ofLog, comparing])
  signal.throwIfAborted()
  // Rows that were there twice are gone by now.
  if (isLeft) tellIndexes(parts, damage)
  const soundAt = isKeyAway ? null : startedAt
  return { version, isKeyed, isLogDoubted: isWhole && logDoubt() !== null, soundAt }
}

/** Whether the log is whole; what speaks against it is among the stops. */
async function checkLog(parts: CheckParts, signal: AbortSignal): Promise<boolean> {
  const { long, proofs, stops, onFound, logDoubt } = parts
  const key = proofs.key()
  const [{ outcome, message }, unproven] = await Promise.all([
    // An old copy contradicts the mark, and the log’s seal says so.
    long.run('verify', { ...parts.seal.evidence(), mark: null }, { signal }),
    key === null ? null : long.run('unproven', { key }, { signal }),
    parts.seal.compareAgain(),
  ])
  signal.throwIfAborted()
  if (key !== null) proofs.found(unproven)
  const isWhole = outcome !== 'tampered' && outcome !== 'truncated'
  if (!isWhole) stops.add(say('ledger.log-changed', { why: message }))
  if (!isWhole || unproven !== null || logDoubt() !== null) onFound()
  return isWhole
}

/** False where two rows that an index keeps apart can't both be in it: they are put right first. */
function makeIndexesAgain(parts: CheckParts, damage: string): boolean {
  try {
    if (/\bindex\b/.test(damage)) tellIndexes(parts, damage)
    else {
      parts.stops.found(say('ledger.the-ledger-is-damaged', { damage }))
      parts.onFound()
    }
    return true
  } catch (error) {
    parts.report('indexes', error)
    return false
  }
}

/** In one transaction: that they were made again is said of what is there, and of nothing else. */
function tellIndexes({ db, stops, onFound }: CheckParts, damage: string): void {
  inTransaction(db, () => {
    db.exec('REINDEX')
    stops.found(say('ledger.index-hid-rows', { damage }))
  })
  onFound()
}

/**
 * What the program itself writes meanwhile is no difference: then it is compared once more. So many
 * differences are put right at a time as a thread tells of.
 */
async function compareTables(
  parts: CheckParts,
  signal: AbortSignal,
  { isLogSound, isIndexOdd }: { isLogSound: () => Promise<boolean>; isIndexOdd: boolean },
): Promise<void> {
  for (let looks = 0; looks < mostLooks;) {
    const size = parts.size()
    const { differences, total, broken } = await runAside(parts, signal, (reader) =>
      reader.run('rebuild-compare', {}, { signal }),
    )
    const isSound = await isLogSound()
    signal.throwIfAborted()
    if (!isSound) return
    if (broken !== undefined) {
      parts.stops.add(
        say('ledger.log-changed', { why: say('ledger.tables-not-from-log', { broken }) }),
      )
      return parts.onFound()
    }
    if (total > 0 && parts.size() !== size) looks += 1
    else {
      if (total > 0) putRightAndTell(parts, differences, { total, isIndexOdd })
      if (total === differences.length) return
    }
  }
  throw new Error('the tables differ, and the log grew at each look')
}

async function runAside<T>(
  { openReader }: CheckParts,
  signal: AbortSignal,
  run: (reader: Reader) => Promise<T>,
): Promise<T> {
  const reader = openReader()
  try {
    return await run(reader)
  } finally {
    await reader.close(closeMs)
    // Whoever gave up may have closed the ledger.
    signal.throwIfAborted()
  }
}

/**
 * An entry tells it: another program can write, beside what a list shows, a time from which it
 * looks old.
 */
function putRightOld({ db, note }: CheckParts, differences: readonly Difference[]): void {
  if (differences.length === 0) return
  inTransaction(db, () => {
    putRight(db, differences)
    note({
      ...{ actor: 'paydesk', kind: 'ledger:lists-updated', outcome: 'ok', origin: 'desk' },
      subject: 'ledger',
      details: { ...firstOf(differences), total: differences.length },
    })
  })
}

const firstOf = (differences: readonly Difference[]): { differences: string[] } => ({
  differences: differences.slice(0, mostNamed).map(lineOf),
})

/** MONEY: in one transaction, so that a start after a power cut tells of it as well. */
function putRightAndTell(
  { db, stops, onFound }: CheckParts,
  differences: readonly Difference[],
  { total, isIndexOdd = false }: { total: number; isIndexOdd?: boolean },
): void {
  inTransaction(db, () => {
    putRight(db, differences, { isIndexOdd })
    stops.found(differencesMessage(differences, total), {
      ...firstOf(differences),
      total,
    })
  })
  onFound()
}

/**
 * What lists show of orders, folded again from the tables: no money waits for it. What settings or
 * other answers may have made old stops no money. Whether all of them show what follows from the
 * tables by now.
 */
async function foldAgain(parts: CheckParts, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const size = parts.size()
    const { differences, total } = await runAside(parts, signal, (reader) =>
      reader.run('fold-compare', {}, { signal }),
    )
    if (total === 0) return true
    // What was written meanwhile is newer than what was folded: the next check folds again.
    if (!parts.db.open || parts.size() !== size) return false
    const changed = differences.filter(({ how }) => how !== 'stale')
    putRightOld(
      parts,
      differences.filter(({ how }) => how === 'stale'),
    )
    if (changed.length > 0) putRightAndTell(parts, changed, { total: changed.length })
    if (differences.length === total) return true
  }
}
