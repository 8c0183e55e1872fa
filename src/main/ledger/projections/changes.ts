// What an entry of the log changes in the tables, and the one way to change them. MONEY: the same
// function runs when an entry is appended and when the tables are made again from the log, so that
// a change has one meaning. It writes no entry.
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { type ProjectedTable, projectionOf, projectedTables } from './tables.ts'

/** A value of a column. What is no plain value is a column of JSON. */
type Cell = string | number | bigint | null | object
export type Cells = Readonly<Record<string, Cell>>

/** A new row, the columns of a row that change beside its key, or the key of a row that goes. */
export type Change = readonly [act: 'add' | 'set' | 'drop', table: ProjectedTable, cells: Cells]

/** Columns that hold nothing need not be said of a new row. */
export const withoutNulls = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null))

/** A new row, or other values of the one that is there. */
export function put(db: Database, table: ProjectedTable, key: Cells, cells: Cells): Change {
  const isThere = statement<[Cells], unknown>(
    db,
    `SELECT 1 FROM ${table} WHERE ${Object.keys(key).map(named).join(' AND ')}`,
  ).get(key)
  return [isThere === undefined ? 'add' : 'set', table, { ...key, ...cells }]
}

/** The number that the next row of a numbered table gets: no row of one is ever taken out. */
export function nextNumber(db: Database, table: ProjectedTable, column = 'seq'): number {
  const sql = `SELECT coalesce(max(${column}), 0) + 1 FROM ${table}`
  return Number(statement<[], bigint | number>(db, sql, { as: 'value' }).only())
}

/**
 * Call it in a transaction. MONEY: throws when a change does not meet exactly the row that it is
 * about: what a log says is never half taken.
 */
export function applyChanges(db: Database, changes: readonly Change[]): void {
  for (const change of changes) {
    const [act, table, cells] = change
    const { changes: met } = statement<[Record<string, unknown>]>(db, sqlOf(change)).run(
      Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, bound(cell)])),
    )
    if (met !== 1) throw new Error(`${act} ${table}: ${met} rows instead of one`)
  }
}

const named = (column: string): string => `${column} = @${column}`

function sqlOf([act, table, cells]: Change): string {
  const { key, facts, derived = [], local = {} } = projectionOf(table)
  const names = Object.keys(cells)
  const known: readonly string[] = [...key, ...facts, ...derived, ...Object.keys(local)]
  const odd = names.find((name) => !known.includes(name))
  if (odd !== undefined) throw new Error(`${table} has no column ${odd}`)
  const where = key.map(named).join(' AND ')
  if (act === 'add')
    return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`
  if (act === 'drop') return `DELETE FROM ${table} WHERE ${where}`
  const sets = names.filter((name) => !key.includes(name)).map(named)
  return `UPDATE ${table} SET ${sets.join(', ')} WHERE ${where}`
}

const bound = (cell: Cell): unknown =>
  typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell

/**
 * As they are kept beside their entry. An integer that a number of JSON can't hold is a text:
 * SQLite makes it an integer again.
 */
export const changesText = (changes: readonly Change[]): string =>
  JSON.stringify(changes, (_name, value: unknown) =>
    typeof value === 'bigint' ? plainInteger(value) : value,
  )

const plainInteger = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()

/** Throws for a text that this program did not write. */
export function changesOf(text: string): Change[] {
  const changes = JSON.parse(text) as Change[]
  for (const [act, table] of changes)
    if (!['add', 'set', 'drop'].includes(act) || !projectedTables.includes(table))
      throw new Error(`the log changes ${table} by ${act}`)
  return changes
}
