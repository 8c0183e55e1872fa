// The type of the ledger's connection, for what open.ts is itself built from; everything else knows
// it from there. It opens nothing.
import type BetterSqlite3 from 'better-sqlite3'

export type Database = BetterSqlite3.Database
export type Statement = BetterSqlite3.Statement<unknown[]>
