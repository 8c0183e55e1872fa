// Brings a ledger to the newest schema: NNNN-name.sql files, each in one transaction with
// user_version, after a copy was taken. It never touches a ledger that a newer program wrote, and
// never goes on after an error.
import { say } from '#shared/message.ts'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { connectionRecord } from '#shared/connections/connection.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { gatewayOf } from '#shared/order-place.ts'
import type { Database } from './database.ts'
import { deviationsOf, putRight, schemaOf, messageOf, type SchemaObject } from './schema-drift.ts'
import { statement } from './statements.ts'

/**
 * Something about the file itself that a person has to look at. Every one of them stops money until
 * it is cleared.
 */
export interface LedgerFinding {
  id: number
  kind: 'quarantine' | 'missing' | 'schema'
  at: number
  message: string
  /** Called when a person decides to go on, in the transaction that records it. */
  putRight?: () => void
}

/** What puts a migrated copy in the ledger's place. */
interface Replacing {
  keepCopy: () => void
  migrate: (db: Database) => Fault | null
}

interface Migration {
  version: number
  name: string
  sql: string
  sha256: string
}

export interface MigrateOptions {
  file: string
  migrationsDir: string
  clock: () => number
  backupDir?: string
  isNew: boolean
  applicationId: number
  /** For a ledger that holds something; left out, it is migrated in place. */
  replace?: (parts: Replacing) => Result<null>
  /** An empty database in memory, to see what the migrations make. */
  openMemory: () => Database
}

// Tables that must be there before any migration can run.
const FOUNDATION = `
  CREATE TABLE IF NOT EXISTS ledger_migration (
    version    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    sha256     TEXT NOT NULL,
    applied_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS ledger_finding (
    id         INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL CHECK (kind IN ('quarantine', 'missing')),
    at         INTEGER NOT NULL,
    message      TEXT NOT NULL,
    cleared_at INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS ledger_start (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    times    INTEGER NOT NULL,
    last_at  INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS wal_base (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    stamp    TEXT NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO ledger_start (only_row, times, last_at) VALUES (1, 0, 0);`

// A COMMIT inside a migration would keep its first half when its second half fails.
const ENDS_TRANSACTION = /\b(?:COMMIT|ROLLBACK)\s*(?:TRANSACTION\s*)?(?:;|$)/i

export interface Migrated {
  applied: string[]
  /**
   * What was not as this program's migrations made it, before anything was written. They are found
   * again at each start.
   */
  findings: LedgerFinding[]
  /** What all migrations together make. */
  schema: SchemaObject[]
}

/**
 * Faults: denied/money-stopped when the ledger is newer, differs from the files, or a migration
 * fails (it is then as before).
 */
export function migrate(db: Database, options: MigrateOptions): Result<Migrated> {
  const available = readMigrations(options.migrationsDir)
  if (!available.ok) return available
  const version = Number(db.pragma('user_version', { simple: true }))
  const newest = available.value.at(-1)?.version ?? 0
  if (version > newest)
    return fail(
      stopped(say('this-ledger-was-written-by-a-newer-paydesk-schema', { version, newest })),
    )
  const applied = options.isNew ? [] : readApplied(db)
  for (const [index, done] of applied.entries()) {
    const file = available.value[index]
    if (file?.name !== done.name || file.sha256 !== done.sha256)
      return fail(
        stopped(say('a-migration-is-not-the-one-of-this-program', { migration: done.name })),
      )
  }
  if ((applied.at(-1)?.version ?? 0) !== version)
    return fail(stopped(say('the-ledger-says-schema-version', { version })))
  const pending = available.value.slice(applied.length)
  const made = options.isNew
    ? null
    : schemasMade(available.value.slice(0, applied.length), pending, options)
  // MONEY: before the first write, which a trigger of somebody else could turn into any other.
  const finding = made === null ? null : schemaFinding(db, made.before, options.clock)
  const done = (): Result<Migrated> =>
    ok({
      applied: pending.map((migration) => migration.name),
      findings: finding === null ? [] : [finding],
      schema: made?.after ?? schemaOf(db),
    })
  const [next] = pending
  if (next !== undefined && applied.length > 0 && options.replace !== undefined) {
    const replaced = options.replace({
      keepCopy: () => copyFirst(db, options, next),
      migrate: (copy) => applyAll(copy, pending, options),
    })
    return replaced.ok ? done() : replaced
  }
  const fault = applyAll(db, pending, options)
  return fault === null ? done() : fail(fault)
}

/** In their order; it ends at the first that fails. */
function applyAll(
  db: Database,
  pending: readonly Migration[],
  { applicationId, clock }: MigrateOptions,
): Fault | null {
  prepareFor(db, applicationId)
  for (const migration of pending) {
    const fault = apply(db, migration, clock)
    if (fault !== null) return fault
  }
  return null
}

function prepareFor(db: Database, applicationId: number): void {
  db.transaction(() => {
    // Said again, the pragma would write a page and sync it.
    if (db.pragma('application_id', { simple: true }) !== applicationId)
      db.pragma(`application_id = ${applicationId}`)
    db.exec(FOUNDATION)
  }).immediate()
  db.function('service_of', { directOnly: true }, (record: unknown) =>
    gatewayOf(connectionRecord.parse(JSON.parse(String(record)))),
  )
}

