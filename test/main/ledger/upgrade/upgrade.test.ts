// Ledgers that earlier programs made, brought to the present schema: frozen files, made by the
// real program of their day. And what becomes of one whose upgrade is cut off, or not to be
// trusted.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { readLog } from '../../../../src/main/ledger/audit/audit-rows.ts'
import { verifyLog } from '../../../../src/main/ledger/audit/verify.ts'
import { hasStrayLog, renewStamp } from '../../../../src/main/ledger/copies/wal-base.ts'
import { newestVersion } from '../../../../src/main/ledger/db/migrate.ts'
import { openLedger } from '../../../../src/main/ledger/db/open.ts'
import { columnsOfProof, proofOf } from '../../../../src/main/ledger/upgrade/proof.ts'
import { draftOf, upgradeSteps } from '../../../../src/main/ledger/upgrade/upgrade.ts'
import { faultOf, migrationsDir, newFolder, tickingClock, valueOf } from '../ledger-rig.ts'

const schemas = join(import.meta.dirname, '../schemas')
const frozen = readdirSync(schemas).filter((name) => name.endsWith('.sqlite.gz'))
const newest = newestVersion(migrationsDir)
const program = join(import.meta.dirname, 'killed-upgrade.ts')

interface Laid {
  folder: string
  file: string
  migrationsDir: string
}

/** A frozen ledger, and the product's migrations with more behind them. */
function lay(name: string, more: Record<string, string> = {}): Laid {
  const folder = newFolder()
  const file = join(folder, 'ledger.sqlite')
  writeFileSync(file, gunzipSync(readFileSync(join(schemas, name))))
  const migrations = join(folder, 'migrations')
  mkdirSync(migrations)
  cpSync(migrationsDir, migrations, { recursive: true })
  for (const [one, sql] of Object.entries(more)) writeFileSync(join(migrations, one), sql)
  return { folder, file, migrationsDir: migrations }
}

const forward = {
  '9001-place.sql': `CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    INSERT INTO place (name) VALUES ('new'); ALTER TABLE payment_order ADD COLUMN place INTEGER;
    UPDATE payment_order SET place = 1;`,
}
const open = (
  { file, migrationsDir: dir }: Laid,
  upgrade: Parameters<typeof openLedger>[0]['upgrade'] = {},
) => openLedger({ file, migrationsDir: dir, clock: tickingClock(), upgrade })

/** Version and what may not change, read by another connection. */
function stateOf(file: string, columnsFrom = file) {
  const [before, db] = [columnsFrom, file].map((path) => new BetterSqlite3(path))
  try {
    const proof = proofOf(db!, columnsOfProof(before!))
    return { version: Number(db!.pragma('user_version', { simple: true })), proof }
  } finally {
    before!.close()
    db!.close()
  }
}
const keptIn = (folder: string): string[] =>
  existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : []

describe.each(frozen)('the ledger of %s', (name) => {
  it('becomes one of today with all that it held, and is kept as it was', async () => {
    const laid = lay(name)
    const before = stateOf(laid.file)
    expect(before.proof.chain).toMatch(/^whole to \d\d/)
    const opened = valueOf(open(laid))
    expect(opened.findings).toEqual([])
    const log = readLog(opened.db)!
    const monotonic = (): number => performance.now()
    expect(await verifyLog(opened.db, log, { monotonic })).toMatchObject({ outcome: 'intact' })
    opened.close()
    expect(stateOf(laid.file)).toMatchObject({ version: newest, proof: before.proof })
    const kept = keptIn(laid.folder)
    expect(kept).toHaveLength(before.version === newest ? 0 : 1)
    for (const copy of kept) expect(stateOf(join(laid.folder, 'backups', copy))).toEqual(before)
  })

  it('goes on to a newer schema, and is refused by an older program then', () => {
    const laid = lay(name, forward)
    const before = stateOf(laid.file)
    valueOf(open(laid)).close()
    const after = new BetterSqlite3(laid.file)
    expect(after.prepare('SELECT DISTINCT place FROM payment_order').pluck().all()).toEqual([1])
    after.close()
    expect(stateOf(laid.file).version).toBe(9001)
    expect(stateOf(laid.file).proof.tables['audit_entry']).toBe(before.proof.tables['audit_entry'])
    expect(faultOf(open({ ...laid, migrationsDir }))).toMatch(/written by a newer Paydesk/)
    expect(stateOf(laid.file).version).toBe(9001)
    expect(keptIn(laid.folder)[0]).toMatch(/^ledger-before-\d{4}-/)
  })
})

const oldest = frozen[0]!

