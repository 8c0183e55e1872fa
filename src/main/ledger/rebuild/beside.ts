// A connection of its own beside the ledger, on which the tables are made again (rebuild.ts): it
// reads the ledger as it was at one moment and can't write it. What is made lies in memory up to a
// bound, and beyond it in a file that only this connection knows and that ends with it.
import type { Database } from '../db/database.ts'
import { connect } from '../db/open.ts'
import { harden } from '../db/pragmas.ts'

/** The tables of 50,000 entries and more fit into it. */
const MADE_KIB = 65_536

/** All of it is one read transaction. A ledger in memory is copied. */
export function openBeside(ledger: Database): Database {
  const db = ledger.memory
    ? connect(ledger.serialize())
    : connect(ledger.name, { readonly: true, fileMustExist: true })
  try {
    harden(db)
    // What names a row that is not there differs from what the log says all the same.
    db.pragma('foreign_keys = OFF')
    // What entries say fitted once; where it does not fit the ledger, that is told as a difference.
    db.pragma('ignore_check_constraints = ON')
    db.pragma('temp_store = FILE')
    db.pragma(`temp.cache_size = -${MADE_KIB}`)
    db.pragma('temp.journal_mode = OFF')
    db.defaultSafeIntegers(true)
    db.exec('BEGIN')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
