// A ledger with rows in every table that entries change, and everything somebody without the
// keychain does to it with a database tool: each column of each row, rows taken out, put in and put
// back as they were, the rows beside the log, foreign triggers and views.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { copyFileSync, rmSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { connectionRecord } from '#shared/connections/connection.ts'
import { ok, type Result } from '#shared/fault.ts'
import { type AuditDraft, type AuditLog, openAudit } from '../../../src/main/ledger/audit/audit.ts'
import { chainOf, leafOf } from '../../../src/main/ledger/audit/audit-hash.ts'
import type { SecretSlots } from '../../../src/main/ledger/audit/audit-key.ts'
import { type Database, inTransaction } from '../../../src/main/ledger/db/open.ts'
import { type OpenLedger, openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import {
  type ProjectedTable,
  projectedTables,
  projectionOf,
} from '../../../src/main/ledger/projections/tables.ts'
import type { Change } from '../../../src/main/ledger/projections/changes.ts'
import { schemaSql } from '../../../src/main/ledger/schema/schema.ts'
import { openEntryProofs } from '../../../src/main/ledger/audit/entry-proofs.ts'
import { clearancesIn } from '../../../src/main/ledger/orders/clearances.ts'
import { openFolded } from '../../../src/main/ledger/orders/folded.ts'
import { openRetelling } from '../../../src/main/ledger/orders/retell.ts'
import { settingsIn } from '../../../src/main/ledger/rebuild/derived.ts'
import { createMoneyStops } from '../../../src/main/ledger/journal/money-stop.ts'
import { localReader, type Reader } from '../../../src/main/ledger/worker/reader.ts'
import { openClosedFile } from '../../../src/main/composition/closed-file.ts'
import {
  createLedgerCheck,
  type LedgerCheck,
  logDoubt,
} from '../../../src/main/composition/ledger-check.ts'
import { openSeal, type Seal } from '../../../src/main/ledger/audit/seal.ts'
import { must } from '../faults/must.ts'
import { logAttacks } from './log-cells.ts'

export interface Life {
  ledger: OpenLedger
  db: Database
  audit: AuditLog
  seal: Seal
  check: LedgerCheck
  /** The jobs of the check, in the order in which they were asked for. */
  asked: string[]
  /** Everything is checked again, if it is due: what stops money then, in words. */
  stops(): Promise<string[]>
  note(kind: string, details?: Record<string, unknown>): void
  /** A person goes on in spite of everything. */
  resume(): void
  /** The keychain is asked again. */
  reopen(): Promise<void>
  /** In order. */
  close(): Promise<void>
  /** As when the program is killed. */
  kill(): void
}

export type Keychain = SecretSlots & { slots: Map<string, string>; isLocked: boolean }

/** `like`: with what that one holds by now. */
export function newKeychain(like?: Keychain): Keychain {
  const slots = new Map<string, string>(like?.slots)
  const fault = (reason: 'lost' | 'locked'): Result<never> => ({
    ok: false,
    fault: { kind: 'vault', sent: 'no', reason, message: `The keychain says: ${reason}.` },
  })
  const keychain: Keychain = {
    kind: 'keychain',
    slots,
    isLocked: false,
    read: (slot) => {
      const value = slots.get(slot)
      if (keychain.isLocked) return Promise.resolve(fault('locked'))
      return Promise.resolve(value === undefined ? fault('lost') : ok(value))
    },
    write: (slot, secret) => {
      if (keychain.isLocked) return Promise.resolve(fault('locked'))
      slots.set(slot, secret)
      return Promise.resolve(ok(null))
    },
  }
  return keychain
}

interface LifeOptions {
  version?: string
  /** A larger file is not read as Paydesk ends. */
  mostBytes?: number
}

/** A start as the program makes it, as far as the ledger goes. */
export async function openLife(
  file: string,
  vault: SecretSlots,
  clock: () => number = Date.now,
  { version = '1', mostBytes }: LifeOptions = {},
): Promise<Life> {
  const ledger = must(openLedger({ file, clock }))
  const { db, witness } = ledger
  const report = (): void => undefined
  const monotonic = (): number => performance.now()
  const proofs = openEntryProofs({ db, vault, report })
  const audit = openAudit(db, { clock, monotonic, prove: proofs.prove })
  await proofs.reopen()
  const unproven = (): string | null => proofs.logFault()
  const isProving = (): boolean => proofs.key() !== null
  const seal = await openSeal({
    ...{ db, audit, vault, lock: witness, clock, report, unproven, isProving },
  })
  const append = (draft: AuditDraft): void => void inTransaction(db, () => audit.append(draft))
  const note = (kind: AuditKind, details: Record<string, unknown> = {}): void =>
    append({ actor: 'ana', outcome: 'ok', origin: 'desk', subject: 'log', kind, details })
  const stops = createMoneyStops(db, {
    ...{ findings: ledger.findings, clock, actor: 'ana', note: append },
    seal: {
      stops: () => [...seal.stops(), ...proofs.stops()],
      accept: (stop) => void (proofs.accept(stop) || seal.accept(stop)),
    },
  })
  ledger.whenPutRight((message) => stops.found(message))
  const asked: string[] = []
  const local = localReader(db, monotonic)
  const reader: Reader = {
    ...local,
    run: (job, ...more) => {
      asked.push(job)
      return local.run(job, ...more)
    },
  }
  const check = createLedgerCheck({
    ...{ db, seal, proofs, stops, long: reader, openReader: () => reader, onFound: report },
    logDoubt: () => logDoubt(seal, proofs),
    size: () => audit.head().size,
    clock,
    file: openClosedFile({
      ...{ ledger, version, clock, long: reader },
      ...(mostBytes === undefined ? {} : { mostBytes }),
    }),
    report: (incident, error) => {
      throw new Error(incident, { cause: error })
    },
  })
  note('log:opened')
  seal.maybe('opened')
  return {
    ...{ ledger, db, audit, seal, check, asked, note },
    resume: () =>
      stops.resume(
        stops.all().map(({ id }) => id),
        'it was our own tool',
      ),
    stops: async () => {
      const drift = ledger.drift()
      const unchecked = await check.now()
      await check.folded()
      return [
        ...[drift, unchecked].filter((message) => message !== null),
        ...stops.all().map(({ message }) => message),
      ]
    },
    reopen: async () => {
      await proofs.reopen()
      await seal.reopen()
    },
    close: async () => {
      await check.giveUp()
      note('log:closed')
      audit.end()
      await seal.close()
      await check.leave(1_000)
      ledger.close()
    },
    kill: () => {
      void check.giveUp()
      ledger.close()
    },
  }
}

const rowOfEach = (id: string): Change[] => {
  const record = connectionRecord.parse({
    ...{ id, isEmbedded: id === 'sandbox', name: `Desk ${id}`, environment: 'test' },
    ...{ baseUrl: `https://${id}.example`, endpointId: '1', login: 'shop', settings: {} },
  })
  const place = { connection_id: id, orderid: '7' }
  const by = { at: 1, actor: 'ana' }
  return [
    ['add', 'connection', { id, record, created_at: 1, updated_at: 1 }],
    ['add', 'secret', { slot: `connection/${id}/merchant_control_key`, fingerprint: 'ab'.repeat(32), created_at: 1 }],
    ['add', 'unknown_term', { connection_id: id, operation: 'status', kind: 'key', name: 'colour', first_seen_at: 1, serial_number: 's' }],
    ['add', 'stopped_subscription', { connection_id: id, recurring_id: '3', ...by, reason: 'asked to' }],
    ['add', 'payment_order', { ...place, service: 'shop', client_orderid: 'pd-7', status: 'approved', transaction_type: 'sale', answer: {}, first_seen_at: 1, phase: 'paid', checked_at: 1 }],
    ...['late', 'vip'].map((tag): Change => ['add', 'order_tag', { ...place, tag, ...by }]),
  ]
} // prettier-ignore

const numbered = (id: string, seq: number): Change[] => {
  const place = { connection_id: id, orderid: '7' }
  const by = { at: 1, actor: 'ana' }
  const account = { account_number: 'DE02120300000000202051' }
  return [
    ['add', 'order_clearance', { seq, service: 'shop', ...place, ...by, kind: 'chargeback', about: '5.00 EUR', reported_seq: seq, reason: 'The support says it is over' }],
    ['add', 'order_note', { seq, ...place, ...by, text: `asked ${seq}` }],
    ['add', 'recipient_version', { seq, recipient_id: `r-${seq}`, connection_id: id, ...by, name: `Ana ${seq}`, way: 'account', fields: account, is_removed: 0 }],
    ['add', 'status_snapshot', { seq, service: 'shop', ...place, at: 1, fingerprint: `f-${seq}`, status: 'approved', transaction_type: 'reversal', stage: '', amount_minor: 5000, currency: 'EUR', digits: 2, transaction_mark: 'PTX-1', reason: '', serial_number: '' }],
    ['add', 'money_event', { seq, snapshot_seq: seq, rrn: `12${seq}`, approval_code: 'A1', processor_tx_id: 'p', processing_date: 'd', card: 'c', last_four: '4242' }],
    ['add', 'attempt', { id: `a-${id}-${seq}`, made_number: seq, service: 'shop', connection_id: id, endpoint_id: '1', operation: 'return', risk: 'money', orderid: '7', client_orderid: 'pd-7', lock_key: `a-${seq}`, state: seq % 2 === 0 ? 'UNKNOWN' : 'REJECTED', awaits_look: seq % 2, amount_minor: 100, currency: 'EUR', digits: 2, is_full: 0, request: { orderid: '7' }, digest: 'd', expires_at: 1, actor: 'ana', comment: 'why', seen: 's', message: 'w', created_at: 1 }],
  ]
} // prettier-ignore

/** Rows as a desk writes them, by entries of the log: several in each table that entries change. */
export function fillTables({ db, audit }: Pick<Life, 'db' | 'audit'>, ofEach = 2): void {
  const fact = { actor: 'ana', outcome: 'ok', origin: 'desk', subject: 'log', details: {} } as const
  const append = (changes: Change[]): void =>
    void audit.append({ ...fact, kind: 'connection:changed' }, changes)
  inTransaction(db, () => {
    append([['add', 'update_memory', { name: 'format-1', value: '{}' }]])
    for (const [nth, id] of ['c-1', 'sandbox'].entries()) {
      append(rowOfEach(id))
      for (let n = 1; n <= ofEach; n += 1) append(numbered(id, nth * ofEach + n))
    }
    openFolded(db, openRetelling(db, settingsIn(db)), clearancesIn(db)).refresh({
      service: 'shop',
      orderid: '7',
    })
  })
}

/** What names a row, to be compared with itself. */
const nameOf = (table: ProjectedTable): string => {
  const { key } = projectionOf(table)
  return key.length === 1 ? key[0] : `json_array(${key.join(', ')})`
}

/** The column that tells rows apart that are alike otherwise. */
const lastOf = (table: ProjectedTable): string => projectionOf(table).key.at(-1) ?? ''

export interface TableAttack {
  name: string
  /** What it writes, where that is all it does. */
  sql?: string
  /** The log itself: what a later start says of it may be something else. */
  isOfLog?: true
  /** What a stop has to name, where any stop is not enough. */
  names?: string
  run(tool: BetterSqlite3.Database): void
}

const guards = `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`

/**
 * As somebody with the file does it: guards are taken away and put back, so that the schema shows
 * nothing.
 */
export function tamperWith(file: string, attack: TableAttack): void {
  const tool = new BetterSqlite3(file)
  tool.unsafeMode()
  tool.pragma('ignore_check_constraints = ON')
  tool.pragma('foreign_keys = OFF')
  const triggers = tool.prepare(guards).all() as { name: string; sql: string }[]
  for (const { name } of triggers) tool.exec(`DROP TRIGGER "${name}"`)
  attack.run(tool)
  for (const { sql } of triggers) tool.exec(sql)
  tool.close()
}

/**
 * The attack by a trigger of its own, which the program's own write sets off and which is gone
 * again afterwards, as if nothing had been there. The write is one outside a transaction: those
 * look at the schema as they begin. False where SQLite let nothing of it happen.
 */
export function tamperThrough(life: Life, file: string, sql: string): boolean {
  const tool = new BetterSqlite3(file)
  const triggers = tool.prepare(guards).all() as { name: string; sql: string }[]
  for (const { name } of triggers) tool.exec(`DROP TRIGGER "${name}"`)
  tool.exec(`CREATE TRIGGER mine AFTER UPDATE ON wal_base BEGIN ${sql}; END`)
  let isDone = true
  try {
    life.db.exec('UPDATE wal_base SET stamp = stamp')
  } catch {
    isDone = false
  }
  tool.exec('DROP TRIGGER mine')
  for (const { sql: guard } of triggers) tool.exec(guard)
  tool.close()
  return isDone
}

/**
 * The index says of itself what it said before, and has each row in another place: nobody finds one
 * by it.
 */
export function misplaceIndex(file: string, name: string): void {
  const tool = new BetterSqlite3(file)
  tool.unsafeMode()
  misplaceIn(tool, name)
  tool.close()
}

function misplaceIn(tool: BetterSqlite3.Database, name: string): void {
  const select = tool.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck()
  const sql = String(select.get(name))
  tool.exec(`DROP INDEX ${name}; ${sql.replace(/\((\w+)/, `($1 || ' '`)}`)
  tool.pragma('writable_schema = ON')
  tool.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, name)
  tool.pragma(`schema_version = ${Number(tool.pragma('schema_version', { simple: true })) + 1}`)
}

/** The newest row of the table that is no practice, as the file has it. */
const aRow = (table: string, id: string): string =>
  `(SELECT max(${id}) FROM ${table} WHERE CAST(${id} AS TEXT) NOT LIKE '%sandbox%')`

/** Local columns hold comfort, and nothing has to be told of them (comfort.ts). */
const tellingColumns = (table: ProjectedTable): readonly string[] => {
  const { key, facts, derived = [] } = projectionOf(table)
  return [...key, ...facts, ...derived]
}

/** Walks the tables that entries change: what a later version adds is attacked as well. */
export function tableAttacks(): TableAttack[] {
  const attacks: TableAttack[] = []
  const add = (name: string, sql: string): void => {
    attacks.push({ name, sql, run: (tool) => void tool.exec(sql) })
  }
  for (const table of projectedTables) {
    const [id, own] = [nameOf(table), lastOf(table)]
    const one = `WHERE ${id} = ${aRow(table, id)}`
    const columns = tellingColumns(table)
    for (const column of columns)
      add(
        `edit ${table}.${column}`,
        `UPDATE ${table} SET "${column}" = CASE typeof("${column}") WHEN 'text' THEN "${column}" || ' '
           WHEN 'integer' THEN "${column}" + 70 ELSE 9 END ${one}`,
      )
    add(`delete a row of ${table}`, `DELETE FROM ${table} ${one}`)
    add(`empty ${table}`, `DELETE FROM ${table}`)
    const every = [...columns, ...Object.keys(projectionOf(table).local ?? {})]
    const made = every.map((column) =>
      column === own || column === 'made_number'
        ? `${own === 'seq' || column === 'made_number' ? '999' : `"${column}" || 'x'`}`
        : ['rrn', 'lock_key'].includes(column)
          ? `'9' || "${column}"`
          : `"${column}"`,
    )
    add(
      `put a row into ${table}`,
      `INSERT INTO ${table} (${every.join(', ')}) SELECT ${made.join(', ')} FROM ${table} ${one}`,
    )
  }
  for (const { name, sql } of logAttacks())
    attacks.push({ name, sql, isOfLog: true, run: (tool) => void tool.exec(sql) })
  add('a foreign trigger', 'CREATE TRIGGER mine AFTER UPDATE ON connection BEGIN SELECT 1; END')
  add('a foreign view', 'CREATE VIEW mine AS SELECT 1')
  add('a foreign index', 'CREATE INDEX mine ON attempt (message)')
  add('a foreign table', 'CREATE TABLE mine (a)')
  add('a foreign column', 'ALTER TABLE attempt ADD COLUMN mine TEXT')
  add('an index that is gone', 'DROP INDEX status_snapshot_order')
  for (const name of ownIndexes())
    attacks.push({ name: `misplace ${name}`, run: (tool) => misplaceIn(tool, name) })
  return attacks
}

/** Every index of the schema, of the log too; partial ones hold none of so few rows. */
function ownIndexes(): string[] {
  const tool = new BetterSqlite3(':memory:')
  tool.exec(schemaSql)
  const names = tool
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOT LIKE '% WHERE %'`)
    .pluck()
    .all() as string[]
  tool.close()
  return names
}

/** Copies a closed ledger with what lies beside it. */
export function copyLedger(from: string, to: string): void {
  for (const ending of ['', '-lock', '-wal', '-shm']) {
    rmSync(to + ending, { force: true })
    try {
      copyFileSync(from + ending, to + ending)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

/** Entries chained as anybody can who reads the format. */
export function appendTo(tool: BetterSqlite3.Database, logId: string, times: number): void {
  for (let n = 0; n < times; n += 1) {
    const last = tool.prepare('SELECT * FROM audit_entry ORDER BY seq DESC LIMIT 1').get() as {
      seq: number
      chain: Buffer
      body: Buffer
    }
    const seq = last.seq + 1
    const fields = JSON.parse(last.body.toString('utf8')) as Record<string, unknown>
    const body = Buffer.from(JSON.stringify({ ...fields, seq, actor: 'bob' }))
    const leaf = leafOf(body)
    tool
      .prepare(
        `INSERT INTO audit_entry (seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain) SELECT ?, at_wall, at_mono, 'bob', kind, outcome, origin, subject, ?, ?, ? FROM audit_entry WHERE seq = ?`,
      )
      .run(seq, body, leaf, chainOf(logId, seq, last.chain, leaf), last.seq)
  }
}
