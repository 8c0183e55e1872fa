import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { clearFinding } from '../../../../src/main/ledger/schema/findings.ts'
import { inTransaction, openLedgerReader } from '../../../../src/main/ledger/db/open.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { misplaceIndex } from '../../../campaigns/tamper/table-attack.ts'
import { fillTables } from '../../../campaigns/tamper/tables.ts'
import { damageIn } from '../../../../src/main/ledger/db/integrity.ts'
import { weakSync } from '../../../../src/main/ledger/db/pragmas.ts'
import { faultOf, newFolder, openAt, openLog, tickingClock, valueOf } from '../ledger-rig.ts'
import { spoilFirstPage } from '../audit/spoil-log.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { tampered } from '../../../fakes/ledger-check.ts'

const options = (file: string) => ({ file, clock: tickingClock() })

async function openElsewhere(file: string): Promise<{ child: ChildProcess; said: string }> {
  const script = join(import.meta.dirname, 'hold-ledger.ts')
  const child = spawn(process.execPath, [script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: chunk.toString('utf8') }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('a new ledger', () => {
  it('is written with synchronous=EXTRA in WAL, also after many writes and when opened again', () => {
    const file = join(newFolder(), 'ledger.db')
    const first = openAt(file)
    expect(first.isNew).toBe(true)
    const insert = first.db.prepare(`INSERT INTO meta (key, value) VALUES (?, 'x')`)
    for (let n = 0; n < 50; n += 1) insert.run(`k${n}`)
    first.db.pragma('wal_checkpoint(TRUNCATE)')
    insert.run('last')
    expect(Number(first.db.pragma('synchronous', { simple: true }))).toBe(3)
    expect(first.db.pragma('journal_mode', { simple: true })).toBe('wal')
    first.close()
    const second = openAt(file)
    expect(second.isNew).toBe(false)
    expect(second.findings).toEqual([])
    expect(Number(second.db.pragma('synchronous', { simple: true }))).toBe(3)
  })

  it('is not accepted when the syncing in force is weaker than EXTRA', () => {
    const { db } = openAt(join(newFolder(), 'ledger.db'))
    expect(weakSync(db)).toBeNull()
    db.pragma('synchronous = FULL')
    expect(formatMessage(weakSync(db)?.message ?? '')).toMatch(/EXTRA is not in force/)
  })

  it('checks foreign keys, fires triggers recursively, distrusts the schema, and maps no memory', () => {
    const { db } = openAt(join(newFolder(), 'ledger.db'))
    const read = (name: string) => Number(db.pragma(name, { simple: true }))
    expect(read('foreign_keys')).toBe(1)
    expect(read('recursive_triggers')).toBe(1)
    expect(read('trusted_schema')).toBe(0)
    expect(read('cell_size_check')).toBe(1)
    expect(read('mmap_size')).toBe(0)
    expect(read('application_id')).toBe(0x50644c67)
  })

  it('gives every integer as bigint, so that an amount can’t lose its last digits', () => {
    const { db } = openAt(':memory:')
    expect(db.prepare('SELECT 9007199254740993 AS n').get()).toEqual({ n: 9007199254740993n })
  })
})

describe('a second writer', () => {
  it('is refused in the same process, also by another name of the file, and let in after close', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const first = openAt(file)
    expect(faultOf(openLedger(options(file)))).toMatch(/Another Paydesk/)
    symlinkSync(file, join(folder, 'alias.db'))
    expect(faultOf(openLedger(options(join(folder, 'alias.db'))))).toMatch(/Another Paydesk/)
    first.close()
    const third = valueOf(openLedger(options(file)))
    third.close()
  })

  it('is refused when another process holds the ledger, and let in once that process was killed', async () => {
    const file = join(newFolder(), 'ledger.db')
    const { child, said } = await openElsewhere(file)
    expect(said).toBe('open\n')
    expect(faultOf(openLedger(options(file)))).toMatch(/Another Paydesk/)
    await kill(child)
    const mine = openAt(file)
    expect(mine.findings).toEqual([])
    const other = await openElsewhere(file)
    expect(formatMessage(other.said)).toMatch(/^refused: Another Paydesk/)
  })

  it('does not keep a reader out, and a reader can’t write', () => {
    const file = join(newFolder(), 'ledger.db')
    const { db } = openAt(file)
    db.prepare(`INSERT INTO meta (key, value) VALUES ('k', 'v')`).run()
    const reader = valueOf(openLedgerReader(file))
    expect(reader.prepare(`SELECT value FROM meta WHERE key = 'k'`).pluck().get()).toBe('v')
    expect(() => reader.prepare(`DELETE FROM meta`).run()).toThrow(/readonly/)
    reader.close()
  })

  it('is kept out by a lock file that was damaged and made anew', () => {
    const file = join(newFolder(), 'ledger.db')
    openAt(file).close()
    writeFileSync(`${file}-lock`, 'no database at all, just some text '.repeat(40))
    const opened = openAt(file)
    expect(opened.findings).toEqual([])
    expect(faultOf(openLedger(options(file)))).toMatch(/Another Paydesk/)
  })
})

describe('a damaged ledger', () => {
  const aside = (folder: string) =>
    readdirSync(folder).filter((name) => /^ledger\.db\.damaged-[0-9TZ]+$/.test(name))

  it('that is no database is renamed aside with all its bytes, and reported at every start until a person clears it', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const text = 'this is not a database '.repeat(400)
    writeFileSync(file, text)
    const opened = openAt(file)
    expect(opened.isNew).toBe(true)
    expect(opened.findings).toMatchObject([{ kind: 'quarantine' }])
    const [kept] = aside(folder)
    expect(readFileSync(join(folder, kept!), 'utf8')).toBe(text)
    expect(opened.findings[0]!.message).toContain(kept)
    opened.close()
    const again = openAt(file)
    expect(again.findings).toMatchObject([{ kind: 'quarantine' }])
    expect(() => {
      clearFinding(again.db, again.findings[0]!.id, 1)
    }).toThrow(/together with its audit entry/)
    inTransaction(again.db, () => {
      clearFinding(again.db, again.findings[0]!.id, 1)
    })
    again.close()
    expect(openAt(file).findings).toEqual([])
  })

  it('whose pages were overwritten is found by the check at start', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const first = openAt(file)
    const insert = first.db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)')
    for (let n = 0; n < 500; n += 1) insert.run(`k${n}`, 'x'.repeat(200))
    first.close()
    const bytes = readFileSync(file)
    bytes.fill(0xa5, bytes.length - 8 * 4096, bytes.length - 4 * 4096)
    writeFileSync(file, bytes)
    const opened = openAt(file)
    expect(opened.findings).toMatchObject([{ kind: 'quarantine' }])
    expect(readFileSync(join(folder, aside(folder)[0]!)).length).toBe(bytes.length)
  })

  it('is opened without its log being looked at only when it was opened well before, and looked at as a whole after a start that was not', () => {
    tampered('pages of the ledger are damaged')
    for (const [wasSound, table] of [
      [true, 'audit_entry'],
      [true, 'entry_rows'],
      [false, 'audit_entry'],
    ] as const) {
      const folder = newFolder()
      const file = join(folder, 'ledger.db')
      const rig = openLog({ file, entries: 200 })
      const fill = rig.ledger.db.prepare(
        'INSERT INTO entry_rows VALUES (?, zeroblob(200), zeroblob(32))',
      )
      for (let seq = 1; seq <= 200; seq += 1) fill.run(seq)
      if (wasSound) rig.ledger.noteOpened()
      rig.ledger.close()
      spoilFirstPage(file, table)
      const opened = openAt(file)
      expect(opened.findings.length).toBe(wasSound ? 0 : 1)
      if (wasSound) {
        const reader = valueOf(openLedgerReader(file))
        expect(damageIn(reader, 'all but the log')).toBeNull()
        expect(damageIn(reader, 'whole')).toMatch(/page/i)
        reader.close()
      }
      opened.close()
      // That it was opened once more proved nothing.
      expect(openAt(file).findings).toMatchObject([{ kind: 'quarantine' }])
      expect(aside(folder)).toHaveLength(1)
    }
  })

  it('has every other table looked at before it is opened', () => {
    const file = join(newFolder(), 'ledger.db')
    const first = openAt(file)
    const insert = first.db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)')
    for (let n = 0; n < 500; n += 1) insert.run(`k${n}`, 'x'.repeat(200))
    first.noteOpened()
    first.close()
    spoilFirstPage(file, 'meta')
    expect(openAt(file).findings).toMatchObject([{ kind: 'quarantine' }])
  })

  it('has every row looked for in each index, where that is asked for', () => {
    tampered('an index is changed')
    const file = join(newFolder(), 'ledger.db')
    const first = openAt(file)
    fillTables({
      db: first.db,
      audit: openAudit(first.db, { clock: Date.now, monotonic: () => 1 }),
    })
    expect(damageIn(first.db, 'indexes')).toBeNull()
    first.close()
    misplaceIndex(file, 'status_snapshot_order')
    const again = openAt(file)
    expect(damageIn(again.db, 'all but the log')).toBeNull()
    expect(damageIn(again.db, 'indexes')).toContain('index status_snapshot_order')
    again.close()
  })

  it('that vanished or was emptied is reported as missing, not taken for a first start', () => {
    for (const harm of [(file: string) => rmSync(file), (file: string) => truncateSync(file, 0)]) {
      const file = join(newFolder(), 'ledger.db')
      openAt(file).close()
      harm(file)
      expect(openAt(file).findings).toMatchObject([{ kind: 'missing' }])
    }
  })
})

describe('a ledger that is not ours to open', () => {
  it('another program’s database is refused and not touched', () => {
    const file = join(newFolder(), 'ledger.db')
    const other = new BetterSqlite3(file)
    other.exec('CREATE TABLE t (a)')
    other.close()
    const before = readFileSync(file)
    expect(faultOf(openLedger(options(file)))).toMatch(/another program/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('a newer schema is refused and keeps its version', () => {
    const file = join(newFolder(), 'ledger.db')
    const first = openAt(file)
    first.db.pragma('user_version = 9999')
    first.close()
    expect(faultOf(openLedger(options(file)))).toMatch(/newer Paydesk/)
    const raw = new BetterSqlite3(file)
    expect(raw.pragma('user_version', { simple: true })).toBe(9999)
    raw.close()
    expect(existsSync(join(file, '..', 'backups'))).toBe(false)
  })

  it('a folder in the ledger’s place is a fault, not a crash', () => {
    expect(faultOf(openLedger(options(newFolder())))).toMatch(/can’t be opened/)
  })
})
