// Real ledger files and logs, put together in every way that a restore or a crash puts them
// together.
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inTransaction, openWalCheckpointer } from '../../../../src/main/ledger/db/open.ts'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import {
  hasStrayLog,
  isOwnLog,
  type LedgerPages,
  renewStamp,
} from '../../../../src/main/ledger/copies/wal-base.ts'
import { draft, newFolder, openAt, openLog, tickingClock, valueOf } from '../ledger-rig.ts'
import { formatMessages } from '#wording/format-messages.ts'

interface Snapshot {
  file: Buffer
  wal: Buffer
}
const pageBytes = 4096
const pagesOf = (file: Buffer): LedgerPages => ({
  header: file.subarray(0, 100),
  page: (number) => {
    const page = file.subarray((number - 1) * pageBytes, number * pageBytes)
    return page.length === pageBytes ? page : null
  },
})
const isOwn = ({ file, wal }: Snapshot): boolean => isOwnLog(wal, pagesOf(file))
/** The log cut off behind each of its frames, as a power cut may leave it. */
const cutAnywhere = (wal: Buffer): Buffer[] => {
  const ends = [0, 32]
  for (let at = 32 + 24 + pageBytes; at <= wal.length; at += 24 + pageBytes) ends.push(at)
  return ends.map((end) => wal.subarray(0, end))
}

/**
 * A ledger that lives: some entries, carried over, more entries, carried over again. The files
 * after each step.
 */
function lives(file = join(newFolder(), 'ledger.sqlite')) {
  const rig = openLog({ file })
  const carrier = valueOf(openWalCheckpointer(file))
  const look = (): Snapshot => ({ file: readFileSync(file), wal: readFileSync(`${file}-wal`) })
  const write = (times: number): Snapshot => {
    for (let n = 0; n < times; n += 1) rig.append(draft(n))
    return look()
  }
  /** The log grows on until the next commit: only that one starts it anew. */
  const carry = (): { before: Snapshot; after: Snapshot } => {
    rig.ledger.renewStamp()
    const before = look()
    carrier.checkpoint()
    const after = look()
    rig.ledger.renewStamp()
    return { before, after }
  }
  const steps = [look(), write(5)]
  const first = carry()
  steps.push(look(), write(40), write(3))
  const second = carry()
  steps.push(look(), write(60))
  carrier.close()
  return { file, rig, steps, carries: [first, second] }
}

describe('a log beside the ledger it belongs to', () => {
  it('is known as its own at every moment, wherever a power cut ends the log', () => {
    const { steps, carries } = lives()
    for (const step of [...steps, ...carries.map(({ before }) => before)])
      for (const wal of cutAnywhere(step.wal)) expect(isOwn({ ...step, wal })).toBe(true)
    // Nothing is carried over before all of the log is on the disk.
    for (const { after } of carries) expect(isOwn(after)).toBe(true)
  })
  it('is known as its own however far it was carried over when the power was cut', () => {
    const { carries } = lives()
    for (const { before, after } of carries)
      fc.assert(
        fc.property(fc.func(fc.boolean()), (isWritten) => {
          const file = Buffer.from(after.file)
          for (let at = 0; at < before.file.length; at += pageBytes)
            if (!isWritten(at)) before.file.copy(file, at, at, at + pageBytes)
          expect(isOwn({ file, wal: before.wal })).toBe(true)
        }),
        { numRuns: 50 },
      )
  })
  it('is known as its own when a start was cut off, also at the first one of all', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    const first = openAt(file)
    for (const wal of cutAnywhere(readFileSync(`${file}-wal`)))
      expect(isOwn({ file: readFileSync(file), wal })).toBe(true)
    expect(isOwn({ file: Buffer.alloc(0), wal: readFileSync(`${file}-wal`) })).toBe(false)
    first.close()
    // Closed in order, and the next start cut off before its stamp reached the file.
    const closed = readFileSync(file)
    const second = openAt(file)
    second.db.pragma('wal_autocheckpoint = 0')
    expect(isOwn({ file: closed, wal: Buffer.alloc(0) })).toBe(true)
    second.close()
  })
  it('is known as its own where the file is left as an orderly end left it', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    openLog({ file, entries: 3 }).ledger.close()
    const closed = readFileSync(file)
    openLog({ file, entries: 3 })
    expect(readFileSync(file).equals(closed)).toBe(true)
    for (const wal of cutAnywhere(readFileSync(`${file}-wal`)))
      expect(isOwn({ file: closed, wal })).toBe(true)
  })
  it('is known as its own where another program had changed the schema before the start', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    openLog({ file, entries: 3 }).ledger.close()
    const db = new BetterSqlite3(file)
    db.exec('CREATE INDEX mine ON audit_entry (leaf); DROP INDEX mine')
    db.pragma('wal_checkpoint(TRUNCATE)')
    const changed = readFileSync(file)
    renewStamp(db)
    const log = readFileSync(`${file}-wal`)
    expect(log.length).toBeGreaterThan(pageBytes)
    for (const wal of cutAnywhere(log)) expect(isOwn({ file: changed, wal })).toBe(true)
    db.close()
  })
  it('is carried over by the start behind a crash, and another one begins', () => {
    const { file } = lives()
    const crashed = join(newFolder(), 'ledger.sqlite')
    for (const ending of ['', '-wal']) copyFileSync(file + ending, crashed + ending)
    openAt(crashed)
    expect(readFileSync(crashed).equals(readFileSync(file))).toBe(false)
    expect(readFileSync(`${crashed}-wal`).length).toBeLessThan(readFileSync(`${file}-wal`).length)
  })
  it('is known as its own beside a copy that SQLite made and somebody put in place', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    const { ledger } = openLog({ file, entries: 3 })
    ledger.db.prepare('VACUUM INTO ?').run(`${file}-copy`)
    ledger.close()
    copyFileSync(`${file}-copy`, file)
    openLog({ file, entries: 3 })
    for (const wal of cutAnywhere(readFileSync(`${file}-wal`)))
      expect(isOwn({ file: readFileSync(file), wal })).toBe(true)
  })
})

