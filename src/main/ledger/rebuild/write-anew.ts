// Writes a ledger anew, for one whose schema another program changed: a file with this program's
// own tables, indexes and triggers and nothing else; the log of the old one, row by row; and what
// the log makes of the tables. It only reads the old one, and puts the new one in no place.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFile, syncFolder } from '../copies/sync-file.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { connect } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { foldAll } from '../orders/folded.ts'
import { projectedTables, projectionOf } from '../projections/tables.ts'
import { applicationId, schemaFormat, schemaSql } from '../schema/schema.ts'
import { derivedNames, derivedOf, settingsIn } from './derived.ts'
import { fill } from './rebuild.ts'

/** What no rebuild makes: the log, and what is the file's own (projections/tables.ts). */
const copied = ['audit_entry', 'entry_rows', 'checkpoint', 'archive', 'meta'] as const

/**
 * `path` is of no file yet; it is synced when this returns. MONEY: throws where the log lacks a
 * table or a column, or is not as it was written; a file that was begun is the caller's to remove.
 */
export function writeAnew(from: Database, path: string): void {
  if (existsSync(path)) throw new Error(`${path} is there already`)
  const db = connect(path)
  try {
    // Nobody reads it before it is whole and synced.
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('foreign_keys = OFF')
    db.defaultSafeIntegers(true)
    inTransaction(db, () => write(from, db))
    const [odd] = db.pragma('foreign_key_check') as unknown[]
    if (odd !== undefined) throw new Error('the log names rows that it does not make')
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${schemaFormat}`)
  } finally {
    db.close()
  }
  syncFile(path)
  syncFolder(dirname(path))
}

function write(from: Database, db: Database): void {
  const make = makerOf(db)
  make('table')
  for (const table of copied) copyRows(from, db, table)
  for (const _step of fill(db, 'main')) continue
  make('index')
  const set = Object.keys(derivedNames).map((name) => `${name} = ?`)
  const refresh = statement(
    db,
    `UPDATE payment_order SET ${set.join(', ')} WHERE service = ? AND orderid = ?`,
  )
  for (const page of foldAll(db, settingsIn(db)))
    for (const { service, orderid, columns } of page)
      refresh.run(...Object.values(derivedOf(columns)), service, orderid)
  for (const table of projectedTables) keepLocal(from, db, table)
  make('trigger')
}

/** Indexes are made when rows are there, and triggers last: they guard what is written later. */
function makerOf(db: Database): (type: 'table' | 'index' | 'trigger') => void {
  const own = connect(':memory:')
  try {
    own.exec(schemaSql)
    const parts = statement<[], { type: string; sql: string }>(
      own,
      'SELECT type, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid',
    ).all()
    return (type) => {
      for (const part of parts) if (part.type === type) db.exec(part.sql)
    }
  } finally {
    own.close()
  }
}

const columnsOf = (db: Database, table: string): string[] =>
  (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)

/** Past every index of the old ledger: one of another program may say something else. */
function copyRows(from: Database, db: Database, table: string): void {
  const isTable = statement<[string]>(
    from,
    "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?",
  ).get(table)
  if (isTable === undefined) throw new Error(`the ledger has no table ${table}`)
  const names = columnsOf(db, table)
  const select = statement<[], unknown[]>(
    from,
    `SELECT ${names.join(', ')} FROM main.${table} NOT INDEXED`,
    { as: 'list' },
  )
  const insert = statement(
    db,
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  for (const cells of select.iterate()) insert.run(...cells)
}

/** What is local to a row that both have; not where its column can't hold it. */
function keepLocal(from: Database, db: Database, table: (typeof projectedTables)[number]): void {
  const { key, local = {} } = projectionOf(table)
  const names = Object.keys(local)
  const there = columnsOf(from, table)
  if (names.length === 0 || [...names, ...key].some((name) => !there.includes(name))) return
  const where = key.map((name) => `${name} = ?`).join(' AND ')
  const update = statement(
    db,
    `UPDATE OR IGNORE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${where}`,
  )
  const select = statement<[], unknown[]>(
    from,
    `SELECT ${[...names, ...key].join(', ')} FROM main.${table}`,
    { as: 'list' },
  )
  for (const cells of select.iterate())
    try {
      update.run(...cells)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('cannot store')) throw error
    }
}
