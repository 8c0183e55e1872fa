// What somebody with the file does while Paydesk runs, and takes back before anybody looks: changes
// of the schema that make the program's own writes carry others, or go nowhere. Then what an honest
// tool does: none of it may stop money.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { columnsOf } from '../../../../src/main/ledger/seals/row-tables.ts'
import {
  fillTables,
  type Keychain,
  type Life,
  newKeychain,
  openLife,
} from '../../../campaigns/tamper/tables.ts'
import { newFolder } from '../ledger-rig.ts'
import { formatMessages } from '#wording/format-messages.ts'
import { tampered } from '../../../fakes/ledger-check.ts'

beforeEach(() => tampered('another program writes to the ledger'))

let file: string
let vault: Keychain
let life: Life
let tool: BetterSqlite3.Database
const start = async (): Promise<Life> => (life = await openLife(file, vault))
const run = (sql: string): void => inTransaction(life.db, () => void life.db.exec(sql))
const stops = (): string => {
  life.rows.look()
  return formatMessages(life.stops()).join('\n')
}
/** Rows of the schema as they are typed into the file, and SQLite told that they changed. */
const writeSchema = (sql: string): void => {
  tool.pragma('writable_schema = ON')
  tool.exec(sql)
  tool.pragma(`schema_version = ${Number(tool.pragma('schema_version', { simple: true })) + 1}`)
  tool.pragma('writable_schema = RESET')
}
const bump = `UPDATE connection SET updated_at = updated_at + 1 WHERE id = 'c-1'`
const theirs = `UPDATE status_snapshot SET transaction_type = 'sale'`
const mine = `CREATE TRIGGER mine AFTER UPDATE ON connection BEGIN ${theirs}; END`

beforeEach(async () => {
  file = join(newFolder(), 'ledger.sqlite')
  vault = newKeychain()
  await start()
  fillTables(life.db)
  tool = new BetterSqlite3(file)
  tool.unsafeMode()
  expect(stops()).toBe('')
})
afterEach(() => {
  tool.close()
  life.kill()
})

describe('a trigger that is gone again before anybody looks', () => {
  it('is found by the transaction that it takes part in, and stays found', async () => {
    tool.exec(mine)
    run(bump)
    tool.exec('DROP TRIGGER mine')
    expect(stops()).toContain('the trigger “mine” was added')
    run(bump)
    expect(stops()).toContain('the trigger “mine” was added')
  })

  it('gets no seals where it calls itself something else', () => {
    writeSchema(
      `INSERT INTO sqlite_schema VALUES ('TRIGGER', 'mine', 'connection', 0, '${mine.replaceAll("'", "''")}')`,
    )
    life.db.exec(bump)
    writeSchema(`DELETE FROM sqlite_schema WHERE name = 'mine'`)
    expect(stops()).toContain('status_snapshot')
  })

  it('gets no seals where it is in no file, but in the memory of the program', () => {
    tool.exec(mine)
    life.db.prepare('SELECT * FROM connection').all()
    tool.pragma('writable_schema = ON')
    tool.exec(`DELETE FROM sqlite_schema WHERE name = 'mine'`)
    life.db.exec(bump)
    expect(stops()).toContain('status_snapshot')
  })

  it('does nothing in a transaction where it is in the memory of the program alone', () => {
    tool.exec(mine)
    life.db.prepare('SELECT * FROM connection').all()
    tool.pragma('writable_schema = ON')
    tool.exec(`DELETE FROM sqlite_schema WHERE name = 'mine'`)
    run(bump)
    expect(stops()).toBe('')
    expect(
      life.db.prepare(`SELECT DISTINCT transaction_type FROM status_snapshot`).pluck().all(),
    ).toEqual(['reversal'])
  })

  it.each(['order_note', 'row_seal', 'audit_entry'])(
    'and swallowed what the program wrote to %s stops money now and at the next start',
    async (table) => {
      tool.exec(`CREATE TRIGGER mine BEFORE INSERT ON ${table} BEGIN SELECT RAISE(IGNORE); END`)
      inTransaction(life.db, () => {
        life.db.exec(
          `INSERT INTO order_note (connection_id, orderid, at, actor, text) VALUES ('c-1', '7', 1, 'ana', 'ours')`,
        )
        life.note('step')
      })
      tool.exec('DROP TRIGGER mine')
      life.note('step')
      const { kill } = life
      expect(stops()).toContain('the trigger “mine” was added')
      kill()
      await start()
      expect(stops()).not.toBe('')
    },
  )
})

