// Whether the tables of a ledger are what its log makes of them: a fact that no entry tells, and a
// change that means one thing when it is written and another when it is read, show here. Asked
// after every test (test/check-ledgers.ts). A test that changes tables behind the program's back
// says so (tampered).
import BetterSqlite3 from 'better-sqlite3'
import type { Database } from '../../src/main/ledger/db/database.ts'
import {
  compare,
  comparingDerived,
  type Difference,
  lineOf,
} from '../../src/main/ledger/rebuild/compare.ts'
import { rebuild } from '../../src/main/ledger/rebuild/rebuild.ts'

const open = new Set<Database>()
const found: string[] = []
const meant = new WeakSet<Database>()
/** How much had been written when a ledger was last looked at. */
const looked = new WeakMap<Database, number>()
let because: string | null = null
/** What takes longer to make again is looked at when it is closed, or when its file ends. */
const mostEntries = 1_000
const mostShown = 20

/** In this test tables, or the log, are changed behind the program's back. */
export const tampered = (why: string): void => {
  because = why
}

/** A ledger's copy in memory: its tables are made again there. */
function copyOf(db: Database): Database {
  const bytes = db.serialize()
  // A copy in memory has no write-ahead log.
  if (bytes.length > 0) bytes.fill(1, 18, 20)
  const copy = new BetterSqlite3(bytes)
  copy.defaultSafeIntegers(true)
  return copy
}

/** How the tables of a ledger differ from its log; what is stale differs from nothing. */
export function rowsThatDiffer(db: Database): Difference[] {
  const copy = copyOf(db)
  try {
    rebuild(copy)
    const derived = [...comparingDerived(copy, 'temp')].flatMap(({ found }) => found)
    return [...compare(copy).differences, ...derived.filter(({ how }) => how !== 'stale')]
  } finally {
    copy.close()
  }
}

/** The same, a line each, and why where its log can't be read. */
export function differencesOf(db: Database): string[] {
  try {
    return rowsThatDiffer(db).map(lineOf)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return [`${error.message}: ${String(error.cause ?? '')}`]
  }
}

const numberIn = (db: Database, sql: string): number => Number(db.prepare(sql).pluck().get())

function look(db: Database, isLast: boolean): void {
  if (because !== null) meant.add(db)
  if (meant.has(db) || db.inTransaction) return
  const written = numberIn(db, 'SELECT total_changes()')
  if (looked.get(db) === written) return
  if (!isLast && numberIn(db, 'SELECT count(*) FROM audit_entry') > mostEntries) return
  looked.set(db, written)
  found.push(...differencesOf(db))
}

/** A ledger was opened, or is about to be closed. */
export function hear(message: unknown): void {
  const { db } = message as { db: Database }
  if (open.delete(db)) look(db, true)
  else open.add(db)
}

/** Throws where a ledger of the test that ends is not what its log makes of it. */
export function lookAtLedgers(isLast: boolean): void {
  for (const db of open) {
    if (db.open) look(db, isLast)
    else open.delete(db)
  }
  const differences = found.splice(0)
  because = null
  if (isLast) open.clear()
  if (differences.length === 0) return
  const shown = differences.slice(0, mostShown).join('\n')
  throw new Error(`${differences.length} rows are not what the log makes of them:\n${shown}`)
}
