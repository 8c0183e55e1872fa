// What somebody with the file does while Paydesk runs or is closed, and takes back before anybody
// looks: everything the check finds is put right from the log, told, and told again at the next
// start. Then what an honest tool does: none of it may stop money.
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { inTransaction } from '../../../src/main/ledger/db/open.ts'
import { openNotes } from '../../../src/main/ledger/orders/notes.ts'
import { createLedgerCheck } from '../../../src/main/composition/ledger-check.ts'
import type { Reader } from '../../../src/main/ledger/worker/reader.ts'
import { type Keychain, type Life, newKeychain, openLife } from '../../campaigns/tamper/life.ts'
import { appendTo, misplaceIndex, tamperWith } from '../../campaigns/tamper/table-attack.ts'
import { fillTables } from '../../campaigns/tamper/tables.ts'
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
    const reported = await stops()
    expect(reported).toMatch(/tag c-1 \/ 7 \/ vip was removed.*put this right from its log/)
    expect(tags()).toEqual(before)
    await restart()
    expect(await stops()).toBe(reported)
    life.resume()
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
      life.resume()
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

it.each(['order_tag', 'audit_entry', 'entry_rows'])(
  'a trigger that would swallow what the program writes to %s swallows nothing',
  async (table) => {
    tool.exec(`CREATE TRIGGER mine BEFORE INSERT ON ${table} BEGIN SELECT RAISE(IGNORE); END`)
    const { size } = life.audit.head()
    const place = { connectionId: 'c-1', orderid: '7' }
    openNotes(life.db, life.audit, Date.now).tag(place, 'ana', 'ours')
    // The entry of the tag, behind the one that tells of the trigger.
    expect(life.audit.head().size).toBe(size + 2)
    expect(tags()).toContain('ours')
    expect(await stops()).toMatch(/^The ledger was changed .*the trigger “mine” was added/)
  },
)

describe('a log that is in doubt', () => {
  const countOf = (table: string): unknown =>
    life.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  const empty = (): void => {
    for (const table of ['audit_entry', 'entry_rows', 'checkpoint']) {
      tool.exec(`DROP TRIGGER ${table}_no_delete`)
      tool.exec(`DELETE FROM ${table}`)
    }
  }

  it('that was emptied is not taken for a new one, and empties no table', async () => {
    await life.close()
    empty()
    await start()
    expect(await stops()).toContain('This is an old copy of the ledger')
    expect(countOf('attempt')).toBe(4n)
    expect(countOf('order_tag')).toBe(4n)
  })

  it('whose entries nobody proved changes no table before a person has read them', async () => {
    await life.close()
    appendTo(tool, life.audit.logId, 1)
    tool.exec(`UPDATE order_tag SET actor = 'bob'`)
    await start()
    const reported = await life.stops()
    expect(formatMessages(reported).join()).toMatch(
      /^Entry \d+ of the audit log carries no proof: it was written/,
    )
    const actors = (): unknown[] =>
      life.db.prepare('SELECT DISTINCT actor FROM order_tag').pluck().all()
    expect(actors()).toEqual(['bob'])
    life.resume()
    expect(await stops()).toMatch(/tag .* was changed \(actor\)/)
    expect(actors()).toEqual(['ana'])
  })
})

it('an index that hides rows is made again before the tables are compared', async () => {
  misplaceIndex(file, 'status_snapshot_order')
  expect(await stops()).toContain('status_snapshot_order')
  expect(life.db.pragma('integrity_check', { simple: true })).toBe('ok')
})

it.each(['audit_kind', 'audit_person', 'audit_operation', 'audit_time'])(
  'an index of the log that hides entries is told and made again: %s',
  async (name) => {
    life.note('attempt:looked', { operation: 'return' })
    misplaceIndex(file, name)
    expect(await stops()).toContain(`index ${name}`)
    expect(life.db.pragma('integrity_check', { simple: true })).toBe('ok')
    await restart()
    expect(await stops()).toContain(`index ${name}`)
  },
)