describe('a table that is another one for a while', () => {
  it('seals nothing that it adds by itself', () => {
    const table = `WHERE name = 'attempt'`
    const before = tool.prepare(`SELECT sql FROM sqlite_schema ${table}`).pluck().get() as string
    const other = before.replace(/(checks\s+INTEGER NOT NULL DEFAULT) 0/, '$1 7')
    expect(other).not.toBe(before)
    writeSchema(`UPDATE sqlite_schema SET sql = '${other.replaceAll("'", "''")}' ${table}`)
    life.db.exec(
      `INSERT INTO order_note (connection_id, orderid, at, actor, text) VALUES ('c-1', '7', 1, 'ana', 'ours')`,
    )
    life.db
      .prepare(
        `INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
           amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, made_number)
         VALUES ('a-new', 'shop', 'c-1', '1', 'return', 'money', '7', 'pd-7', 'a-new', 'DRAFT', 100, 'EUR', 2, 0, '{}', 'd', 1,
           'ana', 'why', 's', 'w', 1, 99)`,
      )
      .run()
    writeSchema(`UPDATE sqlite_schema SET sql = '${before.replaceAll("'", "''")}' ${table}`)
    expect(life.db.prepare(`SELECT checks FROM attempt WHERE id = 'a-new'`).pluck().get()).toBe(7n)
    expect(stops()).toContain('a-new')
  })
})

describe('a schema that was put right by a person', () => {
  const decide = (): void => {
    for (const { putRight } of life.ledger.drift()) inTransaction(life.db, () => putRight?.())
  }

  it('is sealed under again, and nothing is left to be told', async () => {
    await life.close()
    tool.exec(mine.replace(theirs, 'SELECT 1'))
    await start()
    expect(stops()).toContain('the trigger “mine” was added')
    expect((await life.seal.toSign()).ok).toBe(false)
    decide()
    run(bump)
    life.note('step')
    life.ledger.findings.length = 0
    expect(stops()).toBe('')
    expect((await life.seal.toSign()).ok).toBe(true)
    tool.close()
    await life.close()
    await start()
    tool = new BetterSqlite3(file)
    expect(stops()).toBe('')
  })

  it('leaves nothing to be told either where the program is killed right after that', async () => {
    tool.exec(mine.replace(theirs, 'SELECT 1'))
    expect(stops()).toContain('the trigger “mine” was added')
    life.note('step')
    inTransaction(life.db, () => {
      for (const { putRight } of life.ledger.drift()) putRight?.()
      life.note('resumed')
    })
    life.kill()
    tool.close()
    await start()
    tool = new BetterSqlite3(file)
    expect(stops()).toBe('')
  })

  it('is found again where the decision could not be written', async () => {
    tool.exec(mine)
    expect(stops()).toContain('the trigger “mine” was added')
    const failed = (): void =>
      inTransaction(life.db, () => {
        for (const { putRight } of life.ledger.drift()) putRight?.()
        throw new Error('the disk is full')
      })
    expect(failed).toThrow('the disk is full')
    await setImmediate()
    expect(stops()).toContain('the trigger “mine” was added')
    decide()
    expect(stops()).toBe('')
  })

  it('may be right already, as what was gone is back', () => {
    const sql = tool
      .prepare(`SELECT sql FROM sqlite_schema WHERE name = 'attempt_no_delete'`)
      .pluck()
      .get()
    tool.exec('DROP TRIGGER attempt_no_delete')
    expect(stops()).toContain('the trigger “attempt_no_delete” is gone')
    tool.exec(String(sql))
    expect(stops()).toContain('the trigger “attempt_no_delete” is gone')
    decide()
    expect(stops()).toBe('')
  })
})

it('a ledger whose log was emptied with the head of its seals is not taken for a new one', async () => {
  await life.close()
  const guards = tool
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all() as { name: string; sql: string }[]
  for (const { name } of guards) tool.exec(`DROP TRIGGER ${name}`)
  tool.exec(`DELETE FROM audit_entry; DELETE FROM checkpoint; DELETE FROM row_seal_head; ${theirs}`)
  for (const { sql } of guards) tool.exec(sql)
  await start()
  expect(formatMessages(life.rows.stops(false).map(({ message }) => message)).join()).toContain(
    'The count of the ledger’s seals is gone',
  )
})

it('a seal of no bytes keeps the program from writing nothing', () => {
  tool.pragma('ignore_check_constraints = ON')
  tool.exec(`UPDATE row_seal SET mac = x'' WHERE name = 'secret'`)
  run(`DELETE FROM secret WHERE slot LIKE '%c-1%'`)
  expect(stops()).not.toBe('')
})

