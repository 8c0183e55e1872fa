// Whether the pages of a ledger are sound, as SQLite sees them. At the start all of it but the log
// with its rows, which is most of the file and decides about no money; the whole file by the
// reader's thread, while the desk is open already. It changes nothing.
import { codeOf } from '#shared/fault.ts'
import type { Database } from './database.ts'
import { firstLine, isDamage, messageOf } from './sqlite-fault.ts'
import { statement } from './statements.ts'
import type { TimeSlice } from './time-slice.ts'

const LOG = 'audit_entry'

/** By part, the tables that are not looked at. */
const unread = {
  'all but the log': [LOG, 'entry_rows'],
  indexes: [LOG],
} as const

/**
 * The first thing wrong, in SQLite's words, or null. 'indexes': each row is looked for in each
 * index, too, but in those of the log (oddLogIndex). MONEY: an index that lacks a row hides it from
 * every question that is answered by it.
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

/** Entries that are looked for at a time, in one index. */
const STRETCH = 2_000

/**
 * The first index of the log that lacks an entry or names one that is not there, or null. SQLite
 * asks this of the whole log in one go, which nobody could end; this takes turns. The connection
 * reads in one transaction.
 */
export async function oddLogIndex(db: Database, work: TimeSlice): Promise<string | null> {
  const indexes = statement<[string], { name: string; sql: string }>(
    db,
    "SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = ? ORDER BY name",
  ).all(LOG)
  const edge = (which: 'min' | 'max'): number =>
    Number(statement<[]>(db, `SELECT ${which}(seq) FROM main.${LOG}`, { as: 'value' }).get() ?? 0)
  const [first, last] = [edge('min'), edge('max')]
  try {
    for (const { name, sql } of indexes) {
      const only = / WHERE (.*)$/s.exec(sql)?.[1] ?? 'true'
      const look = lookIn(db, name, only)
      let there = 0
      for (let from = first; from <= last; from += STRETCH) {
        const [entries = 0, missing = 0] = look.only(from, from + STRETCH - 1)
        if (missing > 0) return `index ${name}`
        await work.turn((there += entries), last)
      }
      const named = statement<[], number>(
        db,
        `SELECT count(*) FROM main.${LOG} INDEXED BY ${name} WHERE ${only}`,
        { as: 'value', integers: 'number' },
      ).only()
      if (named !== there) return `index ${name}`
    }
    return null
  } catch (error) {
    if (isDamage(codeOf(error))) return firstLine(messageOf(error))
    throw error
  }
}

/** How many entries there are from one to another, and how many of them the index lacks. */
function lookIn(db: Database, name: string, only: string) {
  const columns = db.pragma(`main.index_info(${name})`) as { name: string }[]
  const same = [...columns, { name: 'seq' }].map((one) => `i.${one.name} IS e.${one.name}`)
  return statement<[number, number], number[]>(
    db,
    `SELECT count(*), count(*) FILTER (WHERE NOT EXISTS
       (SELECT 1 FROM main.${LOG} i INDEXED BY ${name} WHERE ${same.join(' AND ')} AND (${only})))
     FROM main.${LOG} e NOT INDEXED WHERE e.seq BETWEEN ? AND ? AND (${only})`,
    { as: 'list', integers: 'number' },
  )
}
