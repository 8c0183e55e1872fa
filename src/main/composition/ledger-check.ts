// Whether the ledger is what its log makes of it: the log's chain, signatures and proofs, each row
// in each index, and every table against one that is made again from the log. Asked at a start, and
// again when another program wrote. MONEY: what differs is put right from the log and told; money
// waits until a person has read it. It runs in threads of its own.
import { say } from '#shared/message.ts'
import type { EntryProofs } from '../ledger/audit/entry-proofs.ts'
import type { Seal } from '../ledger/audit/seal.ts'
import { type Database, inTransaction } from '../ledger/db/database.ts'
import { foreignWrites } from '../ledger/db/pragmas.ts'
import { differencesMessage } from '../ledger/rebuild/differences-message.ts'
import { type Difference, lineOf } from '../ledger/rebuild/compare.ts'
import type { Proof } from '../ledger/rebuild/jobs.ts'
import { putRight } from '../ledger/rebuild/put-right.ts'
import { foldedWithIn, settingsNow } from '../ledger/rebuild/folded-with.ts'
import type { Stops } from '../ledger/journal/money-stop.ts'
import type { Reader } from '../ledger/worker/reader.ts'

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
}

interface CheckParts {
  db: Database
  proofs: Pick<EntryProofs, 'key' | 'found'>
  evidence: Seal['evidence']
  /** Opens a thread for one check, and runs its jobs beside those of `long`. */
  openReader: () => Reader
  long: Pick<Reader, 'run'>
  /** Entries the log has by now. */
  size: () => number
  stops: Pick<Stops, 'add' | 'found'>
  report: (incident: string, error: unknown) => void
  /** Something was found. */
  onFound: () => void
}

/** Another program that writes all the time would keep a request waiting for ever. */
const mostLooks = 3
/** As many differences are named in the entry that tells of them. */
const mostNamed = 20
const closeMs = 500

export function createLedgerCheck(parts: CheckParts): LedgerCheck {
  const { db, proofs, report } = parts
  const ending = new AbortController()
  let checked = { version: Number.NaN, isKeyed: false }
  let running: Promise<void> | null = null
  let folding: Promise<void> = Promise.resolve()
  const isDue = (): boolean =>
    checked.version !== foreignWrites(db) || (proofs.key() !== null && !checked.isKeyed)
  const complain = (error: unknown): void => {
    if (!ending.signal.aborted) report('ledger-check', error)
  }
  const run = (): Promise<void> => {
    running ??= check(parts, ending.signal)
      .then((done) => {
        checked = done
        folding = foldAgain(parts, ending.signal).catch(complain)
      })
      .finally(() => (running = null))
    return running
  }
  return {
    now: async () => {
      try {
        for (let looks = 0; looks < mostLooks && db.open && isDue(); looks += 1) await run()
      } catch (error) {
        complain(error)
        return uncheckedMessage
      }
      return db.open && !isDue() ? null : uncheckedMessage
    },
    due: () => (db.open && !isDue() ? null : uncheckedMessage),
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
  }
}

const uncheckedMessage = say('the-ledger-could-not-be-checked')

/** Gives what was checked: the ledger at this data_version, with the key or without. */
async function check(
  parts: CheckParts,
  signal: AbortSignal,
): Promise<{ version: number; isKeyed: boolean }> {
  const { db, long, proofs, stops, onFound } = parts
  const version = foreignWrites(db)
  const key = proofs.key()
  // First: a table is read by its indexes too.
  const damage = await long.run('indexes', {}, { signal })
  signal.throwIfAborted()
  const isLeft = damage !== null && !makeIndexesAgain(parts, damage)
  const tables = compareTables(parts, signal)
  const { isKeyAway, ...evidence } = parts.evidence()
  const [verified, unproven] = await Promise.all([
    // An old copy contradicts the mark, and the log’s seal says so.
    long.run('verify', { ...evidence, mark: null, isKeyAway }, { signal }),
    key === null ? null : long.run('unproven', { key }, { signal }),
    tables,
  ])
  signal.throwIfAborted()
  // Rows that were there twice are gone by now.
  if (isLeft) db.exec('REINDEX')
  if (key !== null) proofs.found(unproven)
  const isWrong = verified.outcome === 'tampered' || verified.outcome === 'truncated'
  if (isWrong) stops.add(say('the-audit-log-was-changed', { why: verified.message }))
  if (isWrong || unproven !== null) onFound()
  return { version, isKeyed: key !== null }
}

/** False where two rows that an index keeps apart can't both be in it: they are put right first. */
function makeIndexesAgain({ db, stops, report, onFound }: CheckParts, damage: string): boolean {
  const isOfIndex = /\bindex\b/.test(damage)
  stops.found(say(isOfIndex ? 'an-index-hid-rows' : 'the-ledger-is-damaged', { damage }))
  onFound()
  try {
    if (isOfIndex) db.exec('REINDEX')
    return true
  } catch (error) {
    report('indexes', error)
    return false
  }
}

/**
 * What the program itself writes meanwhile is no difference: then it is compared once more. So many
 * differences are put right at a time as a thread tells of.
 */
async function compareTables(parts: CheckParts, signal: AbortSignal): Promise<void> {
  for (let looks = 0; looks < mostLooks;) {
    const size = parts.size()
    const { differences, total, broken } = await runAside(parts, 'rebuild-compare', signal)
    if (broken !== undefined) {
      parts.stops.add(
        say('the-audit-log-was-changed', { why: say('tables-not-from-log', { broken }) }),
      )
      return parts.onFound()
    }
    if (total > 0 && parts.size() !== size) looks += 1
    else {
      if (total > 0) putRightAndTell(parts, differences, total)
      if (total === differences.length) return
    }
  }
  throw new Error('the tables differ, and the log grew at each look')
}

async function runAside(
  { openReader }: CheckParts,
  job: 'rebuild-compare' | 'fold-compare',
  signal: AbortSignal,
): Promise<Proof> {
  const reader = openReader()
  try {
    return await reader.run(job, {}, { signal })
  } finally {
    await reader.close(closeMs)
    // Whoever gave up may have closed the ledger.
    signal.throwIfAborted()
  }
}

/** MONEY: in one transaction, so that a start after a power cut tells of it as well. */
function putRightAndTell(
  { db, stops, onFound }: CheckParts,
  differences: readonly Difference[],
  total: number,
): void {
  inTransaction(db, () => {
    putRight(db, differences)
    stops.found(differencesMessage(differences, total), {
      differences: differences.slice(0, mostNamed).map(lineOf),
      total,
    })
  })
  onFound()
}

/**
 * What lists show of orders is folded from the tables, by the settings of now. No money waits for
 * it. Where settings are as they were when all was folded last, something else changed what
 * differs.
 */
async function foldAgain(parts: CheckParts, signal: AbortSignal): Promise<void> {
  const { db } = parts
  const foldedWith = foldedWithIn(db)
  for (let isDone = false; !isDone;) {
    const size = parts.size()
    const settings = settingsNow(db)
    const { differences, total } = await runAside(parts, 'fold-compare', signal)
    // What was written meanwhile is newer than what was folded: the next check folds again.
    if (!db.open || parts.size() !== size) return
    isDone = differences.length === total
    if (differences.length > 0 && foldedWith.read() === settings)
      putRightAndTell(parts, differences, total)
    else putRight(db, differences)
    if (isDone) foldedWith.write(settings)
  }
}