describe('a row that the program wrote while the key was away', () => {
  beforeEach(async () => {
    await life.close()
    vault.isLocked = true
    await start()
    life.db.exec(`UPDATE attempt SET message = 'ours' WHERE id = 'a-c-1-1'`)
  })
  const opened = async (): Promise<string> => {
    vault.isLocked = false
    await life.seal.reopen()
    await life.rows.reopen()
    return stops()
  }

  it.each([
    ['changed', `UPDATE attempt SET comment = 'theirs' WHERE id = 'a-c-1-1'`],
    ['changed and written again', `UPDATE attempt SET comment = 'theirs' WHERE id = 'a-c-1-1'`],
    ['deleted', `DROP TRIGGER attempt_no_delete; DELETE FROM attempt WHERE id = 'a-c-1-1'`],
  ])('gets no seal once another program %s it', async (how, sql) => {
    tool.exec(sql)
    if (how.endsWith('again')) run(`UPDATE attempt SET message = 'ours' WHERE id = 'a-c-1-1'`)
    expect(await opened()).toContain('a-c-1-1')
  })

  it('gets its seal after it was written twice, and one that was put in and taken out none', async () => {
    run(`UPDATE attempt SET message = 'again' WHERE id = 'a-c-1-1'`)
    run(`INSERT INTO secret VALUES ('one', 'ab', 1)`)
    run(`UPDATE secret SET created_at = 2 WHERE slot = 'one'`)
    run(`DELETE FROM secret WHERE slot = 'one'`)
    run(`INSERT INTO secret VALUES ('two', 'ab', 1)`)
    expect(await opened()).toBe('')
    await life.close()
    await start()
    expect(stops()).toBe('')
  })
})

describe('a decision of a person', () => {
  const accept = (): void => life.rows.stops(false).forEach((stop) => life.rows.accept(stop))
  const dropGuards = (): void => {
    for (const table of ['order_note', 'attempt']) tool.exec(`DROP TRIGGER ${table}_no_delete`)
  }
  const makeGuards = (): void => {
    for (const { message, putRight } of life.ledger.drift())
      if (message !== '') inTransaction(life.db, () => putRight?.())
  }

  it.each([
    ['changed', `UPDATE attempt SET comment = 'worse' WHERE id = 'a-c-1-1'`, 'a-c-1-1'],
    ['taken out', `DELETE FROM attempt WHERE id = 'a-c-1-1'`, 'a-c-1-1'],
  ])('about a row is none about what was %s since', (_, sql, name) => {
    dropGuards()
    tool.exec(`UPDATE attempt SET comment = 'theirs' WHERE id = 'a-c-1-1'`)
    expect(stops()).toContain(name)
    tool.exec(sql)
    makeGuards()
    accept()
    expect(stops()).toContain(name)
    accept()
    expect(stops()).toBe('')
  })

  it('holds for a row that the program itself wrote since', () => {
    tool.exec(`UPDATE attempt SET comment = 'theirs' WHERE id = 'a-c-1-1'`)
    expect(stops()).toContain('a-c-1-1')
    run(`UPDATE attempt SET message = 'ours' WHERE id = 'a-c-1-1'`)
    accept()
    expect(stops()).toBe('')
  })

  it('about what was taken out of a table is none about what was taken out since', () => {
    const take = (seq: number): void =>
      void tool.exec(
        `DELETE FROM row_seal WHERE name = 'status_snapshot' AND id = '${seq}'; DELETE FROM status_snapshot WHERE seq = ${seq}`,
      )
    const add = (seq: number): void =>
      run(`INSERT INTO status_snapshot SELECT ${seq}, ${columnsOf(life.db, 'status_snapshot').slice(1).join(', ')}
        FROM status_snapshot LIMIT 1`)
    take(1)
    expect(stops()).toContain('table status_snapshot')
    add(7)
    take(2)
    accept()
    expect(stops()).toContain('table status_snapshot')
    add(8)
    accept()
    expect(stops()).toBe('')
  })

  it('about a table takes no others for right whose head was changed since', () => {
    dropGuards()
    tool.exec(
      `DELETE FROM row_seal WHERE name = 'order_note' AND id = '1'; DELETE FROM order_note WHERE seq = 1`,
    )
    expect(stops()).toContain('table order_note')
    tool.exec(`UPDATE row_seal_head SET head = replace(head, '"size"', '"Size"')`)
    makeGuards()
    accept()
    expect(stops()).toContain('Nobody can say whether')
  })
})

describe('what an honest tool does', () => {
  it.each([
    ['reads', 'SELECT * FROM attempt'],
    ['tidies up', 'VACUUM'],
    ['carries the log over', 'PRAGMA wal_checkpoint(TRUNCATE)'],
    ['adds a tag', `INSERT INTO order_tag SELECT 'c-1', '7', 'urgent', 1, 'ana' WHERE 0`],
    ['touches a page', `UPDATE ledger_start SET times = times`],
    ['makes indexes anew', 'REINDEX'],
  ])('%s stops nothing, nor what the program writes then', async (_, sql) => {
    const act = (): void => void tool.exec(sql)
    act()
    run(bump)
    life.note('step')
    expect(stops()).toBe('')
    act()
    expect(stops()).toBe('')
    run(bump)
    run(`DELETE FROM secret WHERE slot LIKE '%sandbox%'`)
    act()
    life.note('step')
    tool.close()
    await life.close()
    await start()
    tool = new BetterSqlite3(file)
    expect(stops()).toBe('')
  })
})
