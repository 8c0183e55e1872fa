// A connection of its own beside the ledger, on which the tables are made again (rebuild.ts): it
// reads the ledger as it was at one moment and can't write it. What is made lies in memory up to a
// bound, and beyond it in a file that only this connection knows and that ends with it.
import type { Database } from '../db/database.ts'
import { connect } from '../db/open.ts'
import { harden } from '../db/pragmas.ts'

const MADE_KIB = 131_072

export function openBeside(file: string): Database {
  const db = connect(file, { readonly: true, fileMustExist: true })
  try {
    harden(db)
    // What names a row that is not there differs from what the log says all the same.
    db.pragma('foreign_keys = OFF')
    db.pragma('temp_store = FILE')
    db.pragma(`temp.cache_size = -${MADE_KIB}`)
    db.defaultSafeIntegers(true)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
