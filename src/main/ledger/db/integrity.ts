// Whether the pages of a ledger are sound, as SQLite sees them. At the start all of it but the log,
// which is most of the file and decides about no money; the whole file by the reader's thread,
// while the desk is open already. It changes nothing.
import type { Database } from './database.ts'
import { codeOf, firstLine, isDamage, messageOf } from './sqlite-fault.ts'
import { statement } from './statements.ts'

const LOG = 'audit_entry'

/** The first thing wrong, in SQLite's words, or null. */
export function damageIn(db: Database, part: 'whole' | 'all but the log'): string | null {
  try {
    if (part === 'whole') return firstOf(db, 'quick_check(1)')
    const tables = statement<[string], string>(
      db,
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> ?`,
      { as: 'value' },
    ).all(LOG)
    for (const name of tables) {
      const message = firstOf(db, `quick_check("${name}")`)
      if (message !== null) return message
    }
    return null
  } catch (error) {
    if (isDamage(codeOf(error))) return firstLine(messageOf(error))
    throw error
  }
}

/** Checks the ledger alone: an attached search is another file. */
function firstOf(db: Database, check: string): string | null {
  const message = String(db.pragma(`main.${check}`, { simple: true }))
  if (message === 'ok') return null
  // SQLite's first line only names the database.
  return firstLine(message.replace(/^\*\*\*.*\n/, ''))
}
