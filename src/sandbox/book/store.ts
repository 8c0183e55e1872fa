// The sandbox's own database: orders, transactions, effects, the request log. The only file that
// opens it. synchronous=FULL: what was answered survives SIGKILL and power loss.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE orders (
  orderid INTEGER PRIMARY KEY,
  client_orderid TEXT NOT NULL,
  kind TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  currency TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX order_by_client ON orders (client_orderid);
CREATE TABLE transactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  orderid INTEGER NOT NULL REFERENCES orders (orderid),
  type TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  fate TEXT NOT NULL,
  final_at INTEGER,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  processor_tx_id TEXT NOT NULL UNIQUE,
  error_code TEXT,
  error_message TEXT,
  comment TEXT,
  request_serial TEXT
) STRICT;
CREATE INDEX transaction_by_order ON transactions (orderid, id);
CREATE INDEX transaction_due ON transactions (final_at) WHERE final_at IS NOT NULL;
CREATE INDEX transaction_by_request ON transactions (request_serial) WHERE request_serial IS NOT NULL;
CREATE TABLE effects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  orderid INTEGER NOT NULL,
  client_orderid TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  request_serial TEXT NOT NULL UNIQUE,
  transaction_id INTEGER NOT NULL REFERENCES transactions (id)
) STRICT;
CREATE TABLE requests (
  serial TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  method TEXT NOT NULL,
  path TEXT NOT NULL,
  operation TEXT,
  fields TEXT NOT NULL,
  signature TEXT,
  http INTEGER NOT NULL,
  code TEXT,
  message TEXT NOT NULL,
  delivery TEXT NOT NULL
) STRICT;
CREATE TABLE training (place INTEGER PRIMARY KEY, orderid INTEGER NOT NULL, about TEXT NOT NULL) STRICT;
CREATE TABLE nonces (nonce TEXT NOT NULL, consumer TEXT NOT NULL, stamp INTEGER NOT NULL, PRIMARY KEY (consumer, stamp, nonce)) STRICT;
CREATE TABLE public_keys (fingerprint TEXT PRIMARY KEY, pem TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE cards (
  ref INTEGER PRIMARY KEY AUTOINCREMENT,
  orderid INTEGER NOT NULL UNIQUE,
  facts TEXT NOT NULL
) STRICT;
CREATE TABLE recurring (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_orderid TEXT NOT NULL,
  facts TEXT NOT NULL,
  charge_at INTEGER
) STRICT;
CREATE TABLE steps (
  orderid INTEGER PRIMARY KEY REFERENCES orders (orderid),
  token TEXT NOT NULL UNIQUE,
  stage TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE TABLE callbacks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  transaction_id INTEGER NOT NULL UNIQUE REFERENCES transactions (id),
  url TEXT NOT NULL,
  due_at INTEGER,
  tries INTEGER NOT NULL,
  outcome TEXT NOT NULL
) STRICT;
`

/** Chargebacks that a test amount brings about later. */
const disputes = `
CREATE TABLE disputes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  orderid INTEGER NOT NULL REFERENCES orders (orderid),
  type TEXT NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;
`

/** "PSBX": a file of another program is refused instead of being written to. */
const APPLICATION_ID = 0x50534258
const SCHEMA_VERSION = 2

export interface Store {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  first<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Answers the id of the row it inserted. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Answers how many rows it changed. */
  change(sql: string, ...values: SQLInputValue[]): number
  /** Everything in `work` is kept or nothing is. */
  atomically<T>(work: () => T): T
  read(name: string): string | undefined
  write(name: string, value: string): void
  close(): void
}

export function openStore(path: string): Store {
  const db = new DatabaseSync(path)
  try {
    db.exec('PRAGMA busy_timeout = 2000')
    // Two sandboxes on one file would give out the same numbers.
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    prepareSchema(db, path)
    db.exec('PRAGMA journal_mode = WAL')
    db.exec('PRAGMA synchronous = FULL')
    db.exec('PRAGMA foreign_keys = ON')
  } catch (error) {
    db.close()
    throw error
  }

  const statements = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const made = db.prepare(sql)
    statements.set(sql, made)
    return made
  }
  const store: Store = {
    all: <Row>(sql: string, ...values: SQLInputValue[]) =>
      statement(sql).all(...values) as unknown as Row[],
    first: <Row>(sql: string, ...values: SQLInputValue[]) =>
      statement(sql).get(...values) as unknown as Row | undefined,
    run: (sql, ...values) => Number(statement(sql).run(...values).lastInsertRowid),
    change: (sql, ...values) => Number(statement(sql).run(...values).changes),
    atomically(work) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const made = work()
        db.exec('COMMIT')
        return made
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    read: (name) =>
      store.first<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value,
    write: (name, value) =>
      void store.run(
        'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        value,
      ),
    close: () => {
      statements.clear()
      db.close()
    },
  }
  return store
}

function prepareSchema(db: DatabaseSync, path: string): void {
  const read = (pragma: string): number =>
    Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? { value: 0 })[0])
  const isEmpty = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (isEmpty) {
    db.exec('BEGIN EXCLUSIVE')
    db.exec(schema + disputes)
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    db.exec('COMMIT')
    return
  }
  if (read('application_id') !== APPLICATION_ID)
    throw new Error(`${path} is not a sandbox database; it was left untouched`)
  if (read('user_version') === 1) {
    db.exec(`BEGIN EXCLUSIVE; ${disputes} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
    return
  }
  if (read('user_version') !== SCHEMA_VERSION)
    throw new Error(`${path} was written by another version of the sandbox; use a new file`)
}
