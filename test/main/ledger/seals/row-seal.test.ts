// Rows that steer money, changed behind the program's back: whatever is changed is found at the
// next start, before a request leaves, or by the look through the whole ledger, and is named. What
// the program writes itself is never found fault with.
import { createSecretKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, openLedgerReader } from '../../../../src/main/ledger/db/open.ts'
import { headText, readHead } from '../../../../src/main/ledger/seals/row-mac.ts'
import { headIn } from '../../../../src/main/ledger/seals/row-store.ts'
import { ROW_KEY_SLOT } from '../../../../src/main/ledger/seals/row-key.ts'
import { sealedNames, unsealedTables } from '../../../../src/main/ledger/seals/row-tables.ts'
import {
  appendTo,
  copyLedger,
  fillTables,
  type Keychain,
  type Life,
  newKeychain,
  openLife,
  tableAttacks,
  tamperWith,
} from '../../../campaigns/tamper/tables.ts'
import { faultOf, newFolder, valueOf } from '../ledger-rig.ts'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'
import { tampered } from '../../../fakes/ledger-check.ts'

beforeEach(() => tampered('another program writes to the ledger'))

let file: string
let vault: Keychain
let life: Life
const start = async (): Promise<Life> => (life = await openLife(file, vault))
const sql = (text: string) => ({
  name: text,
  run: (tool: BetterSqlite3.Database) => void tool.exec(text),
})
/** Unlike tamperWith(), whatever the triggers of the ledger say. */
const withTool = (text: string): void => {
  const tool = new BetterSqlite3(file)
  tool.exec(text)
  tool.close()
}
/**
 * A value that no column of this kind may have: the next start finds the file damaged, and sets it
 * aside.
 */
const isDamaged = (at: string): boolean => {
  const tool = new BetterSqlite3(at)
  const message = tool.pragma('quick_check', { simple: true })
  tool.close()
  return message !== 'ok'
}
const addNotes = (count: number): void =>
  inTransaction(life.db, () => {
    const add = life.db.prepare(
      `INSERT INTO order_note (connection_id, orderid, at, actor, text) VALUES ('c-1', '7', 1, 'ana', ?)`,
    )
    for (let n = 0; n < count; n += 1) add.run(`note ${n}`)
  })
/** On one moment of the ledger; `meanwhile` happens after its first page. */
const startIntegrityScan = async (meanwhile: () => void = () => undefined): Promise<void> => {
  const snapshot = valueOf(openLedgerReader(file))
  snapshot.exec('BEGIN')
  let pages = 0
  await life.rows.startIntegrityScan(snapshot, () => {
    pages += 1
    if (pages === 1) meanwhile()
    return Promise.resolve()
  })
  snapshot.close()
}
const acceptAll = (): void => {
  for (const stop of life.rows.stops(false)) expect(life.rows.accept(stop)).toBe(true)
}

beforeEach(async () => {
  file = join(newFolder(), 'ledger.sqlite')
  vault = newKeychain()
  await start()
  fillTables(life.db)
})
afterEach(() => life.kill())