describe('what another program puts among the findings', () => {
  const put = (at: string): void =>
    void tool.exec(
      `INSERT INTO ledger_finding (kind, at, message) VALUES ('schema', ${at}, 'theirs')`,
    )

  it.each(['1', '9000000000000000000'])('is told while Paydesk runs (at %s)', async (at) => {
    put(at)
    expect(await stops()).toBe('theirs')
    await restart()
    expect(await stops()).toBe('theirs')
    life.resume()
    expect(await stops()).toBe('')
  })
})

it('what lists show is told by an entry where its time makes it look old', async () => {
  const listed = (): unknown[] =>
    life.db
      .prepare(
        "SELECT CAST(body AS TEXT) ->> '$.details.differences[0]' FROM audit_entry WHERE kind = 'ledger:lists-updated'",
      )
      .pluck()
      .all()
  tool.exec("UPDATE payment_order SET phase = 'held', checked_at = 0 WHERE connection_id = 'c-1'")
  expect(await stops()).toBe('')
  expect(listed()).toEqual(['payment_order ["c-1","7"] stale phase'])
})

it('rows that an index keeps apart are put right before it is said to be right', async () => {
  tool.pragma('ignore_check_constraints = ON')
  tamperWith(file, {
    name: 'twice',
    run: (by) => {
      const select = by.prepare("SELECT sql FROM sqlite_schema WHERE name = 'attempt_made'").pluck()
      const sql = String(select.get())
      by.exec(`DROP INDEX attempt_made; UPDATE attempt SET made_number = 1;
        ${sql} WHERE made_number = 0`)
      by.pragma('writable_schema = ON')
      by.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'attempt_made'").run(sql)
      by.pragma('schema_version = 9999')
    },
  })
  const said = (await stops()).split('\n')
  expect(said[0]).toContain('put this right from its log')
  expect(said[1]).toContain('made the indexes again')
  expect(life.db.pragma('integrity_check', { simple: true })).toBe('ok')
})

it('rows beside the log that no entry names stop money, and stay as they are', async () => {
  tool.exec(
    'DROP TRIGGER entry_rows_no_update; UPDATE entry_rows SET rows = zeroblob(9) WHERE seq = 3',
  )
  expect(await stops()).toContain('Its tables can’t be made from the log')
})

it('the newest checkpoint that another program deletes while Paydesk runs is missed', async () => {
  life.seal.maybe('final money state')
  await life.seal.marked(0)
  expect(await stops()).toBe('')
  const guard = tool
    .prepare("SELECT sql FROM sqlite_schema WHERE name = 'checkpoint_no_delete'")
    .pluck()
    .get() as string
  tool.exec(`DROP TRIGGER checkpoint_no_delete;
    DELETE FROM checkpoint WHERE size = (SELECT max(size) FROM checkpoint); ${guard}`)
  expect(await stops()).toMatch(/checkpoint/)
  const before = life.db.prepare('SELECT count(*) FROM checkpoint').pluck().get()
  life.seal.maybe('final money state')
  expect(life.db.prepare('SELECT count(*) FROM checkpoint').pluck().get()).toBe(before)
})

it('an honest tool stops nothing: a look, a checkpoint, a backup, a VACUUM', async () => {
  tool.prepare('SELECT count(*) FROM attempt').get()
  tool.pragma('wal_checkpoint(TRUNCATE)')
  await tool.backup(join(newFolder(), 'copy.sqlite'))
  tool.exec('VACUUM')
  expect(await stops()).toBe('')
  expect(life.check.due()).toBeNull()
})

