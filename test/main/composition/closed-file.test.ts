// A start behind an orderly end: the file is compared with what that end left, and nothing else is
// checked. Then everything that must not pass for such a file: each is a whole check.
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { inTransaction, lockFileOf } from '../../../src/main/ledger/db/open.ts'
import { type Keychain, type Life, newKeychain, openLife } from '../../campaigns/tamper/life.ts'
import { appendTo, copyLedger } from '../../campaigns/tamper/table-attack.ts'
import { fillTables } from '../../campaigns/tamper/tables.ts'
import { tampered } from '../../fakes/ledger-check.ts'
import { newFolder } from '../ledger/ledger-rig.ts'

/** A seventh of the time that a check holds. */
const spanMs = Math.floor(86_400_000 / 7)
const whole = ['indexes', 'verify', 'unproven', 'rebuild-compare', 'log-indexes', 'fold-compare']
let file: string
let vault: Keychain
let life: Life
let now: number

type More = Parameters<typeof openLife>[3]
const start = async (more?: More): Promise<void> => {
  life = await openLife(file, vault, () => now, more)
}
/** A day on: no two starts are at one time. */
const restart = async (more?: More): Promise<void> => {
  await life.close()
  now += spanMs
  await start(more)
}
const checked = async (): Promise<string[]> => {
  await life.stops()
  return life.asked
}
const stops = async (): Promise<string> => formatMessages(await life.stops()).join('\n')
const byTool = (sql: string, at = file): void => {
  const tool = new BetterSqlite3(at)
  tool.exec(sql)
  tool.close()
}
const lockFile = (sql: string, value: unknown): void => {
  const lock = new BetterSqlite3(lockFileOf(file))
  lock.prepare(sql).run(value)
  lock.close()
}
const swap = `UPDATE order_tag SET actor = 'bob'`

beforeEach(async () => {
  now = 1_900_000_000_000
  file = join(newFolder(), 'ledger.sqlite')
  vault = newKeychain()
  await start()
  fillTables(life)
  expect(await stops()).toBe('')
})
afterEach(() => life.kill())

describe('a start behind an orderly end', () => {
  it('reads the file once, and checks nothing more, time after time', async () => {
    for (let n = 0; n < 3; n += 1) {
      await restart()
      expect(life.check.due()).not.toBeNull()
      expect(await checked()).toEqual(['file-digest'])
      expect(life.check.due()).toBeNull()
      life.note('connection:changed')
    }
  })

  it('checks all of it once a day', async () => {
    await restart()
    for (let n = 0; n < 6; n += 1) {
      expect(await checked()).toEqual(['file-digest'])
      await restart()
    }
    expect(await checked()).toEqual(['file-digest'])
    await restart()
    expect(await checked()).toEqual(whole)
  })

  it('checks all of it by a clock that was set back', async () => {
    await life.close()
    now -= 1
    await start()
    expect(await checked()).toEqual(whole)
  })

  it('checks all of it with another version of Paydesk', async () => {
    await restart({ version: '2' })
    expect(await checked()).toEqual(['file-digest', ...whole])
  })

  it('checks all of a file that is too large to be read as Paydesk ends', async () => {
    await restart({ mostBytes: 1 })
    expect(await checked()).toEqual(['file-digest'])
    await restart({ mostBytes: 1 })
    expect(await checked()).toEqual(['file-digest', ...whole])
  })

  it('checks all of it while the keychain is locked, and again once the key is heard', async () => {
    await life.close()
    vault.isLocked = true
    await start()
    const unkeyed = whole.filter((job) => job !== 'unproven')
    expect(await checked()).toEqual(unkeyed)
    vault.isLocked = false
    await life.reopen()
    expect(life.check.due()).not.toBeNull()
    expect(await checked()).toEqual([...unkeyed, ...whole])
  })
})

