import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openLedger } from '../../../../src/main/ledger/db/open.ts'
import { faultOf, newFolder, openAt, tickingClock } from '../ledger-rig.ts'

interface Place {
  folder: string
  file: string
  migrationsDir: string
}

function place(migrations: Record<string, string>): Place {
  const folder = newFolder()
  const migrationsDir = join(folder, 'migrations')
  mkdirSync(migrationsDir)
  const made = { folder, file: join(folder, 'ledger.db'), migrationsDir }
  addTo(made, migrations)
  return made
}

function addTo(at: Place, migrations: Record<string, string>): void {
  for (const [name, sql] of Object.entries(migrations))
    writeFileSync(join(at.migrationsDir, name), sql)
}

const reopen = (at: Place) =>
  openLedger({ file: at.file, migrationsDir: at.migrationsDir, clock: tickingClock() })

const schemaOf = (file: string): unknown => {
  const db = new BetterSqlite3(file, { readonly: true })
  const seen = {
    version: db.pragma('user_version', { simple: true }),
    tables: db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1`)
      .pluck()
      .all(),
    rows: db.prepare('SELECT a FROM t ORDER BY a').pluck().all(),
    applied: db.prepare('SELECT name FROM ledger_migration ORDER BY version').pluck().all(),
  }
  db.close()
  return seen
}

const first = {
  '0010-first.sql': 'CREATE TABLE t (a INTEGER NOT NULL) STRICT; INSERT INTO t VALUES (1);',
}

describe('migrations', () => {
  it('run in order, once each, and the newest number is the version of the schema', () => {
    const at = place({ ...first, '0020-second.sql': 'INSERT INTO t VALUES (2)' })
    openAt(at.file, at).close()
    openAt(at.file, at).close()
    expect(schemaOf(at.file)).toMatchObject({
      version: 20,
      rows: [1, 2],
      applied: ['0010-first.sql', '0020-second.sql'],
    })
    expect(readdirSync(at.folder)).not.toContain('backups')
  })

  it('are preceded by a copy of a ledger that already holds something', () => {
    const at = place(first)
    openAt(at.file, at).close()
    addTo(at, { '0020-second.sql': 'INSERT INTO t VALUES (2)' })
    openAt(at.file, at).close()
    const [copy] = readdirSync(join(at.folder, 'backups'))
    expect(copy).toMatch(/^ledger-before-0020-/)
    expect(schemaOf(join(at.folder, 'backups', copy!))).toMatchObject({ version: 10, rows: [1] })
    expect(schemaOf(at.file)).toMatchObject({ version: 20, rows: [1, 2] })
  })

  it.each([
    [
      'a statement that fails half-way',
      'INSERT INTO t VALUES (2); INSERT INTO nowhere VALUES (1);',
    ],
    ['a commit of its own', 'INSERT INTO t VALUES (2); COMMIT; INSERT INTO nowhere VALUES (1);'],
    [
      'rows that point at nothing',
      'PRAGMA defer_foreign_keys = ON; CREATE TABLE p (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE c (p INTEGER REFERENCES p (id)) STRICT; INSERT INTO c VALUES (7);',
    ],
  ])('that fail by %s stop the start and are named', (_why, sql) => {
    const at = place(first)
    openAt(at.file, at).close()
    const before = schemaOf(at.file)
    addTo(at, { '0020-second.sql': sql, '0030-third.sql': 'INSERT INTO t VALUES (3)' })
    expect(faultOf(reopen(at))).toMatch(/0020-second\.sql/)
    expect(schemaOf(at.file)).toEqual(before)
    expect(before).toMatchObject({ version: 10, applied: ['0010-first.sql'], rows: [1] })
    addTo(at, { '0020-second.sql': 'INSERT INTO t VALUES (2)' })
    expect(reopen(at)).toMatchObject({ ok: true })
  })

  it('that were edited after they ran are refused', () => {
    const at = place(first)
    openAt(at.file, at).close()
    addTo(at, { '0010-first.sql': `${first['0010-first.sql']} -- edited` })
    expect(faultOf(reopen(at))).toMatch(/not the one this program brings/)
  })

  it('slipped in before one that already ran are refused', () => {
    const at = place(first)
    openAt(at.file, at).close()
    addTo(at, { '0005-late.sql': 'INSERT INTO t VALUES (9)' })
    expect(faultOf(reopen(at))).toMatch(/not the one this program brings/)
    expect(schemaOf(at.file)).toMatchObject({ rows: [1] })
  })

  it.each(['10-short.sql', '0010-twice.sql', '0000-zero.sql', '0020-Upper.sql'])(
    'named %s are refused',
    (name) => {
      const at = place({ ...first, [name]: 'SELECT 1' })
      expect(faultOf(reopen(at))).toMatch(/is not a migration/)
    },
  )

  it('missing altogether are refused', () => {
    expect(faultOf(reopen(place({})))).toMatch(/No migrations/)
  })
})
