// What somebody without the keychain does to a ledger with a database tool, and how: with the file
// closed, while the program has it open, or by a trigger that the program's own write sets off.
import { copyFileSync, rmSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { chainOf, leafOf } from '../../../src/main/ledger/audit/audit-hash.ts'
import type { Life } from './life.ts'

export interface TableAttack {
  name: string
  /** What it writes, where that is all it does. */
  sql?: string
  /** The log itself: what a later start says of it may be something else. */
  isOfLog?: true
  /** What a stop has to name, where any stop is not enough. */
  names?: string
  /** It is made on a ledger whose log goes on behind archives. */
  isOnArchives?: true
  /** It takes guards away, or puts others in their place: they are not put back behind it. */
  isOnGuards?: true
  /** On an index or a trigger. */
  isOfSchema?: true
  /** No money stops by it: an entry tells it. */
  isToldByEntry?: true
  /** Nothing has to be told of it: all that money goes by is as before. */
  steersNothing?: true
  run(tool: BetterSqlite3.Database): void
}

export const attackBy = (
  name: string,
  sql: string,
  more: Partial<TableAttack> = {},
): TableAttack => ({ name, sql, run: (tool) => void tool.exec(sql), ...more })

/** As another program writes it into a cell of any kind. */
export const otherValue = (column: string): string =>
  `"${column}" = CASE typeof("${column}") WHEN 'text' THEN "${column}" || ' '
     WHEN 'integer' THEN "${column}" + 70 WHEN 'blob' THEN zeroblob(length("${column}")) ELSE 9 END`

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
  const stood = attack.isOnGuards === true ? [] : triggers
  for (const { name } of stood) tool.exec(`DROP TRIGGER "${name}"`)
  attack.run(tool)
  for (const { sql } of stood) tool.exec(sql)
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

/** The index is there and holds no row, or each in another place. */
export const misplaceIn = (tool: BetterSqlite3.Database, name: string): void =>
  makeOtherwise(tool, name, (sql) => sql.replace(/\((\w+(?:\([^()]*\))?)/, `($1 || ' '`))

export const emptyIn = (tool: BetterSqlite3.Database, name: string): void =>
  makeOtherwise(tool, name, (sql) => `${sql.replace(/ WHERE .*$/s, '')} WHERE 0`)

function makeOtherwise(
  tool: BetterSqlite3.Database,
  name: string,
  otherwise: (sql: string) => string,
): void {
  const select = tool.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck()
  const sql = String(select.get(name))
  tool.exec(`DROP INDEX ${name}; ${otherwise(sql)}`)
  tool.pragma('writable_schema = ON')
  tool.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, name)
  tool.pragma(`schema_version = ${Number(tool.pragma('schema_version', { simple: true })) + 1}`)
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
