// The type of the ledger's connection and its transactions, for what open.ts is itself built from;
// everything else knows them from there. It opens nothing.
import { channel } from 'node:diagnostics_channel'
import type BetterSqlite3 from 'better-sqlite3'

export type Database = BetterSqlite3.Database
export type Statement = BetterSqlite3.Statement<unknown[]>

/**
 * Whoever compares ledgers with their logs hears here of each as it opens, and again before it
 * closes.
 */
export const ledgers = channel('paydesk:ledger')

const looks = new WeakMap<Database, () => unknown>()

/** `look` is called as each transaction begins. */
export function lookAtEachBegin(db: Database, look: () => unknown): void {
  looks.set(db, look)
}

/**
 * Runs fn in BEGIN IMMEDIATE, or in the transaction that is already open; a throw rolls back.
 * MONEY: nobody else can write between the look and its end.
 */
export function inTransaction<T>(db: Database, fn: () => T): T {
  if (db.inTransaction) return fn()
  const looked = (): T => {
    looks.get(db)?.()
    return fn()
  }
  return db.transaction(looked).immediate()
}
