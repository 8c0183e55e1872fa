// The one way to a statement: how it answers, that it is prepared once, and which are reported.
import { expect, it } from 'vitest'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { SLOW_MS, statement, watchStatements } from '../../../../src/main/ledger/db/statements.ts'

function openDb() {
  const opened = openLedger({ file: ':memory:', clock: () => 1 })
  if (!opened.ok) throw new Error('the ledger did not open')
  const { db } = opened.value
  db.exec('CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT)')
  return db
}

it('answers with rows, values or lists, and with the integers that were asked for', () => {
  const db = openDb()
  statement<[number, string]>(db, 'INSERT INTO thing (id, name) VALUES (?, ?)').run(7, 'lamp')
  const sql = 'SELECT id, name FROM thing'
  expect(statement(db, sql).all()).toEqual([{ id: 7n, name: 'lamp' }])
  expect(statement(db, sql, { as: 'value' }).all()).toEqual([7n])
  expect(statement(db, sql, { as: 'list', integers: 'number' }).all()).toEqual([[7, 'lamp']])
  expect(statement(db, sql).get()).toEqual({ id: 7n, name: 'lamp' })
  expect([...statement(db, sql).iterate()]).toEqual([{ id: 7n, name: 'lamp' }])
})

it('prepares a statement once for a connection, and again for another', () => {
  const [one, other] = [openDb(), openDb()]
  const sql = 'SELECT name FROM thing'
  expect(statement(one, sql)).toBe(statement(one, sql))
  expect(statement(one, sql)).not.toBe(statement(other, sql))
})

it('throws where a query that always has a row has none', () => {
  const db = openDb()
  expect(statement(db, 'SELECT count(*) AS n FROM thing').only()).toEqual({ n: 0n })
  expect(() => statement(db, 'SELECT id FROM thing').only()).toThrow('SELECT id FROM thing')
})

it('reports a statement that took too long by its SQL, and never what was bound to it', () => {
  const db = openDb()
  const reported: [string, number][] = []
  let now = 0
  let takes = SLOW_MS - 1
  watchStatements(db, {
    monotonic: () => (now += takes),
    report: (sql, ms) => reported.push([sql, ms]),
  })
  const sql = 'INSERT INTO thing (name) VALUES (?)'
  statement<[string]>(db, sql).run('4111111111111111')
  expect(reported).toEqual([])
  takes = SLOW_MS
  statement<[string]>(db, sql).run('4111111111111111')
  expect(reported).toEqual([[sql, SLOW_MS]])
})
