// What changes come to, row by row: of all that a stretch of the log says of one row, its last word
// is written. MONEY: the same fold takes the changes of one entry as it is appended and those of a
// million as the tables are made again, so that a change has one meaning.
import type { Database } from '../db/database.ts'
import { statement, type TypedStatement } from '../db/statements.ts'
import { projectionOf, type ProjectedTable, projectedTables } from './tables.ts'

/** A value of a column. What is no plain value is a column of JSON. */
export type Cell = string | number | bigint | null | object
export type Cells = Readonly<Record<string, Cell>>

/** A new row, the columns of a row that change beside its key, or the key of a row that goes. */
export type Change = readonly [act: 'add' | 'set' | 'drop', table: ProjectedTable, cells: Cells]

/**
 * Where tables lie: in the ledger, or beside it for as long as a connection is open. There a table
 * hides the one of the same name in the ledger from statements that don't say which they mean.
 */
export type Place = 'main' | 'temp'

export interface Fold {
  /**
   * Throws where a change does not fit those before it. `seq`: of the entry that says so, to name
   * it.
   */
  take(changes: readonly Change[], seq: number): void
  /**
   * Call it in a transaction. MONEY: throws when a change did not meet exactly the row that it is
   * about: what a log says is never half taken.
   */
  write(): void
}

/**
 * `swap`: a row that was there goes, and another of its name comes. `pass`: one came and went; that
 * none was there before is still to be seen.
 */
type Act = Change[0] | 'swap' | 'pass'

interface Held {
  act: Act
  cells: Cells
  /** The first entry that speaks of it. */
  seq: number
}

/** What two words about one row come to. Where nothing stands here, the second does not fit. */
const joint: Readonly<Record<Act, Partial<Record<Change[0], Act>>>> = {
  add: { set: 'add', drop: 'pass' },
  set: { set: 'set', drop: 'drop' },
  drop: { add: 'swap' },
  swap: { set: 'swap', drop: 'drop' },
  pass: { add: 'add' },
}

/** `unfit` makes the error of an entry that does not fit; without it the cause itself is thrown. */
export function openFold(
  db: Database,
  place: Place,
  unfit: (seq: number, cause: unknown) => unknown = (_, cause) => cause,
): Fold {
  const tables = projectedTables.map((table): HeldRows => ({
    table,
    names: columnsIn(table),
    idOf: idIn(table),
    held: new Map(),
  }))
  const byName = new Map(tables.map((one) => [one.table, one]))
  return {
    take: (changes, seq) => {
      try {
        for (const change of changes) hold(byName.get(change[1])!, change, seq)
      } catch (error) {
        throw unfit(seq, error)
      }
    },
    write: () => {
      const writer = openWriter(db, place, unfit)
      // Rows that go make room first; a row is there before another names it.
      for (const { table, held } of tables.toReversed())
        for (const row of held.values()) writer.makeRoom(table, row)
      for (const { table, held } of tables) {
        for (const row of held.values()) if (row.act === 'set') writer.put(table, row)
        for (const row of held.values())
          if (row.act !== 'set' && row.act !== 'drop') writer.put(table, row)
        held.clear()
      }
    },
  }
}

interface HeldRows {
  table: ProjectedTable
  names: ReadonlySet<string>
  idOf: (cells: Cells) => string
  held: Map<string, Held>
}

const columnsIn = (table: ProjectedTable): Set<string> => {
  const { key, facts, derived = [], local = {} } = projectionOf(table)
  return new Set([...key, ...facts, ...derived, ...Object.keys(local)])
}

/** A number and its text name one row, as a number that JSON can't hold is a text. */
function idIn(table: ProjectedTable): (cells: Cells) => string {
  const { key } = projectionOf(table)
  const [first] = key
  if (key.length === 1) return (cells) => String(cells[first])
  return (cells) => JSON.stringify(key.map((name) => String(cells[name])))
}

function hold({ held, names, idOf }: HeldRows, [act, table, cells]: Change, seq: number): void {
  for (const name in cells) if (!names.has(name)) throw new Error(`${table} has no column ${name}`)
  const id = idOf(cells)
  const before = held.get(id)
  if (before === undefined) held.set(id, { act, cells, seq })
  else {
    const both = joint[before.act][act]
    if (both === undefined) throw new Error(`${act} ${table}: not after ${before.act}`)
    before.act = both
    if (act === 'set') before.cells = { ...before.cells, ...cells }
    else if (both !== 'pass') before.cells = cells
  }
}

interface Writer {
  makeRoom(table: ProjectedTable, row: Held): void
  put(table: ProjectedTable, row: Held): void
}

function openWriter(
  db: Database,
  place: Place,
  unfit: (seq: number, cause: unknown) => unknown,
): Writer {
  const known = new Map<string, { names: readonly string[]; made: TypedStatement<unknown[]> }>()
  const shapeOf = (act: Change[0], table: ProjectedTable, names: string[]) => {
    const shape = `${act} ${table} ${names.join()}`
    let found = known.get(shape)
    if (found === undefined) {
      const { names: inOrder, sql } = writing(act, table, names)
      found = { names: inOrder, made: statement(db, sql(`${place}.${table}`)) }
      known.set(shape, found)
    }
    return found
  }
  const run = (act: Change[0], table: ProjectedTable, { cells, seq }: Held): void => {
    try {
      const { names, made } = shapeOf(act, table, Object.keys(cells))
      const met = made.run(...names.map((name) => bound(cells[name])))
      if (met.changes !== 1) throw new Error(`${act} ${table}: ${met.changes} rows instead of one`)
    } catch (error) {
      throw unfit(seq, error)
    }
  }
  return {
    makeRoom: (table, row) => {
      if (row.act === 'drop' || row.act === 'swap') run('drop', table, row)
    },
    put: (table, row) => {
      run(row.act === 'set' ? 'set' : 'add', table, row)
      if (row.act === 'pass') run('drop', table, row)
    },
  }
}

/** The statement of a change, and which columns it binds, in its order. */
function writing(
  act: Change[0],
  table: ProjectedTable,
  names: string[],
): { names: readonly string[]; sql: (into: string) => string } {
  const { key } = projectionOf(table)
  const where = key.map((name) => `${name} = ?`).join(' AND ')
  if (act === 'drop') return { names: key, sql: (into) => `DELETE FROM ${into} WHERE ${where}` }
  if (act === 'add') {
    const values = names.map(() => '?').join(', ')
    return { names, sql: (into) => `INSERT INTO ${into} (${names.join(', ')}) VALUES (${values})` }
  }
  const others = names.filter((name) => !key.includes(name))
  const sets = others.map((name) => `${name} = ?`).join(', ')
  return { names: [...others, ...key], sql: (into) => `UPDATE ${into} SET ${sets} WHERE ${where}` }
}

const bound = (cell: Cell | undefined): unknown =>
  typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell
