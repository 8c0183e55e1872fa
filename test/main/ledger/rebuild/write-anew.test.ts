// A ledger whose schema another program changed is written anew from its log.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../src/main/ledger/db/database.ts'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { readLog } from '../../../../src/main/ledger/audit/audit-rows.ts'
import { projectedTables } from '../../../../src/main/ledger/projections/tables.ts'
import { writeAnew } from '../../../../src/main/ledger/rebuild/write-anew.ts'
import { differencesOf } from '../../../fakes/ledger-check.ts'
import { newFolder, valueOf } from '../ledger-rig.ts'
import { inOtherHands, tamper, wholeLife } from './ledger-life.ts'

const life = wholeLife()
const logTables = ['audit_entry', 'entry_rows', 'checkpoint', 'archive', 'meta'] as const
const rowsOf = (db: Database, tables: readonly string[]) =>
  tables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()])
const schemaOf = (db: Database) =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all()

/** The ledger that is written anew, opened as the program does. */
function written(from: Database) {
  const file = join(newFolder(), 'ledger.sqlite')
  writeAnew(from, file)
  expect(existsSync(`${file}-journal`) || existsSync(`${file}-wal`)).toBe(false)
  return valueOf(openLedger({ file, clock: () => 5 }))
}

describe('a ledger that another program gave', () => {
  it.each([
    ['a column', 'ALTER TABLE attempt ADD COLUMN note TEXT'],
    ['a column of the log', "ALTER TABLE audit_entry ADD COLUMN note TEXT DEFAULT 'x'"],
    [
      'a trigger',
      "CREATE TRIGGER t AFTER INSERT ON attempt BEGIN UPDATE attempt SET actor = 'x'; END",
    ],
    ['a view', 'CREATE VIEW sums AS SELECT count(*) FROM attempt'],
    ['an index', 'CREATE INDEX mine ON audit_entry (leaf)'],
    [
      'another name for an index',
      'DROP INDEX attempt_one_open; CREATE INDEX attempt_open ON attempt (lock_key)',
    ],
    ['a table less', 'DROP TABLE order_tag'],
    ['a guard less', 'DROP TRIGGER audit_entry_no_delete'],
    ['a column of its own less', 'ALTER TABLE attempt DROP COLUMN watched'],
  ])('%s has the program’s own schema again, its log, and the tables of its log', (_, sql) => {
    const from = inOtherHands(life)
    from.exec(sql)
    const { db, findings, close } = written(from)
    expect(findings).toEqual([])
    expect(schemaOf(db)).toEqual(schemaOf(life))
    expect(rowsOf(db, logTables)).toEqual(rowsOf(life, logTables))
    expect(rowsOf(db, projectedTables)).toEqual(rowsOf(life, projectedTables))
    expect(readLog(db)?.head()).toEqual(readLog(life)?.head())
    expect(differencesOf(db)).toEqual([])
    close()
  })

  it('rows of its own lost them, and what is local to a row is kept where it can be', () => {
    const from = inOtherHands(life)
    tamper(from, () =>
      from.exec(`UPDATE attempt SET state = 'FAILED', checks = 7 WHERE id = 'a-1';
        UPDATE attempt SET watched = -1 WHERE id = 'a-2';
        DELETE FROM order_note; UPDATE payment_order SET phase = 'refunded', checked_at = 9`),
    )
    const { db, close } = written(from)
    expect(differencesOf(db)).toEqual([])
    expect(db.prepare('SELECT state, checks, watched FROM attempt ORDER BY id').all()).toEqual([
      { state: 'DRAFT', checks: 7n, watched: 0n },
      { state: 'DRAFT', checks: 0n, watched: 0n },
    ])
    expect(db.prepare('SELECT checked_at FROM payment_order').pluck().get()).toBe(9n)
    close()
  })
})

describe('nothing is written anew', () => {
  it.each([
    ['over a file that is there', 'SELECT 1', 'is there already'],
    ['from a log that lacks a table', 'DROP TABLE entry_rows', 'no table entry_rows'],
    [
      'from a log that is a view',
      'ALTER TABLE checkpoint RENAME TO other; CREATE VIEW checkpoint AS SELECT * FROM other',
      'no table checkpoint',
    ],
    [
      'from rows that are not as they were written',
      "UPDATE entry_rows SET rows = x'00' WHERE seq = 2",
      'the rows of entry 2 are not those that it names',
    ],
  ])('%s', (_, sql, why) => {
    const from = inOtherHands(life)
    for (const name of ['entry_rows_no_update', 'entry_rows_no_delete'])
      from.exec(`DROP TRIGGER ${name}`)
    from.exec(sql)
    const file = join(newFolder(), 'ledger.sqlite')
    if (why.includes('already')) new BetterSqlite3(file).exec('CREATE TABLE t (a)').close()
    expect(() => writeAnew(from, file)).toThrow(why)
  })
})
