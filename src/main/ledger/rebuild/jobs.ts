// What a start asks of the ledger in the reader's thread: whether its tables are what its log makes
// of them, and whether its lists show what follows from the tables. They only read.
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { isEnded, type TimeSlice } from '../db/time-slice.ts'
import { oddLogIndex } from '../db/integrity.ts'
import { openBeside } from './beside.ts'
import { compare, comparingDerived, type Difference } from './compare.ts'
import { rebuilding } from './rebuild.ts'

/** More are counted, and not told: the tables are put right and compared again. */
const MOST = 1_000

export interface Proof {
  /** At most 1,000 (put-right.ts takes them). */
  differences: Difference[]
  total: number
  /** Entries of the log that were read; of foldCompare() orders. */
  entries: number
  ms: number
  /** Why the log can't be made into tables, in English for the person who looks after it. */
  broken?: string
}

/**
 * MONEY: `broken` where the log itself is not as it was written: an entry's rows are not those that
 * it names, or don't fit what came before. Tells how many entries are done.
 */
export async function rebuildCompare(
  ledger: Database,
  monotonic: () => number,
  work: TimeSlice,
): Promise<Proof> {
  const from = monotonic()
  const db = openBeside(ledger)
  try {
    let entries = 0
    for (const { done, total } of rebuilding(db)) await work.turn((entries = done), total)
    return { ...compare(db, MOST), entries, ms: monotonic() - from }
  } catch (error) {
    if (!(error instanceof Error) || isEnded(error) || 'code' in error) throw error
    return { differences: [], total: 0, entries: 0, ms: monotonic() - from, broken: error.message }
  } finally {
    db.close()
  }
}

/**
 * What lists show of orders, once the tables are as the log says: no money waits for it. Tells how
 * many orders are done.
 */
export async function foldCompare(
  ledger: Database,
  monotonic: () => number,
  work: TimeSlice,
): Promise<Proof> {
  const from = monotonic()
  const db = openBeside(ledger)
  try {
    const all = statement<[], bigint>(
      db,
      'SELECT count(*) FROM (SELECT DISTINCT service, orderid FROM payment_order)',
      { as: 'value' },
    ).only()
    const proof: Omit<Proof, 'ms'> = { differences: [], total: 0, entries: 0 }
    for (const { looked, found } of comparingDerived(db, 'main')) {
      proof.total += found.length
      proof.differences.push(...found.slice(0, MOST - proof.differences.length))
      await work.turn((proof.entries += looked), Number(all))
    }
    return { ...proof, ms: monotonic() - from }
  } finally {
    db.close()
  }
}

/** Which index of the log does not match its entries, or null. */
export async function logIndexes(ledger: Database, work: TimeSlice): Promise<string | null> {
  const db = openBeside(ledger)
  try {
    return await oddLogIndex(db, work)
  } finally {
    db.close()
  }
}
