import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { createMoneyStops } from '../../../../src/main/ledger/journal/money-stop.ts'
import { draft, newFolder, openAt, openLog, tickingClock } from '../ledger-rig.ts'
import { tampered } from '../../../fakes/ledger-check.ts'
import { formatMessage } from '#wording/format-messages.ts'

/** What somebody with the file and a database tool does while Paydesk is closed. */
function changed(sql: string): string {
  const file = join(newFolder(), 'ledger.sqlite')
  openAt(file).close()
  const tool = new BetterSqlite3(file)
  tool.unsafeMode()
  tool.exec(sql)
  tool.close()
  return file
}

const found = (file: string): string[] => {
  const opened = openAt(file)
  const message = opened.findings.map((finding) => formatMessage(finding.message))
  opened.close()
  return message
}

function openWithStops(file: string) {
  const rig = openLog({ file })
  const stops = createMoneyStops(rig.ledger.db, {
    seal: { stops: () => [], accept: () => undefined },
    note: (draft) => inTransaction(rig.ledger.db, () => rig.audit.append(draft)),
    clock: tickingClock(),
    actor: () => 'ana',
  })
  return { ...rig, stops }
}

const foreign = `CREATE TRIGGER keep_it AFTER UPDATE ON connection
  BEGIN UPDATE connection SET record = OLD.record WHERE id = NEW.id; END`

describe('a ledger whose schema is not what the program makes', () => {
  it.each([
    ['a foreign trigger', foreign, 'the trigger “keep_it” was added'],
    [
      'a trigger that was dropped',
      'DROP TRIGGER attempt_final_stays',
      'the trigger “attempt_final_stays” is gone',
    ],
    [
      'a trigger that was weakened',
      `DROP TRIGGER order_note_no_update;
       CREATE TRIGGER order_note_no_update BEFORE UPDATE ON order_note WHEN 0 BEGIN SELECT 1; END`,
      'the trigger “order_note_no_update” was changed',
    ],
    [
      'a changed index',
      `DROP INDEX attempt_one_open; CREATE INDEX attempt_one_open ON attempt (lock_key)`,
      'the index “attempt_one_open” was changed',
    ],
    ['a dropped index', 'DROP INDEX attempt_due', 'the index “attempt_due” is gone'],
    ['a view', 'CREATE VIEW orders AS SELECT 1', 'the view “orders” was added'],
    ['a table', 'CREATE TABLE more (a)', 'the table “more” was added'],
    [
      'a column',
      `ALTER TABLE connection ADD COLUMN more TEXT`,
      'the table “connection” was changed',
    ],
    [
      'a check that is gone',
      `PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (amount_minor > 0)', '') WHERE name = 'attempt'`,
      'the table “attempt” was changed',
    ],
    [
      'a dropped table of findings',
      'DROP TABLE ledger_finding',
      'the table “ledger_finding” is gone',
    ],
    [
      'a trigger whose name would tear the sentence apart',
      `CREATE TRIGGER "a\nb”" AFTER DELETE ON unknown_term BEGIN SELECT 1; END`,
      'the trigger “a?b?” was added',
    ],
  ])('with %s is found at every start and names it', (_name, sql, message) => {
    const file = changed(sql)
    const [first, ...more] = found(file)
    expect(first).toContain(`changed by something other than Paydesk: ${message}.`)
    expect(more).toEqual([])
    // What IF NOT EXISTS makes again at the first start is lost all the same.
    if (!sql.includes('DROP TABLE')) expect(found(file)).toEqual([first])
  })

  it('names five objects and counts the rest', () => {
    const many = [1, 2, 3, 4, 5, 6, 7].map((n) => `CREATE VIEW v${n} AS SELECT ${n};`)
    expect(found(changed(many.join('')))[0]).toMatch(/“v1” .*“v5” was added; 2 more\./)
  })

  it('is found before anything is written, so that no trigger hides itself', () => {
    const file = changed(`CREATE TRIGGER hide AFTER INSERT ON ledger_finding
      BEGIN DELETE FROM ledger_finding; END`)
    expect(found(file)[0]).toContain('“hide”')
  })

  it('is put right at once, and stays told: triggers and indexes as they were, foreign ones gone', () => {
    const file = changed(
      `${foreign}; DROP TRIGGER attempt_final_stays; DROP INDEX attempt_one_open;
       CREATE INDEX attempt_one_open ON attempt (lock_key); CREATE VIEW "a ""view""" AS SELECT 1;`,
    )
    const { stops, ...rig } = openWithStops(file)
    const [stop] = stops.all()
    expect(stop).toMatchObject({ reach: 'all' })
    rig.ledger.close()
    const again = openWithStops(file)
    expect(again.stops.all()).toEqual([stop])
    again.stops.resume([stop!.id], 'checked with the gateway')
    expect(again.stops.all()).toEqual([])
    again.ledger.close()
    expect(found(file)).toEqual([])
  })

  it('is written anew from its log where a table was changed, and the old file is kept', () => {
    const file = changed('ALTER TABLE connection ADD COLUMN more TEXT; CREATE TABLE more (a)')
    const opened = openAt(file)
    expect(opened.restored?.quarantinedAs).toMatch(/replaced/)
    expect(opened.drift()).toBeNull()
    const names = `SELECT name FROM sqlite_schema UNION SELECT name FROM pragma_table_info('connection')`
    expect(opened.db.prepare(names).pluck().all()).not.toContain('more')
    opened.close()
    expect(found(file)[0]).toContain('“more” was added')
  })

  it('tells of a trigger too where it was written anew for its tables', () => {
    const said = found(changed(`${foreign}; CREATE TABLE more (a)`)).join()
    expect(said).toContain('“keep_it” was added')
    expect(said).toContain('“more” was added')
  })
})