describe('a check', () => {
  /** The jobs of a sound ledger, but for those that are given. */
  const sound: Record<string, () => unknown> = {
    indexes: () => null,
    verify: () => ({ outcome: 'intact', message: '' }),
    unproven: () => null,
    'rebuild-compare': () => ({ differences: [], total: 0 }),
    'fold-compare': () => ({ differences: [], total: 0 }),
    'log-indexes': () => null,
  }
  type Parts = Parameters<typeof createLedgerCheck>[0]
  const sealSaying = ({ isKeyAway }: { isKeyAway: boolean }): Parts['seal'] => ({
    evidence: () => ({ mark: null, isKeyAway }),
    compareAgain: async () => undefined,
  })
  const checkWith = (jobs: Record<string, () => unknown> = {}, more: Partial<Parts> = {}) => {
    const reports: string[] = []
    const asked: string[] = []
    const run = async (job: string): Promise<unknown> => {
      asked.push(job)
      await Promise.resolve()
      return (jobs[job] ?? sound[job]!)()
    }
    const reader = {
      run: run as Reader['run'],
      wake: () => undefined,
      close: async () => undefined,
    }
    const check = createLedgerCheck({
      db: life.db,
      proofs: { key: () => null, found: () => undefined },
      seal: sealSaying({ isKeyAway: true }),
      logDoubt: () => null,
      openReader: () => reader,
      long: reader,
      size: () => life.audit.head().size,
      clock: Date.now,
      file: { opened: async () => null, leave: async () => undefined },
      stops: { add: () => undefined, found: () => undefined, tellFindings: () => false },
      note: () => undefined,
      report: (incident, error) => reports.push(`${incident}: ${String(error)}`),
      onFound: () => undefined,
      ...more,
    })
    return { check, reports, asked }
  }
  const timesOf = (asked: string[], job: string): number =>
    asked.filter((one) => one === job).length
  const writeByTool = (): void =>
    void tool.exec("INSERT OR REPLACE INTO meta (key, value) VALUES ('of a tool', random())")

  it('is made once for all that wait, and not again while nobody else wrote', async () => {
    const { check, asked } = checkWith()
    expect(check.due()).not.toBeNull()
    expect(await Promise.all([check.now(), check.now()])).toEqual([null, null])
    expect([await check.now(), check.due()]).toEqual([null, null])
    expect(timesOf(asked, 'verify')).toBe(1)
    writeByTool()
    expect(check.due()).not.toBeNull()
    expect(await check.now()).toBeNull()
    expect(timesOf(asked, 'verify')).toBe(2)
  })

  it('lets nothing leave where another program writes all the time', async () => {
    const { check, asked } = checkWith({
      'rebuild-compare': () => {
        writeByTool()
        return { differences: [], total: 0 }
      },
    })
    expect(formatMessages(await check.now())).toContain('Paydesk is checking the ledger')
    expect(timesOf(asked, 'verify')).toBe(3)
  })

  it('lets nothing leave when it fails, says why in the log, and is made again', async () => {
    let isBroken = true
    const { check, reports } = checkWith({
      verify: () => {
        if (isBroken) throw new Error('no thread')
        return sound['verify']!()
      },
    })
    expect(formatMessages(await check.now())).toContain('could not check the ledger')
    expect(reports).toEqual(['ledger-check: Error: no thread'])
    isBroken = false
    expect(await check.now()).toBeNull()
  })

  it('is made where the closed file can’t be read, which the log says', async () => {
    const { check, reports, asked } = checkWith(
      {},
      {
        proofs: { key: () => Buffer.alloc(32), found: () => undefined },
        file: { opened: () => Promise.reject(new Error('no disk')), leave: async () => undefined },
      },
    )
    expect(await check.now()).toBeNull()
    expect(asked).toContain('verify')
    expect(reports).toEqual(['closed-file: Error: no disk'])
  })

  it.each([
    { isKeyAway: true, times: 0 },
    { isKeyAway: false, times: 1 },
  ])('is left to the next start with every signature checked', async ({ isKeyAway, times }) => {
    let left = 0
    const { check } = checkWith(
      {},
      {
        proofs: { key: () => Buffer.alloc(32), found: () => undefined },
        seal: sealSaying({ isKeyAway }),
        file: { opened: async () => null, leave: async () => void (left += 1) },
      },
    )
    await check.now()
    await check.folded()
    await check.leave(1_000)
    expect(left).toBe(times)
  })

  it('given up, lets nothing leave and complains of nothing', async () => {
    const { check, reports } = checkWith()
    const asked = check.now()
    await check.giveUp()
    expect(await asked).not.toBeNull()
    expect(reports).toEqual([])
  })
})
