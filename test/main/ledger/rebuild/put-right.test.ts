// Tables that another program changed are put right from the log, whatever it changed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../src/main/ledger/db/database.ts'
import { lineOf } from '../../../../src/main/ledger/rebuild/compare.ts'
import { putRight } from '../../../../src/main/ledger/rebuild/put-right.ts'
import {
  projectedTables,
  type ProjectedTable,
  projectionOf,
} from '../../../../src/main/ledger/projections/tables.ts'
import { rowsThatDiffer } from '../../../fakes/ledger-check.ts'
import { inOtherHands, tamper, wholeLife } from './ledger-life.ts'

type Row = Record<string, string | bigint | null>

/** Without columns that SQLite itself makes of others. */
function rowsOf(db: Database, table: string): Row[] {
  const names = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  return db.prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY 1, 2`).all() as Row[]
}
const allRows = (db: Database) => projectedTables.map((table) => [table, rowsOf(db, table)])

const life = wholeLife()
const rowsThere = projectedTables.flatMap((table) =>
  rowsOf(life, table).map((row) => ({ table, row })),
)

const keyOf = (table: ProjectedTable, row: Row) => projectionOf(table).key.map((name) => row[name]!)
const idOf = (table: ProjectedTable, row: Row): string =>
  JSON.stringify(keyOf(table, row).map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)))
const whereOf = (table: ProjectedTable): string =>
  projectionOf(table)
    .key.map((name) => `${name} = ?`)
    .join(' AND ')

/** Another value that the column can hold, were it not for what it means. */
function other(db: Database, table: string, column: string, cell: Row[string] | undefined) {
  if (typeof cell === 'bigint') return cell + 1_000n
  // Indexes read into requests and answers: no other program writes what is no JSON there.
  if (typeof cell === 'string') return cell.startsWith('{') ? '{"x":"y"}' : `${cell}'`
  const type = db
    .prepare('SELECT type FROM pragma_table_info(?) WHERE name = ?')
    .pluck()
    .get(table, column)
  return type === 'INTEGER' ? 1n : '"x"'
}

const drawn = fc.record({
  at: fc.nat(rowsThere.length - 1),
  act: fc.constantFrom('change', 'delete', 'add' as const),
  column: fc.nat(100),
})

/** Does it, and gives the line that names it. */
function doIt(
  db: Database,
  { at, act, column }: typeof drawn extends fc.Arbitrary<infer T> ? T : never,
) {
  const { table, row } = rowsThere[at]!
  const { key, facts, derived = [] } = projectionOf(table)
  if (act === 'delete') {
    db.prepare(`DELETE FROM ${table} WHERE ${whereOf(table)}`).run(...keyOf(table, row))
    return `${table} ${idOf(table, row)} gone`
  }
  if (act === 'change') {
    const names = [...facts, ...derived]
    const name = names[column % names.length]!
    const cell = other(db, table, name, row[name])
    db.prepare(`UPDATE ${table} SET ${name} = ? WHERE ${whereOf(table)}`).run(
      cell,
      ...keyOf(table, row),
    )
    return `${table} ${idOf(table, row)} changed ${name}`
  }
  const name = key[column % key.length]!
  const added: Row = { ...row, [name]: other(db, table, name, row[name]) }
  // Numbers that are once in a table.
  if (['attempt', 'run', 'shop_list', 'reconciliation', 'export_plan'].includes(table))
    added['made_number'] = 77n
  if (table === 'shop_order') Object.assign(added, { said_number: 77n, orderid: 'other' })
  if (table === 'money_event') added['rrn'] = 'other'
  if (table === 'approval') added['place'] = 'other'
  if (table === 'run_row') added['known_own_id'] = 'other'
  if (rowsOf(db, table).some((one) => idOf(table, one) === idOf(table, added)))
    added[name] = typeof added[name] === 'bigint' ? 1_000n : 'another'
  const names = Object.keys(added)
  db.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  ).run(...Object.values(added))
  return `${table} ${idOf(table, added)} added`
}