describe('an end leaves nothing for the next start', () => {
  beforeEach(() => tampered('another program writes to the ledger'))

  const isCheckedWhole = async (): Promise<void> => {
    now += spanMs
    await start()
    expect(await checked()).toEqual(expect.arrayContaining(whole))
  }

  it('that was a kill', async () => {
    life.kill()
    await isCheckedWhole()
  })

  it('where the run had not been checked', async () => {
    life.kill()
    await start()
    await life.close()
    await isCheckedWhole()
  })

  it('where another program wrote and nobody looked', async () => {
    byTool(swap)
    await life.close()
    await isCheckedWhole()
    expect(await stops()).toContain('was changed (actor)')
  })

  it('where another program wrote just before the log was carried over', async () => {
    const { db } = life
    const pragma = db.pragma.bind(db)
    db.pragma = (source, options) => {
      if (source.startsWith('wal_checkpoint')) byTool(swap)
      return pragma(source, options)
    }
    await life.close()
    await isCheckedWhole()
    expect(await stops()).toContain('was changed (actor)')
  })

  it('where another program has the log of the ledger in use', async () => {
    const tool = new BetterSqlite3(file)
    tool.exec('BEGIN')
    tool.prepare('SELECT count(*) FROM attempt').get()
    life.note('connection:changed')
    await life.close()
    tool.close()
    const lock = new BetterSqlite3(lockFileOf(file))
    expect(lock.prepare('SELECT * FROM closed_file').get()).toBeUndefined()
    lock.close()
  })

  it('where lists were not folded since another program wrote', async () => {
    byTool(`UPDATE payment_order SET phase = 'refunded'`)
    expect(await life.check.now()).toBeNull()
    await life.close()
    await isCheckedWhole()
    expect(await stops()).toContain('was changed (phase)')
  })

  it('where something was found and put right', async () => {
    byTool(swap)
    expect(await stops()).toContain('was changed (actor)')
    life.resume()
    expect(await stops()).toBe('')
    await restart()
    expect(await checked()).toEqual(expect.arrayContaining(whole))
    await restart()
    expect(await checked()).toEqual(['file-digest'])
  })

  it('where entries without a proof were found, though a person has read them', async () => {
    await life.close()
    const tool = new BetterSqlite3(file)
    appendTo(tool, life.audit.logId, 1)
    tool.close()
    await start()
    expect(await stops()).toContain('carries no proof')
    life.resume()
    expect(await stops()).toBe('')
    await life.close()
    await isCheckedWhole()
  })

  it('where lists were not folded by the settings of now', async () => {
    inTransaction(life.db, () =>
      life.db.exec(
        `UPDATE connection SET record = json_set(record, '$.settings.statusAmount', 'latest')`,
      ),
    )
    await life.close()
    await isCheckedWhole()
  })
})

describe('what does not pass for the file that was closed', () => {
  const closedAs = (name: string): string => {
    const to = join(newFolder(), name)
    copyLedger(file, to)
    return to
  }

  beforeEach(() => tampered('the file is changed while Paydesk is closed'))

  it('a row that was changed', async () => {
    await life.close()
    byTool(swap)
    await start()
    expect(await stops()).toContain('was changed (actor)')
    expect(life.asked).toEqual(expect.arrayContaining(whole))
  })

  it('a file with a proof of somebody without the key', async () => {
    await life.close()
    byTool(swap)
    const digest = createHash('sha256').update(readFileSync(file)).digest()
    lockFile('UPDATE closed_file SET proof = ?', digest)
    await start()
    expect(await stops()).toContain('was changed (actor)')
  })

  it('a check that claims to be younger than it is', async () => {
    await life.close()
    lockFile('UPDATE closed_file SET checked_at = checked_at + ?', spanMs)
    now += 8 * spanMs
    await start()
    expect(await checked()).toEqual(['file-digest', ...whole])
  })

  it('an old file, put back with all that lay beside it', async () => {
    await life.close()
    const old = closedAs('old.sqlite')
    await start()
    life.note('connection:changed')
    await life.stops()
    await life.close()
    copyLedger(old, file)
    await start()
    expect(await stops()).toContain('This is an old copy of the ledger')
    expect(life.asked).not.toContain('file-digest')
    expect(life.asked).toContain('rebuild-compare')
  })

  it('a file of another ledger, with all that lay beside it', async () => {
    await life.close()
    const other = join(newFolder(), 'ledger.sqlite')
    const theirs = await openLife(other, newKeychain(), () => now)
    fillTables(theirs)
    await theirs.stops()
    await theirs.close()
    copyLedger(other, file)
    await start()
    expect(await stops()).not.toBe('')
    expect(life.asked).toContain('rebuild-compare')
  })

  it('a file with a log beside it that another program has open', async () => {
    await life.close()
    const tool = new BetterSqlite3(file)
    tool.pragma('wal_autocheckpoint = 0')
    tool.exec(`${swap}; BEGIN`)
    tool.prepare('SELECT count(*) FROM order_tag').get()
    await start()
    expect(await stops()).toContain('was changed (actor)')
    tool.close()
  })

  it('a file with a journal beside it, which SQLite plays back into it', async () => {
    await life.close()
    const copy = closedAs('copy.sqlite')
    const tool = new BetterSqlite3(copy)
    tool.pragma('journal_mode = DELETE')
    tool.exec(swap)
    tool.pragma('cache_size = 1')
    tool.exec(`BEGIN; UPDATE order_tag SET actor = 'eve'; CREATE TABLE filler AS
      SELECT randomblob(1000) FROM json_each('[${'1,'.repeat(999)}1]')`)
    copyFileSync(`${copy}-journal`, `${file}-journal`)
    tool.exec('ROLLBACK')
    tool.close()
    await start()
    expect(await stops()).toContain('was changed (actor)')
  })

  it('a file that another program wrote to before it was read', async () => {
    await restart()
    byTool(swap)
    expect(await stops()).toContain('was changed (actor)')
    expect(life.asked).toEqual(['file-digest', ...whole])
  })
})
