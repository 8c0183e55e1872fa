// Makes the tables as the log says, row by row, where compare.ts found them otherwise.
import { type Database, inTransaction } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { type ProjectedTable, projectedTables, projectionOf } from '../projections/tables.ts'
import type { Difference, Row } from './compare.ts'

/**
 * MONEY: in one transaction, or not at all. The guards of the tables stand aside meanwhile: what
 * they forbid the program, as leaving a final state, is what the other program did. What is local
 * to a row that stays is kept. `isIndexOdd`: an index that keeps rows apart lacks some of them, and
 * SQLite takes no row out beside it: it is made anew.
 */
export function putRight(
  db: Database,
  differences: readonly Difference[],
  { isIndexOdd = false }: { isIndexOdd?: boolean } = {},
): void {
  inTransaction(db, () => {
    const guards = guardsOf(db, isIndexOdd)
    for (const { type, name } of guards) db.exec(`DROP ${type} main.${quoted(name)}`)
    // Until the last row is there again others may name rows that are not.
    db.pragma('defer_foreign_keys = ON')
    const inOrder = projectedTables.flatMap((table) =>
      differences.filter((one) => one.table === table),
    )
    // Those that name others first: SQLite counts one that names nobody wrongly once it waits.
    const kept = inOrder.toReversed().map((one) => ({ one, local: takeOut(db, one) }))
    for (const { one, local } of kept.toReversed())
      if (one.row !== null) putIn(db, one.table, one.row, local)
    for (const { sql } of guards) db.exec(sql)
  })
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const guardsOf = (
  db: Database,
  withUnique: boolean,
): { type: string; name: string; sql: string }[] =>
  statement<[string, number], { type: string; name: string; sql: string }>(
    db,
    `SELECT type, name, sql FROM main.sqlite_schema
     WHERE tbl_name IN (SELECT value FROM json_each(?))
       AND (type = 'trigger' OR (type = 'index' AND ? AND sql LIKE 'CREATE UNIQUE%'))`,
  ).all(JSON.stringify(projectedTables), withUnique ? 1 : 0)

/** The wrong row goes. Gives what was local to it. */
function takeOut(db: Database, { table, key, how }: Difference): Row {
  if (how === 'gone') return {}
  const names = Object.keys(key)
  const where = names.map((name) => `${name} IS ?`).join(' AND ')
  const values = Object.values(key)
  const local = Object.keys(projectionOf(table).local ?? {})
  const was =
    local.length === 0
      ? {}
      : statement<unknown[], Row>(
          db,
          `SELECT ${local.join(', ')} FROM main.${table} WHERE ${where}`,
        ).get(...values)
  statement(db, `DELETE FROM main.${table} WHERE ${where}`).run(...values)
  return was ?? {}
}

function putIn(db: Database, table: ProjectedTable, row: Row, local: Row): void {
  const insert = (cells: Row): void => {
    const names = Object.keys(cells)
    const values = names.map(() => '?').join(', ')
    statement(db, `INSERT INTO main.${table} (${names.join(', ')}) VALUES (${values})`).run(
      ...Object.values(cells),
    )
  }
  try {
    insert({ ...row, ...local })
  } catch (error) {
    if (Object.keys(local).length === 0) throw error
    // What is local to it is not what the column may hold.
    insert(row)
  }
}
