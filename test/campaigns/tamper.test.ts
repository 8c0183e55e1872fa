import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { schemaSql } from '../../src/main/ledger/schema/schema.ts'
import { tampered } from '../fakes/ledger-check.ts'
import { isClean, runTamper } from './tamper.ts'
import { rules } from './tamper/rules.ts'

const entries = 16

const tablesOfSchema = (): { table: string; columns: string[] }[] => {
  const db = new BetterSqlite3(':memory:')
  db.exec(schemaSql)
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]
  const tables = names.map((table) => ({
    table,
    columns: (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name),
  }))
  db.close()
  return tables
}

describe('what is done to tables', () => {
  it('is done to each table of the schema, and to each of its columns', () => {
    const tables = tablesOfSchema()
    expect(Object.keys(rules).sort()).toEqual(tables.map(({ table }) => table))
    for (const { table, columns } of tables)
      for (const column of columns)
        expect(
          rules[table]!.some(({ name }) => new RegExp(`\\b${table}\\.${column}\\b`).test(name)),
          `${table}.${column}`,
        ).toBe(true)
  })
})

describe('tampering with a log', () => {
  beforeEach(() => tampered('the campaign changes whatever is there'))
  it('is found out in every way at every position by every verifier, and no honest log is', async () => {
    const failures: string[] = []
    const summary = await runTamper({
      entries,
      archived: 10,
      honest: 10,
      lives: 4,
      seed: 3,
      // Each attack meets each position in the ledger and in an export; so many of the ledgers are
      // exported as well.
      exportEvery: 10,
      tableEvery: 30,
      say: (line) => failures.push(line),
    })
    expect(failures).toEqual([])
    expect(isClean(summary)).toBe(true)
    // Nothing was left out: each attack met each position, here and in both other programs.
    expect(summary.cases).toBeGreaterThan(50 * entries)
    expect(summary.inApp).toBeGreaterThan(40 * entries)
    expect(summary.asPrograms).toBeGreaterThan(2)
    expect(summary.honestArchived).toBeGreaterThan(0)
    expect(summary.tableAttacks).toBeGreaterThan(300)
    expect(summary.lifeAttacks).toBeGreaterThan(35)
    expect(summary.honestLives).toBe(4)
  }, 600_000)

  it('counts what is not found: a change that is none is missed everywhere', async () => {
    const failures: string[] = []
    const summary = await runTamper({
      entries: 12,
      archived: 12,
      honest: 0,
      seed: 1,
      only: [
        {
          name: 'nothing at all',
          where: 'ledger',
          run: ({ rows }) => [...rows],
          expect: (_target, seq) => ({ word: 'tampered', bad: seq }),
        },
      ],
      say: (line) => failures.push(line),
    })
    // Twelve positions: twice in the program, and both verifiers over the exported ledger and over
    // the export. Behind the archives of four entries each the same for the four that stayed, both
    // verifiers over each archive, and the program while the second one leaves.
    const missed = 12 * 6 + 4 * 6 + (4 + 4) * 2 + (3 + 4) * 2
    expect(summary).toMatchObject({ missed, wrongVerdicts: 0, falseAlarms: 0 })
    expect(failures).toHaveLength(missed)
    expect(isClean(summary)).toBe(false)
  }, 180_000)
})