/** What the migrations make of an empty ledger, before and after those that are still to come. */
function schemasMade(
  applied: readonly Migration[],
  pending: readonly Migration[],
  { openMemory, applicationId, clock }: MigrateOptions,
): { before: SchemaObject[]; after: SchemaObject[] } {
  const made = openMemory()
  try {
    prepareFor(made, applicationId)
    for (const migration of applied) {
      const fault = apply(made, migration, clock)
      if (fault !== null) throw new Error(fault.message)
    }
    const before = schemaOf(made)
    // One that fails here fails in the ledger too, and is named there.
    for (const migration of pending) if (apply(made, migration, clock) !== null) break
    return { before, after: schemaOf(made) }
  } finally {
    made.close()
  }
}

/** How the ledger differs from what the migrations make, or null. */
export function schemaFinding(
  db: Database,
  expected: readonly SchemaObject[],
  clock: () => number,
): LedgerFinding | null {
  const deviations = deviationsOf(schemaOf(db), expected)
  if (deviations.length === 0) return null
  const message = messageOf(deviations)
  // No row of the ledger: what was changed could be what keeps such rows.
  return { id: 0, kind: 'schema', at: clock(), message, putRight: () => putRight(db, deviations) }
}

export function recordFinding(db: Database, finding: Omit<LedgerFinding, 'id'>): void {
  statement<[string, number, string]>(
    db,
    'INSERT INTO ledger_finding (kind, at, message) VALUES (?, ?, ?)',
  ).run(finding.kind, finding.at, finding.message)
}

/** Findings no person has dealt with yet: they come back at every start until then. */
export function readFindings(db: Database): LedgerFinding[] {
  const rows = statement<
    [],
    { id: bigint; kind: LedgerFinding['kind']; at: bigint; message: string }
  >(
    db,
    'SELECT id, kind, at, message FROM ledger_finding WHERE cleared_at IS NULL ORDER BY id',
  ).all()
  return rows.map((row) => ({ ...row, id: Number(row.id), at: Number(row.at) }))
}

/**
 * MONEY: ends the stop of a finding. Call it only for a person's decision, in the transaction that
 * records who decided.
 */
export function clearFinding(db: Database, id: number, at: number): void {
  if (!db.inTransaction) throw new Error('a finding is cleared together with its audit entry')
  statement<[number, number]>(
    db,
    'UPDATE ledger_finding SET cleared_at = ? WHERE id = ? AND cleared_at IS NULL',
  ).run(at, id)
}

function apply(db: Database, migration: Migration, clock: () => number): Fault | null {
  try {
    if (ENDS_TRANSACTION.test(migration.sql)) throw new Error('it ends its own transaction')
    db.transaction(() => {
      db.exec(migration.sql)
      if (!db.inTransaction) throw new Error('it ends its own transaction')
      const orphans = db.pragma('foreign_key_check') as unknown[]
      if (orphans.length > 0) throw new Error(`${orphans.length} rows point at nothing`)
      statement<[number, string, string, number]>(
        db,
        'INSERT INTO ledger_migration (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)',
      ).run(migration.version, migration.name, migration.sha256, clock())
      db.pragma(`user_version = ${migration.version}`)
    }).immediate()
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return stopped(say('a-migration-failed', { migration: migration.name, why: message }))
  }
}

/**
 * A consistent copy, on disk before the first statement of the first migration runs. It bears a
 * copy's name only once it is whole.
 */
function copyFirst(db: Database, options: MigrateOptions, next: Migration): void {
  if (options.file === ':memory:') return
  const folder = options.backupDir ?? join(dirname(options.file), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date(options.clock()).toISOString().replace(/[-:.]/g, '')
  const name = `ledger-before-${String(next.version).padStart(4, '0')}-${stamp}`
  let copy = join(folder, `${name}.db`)
  for (let n = 1; existsSync(copy); n += 1) copy = join(folder, `${name}-${n}.db`)
  const part = join(folder, 'ledger-before.part')
  // A crash can leave a half-written copy.
  for (const ending of ['', '-journal']) rmSync(part + ending, { force: true })
  statement<[string]>(db, 'VACUUM INTO ?').run(part)
  sync(part, 'r+')
  renameSync(part, copy)
  // Windows can't open a folder; there the name is durable without it.
  if (process.platform !== 'win32') sync(folder, 'r')
}

function sync(path: string, flags: string): void {
  const handle = openSync(path, flags)
  fsyncSync(handle)
  closeSync(handle)
}

/** Number of the newest migration this program brings; 0 when they can't be read. */
export function newestVersion(folder: string): number {
  const available = readMigrations(folder)
  return available.ok ? (available.value.at(-1)?.version ?? 0) : 0
}

function readMigrations(folder: string): Result<Migration[]> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const migrations: Migration[] = []
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
    const version = Number(number)
    if (number === undefined || version === 0 || version === migrations.at(-1)?.version)
      return fail(stopped(say('name-is-not-a-migration', { name })))
    const bytes = readFileSync(join(folder, name))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    migrations.push({ version, name, sql: bytes.toString('utf8'), sha256 })
  }
  return migrations.length === 0
    ? fail(stopped(say('no-migrations-were-found-in-folder', { folder })))
    : ok(migrations)
}

function readApplied(db: Database): { version: number; name: string; sha256: string }[] {
  const hasTable = statement<[]>(
    db,
    `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'ledger_migration'`,
  ).get()
  if (hasTable === undefined) return []
  const rows = statement<[], { version: bigint; name: string; sha256: string }>(
    db,
    'SELECT version, name, sha256 FROM ledger_migration ORDER BY version',
  ).all()
  return rows.map((row) => ({ ...row, version: Number(row.version) }))
}

const stopped = (message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason: 'money-stopped',
  message,
})
