// What somebody with the file does while Paydesk runs or is closed, and takes back before anybody
// looks: everything the check finds is put right from the log, told, and told again at the next
// start. Then what an honest tool does: none of it may stop money.
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { inTransaction } from '../../../src/main/ledger/db/open.ts'
import {
  fillTables,
  type Keychain,
  type Life,
  misplaceIndex,
  newKeychain,
  openLife,
} from '../../campaigns/tamper/tables.ts'
import { tampered } from '../../fakes/ledger-check.ts'
import { newFolder } from '../ledger/ledger-rig.ts'

let file: string
let vault: Keychain
let life: Life
let tool: BetterSqlite3.Database
const stops = async (): Promise<string> => formatMessages(await life.stops()).join('\n')
const tags = (): unknown[] =>
  life.db.prepare('SELECT tag FROM order_tag ORDER BY tag').pluck().all()
const start = async (): Promise<void> => {
  life = await openLife(file, vault)
}
const restart = async (): Promise<void> => {
  life.kill()
  await start()
}
const resume = (entry: number): void =>
  life.note('money:resumed', { entry, reason: 'our own tool' })

beforeEach(async () => {
  tampered('another program writes to the ledger')
  file = join(newFolder(), 'ledger.sqlite')
  vault = newKeychain()
  await start()
  fillTables(life)
  tool = new BetterSqlite3(file)
  tool.unsafeMode()
  expect(await stops()).toBe('')
})
afterEach(() => {
  tool.close()
  life.kill()
})

describe('rows that another program changed', () => {
  it('are as the log says again, and stay told until a person has read it', async () => {
    const before = tags()
    tool.exec(`DELETE FROM order_tag WHERE tag = 'vip'; UPDATE order_tag SET tag = 'lost'`)
    const told = await stops()
    expect(told).toMatch(/tag c-1 \/ 7 \/ vip was removed.*put this right from its log/)
    expect(tags()).toEqual(before)
    await restart()
    expect(await stops()).toBe(told)
    const found = life.db.prepare(`SELECT seq FROM audit_entry WHERE kind = 'ledger:found'`).pluck()
    resume(Number(found.get()))
    expect(await stops()).toBe('')
    await restart()
    expect(await stops()).toBe('')
  })

  it('are named once more where they are changed once more', async () => {
    for (const [nth, text] of ['a', 'b'].entries()) {
      tool.exec(
        `UPDATE order_tag SET actor = '${text}' WHERE tag = 'vip' AND connection_id = 'c-1'`,
      )
      await life.stops()
      const found = life.db.prepare(`SELECT max(seq) FROM audit_entry WHERE kind = 'ledger:found'`)
      resume(Number(found.pluck().get()))
      expect(await stops(), String(nth)).toBe('')
    }
  })
})

describe('a trigger of another program', () => {
  const theirs = `UPDATE status_snapshot SET transaction_type = 'sale'`
  const mine = `CREATE TRIGGER mine AFTER UPDATE ON connection BEGIN ${theirs}; END`
  const bump = `UPDATE connection SET updated_at = updated_at WHERE id = 'c-1'`

  it('is taken out by the transaction that begins next, before it can take part', async () => {
    tool.exec(mine)
    inTransaction(life.db, () => void life.db.exec(bump))
    expect(tool.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'mine'`).get()).toBeUndefined()
    expect(await stops()).toMatch(/^The ledger was changed .*the trigger “mine” was added/)
  })

  it('leaves nothing behind where it lives in the memory of the program alone', async () => {
    tool.exec(mine)
    life.db.prepare('SELECT * FROM connection').all()
    tool.pragma('writable_schema = ON')
    tool.exec(`DELETE FROM sqlite_schema WHERE name = 'mine'`)
    inTransaction(life.db, () => void life.db.exec(bump))
    expect(await stops()).toBe('')
    const types = life.db.prepare('SELECT DISTINCT transaction_type FROM status_snapshot').pluck()
    expect(types.all()).toEqual(['reversal'])
  })
})

it('an index that hides rows is made again before the tables are compared', async () => {
  misplaceIndex(file, 'status_snapshot_order')
  expect(await stops()).toContain('status_snapshot_order')
  expect(life.db.pragma('integrity_check', { simple: true })).toBe('ok')
})

it('rows beside the log that no entry names stop money, and stay as they are', async () => {
  tool.exec(
    'DROP TRIGGER entry_rows_no_update; UPDATE entry_rows SET rows = zeroblob(9) WHERE seq = 3',
  )
  expect(await stops()).toContain('Its tables can’t be made from the log')
})

it('an honest tool stops nothing: a look, a checkpoint, a backup, a VACUUM', async () => {
  tool.prepare('SELECT count(*) FROM attempt').get()
  tool.pragma('wal_checkpoint(TRUNCATE)')
  await tool.backup(join(newFolder(), 'copy.sqlite'))
  tool.exec('VACUUM')
  expect(await stops()).toBe('')
  expect(life.check.due()).toBeNull()
})