it('seals rows that have none in a time that grows with their number, and no faster', async () => {
  const processorMsWith = async (more: number): Promise<number> => {
    life.kill()
    const tool = new BetterSqlite3(file)
    tool.exec('DELETE FROM row_seal_head; DELETE FROM row_seal')
    const add = tool.prepare(
      `INSERT INTO order_note (connection_id, orderid, at, actor, text) VALUES ('c-1', '7', 1, 'ana', 'a')`,
    )
    tool.transaction(() => {
      for (let n = 0; n < more; n += 1) add.run()
    })()
    tool.close()
    vault = newKeychain()
    const before = process.cpuUsage()
    await start()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  await processorMsWith(500)
  const few = await processorMsWith(1_500)
  // Twelve times as many: a search of the whole table for each row takes over 100 times as long.
  expect(await processorMsWith(22_000)).toBeLessThan(20 * few)
}, 60_000)

describe('what the program writes', () => {
  it('is never found fault with, over starts, kills, changes and removals', async () => {
    for (let n = 0; n < 3; n += 1) {
      life.db.exec(`UPDATE attempt SET message = message || '.', checks = checks + 1`)
      life.db.exec(`UPDATE connection SET record = json_set(record, '$.name', 'Desk ${n}')`)
      life.db.exec(`DELETE FROM secret WHERE slot LIKE '%sandbox%'`)
      life.note('step')
      life.rows.look()
      expect(life.stops()).toEqual([])
      if (n === 1) life.kill()
      else await life.close()
      await start()
      expect(life.stops()).toEqual([])
    }
  })

  it('is not found fault with after a transaction was taken back', () => {
    const undo = (): void =>
      inTransaction(life.db, () => {
        life.db.exec(`UPDATE attempt SET message = 'gone'; DELETE FROM connection`)
        life.note('gone')
        throw new Error('taken back')
      })
    expect(undo).toThrow('taken back')
    life.note('after')
    life.rows.look()
    expect(life.stops()).toEqual([])
  })

  it('is sealed once where a ledger has no seals yet, and never again', async () => {
    await life.close()
    const tool = new BetterSqlite3(file)
    tool.exec('DELETE FROM row_seal; DELETE FROM row_seal_head')
    tool.close()
    const key = vault.slots.get(ROW_KEY_SLOT)
    vault.slots.set(ROW_KEY_SLOT, key?.replace(':used:', ':new:') ?? '')
    await start()
    expect(life.stops()).toEqual([])
    expect(life.rows.isWhole()).toBe(true)
    expect(vault.slots.get(ROW_KEY_SLOT)).toBe(key)
  })

  it('leaves no trace in the schema: the triggers are of this connection alone', () => {
    const other = valueOf(openLedgerReader(file))
    const names = other.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'paydesk%'`).all()
    other.close()
    expect(names).toEqual([])
  })
})

describe('rows changed while Paydesk was closed', () => {
  it('are found, every column of every table that steers money, and every other way', async () => {
    const attacks = tableAttacks(life.db)
    expect(attacks.length).toBeGreaterThan(60)
    await life.close()
    const copy = join(newFolder(), 'ledger.sqlite')
    const missed: string[] = []
    copyLedger(file, copy)
    tamperWith(copy, { name: 'nothing', run: () => undefined })
    const untouched = await openLife(copy, newKeychain(vault))
    expect(untouched.stops()).toEqual([])
    untouched.kill()
    for (const attack of attacks) {
      copyLedger(file, copy)
      tamperWith(copy, attack)
      const found = await openLife(copy, newKeychain(vault))
      if (found.stops().length === 0) missed.push(attack.name)
      found.kill()
    }
    expect(missed).toEqual([])
  }, 120_000)

  it('are named with their table', async () => {
    await life.close()
    tamperWith(
      file,
      sql(`UPDATE connection SET record = replace(record, 'https://c-1', 'https://x')`),
    )
    tamperWith(file, sql(`UPDATE order_note SET text = 'paid already' WHERE seq = 1`))
    await start()
    const message = formatMessages(life.stops()).join('\n')
    expect(message).toContain(
      'the connection c-1 “Desk c-1” (table connection) is not as Paydesk wrote it',
    )
    expect(message).toContain('the note 1 on order 7 (table order_note) is not as Paydesk wrote it')
  })

  it('are the answers of the gateway as well: what was refunded is counted from them', async () => {
    await life.close()
    tamperWith(file, sql(`DELETE FROM status_snapshot WHERE connection_id = 'c-1'`))
    await start()
    expect(formatMessages(life.stops()).join('\n')).toContain(
      'the answer of the gateway 1 (table status_snapshot) is gone',
    )
  })

  it('are sealed without a stop where the version before sealed no such table', async () => {
    const base64 = vault.slots.get(ROW_KEY_SLOT)!.split(':')[2]!
    const key = createSecretKey(Buffer.from(base64, 'base64'))
    await life.close()
    tamperWith(file, {
      name: 'as an older version left it',
      run: (tool) => {
        tool.exec(`DELETE FROM row_seal WHERE name = 'status_snapshot'`)
        const head = readHead(key, headIn(tool)!)!
        const { status_snapshot: _sum, ...tables } = head.tables
        tool.prepare('UPDATE row_seal_head SET head = ?').run(headText(key, { ...head, tables }))
      },
    })
    await start()
    expect(life.stops()).toEqual([])
    await life.close()
    tamperWith(file, sql(`DELETE FROM status_snapshot WHERE connection_id = 'c-1'`))
    await start()
    expect(life.stops()).not.toEqual([])
  })

  it('are named by the log where row and seal are gone', async () => {
    life.note('attempt:draft', { attemptId: 'a-c-1-1' })
    await life.close()
    tamperWith(
      file,
      sql(`DELETE FROM attempt WHERE id = 'a-c-1-1'; DELETE FROM row_seal WHERE id = 'a-c-1-1'`),
    )
    await start()
    expect(formatMessages(life.stops()).join()).toMatch(
      /table attempt\) was removed.* the request a-c-1-1/,
    )
  })

  it('are found where an older row comes back with the very seal it had', async () => {
    const old = join(newFolder(), 'old.sqlite')
    await life.close()
    copyLedger(file, old)
    await start()
    life.db.exec(
      `UPDATE connection SET record = json_set(record, '$.baseUrl', 'https://new.example')`,
    )
    await life.close()
    const back = `ATTACH '${old}' AS old; DELETE FROM connection; INSERT INTO connection SELECT * FROM old.connection;
      DELETE FROM row_seal; INSERT INTO row_seal SELECT * FROM old.row_seal`
    tamperWith(file, sql(back))
    await start()
    expect(formatMessages(life.stops()).join()).toContain('put back as it was before')
    life.kill()
    tamperWith(
      file,
      sql(
        `${back}; DELETE FROM row_seal_head; INSERT INTO row_seal_head SELECT * FROM old.row_seal_head`,
      ),
    )
    await start()
    expect(formatMessages(life.stops()).join()).toMatch(
      /Entries \d+ to \d+ were written while the key/,
    )
  })

  it('stop every connection, but the practice connection itself no practice', async () => {
    await life.close()
    tamperWith(file, sql(`UPDATE connection SET updated_at = 9 WHERE id = 'sandbox'`))
    await start()
    expect(life.rows.stops(false)).toMatchObject([{ reach: 'production' }])
    life.kill()
    tamperWith(file, sql(`UPDATE connection SET updated_at = 9`))
    await start()
    expect(life.rows.stops(false)).toMatchObject([{ reach: 'all' }])
  })

  it.each([
    [`UPDATE attempt SET message = 'x' WHERE connection_id = 'sandbox'`, 'production'],
    [`UPDATE payment_order SET status = 'x' WHERE connection_id = 'sandbox'`, 'all'],
    [`UPDATE order_tag SET actor = 'x' WHERE connection_id = 'sandbox'`, 'all'],
  ])('stop practice too where lists of it show them: %s', async (text, reach) => {
    await life.close()
    tamperWith(file, sql(text))
    await start()
    expect(life.rows.stops(false)).toMatchObject([{ reach }])
  })

  it('are taken as they are once a person decided, and the next start is quiet', async () => {
    const attacks = tableAttacks(life.db).filter(({ name }) => !name.startsWith('a foreign'))
    let accepted = 0
    await life.close()
    const copy = join(newFolder(), 'ledger.sqlite')
    for (const attack of attacks) {
      copyLedger(file, copy)
      tamperWith(copy, attack)
      if (isDamaged(copy)) continue
      accepted += 1
      const kept = newKeychain(vault)
      life = await openLife(copy, kept)
      acceptAll()
      life.rows.look()
      expect({ attack: attack.name, stops: life.rows.stops(false) }).toEqual({
        attack: attack.name,
        stops: [],
      })
      await life.close()
      const next = await openLife(copy, kept)
      expect({ attack: attack.name, stops: next.stops() }).toEqual({
        attack: attack.name,
        stops: [],
      })
      next.kill()
    }
    expect(accepted).toBeGreaterThan(60)
  }, 120_000)
})

describe('rows changed while Paydesk is open', () => {
  const changedBy = (text: string): void => tamperWith(file, sql(text))

  it('are found before the next request leaves', () => {
    changedBy(
      `UPDATE connection SET record = replace(record, 'https://c-1', 'https://x') WHERE id = 'c-1'`,
    )
    expect(life.stops()).toEqual([])
    life.rows.look()
    expect(formatMessages(life.stops()).join()).toContain('connection c-1')
  })

  it('get no good seal by the program’s own next write', () => {
    changedBy(`UPDATE attempt SET amount_minor = 9999 WHERE id = 'a-c-1-1'`)
    inTransaction(life.db, () =>
      life.db.exec(`UPDATE attempt SET state = 'APPROVED' WHERE id = 'a-c-1-1'`),
    )
    expect(formatMessages(life.stops()).join()).toContain('the request a-c-1-1')
  })

  it.each([
    ['changed', `UPDATE attempt SET message = 'theirs' WHERE id = 'a-c-1-1'`],
    [
      'put in',
      `INSERT INTO order_note (connection_id, orderid, at, actor, text) VALUES ('c-1', '7', 1, 'ana', 'theirs')`,
    ],
  ])('get no good seal when a trigger that is gone again %s them', (_, act) => {
    withTool(`CREATE TRIGGER mine AFTER UPDATE ON connection BEGIN ${act}; END`)
    life.db.exec(`UPDATE connection SET updated_at = updated_at + 1 WHERE id = 'c-1'`)
    withTool('DROP TRIGGER mine')
    life.rows.look()
    expect(formatMessages(life.stops()).join()).toMatch(/the (request a-c-1-1|note \d+ on order 7)/)
  })

  it('by the program, without a single trigger of its own, are named', async () => {
    const name = `SELECT name FROM sqlite_schema WHERE type = 'trigger'`
    const names = life.db.prepare(name).pluck().all() as string[]
    await life.close()
    await start()
    withTool(names.map((one) => `DROP TRIGGER ${one};`).join(''))
    life.db.exec(`UPDATE attempt SET message = 'ours' WHERE id = 'a-c-1-1'`)
    life.rows.look()
    expect(formatMessages(life.stops()).join()).toContain('the request a-c-1-1')
  })

  it('by the program, beside a trigger of another one, are named and taken as they are', async () => {
    withTool(`CREATE TRIGGER mine AFTER UPDATE ON order_tag BEGIN SELECT 1; END`)
    life.db.exec(`UPDATE attempt SET message = 'ours' WHERE id = 'a-c-1-1'`)
    life.db.exec('DROP TRIGGER mine')
    expect(life.stops()).toEqual([])
    life.rows.look()
    expect(formatMessages(life.stops()).join()).toContain('the request a-c-1-1')
    acceptAll()
    expect(life.stops()).toEqual([])
    life.db.exec(`UPDATE attempt SET message = 'again' WHERE id = 'a-c-1-1'`)
    await life.close()
    await start()
    expect(life.stops()).toEqual([])
  })

  it('are found in a table that is too long for the start, by the look through all of it', async () => {
    addNotes(1_100)
    await life.close()
    tamperWith(file, sql(`UPDATE order_note SET text = 'x' WHERE seq = 40`))
    await start()
    expect(life.stops()).toEqual([])
    expect(life.rows.isWhole()).toBe(false)
    await startIntegrityScan()
    expect(formatMessages(life.stops()).join()).toContain('the note 40 on order 7')
  })

  it.each([
    ['a kill', () => life.kill()],
    ['an orderly close', () => life.close()],
  ])('are found missing from a long table, taken out with their seals after %s', async (_, end) => {
    addNotes(1_100)
    await end()
    tamperWith(
      file,
      sql(`DELETE FROM row_seal WHERE name = 'order_note' AND id = '40';
        DELETE FROM order_note WHERE seq = 40`),
    )
    await start()
    expect(life.rows.isWhole()).toBe(false)
    await startIntegrityScan()
    expect(formatMessages(life.stops()).join()).toMatch(/notes/)
    life.kill()
    await start()
    await startIntegrityScan()
    expect(formatMessages(life.stops()).join()).toMatch(/notes/)
  })

  it('are found in a long table too, where another program wrote after all was compared', async () => {
    addNotes(1_100)
    await life.close()
    await start()
    await startIntegrityScan()
    expect(life.rows.isWhole()).toBe(true)
    changedBy(`UPDATE order_note SET text = 'x' WHERE seq = 40`)
    life.rows.look()
    expect(life.stops()).toEqual([])
    expect(life.rows.isWhole()).toBe(false)
    await startIntegrityScan()
    expect(formatMessages(life.stops()).join()).toContain('the note 40 on order 7')
    expect(life.rows.isWhole()).toBe(true)
  })

  it('are found missing from a long table after a person took another table as it is', async () => {
    addNotes(1_100)
    await life.close()
    tamperWith(
      file,
      sql(`DELETE FROM row_seal WHERE name = 'order_note' AND id = '40';
        DELETE FROM order_note WHERE seq = 40;
        DELETE FROM row_seal WHERE name = 'attempt' AND id = 'a-c-1-1';
        DELETE FROM attempt WHERE id = 'a-c-1-1'`),
    )
    await start()
    expect(formatMessages(life.stops()).join()).toMatch(/requests/)
    acceptAll()
    expect(life.stops()).toEqual([])
    await startIntegrityScan()
    expect(formatMessages(life.stops()).join()).toMatch(/notes/)
  })

  it('are not taken for compared by a look that was under way meanwhile', async () => {
    addNotes(1_100)
    await life.close()
    await start()
    await startIntegrityScan(() => {
      changedBy(`UPDATE order_note SET text = 'x' WHERE seq = 40`)
      life.rows.look()
    })
    expect(life.rows.isWhole()).toBe(false)
    await startIntegrityScan()
    expect(formatMessages(life.stops()).join()).toContain('the note 40 on order 7')
  })
})

describe('entries that something else appended after a kill', () => {
  const newest = (): number =>
    Number(life.db.prepare('SELECT max(size) FROM checkpoint').pluck().get() ?? 0)
  const appendAfterAKill = (more = ''): void => {
    const id = life.audit.logId
    life.kill()
    tamperWith(file, {
      name: 'appended',
      run: (tool) => {
        appendTo(tool, id, 2)
        tool.exec(more)
      },
    })
  }

  it('are signed by no checkpoint and in no export, until a person decided', async () => {
    const before = newest()
    appendAfterAKill()
    await start()
    expect(newest()).toBe(before)
    expect(faultOf(await life.seal.toSign())).toMatch(/^Nothing is signed.*Entries \d+ to \d+ were/)
    acceptAll()
    expect((await life.seal.toSign()).ok).toBe(true)
    life.seal.maybe('opened')
    expect(newest()).toBe(life.audit.head().size)
  })

  it('hide nothing that was taken out of a long table with its seal, once they are accepted', async () => {
    addNotes(1_100)
    appendAfterAKill(`DELETE FROM row_seal WHERE name = 'order_note' AND id = '40';
      DELETE FROM order_note WHERE seq = 40`)
    await start()
    acceptAll()
    await startIntegrityScan()
    expect(formatMessages(life.stops()).join()).toMatch(/notes/)
    acceptAll()
    await startIntegrityScan()
    expect(life.stops()).toEqual([])
  })

  it('are not signed either where the head of the seals went with them', async () => {
    const before = newest()
    appendAfterAKill('DELETE FROM row_seal_head')
    await start()
    expect(newest()).toBe(before)
    expect(faultOf(await life.seal.toSign())).toContain('The count of the ledger’s seals is gone')
    acceptAll()
    expect((await life.seal.toSign()).ok).toBe(true)
  })

  it('are not signed while the key of the seals is out of reach, nor for ever', async () => {
    appendAfterAKill()
    const key = vault.slots.get(ROW_KEY_SLOT) ?? ''
    vault.slots.delete(ROW_KEY_SLOT)
    await start()
    expect(faultOf(await life.seal.toSign())).toContain('out of reach')
    vault.slots.set(ROW_KEY_SLOT, key)
    await life.rows.reopen()
    expect(faultOf(await life.seal.toSign())).toMatch(/Entries \d+ to \d+ were/)
    life.kill()
    vault.slots.delete(ROW_KEY_SLOT)
    await start()
    acceptAll()
    expect((await life.seal.toSign()).ok).toBe(true)
  })
})

describe('without the key', () => {
  it('rows are written, and sealed when the keychain opens', async () => {
    await life.close()
    vault.isLocked = true
    await start()
    life.db.exec(`UPDATE attempt SET message = 'meanwhile' WHERE id = 'a-c-1-1'`)
    life.db.exec(`DELETE FROM secret WHERE slot LIKE '%sandbox%'`)
    vault.isLocked = false
    await life.seal.reopen()
    await life.rows.reopen()
    expect(life.stops()).toEqual([])
    await life.close()
    await start()
    expect(life.stops()).toEqual([])
  })

  it('a row that was changed before is found when the keychain opens, though it was written since', async () => {
    await life.close()
    tamperWith(file, sql(`UPDATE attempt SET amount_minor = 9999 WHERE id = 'a-c-1-1'`))
    vault.isLocked = true
    await start()
    life.db.exec(`UPDATE attempt SET message = 'meanwhile' WHERE id = 'a-c-1-1'`)
    vault.isLocked = false
    await life.rows.reopen()
    expect(formatMessage(life.rows.stops(false)[0]?.message ?? '')).toContain('a-c-1-1')
  })

  it('a row is not sealed that a trigger of another program may have written', async () => {
    await life.close()
    vault.isLocked = true
    await start()
    const trigger = `CREATE TRIGGER mine AFTER UPDATE ON connection
      BEGIN UPDATE attempt SET message = 'theirs' WHERE id = 'a-c-1-1'; END`
    withTool(trigger)
    life.db.exec(`UPDATE connection SET updated_at = updated_at + 1 WHERE id = 'c-1'`)
    withTool('DROP TRIGGER mine')
    life.db.exec(`UPDATE attempt SET message = 'ours' WHERE id = 'a-c-1-1'`)
    vault.isLocked = false
    await life.rows.reopen()
    expect(formatMessage(life.rows.stops(false)[0]?.message ?? '')).toContain('a-c-1-1')
  })

  it('a whole run is named at the next start', async () => {
    await life.close()
    vault.isLocked = true
    await start()
    life.db.exec(`UPDATE attempt SET message = 'meanwhile' WHERE id = 'a-c-1-1'`)
    await life.close()
    vault.isLocked = false
    await start()
    expect(
      life.rows
        .stops(false)
        .map(({ message }) => formatMessage(message))
        .join(),
    ).toContain('the request a-c-1-1')
  })

  it('a key that is gone from the keychain stops money', async () => {
    await life.close()
    vault.slots.delete(ROW_KEY_SLOT)
    await start()
    expect(formatMessages(life.stops()).join()).toContain('no longer in the keychain')
  })

  it('a vault in memory seals nothing', async () => {
    const other = join(newFolder(), 'ledger.sqlite')
    const kept = newKeychain()
    const memory = await openLife(other, { ...kept, kind: 'memory' })
    fillTables(memory.db)
    expect(memory.db.prepare('SELECT count(*) FROM row_seal').pluck().get()).toBe(0n)
    memory.kill()
    expect(existsSync(other)).toBe(true)
  })
})

it('a table is sealed, or says why not', () => {
  const names = life.db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all() as string[]
  expect(names.sort()).toEqual([...sealedNames, ...Object.keys(unsealedTables)].sort())
})
