// What an entry of the log changes in the tables, and the one way to change them. MONEY: the same
// function runs when an entry is appended and when the tables are made again from the log, so that
// a change has one meaning. It writes no entry.
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { type Cell, type Cells, type Change, openFold } from './fold.ts'
import { type ProjectedTable, projectedTables } from './tables.ts'

export type { Cells, Change } from './fold.ts'

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
  const fold = openFold(db, 'main')
  fold.take(changes, 0)
  fold.write()
}

const named = (column: string): string => `${column} = @${column}`

/**
 * As they are kept beside their entry. An integer that a number of JSON can't hold is a text:
 * SQLite makes it an integer again.
 */
export const changesText = (changes: readonly Change[]): string =>
  JSON.stringify(changes.map(([act, table, cells]) => [act, table, plainCells(cells)]))

/** A replacer would be called for each cell of a list of a hundred thousand rows. */
function plainCells(cells: Cells): Cells {
  let plain: Record<string, Cell> | null = null
  for (const name in cells) {
    const cell = cells[name]
    if (typeof cell === 'bigint') (plain ??= { ...cells })[name] = plainInteger(cell)
  }
  return plain ?? cells
}

const plainInteger = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()

const acts: readonly string[] = ['add', 'set', 'drop'] satisfies Change[0][]

/** Of many entries, an array of each. Throws for a text that this program did not write. */
export function changesOf(text: string): Change[][] {
  const entries = JSON.parse(text) as Change[][]
  for (const changes of entries)
    for (const [act, table] of changes)
      if (!acts.includes(act) || !projectedTables.includes(table))
        throw new Error(`the log changes ${table} by ${act}`)
  return entries
}
