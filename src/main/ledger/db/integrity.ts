// Whether the pages of a ledger are sound, as SQLite sees them. At the start all of it but the log,
// which is most of the file and decides about no money; the whole file by the reader's thread,
// while the desk is open already. It changes nothing.
import type { Database } from './database.ts'
import { foreignWrites } from './pragmas.ts'
import { codeOf, firstLine, isDamage, messageOf } from './sqlite-fault.ts'
import { statement } from './statements.ts'

const LOG = 'audit_entry'

/**
 * The first thing wrong, in SQLite's words, or null. MONEY: an index that lacks a row hides it from
 * every question that is answered by it. Only the log, from which no request is made, is spared the
 * comparison of each row with each index, which takes as long as reading it three times.
 */
export function damageIn(db: Database, part: 'whole' | 'all but the log'): string | null {
  try {
    const damage = part === 'whole' ? firstOf(db, 'quick_check(1)') : null
    if (damage !== null) return damage
    const tables = statement<[string], string>(
      db,
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> ?`,
      { as: 'value' },
    ).all(LOG)
    for (const name of tables) {
      const message = firstOf(db, `integrity_check("${name}")`)
      if (message !== null) return message
    }
    return null
  } catch (error) {
    if (isDamage(codeOf(error))) return firstLine(messageOf(error))
    throw error
  }
}

/** MONEY: what is wrong with the tables since another program wrote, or null. */
export function watchTables(db: Database): () => string | null {
  let seen = foreignWrites(db)
  let damage: string | null = null
  return () => {
    if (!db.open) return damage
    const now = foreignWrites(db)
    if (now !== seen || damage !== null) damage = damageIn(db, 'all but the log')
    seen = now
    return damage
  }
}

/** Checks the ledger alone: an attached search is another file. */
function firstOf(db: Database, check: string): string | null {
  const message = String(db.pragma(`main.${check}`, { simple: true }))
  if (message === 'ok') return null
  // SQLite's first line only names the database.
  return firstLine(message.replace(/^\*\*\*.*\n/, ''))
}