describe('a ledger that can’t be written anew', () => {
  const wrong = 'ALTER TABLE connection ADD COLUMN more TEXT'
  const opens = (file: string): string => {
    const opened = openAt(file)
    expect(opened.drift()).toContain('ledger.open-again')
    expect(opened.restored).toBeNull()
    const said = opened.findings.map((finding) => formatMessage(finding.message)).join('\n')
    opened.close()
    return said
  }

  it('as its log is broken stays as it is, stops money and says what to do', () => {
    tampered('the rows beside the log are changed')
    const file = changed('')
    const rig = openLog({ file, entries: 2 })
    inTransaction(rig.ledger.db, () =>
      rig.audit.append(draft(3), [['add', 'update_memory', { name: 'a', value: '{}' }]]),
    )
    rig.ledger.close()
    const tool = new BetterSqlite3(file)
    tool.exec(`DROP TRIGGER entry_rows_no_update; UPDATE entry_rows SET rows = x'00'; ${wrong}`)
    tool.close()
    const said = opens(file)
    expect(said).toMatch(/could not be written anew from its log .*Restore a backup/)
    // Of its trigger it is said, which is back; of the table it is not.
    expect(said).toMatch(/“entry_rows_no_update” is gone\. Paydesk put this right/)
    expect(said).not.toMatch(/“connection” was changed\. Paydesk put this right/)
  })

  it('as nothing can take its place stays as it is, stops money, and is written anew later', () => {
    const file = changed(wrong)
    // The name that a copy has until it takes the ledger's place.
    mkdirSync(`${file}.restoring`)
    expect(opens(file)).toMatch(/could not replace the ledger/)
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('-anew'))).toEqual([])
    rmSync(`${file}.restoring`, { recursive: true })
    const opened = openAt(file)
    expect([opened.drift(), opened.restored?.by]).toEqual([null, 'paydesk'])
    opened.close()
  })
})

describe('a ledger whose schema changes while it is open', () => {
  /** As before each request that leaves: the stops by then. */
  const openNow = (file: string) => {
    const { stops, ...rig } = openWithStops(file)
    const now = (): string[] => {
      const drift = rig.ledger.drift()
      if (drift !== null) stops.add(drift)
      return stops.all().map(({ message }) => formatMessage(message))
    }
    rig.ledger.whenPutRight((message) => stops.found(message))
    const goOn = (): void => {
      const ids = stops.all().map(({ id }) => id)
      stops.resume(ids, 'checked with the gateway')
    }
    const change = (sql: string): void => {
      const tool = new BetterSqlite3(file)
      tool.exec(sql)
      tool.close()
    }
    return { ...rig, now, goOn, change }
  }

  it('stops money again for each foreign trigger, which is taken out at once', () => {
    const { now, goOn, change, ledger } = openNow(changed(''))
    expect(now()).toEqual([])
    for (const _time of [1, 2]) {
      change(foreign)
      expect(now()).toEqual([expect.stringContaining('“keep_it” was added')])
      goOn()
      expect(now()).toEqual([])
    }
    ledger.close()
    expect(now()).toEqual([])
  })

  it('keeps the decision in the log though the trigger would swallow it', () => {
    const { now, goOn, change, ledger, audit } = openNow(changed(''))
    change('CREATE TRIGGER mute BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(IGNORE); END')
    expect(now()).toHaveLength(1)
    goOn()
    expect(audit.timeline('log').at(-1)).toMatchObject({ kind: 'money:resumed' })
    ledger.close()
  })

  it('has a dropped guard again at once, and keeps the stop for a person', () => {
    const { now, goOn, change, ledger } = openNow(changed(''))
    change('DROP TRIGGER attempt_final_stays')
    expect(now()).toHaveLength(1)
    expect(now()).toEqual([expect.stringContaining('“attempt_final_stays” is gone')])
    const guard = `SELECT count(*) FROM sqlite_schema WHERE name = 'attempt_final_stays'`
    expect(Number(ledger.db.prepare(guard).pluck().get())).toBe(1)
    goOn()
    expect(now()).toEqual([])
    ledger.close()
  })

  it('stops money for a table as long as it is there, also where a person wanted to go on', () => {
    const { now, goOn, change, ledger } = openNow(changed(''))
    change('CREATE TABLE more (a)')
    expect(now()).toEqual([expect.stringContaining('“more” was added')])
    goOn()
    expect(now()).toEqual([expect.stringContaining('“more” was added')])
    change('DROP TABLE more')
    goOn()
    expect(now()).toEqual([])
    ledger.close()
  })
})

describe('an honest ledger', () => {
  it('has nothing to be found, new or opened again, whatever was written', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    const rig = openLog({ file, entries: 80, checkpointsAt: [40] })
    expect(rig.ledger.findings).toEqual([])
    rig.ledger.db.exec('VACUUM')
    rig.ledger.close()
    expect(found(file)).toEqual([])
  })
})