describe('an upgrade that is cut off', () => {
  it.each(upgradeSteps)('by a kill when it is %s leaves the old or the new, whole', (step) => {
    const laid = lay(oldest, forward)
    const before = stateOf(laid.file)
    const { signal } = spawnSync(process.execPath, [program, laid.file, laid.migrationsDir, step])
    expect(signal).toBe('SIGKILL')
    const left = stateOf(laid.file, laid.file)
    expect(left.version).toBe(step === 'replaced' ? 9001 : before.version)
    if (step !== 'replaced') expect(left).toEqual(before)
    valueOf(open(laid)).close()
    expect(stateOf(laid.file).version).toBe(9001)
    expect(readdirSync(laid.folder).filter((name) => name.includes('.migrating'))).toEqual([])
    for (const copy of keptIn(laid.folder).filter((name) => name.endsWith('.db')))
      expect(stateOf(join(laid.folder, 'backups', copy))).toEqual(before)
  })

  it('right after the first stamp of the new one leaves a log that belongs to it', () => {
    const laid = lay(oldest, forward)
    valueOf(open({ ...laid, migrationsDir })).close()
    const cut = join(newFolder(), 'cut.sqlite')
    const onStep = (reached: string): void => {
      if (reached !== 'replaced') return
      const running = `${cut}.running`
      cpSync(laid.file, running)
      const db = new BetterSqlite3(running)
      db.pragma('journal_mode = WAL')
      renewStamp(db)
      for (const ending of ['', '-wal']) cpSync(running + ending, cut + ending)
      db.close()
    }
    valueOf(open(laid, { onStep })).close()
    expect(readFileSync(`${cut}-wal`).length).toBeGreaterThan(0)
    expect(hasStrayLog(cut)).toBe(false)
  })

  it.each(
    upgradeSteps
      .slice(0, -1)
      .flatMap((step) => [[step, 'ENOSPC'] as const, [step, 'EROFS'] as const]),
  )('when it is %s by the disk (%s) leaves the old and says why', (step, code) => {
    const laid = lay(oldest, forward)
    const before = stateOf(laid.file)
    const onStep = (reached: string): void => {
      if (reached === step) throw Object.assign(new Error(`${code}: no more`), { code })
    }
    expect(faultOf(open(laid, { onStep }))).toContain(code)
    expect(stateOf(laid.file)).toEqual(before)
    expect(existsSync(draftOf(laid.file))).toBe(false)
    valueOf(open(laid)).close()
    expect(stateOf(laid.file).version).toBe(9001)
  })

  it('does not begin where the disk has no room, and says how much it takes', () => {
    const laid = lay(oldest, forward)
    const before = stateOf(laid.file)
    expect(faultOf(open(laid, { freeBytes: () => 1_000 }))).toMatch(/0\.7 MB are needed/)
    expect(stateOf(laid.file)).toEqual(before)
    expect(keptIn(laid.folder)).toEqual([])
  })

  it('does not put the new one in place while another program reads the ledger', () => {
    const laid = lay(oldest, forward)
    valueOf(open({ ...laid, migrationsDir })).close()
    const before = stateOf(laid.file)
    const other = new BetterSqlite3(laid.file)
    other.pragma('journal_mode = WAL')
    other.prepare('SELECT count(*) FROM audit_entry').get()
    expect(faultOf(open(laid))).toMatch(/Another program is reading the ledger/)
    other.close()
    expect(stateOf(laid.file)).toEqual(before)
    valueOf(open(laid)).close()
    expect(stateOf(laid.file).version).toBe(9001)
  })
})

describe('a migration that changes what it may not', () => {
  it.each([
    [
      'takes an entry out of the log',
      `DROP TRIGGER audit_entry_no_delete; DELETE FROM audit_entry WHERE seq = 5`,
      'audit_entry',
    ],
    [
      'writes an entry anew',
      `DROP TRIGGER audit_entry_no_update; UPDATE audit_entry SET body = CAST('{}' AS BLOB) WHERE seq = 5`,
      'audit_entry',
    ],
    [
      'changes an amount',
      `DROP TRIGGER attempt_request_fixed; UPDATE attempt SET amount_minor = amount_minor + 1`,
      'attempt',
    ],
    ['changes a state', `UPDATE attempt SET state = 'FAILED'`, 'attempt'],
    ['leads a connection elsewhere', `UPDATE connection SET record = record || ' '`, 'connection'],
    ['forgets an order', `PRAGMA defer_foreign_keys = ON; DELETE FROM status_snapshot`, 'status_'],
    ['drops a table', `DROP TABLE order_tag`, 'order_tag'],
  ])('%s: the ledger stays as it was', (_what, sql, named) => {
    const laid = lay(oldest, { '9001-bad.sql': sql })
    const before = stateOf(laid.file)
    const db = new BetterSqlite3(laid.file)
    expect(db.prepare('SELECT count(*) FROM attempt').pluck().get()).toBeGreaterThan(0)
    db.close()
    expect(faultOf(open(laid))).toContain(named)
    expect(stateOf(laid.file)).toEqual(before)
    expect(existsSync(draftOf(laid.file))).toBe(false)
  })
})

it('an ordinary start takes none of these steps', () => {
  const laid = lay(frozen.at(-1)!)
  valueOf(open(laid)).close()
  const kept = keptIn(laid.folder)
  const steps: string[] = []
  valueOf(open(laid, { onStep: (step) => void steps.push(step) })).close()
  expect(steps).toEqual([])
  expect(keptIn(laid.folder)).toEqual(kept)
})
