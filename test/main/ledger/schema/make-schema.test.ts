// What a ledger is made of, and ledgers that another version of the program made.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { schemaFormat, schemaSql } from '../../../../src/main/ledger/schema/schema.ts'
import { faultOf, newFolder, openAt, tickingClock } from '../ledger-rig.ts'

const program = join(import.meta.dirname, 'killed-start.ts')

const open = (file: string) => openLedger({ file, clock: tickingClock() })

/** A closed ledger after this. */
function changed(sql: string): string {
  const file = join(newFolder(), 'ledger.sqlite')
  openAt(file).close()
  const tool = new BetterSqlite3(file)
  tool.exec(sql)
  tool.pragma('journal_mode = DELETE')
  tool.close()
  return file
}

describe('a ledger of another format', () => {
  it.each([
    ['newer', 'PRAGMA user_version = 9999', /^A newer Paydesk wrote this ledger \(format 9999; /],
    [
      'older',
      'PRAGMA user_version = 211; CREATE TABLE ledger_migration (version INTEGER)',
      /^An older Paydesk wrote this ledger \(format 211\).*with the Paydesk that wrote it\.$/,
    ],
    ['without a format', 'PRAGMA user_version = 0', /^An older Paydesk .*\(format 0\)/],
  ])('is not opened, not touched, and told with what to do: %s', (_what, sql, message) => {
    const file = changed(sql)
    const before = readFileSync(file)
    for (const _time of [1, 2]) expect(faultOf(open(file))).toMatch(message)
    const after = new BetterSqlite3(file)
    after.pragma('journal_mode = DELETE')
    after.close()
    expect(rowsOf(readFileSync(file))).toEqual(rowsOf(before))
    expect(existsSync(join(file, '../backups'))).toBe(false)
  })

  it('is not taken for a new one when its tables are gone', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    const db = new BetterSqlite3(file)
    db.pragma(`user_version = ${schemaFormat}`)
    db.pragma(`application_id = ${0x50644c67}`)
    db.close()
    expect(faultOf(open(file))).toMatch(/holds nothing\. It was not touched\./)
  })

  it('comes with each change of the tables: a new number, and this digest', () => {
    const tables = schemaSql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')
    const digest = createHash('sha256').update(tables).digest('hex').slice(0, 16)
    expect({ schemaFormat, digest }).toEqual({ schemaFormat: 406, digest: 'e938d66ca5c58d30' })
  })
})

/** Without the pages' counter of changes, which a change of the journal's mode moves. */
const rowsOf = (file: Buffer): Buffer => file.subarray(100)

describe('a first start that is killed', () => {
  it('with every table made leaves nothing, and the next start makes a ledger', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    expect(spawnSync(process.execPath, [program, file]).signal).toBe('SIGKILL')
    const left = new BetterSqlite3(file)
    expect(left.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
    expect(left.pragma('user_version', { simple: true })).toBe(0)
    left.close()
    const opened = openAt(file)
    expect(opened).toMatchObject({ isNew: true, findings: [] })
    opened.close()
    expect(openAt(file)).toMatchObject({ isNew: false, findings: [] })
  })
})