describe('a log beside another ledger file', () => {
  it('is known as a stray: an older or newer file of the same run', () => {
    const { steps } = lives()
    const [, , , , beforeSecond, afterSecond] = steps
    const older = beforeSecond!
    const newer = afterSecond!
    expect(isOwn({ file: older.file, wal: newer.wal })).toBe(false)
    expect(isOwn({ file: newer.file, wal: older.wal })).toBe(false)
  })
  it('is known as a stray: a copy that SQLite made of the very same state', async () => {
    const { rig, file } = lives()
    const vacuumed = `${file}-vacuumed`
    const backedUp = `${file}-backed-up`
    rig.ledger.db.prepare('VACUUM INTO ?').run(vacuumed)
    await rig.ledger.db.backup(backedUp)
    const wal = readFileSync(`${file}-wal`)
    for (const copy of [vacuumed, backedUp])
      expect(isOwn({ file: readFileSync(copy), wal })).toBe(false)
  })
  it('is known as a stray: a file of an earlier run, and another ledger', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    openLog({ file, entries: 3 }).ledger.close()
    const earlier = readFileSync(file)
    const { steps } = lives(file)
    const other = lives().steps
    const { wal } = steps.at(-1)!
    expect(isOwn({ file: earlier, wal })).toBe(false)
    expect(isOwn({ file: other.at(-1)!.file, wal })).toBe(false)
  })
})

describe('a ledger that is opened beside a stray log', () => {
  it('is the copy as it was put back, keeps the log and says so', () => {
    const { file, rig } = lives()
    const copy = `${file}-copy`
    rig.ledger.db.prepare('VACUUM INTO ?').run(copy)
    const { size } = rig.audit.head()
    for (let n = 0; n < 5; n += 1) rig.append(draft(n))
    const folder = newFolder()
    cpSync(join(file, '..'), folder, { recursive: true })
    const path = join(folder, 'ledger.sqlite')
    copyFileSync(copy, path)
    expect(hasStrayLog(path)).toBe(true)

    const opened = valueOf(openLedger({ file: path, clock: tickingClock() }))
    expect(opened.db.prepare('SELECT max(seq) FROM audit_entry').pluck().get()).toBe(BigInt(size))
    expect(formatMessages(opened.findings)).toMatchObject([
      {
        kind: 'quarantine',
        message: expect.stringMatching(
          /belongs to another ledger file.*was kept as ledger\.sqlite\.damaged-\S+-wal/,
        ),
      },
    ])
    opened.close()
    const kept = readdirSync(folder).filter((name) => /damaged-.*-wal$/.test(name))
    expect(kept).toHaveLength(1)
    expect(readFileSync(join(folder, kept[0]!)).equals(readFileSync(`${file}-wal`))).toBe(true)
  })
  it('is not what a crash leaves, nor a whole folder that was carried elsewhere', () => {
    const { file, rig } = lives()
    const { size } = rig.audit.head()
    const folder = newFolder()
    for (const name of readdirSync(join(file, '..')))
      writeFileSync(join(folder, name), readFileSync(join(file, '..', name)))
    const path = join(folder, 'ledger.sqlite')
    expect(existsSync(`${path}-wal`)).toBe(true)
    const opened = valueOf(openLedger({ file: path, clock: tickingClock() }))
    expect(opened.findings).toEqual([])
    expect(opened.db.prepare('SELECT max(seq) FROM audit_entry').pluck().get()).toBe(BigInt(size))
    inTransaction(opened.db, () => opened.renewStamp())
    opened.close()
  })
})
