// What a migration may not change, read from a ledger of any schema: the log with its chain, the
// rows that are evidence, how many there are of everything, and the sums of money. Two proofs are
// compared; neither decides alone. It only reads.
import { createHash } from 'node:crypto'
import { chainOf, GENESIS_CHAIN, leafOf } from '../audit/audit-hash.ts'
import { baseOf, startOf } from '../audit/audit-base.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'

/** Every value of these stays, in the columns they had. */
const evidence = ['audit_entry', 'checkpoint', 'archive', 'connection', 'secret'] as const
/** As many of these stay as there were. */
const counted = [
  ...['attempt', 'payment_order', 'status_snapshot', 'order_note', 'recipient_version'],
  ...['order_clearance', 'order_tag', 'row_seal', 'ledger_finding'],
] as const

export interface Proof {
  /** By table: what it is compared by. */
  tables: Record<string, string>
  /** Requests by operation, state and currency: how many, and their amounts. */
  balances: string
  /** 'whole', or where the chain of the log first breaks. */
  chain: string
}

const columnsIn = (db: Database, table: string): string[] =>
  statement<[string], string>(db, 'SELECT name FROM pragma_table_info(?)', { as: 'value' }).all(
    table,
  )

/** `columns`: of the ledger before; a table that is new is not compared. */
export type Columns = Record<string, readonly string[]>

export function columnsOfProof(db: Database): Columns {
  const all = [...evidence, ...counted].map((table) => [table, columnsIn(db, table)] as const)
  return Object.fromEntries(all.filter(([, columns]) => columns.length > 0))
}

/** Throws what SQLite throws when a table or a column is gone. */
export function proofOf(db: Database, columns: Columns): Proof {
  const names = Object.keys(columns)
  const isKept = (name: string): boolean => (evidence as readonly string[]).includes(name)
  const tables = names.map((name) => [
    name,
    isKept(name) ? digestOf(db, name, columns[name]!) : countOf(db, name),
  ])
  return {
    tables: Object.fromEntries(tables) as Proof['tables'],
    balances: 'attempt' in columns ? balancesOf(db) : '',
    chain: 'audit_entry' in columns ? chainStateOf(db, 'archive' in columns) : 'whole',
  }
}

/** The first thing that differs, or null. */
export function differenceOf(before: Proof, after: Proof): string | null {
  const table = Object.keys(before.tables).find(
    (name) => before.tables[name] !== after.tables[name],
  )
  if (table !== undefined) return table
  if (before.balances !== after.balances) return 'attempt'
  return before.chain === after.chain ? null : 'audit_entry'
}

const countOf = (db: Database, table: string): string =>
  String(statement<[], bigint | number>(db, `SELECT count(*) FROM ${table}`, { as: 'value' }).get())

function digestOf(db: Database, table: string, columns: readonly string[]): string {
  const hash = createHash('sha256')
  const names = columns.map((name) => `"${name}"`).join(', ')
  const rows = statement<[], (string | bigint | Buffer | null)[]>(
    db,
    `SELECT ${names} FROM ${table} ORDER BY 1`,
    { as: 'list', integers: 'bigint' },
  )
  let count = 0
  for (const row of rows.iterate()) {
    count += 1
    for (const value of row) {
      const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value))
      // Lengths keep the values apart, types tell '1' from 1.
      hash.update(`${value === null ? 'null' : typeof value} ${bytes.length}\n`).update(bytes)
    }
  }
  return `${count} ${hash.digest('hex')}`
}

const balancesOf = (db: Database): string =>
  JSON.stringify(
    statement<[], (string | bigint | null)[]>(
      db,
      `SELECT operation, state, currency, count(*), sum(amount_minor) FROM attempt
       GROUP BY operation, state, currency ORDER BY operation, state, currency`,
      { as: 'list', integers: 'bigint' },
    )
      .all()
      .map((row) => row.map(String)),
  )

/** Computed anew from the bodies. */
function chainStateOf(db: Database, hasArchives: boolean): string {
  const logId = statement<[], string>(db, `SELECT value FROM meta WHERE key = 'audit.log-id'`, {
    as: 'value',
  }).get()
  if (logId === undefined) return 'whole'
  const start = hasArchives ? startOf(db, baseOf(db)) : { size: 0, chain: GENESIS_CHAIN }
  let { size, chain } = start
  const entries = statement<[number], { seq: number; body: Buffer; leaf: Buffer; chain: Buffer }>(
    db,
    'SELECT seq, body, leaf, chain FROM audit_entry WHERE seq > ? ORDER BY seq',
    { integers: 'number' },
  )
  for (const entry of entries.iterate(size)) {
    const leaf = leafOf(entry.body)
    chain = chainOf(logId, entry.seq, chain, leaf)
    const isRight = leaf.equals(entry.leaf) && chain.equals(entry.chain)
    if (entry.seq !== size + 1 || !isRight) return `broken at ${size + 1}`
    size = entry.seq
  }
  return `whole to ${size} ${chain.toString('hex')}`
}