describe('tables that another program changed', () => {
  it('are rows in every table, in this test', () => {
    expect(new Set(rowsThere.map(({ table }) => table))).toEqual(new Set(projectedTables))
  })

  it('are named exactly, and put right as they were: any cell, any row, any table', () => {
    fc.assert(
      fc.property(drawn, (what) => {
        const db = inOtherHands(life)
        let line = ''
        tamper(db, () => (line = doIt(db, what)))
        const found = rowsThatDiffer(db)
        expect(found.map(lineOf)).toEqual([line])
        db.pragma('ignore_check_constraints = OFF')
        db.pragma('foreign_keys = ON')
        putRight(db, found)
        expect(rowsThatDiffer(db)).toEqual([])
        expect(allRows(db)).toEqual(allRows(life))
        db.close()
      }),
      { numRuns: 100 },
    )
  })

  it('are put right however much of them was changed, in one go', () => {
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 2, maxLength: 12 }), (many) => {
        const db = inOtherHands(life)
        tamper(db, () => {
          for (const one of many)
            try {
              doIt(db, one)
            } catch (error) {
              // Two of them may meet in one row.
              expect(String(error)).toContain('UNIQUE')
            }
        })
        db.pragma('ignore_check_constraints = OFF')
        db.pragma('foreign_keys = ON')
        putRight(db, rowsThatDiffer(db))
        expect(rowsThatDiffer(db)).toEqual([])
        expect(allRows(db)).toEqual(allRows(life))
        db.close()
      }),
      { numRuns: 30 },
    )
  })

  it('are put right where one that names nobody any more goes with one that others name', () => {
    const db = inOtherHands(life)
    tamper(db, () => {
      db.exec("UPDATE payment_order SET service = 'other' WHERE orderid = '7'")
      db.exec('UPDATE money_event SET snapshot_seq = 1001 WHERE seq = 1')
    })
    db.pragma('ignore_check_constraints = OFF')
    db.pragma('foreign_keys = ON')
    putRight(db, rowsThatDiffer(db))
    expect(allRows(db)).toEqual(allRows(life))
  })

  it('are put right where right rows stand in the way of each other', () => {
    const db = inOtherHands(life)
    tamper(db, () => {
      db.exec("UPDATE attempt SET made_number = -1 WHERE id = 'a-1'")
      db.exec("UPDATE attempt SET made_number = 1 WHERE id = 'a-2'")
      db.exec("UPDATE attempt SET made_number = 2 WHERE id = 'a-1'")
    })
    putRight(db, rowsThatDiffer(db))
    expect(allRows(db)).toEqual(allRows(life))
  })

  it('keep what is local to a row, and their guards', () => {
    const db = inOtherHands(life)
    const guards = (of: Database) =>
      of.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name").all()
    db.exec('UPDATE attempt SET checks = 4, next_check_at = 5, watched = 6')
    tamper(db, () => db.exec("UPDATE attempt SET state = 'FAILED' WHERE id = 'a-1'"))
    putRight(db, rowsThatDiffer(db))
    expect(rowsOf(db, 'attempt')).toMatchObject([
      { state: 'DRAFT', checks: 4n, next_check_at: 5n, watched: 6n },
      { state: 'DRAFT', checks: 4n },
    ])
    expect(guards(db)).toEqual(guards(life))
  })

  it('lose what is local to a row where the column can’t hold it', () => {
    const db = inOtherHands(life)
    tamper(db, () => db.exec("UPDATE attempt SET state = 'FAILED', watched = -5 WHERE id = 'a-1'"))
    db.pragma('ignore_check_constraints = OFF')
    putRight(db, rowsThatDiffer(db))
    expect(allRows(db)).toEqual(allRows(life))
  })

  it('are all put right or none of them', () => {
    const db = inOtherHands(life)
    tamper(db, () => db.exec("DELETE FROM order_tag; UPDATE attempt SET comment = 'x'"))
    const found = rowsThatDiffer(db)
    const before = allRows(db)
    const bad = { ...found[0]!, row: { id: 'a-1', colour: 'red' } }
    expect(() => putRight(db, [...found, bad])).toThrow()
    expect(allRows(db)).toEqual(before)
  })
})
