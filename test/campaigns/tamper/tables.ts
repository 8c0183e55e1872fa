// A ledger with rows in every table that steers money, and everything somebody without the keychain
// does to it with a database tool: each column of each row, rows taken out, put in and put back as
// they were, the seals themselves, foreign triggers and views.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { copyFileSync, rmSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { ok, type Result } from '#shared/fault.ts'
import { type AuditLog, openAudit } from '../../../src/main/ledger/audit/audit.ts'
import { chainOf, leafOf } from '../../../src/main/ledger/audit/audit-hash.ts'
import type { SecretSlots } from '../../../src/main/ledger/audit/audit-key.ts'
import { type Database, inTransaction } from '../../../src/main/ledger/db/open.ts'
import { type OpenLedger, openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import { openRowSeals, type RowSeals } from '../../../src/main/ledger/seals/row-seal.ts'
import {
  columnsOf,
  idOf,
  sealedNames,
  type SealedTable,
  sealedTables,
} from '../../../src/main/ledger/seals/row-tables.ts'
import { openSeal, type Seal } from '../../../src/main/ledger/audit/seal.ts'
import { must } from '../faults/must.ts'

export interface Life {
  ledger: OpenLedger
  db: Database
  audit: AuditLog
  seal: Seal
  rows: RowSeals
  /** What stops money, in words. */
  stops(): string[]
  note(kind: string, details?: Record<string, unknown>): void
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

/** A start as the program makes it, as far as the ledger goes. */
export async function openLife(
  file: string,
  vault: SecretSlots,
  clock: () => number = Date.now,
): Promise<Life> {
  const ledger = must(openLedger({ file, clock }))
  const { db, witness } = ledger
  const report = (): void => undefined
  const audit = openAudit(db, { clock, monotonic: () => performance.now() })
  const { isOwnAt } = ledger
  const rows = await openRowSeals({ db, audit, vault, isOwnAt, onFound: report, report })
  const rowFault = (): string | null => rows.logFault()
  const seal = await openSeal({ db, audit, vault, lock: witness, clock, report, rowFault })
  const note = (kind: AuditKind, details: Record<string, unknown> = {}): void =>
    inTransaction(db, () => {
      const by = { actor: 'ana', outcome: 'ok', origin: 'desk', subject: 'log' } as const
      audit.append({ ...by, kind, details })
    })
  const stops = (): string[] => [
    ...ledger.findings.map(({ message }) => message),
    ...ledger.drift().map(({ message }) => message),
    ...seal.stops().map(({ message }) => message),
    ...rows.stops(false).map(({ message }) => message),
  ]
  note('log:opened')
  seal.maybe('opened')
  return {
    ...{ ledger, db, audit, seal, rows, note, stops },
    close: async () => {
      note('log:closed')
      audit.end()
      await seal.close()
      ledger.close()
    },
    kill: () => ledger.close(),
  }
}

/** Rows as a desk writes them: several in each sealed table, and in those they belong to. */
export function fillTables(db: Database): void {
  inTransaction(db, () => {
    db.prepare(`INSERT INTO update_memory VALUES ('format-1', '{}')`).run()
    for (const id of ['c-1', 'sandbox']) {
      const record = { id, name: `Desk ${id}`, baseUrl: `https://${id}.example`, login: 'shop' }
      db.prepare('INSERT INTO connection VALUES (?, ?, 1, 1)').run(id, JSON.stringify(record))
      const slot = `connection/${id}/merchant_control_key`
      db.prepare('INSERT INTO secret VALUES (?, ?, 1)').run(slot, 'ab'.repeat(32))
      db.prepare(
        `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer,
           first_seen_at, checked_at) VALUES (?, '7', 'pd-7', 'paid', 'approved', 'sale', '{}', 1, 1)`,
      ).run(id)
      for (const tag of ['late', 'vip'])
        db.prepare(`INSERT INTO order_tag VALUES (?, '7', ?, 1, 'ana')`).run(id, tag)
      for (const n of [1, 2])
        db.prepare(
          `INSERT INTO order_clearance (service, connection_id, orderid, at, actor, kind, about, told_seq, reason)
           VALUES ('shop', ?, '7', 1, 'ana', 'chargeback', '5.00 EUR', ?, 'The support says it is over')`,
        ).run(id, n)
      for (const name of ['Ana', 'Bo']) {
        db.prepare(
          `INSERT INTO order_note (connection_id, orderid, at, actor, text) VALUES (?, '7', 1, 'ana', ?)`,
        ).run(id, `asked ${name}`)
        db.prepare(
          `INSERT INTO recipient_version (recipient_id, connection_id, at, actor, name, way, fields, is_removed)
           VALUES (?, ?, 1, 'ana', ?, 'account', '{"account_number":"DE02120300000000202051"}', 0)`,
        ).run(`r-${name}`, id, name)
      }
      db.prepare(
        `INSERT INTO status_snapshot (service, connection_id, orderid, at, fingerprint, status, transaction_type, stage,
           amount_minor, currency, digits, transaction_mark, reason, serial_number)
         VALUES ('shop', ?, '7', 1, 'f', 'approved', 'reversal', '', 5000, 'EUR', 2, 'PTX-1', '', '')`,
      ).run(id)
      for (const n of [1, 2])
        db.prepare(
          `INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
             amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, made_number)
           VALUES (@id, 'shop', @of, '1', 'return', 'money', '7', 'pd-7', @id, 'DRAFT', 100, 'EUR', 2, 0, '{"orderid":"7"}', 'd', 1,
             'ana', 'why', 's', 'w', 1, (SELECT coalesce(max(made_number), 0) + 1 FROM attempt))`,
        ).run({ id: `a-${id}-${n}`, of: id })
    }
  })
}

/** More than a start compares of one table. */
const LONG = 1_100

/**
 * As after years: copies of one row of each table that a start compares whole only while it is
 * short. The rows of `fillTables` stay the oldest.
 */
export function lengthenTables(db: Database): void {
  const numbers = JSON.stringify(Array.from({ length: LONG }, (_, n) => 2_000 + n))
  inTransaction(db, () => {
    for (const table of sealedNames) {
      if (table === 'connection' || table === 'secret') continue
      const [id, own] = [keyOf(table), lastOf(table)]
      const values = columnsOf(db, table).map((column) => {
        if (column === 'seq' || column === 'made_number') return 'n.value'
        const isNumbered = column === own || column === 'lock_key'
        return `one."${column}"${isNumbered ? " || '-' || n.value" : ''}`
      })
      db.prepare(
        `INSERT INTO ${table} SELECT ${values.join(', ')}
           FROM (SELECT * FROM ${table} WHERE ${id} = ${aRow(table, id, 'oldest')}) AS one, json_each(?) AS n`,
      ).run(numbers)
    }
  })
}

/** What names a row, to be compared with itself: of more columns than one the id of its seal. */
const keyOf = (table: SealedTable): string =>
  sealedTables[table].length === 1 ? sealedTables[table][0] : idOf(table, table)

/** The column that tells rows apart that are alike otherwise. */
const lastOf = (table: SealedTable): string => sealedTables[table].at(-1) ?? ''

/** Of long tables a start compares the newest rows alone. */
export type Which = 'newest' | 'oldest'

export interface TableAttack {
  name: string
  /** What it writes, where that is all it does. */
  sql?: string
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
  tool.exec(`CREATE TRIGGER mine AFTER UPDATE ON ledger_start BEGIN ${sql}; END`)
  let isDone = true
  try {
    life.db.exec('UPDATE ledger_start SET times = times')
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
  const select = tool.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck()
  const sql = String(select.get(name))
  tool.exec(`DROP INDEX ${name}; ${sql.replace(/\((\w+)/, `($1 || ' '`)}`)
  tool.pragma('writable_schema = ON')
  tool.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, name)
  tool.pragma(`schema_version = ${Number(tool.pragma('schema_version', { simple: true })) + 1}`)
  tool.close()
}

/** A row of the table that is no practice, as the file has it. */
const aRow = (table: string, id: string, which: Which): string =>
  `(SELECT ${which === 'newest' ? 'max' : 'min'}(${id}) FROM ${table} WHERE CAST(${id} AS TEXT) NOT LIKE '%sandbox%'${['recipient_version', 'order_note', 'order_clearance', 'status_snapshot'].includes(table) ? ` AND connection_id = 'c-1'` : ''})`

/** Walks the schema: what a later migration adds is attacked as well. */
export function tableAttacks(db: Database, which: Which = 'newest'): TableAttack[] {
  const attacks: TableAttack[] = []
  const add = (name: string, sql: string): void => {
    attacks.push({ name, sql, run: (tool) => void tool.exec(sql) })
  }
  for (const table of sealedNames) {
    const [id, own] = [keyOf(table), lastOf(table)]
    const it = aRow(table, id, which)
    const one = `WHERE ${id} = ${it}`
    for (const column of columnsOf(db, table))
      add(
        `edit ${table}.${column}`,
        `UPDATE ${table} SET "${column}" = CASE typeof("${column}") WHEN 'text' THEN "${column}" || ' '
           WHEN 'integer' THEN "${column}" + 70 ELSE 9 END ${one}`,
      )
    add(`delete a row of ${table}`, `DELETE FROM ${table} ${one}`)
    add(
      `delete a row of ${table} and its seal`,
      `DELETE FROM row_seal WHERE name = '${table}' AND id = CAST(${it} AS TEXT);
       DELETE FROM ${table} ${one}`,
    )
    add(
      `delete a seal of ${table}`,
      `DELETE FROM row_seal WHERE name = '${table}' AND id LIKE '%1%'`,
    )
    add(
      `empty ${table} and its seals`,
      `DELETE FROM ${table}; DELETE FROM row_seal WHERE name = '${table}'`,
    )
    const made = columnsOf(db, table).map((column) =>
      column === own || column === 'made_number'
        ? `${own === 'seq' || column === 'made_number' ? '999' : `"${column}" || 'x'`}`
        : `"${column}"`,
    )
    add(
      `put a row into ${table}`,
      `INSERT INTO ${table} SELECT ${made.join(', ')} FROM ${table} ${one}`,
    )
  }
  add('delete every seal', 'DELETE FROM row_seal')
  add('delete the head of the seals', 'DELETE FROM row_seal_head')
  add('delete the seals and their head', 'DELETE FROM row_seal; DELETE FROM row_seal_head')
  add(
    'edit the head of the seals',
    `UPDATE row_seal_head SET head = replace(head, '"size"', '"Size"')`,
  )
  for (const [how, sql] of Object.entries(breakers))
    for (const table of sealedNames) {
      const edit = attacks.find(({ name }) => name.startsWith(`edit ${table}.`))
      if (edit?.sql === undefined) continue
      add(`${edit.name}, and somebody ${how}`, `${edit.sql}; ${sql}`)
      attacks.at(-1)!.names = `(table ${table}`
    }
  add('a foreign trigger', 'CREATE TRIGGER mine AFTER UPDATE ON connection BEGIN SELECT 1; END')
  add('a foreign view', 'CREATE VIEW mine AS SELECT 1')
  add('a foreign index', 'CREATE INDEX mine ON attempt (message)')
  add('a foreign table', 'CREATE TABLE mine (a)')
  return attacks
}

/** What hides which rows were changed, if the head alone could tell. */
export const breakers = {
  'flips a digit of the head of the seals': `UPDATE row_seal_head SET head = replace(head, '"size":', '"size":1')`,
  'deletes the head of the seals': 'DELETE FROM row_seal_head',
} as const

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
        `INSERT INTO audit_entry SELECT ?, at_wall, at_mono, 'bob', kind, outcome, origin, subject, ?, ?, ? FROM audit_entry WHERE seq = ?`,
      )
      .run(seq, body, leaf, chainOf(logId, seq, last.chain, leaf), last.seq)
  }
}
