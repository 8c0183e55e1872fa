// Whether the pages of a ledger are sound, as SQLite sees them. At the start all of it but the log
// with its rows, which is most of the file and decides about no money; the whole file by the
// reader's thread, while the desk is open already. It changes nothing.
import { codeOf } from '#shared/fault.ts'
import type { Database } from './database.ts'
import { firstLine, isDamage, messageOf } from './sqlite-fault.ts'
import { statement } from './statements.ts'

/** By part, the tables that are not looked at. */
const unread = {
  'all but the log': ['audit_entry', 'entry_rows'],
  indexes: ['audit_entry'],
} as const

/**
 * The first thing wrong, in SQLite's words, or null. 'indexes': each row is looked for in each
 * index, too, but those of the log, from which no request is made. MONEY: an index that lacks a row
 * hides it from every question that is answered by it.
 */
export function damageIn(db: Database, part: 'whole' | keyof typeof unread): string | null {
  try {
    if (part === 'whole') return firstOf(db, 'quick_check(1)')
    const check = part === 'indexes' ? 'integrity_check' : 'quick_check'
    const tables = statement<[string], string>(
      db,
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name NOT IN (SELECT value FROM json_each(?))`,
      { as: 'value' },
    ).all(JSON.stringify(unread[part]))
    for (const name of tables) {
      const message = firstOf(db, `${check}("${name}")`)
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
