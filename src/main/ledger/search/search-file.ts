// The search file beside the ledger: what orders and entries can be found by, made from the ledger
// and made again whenever it does not fit. It is written by the reader's thread alone; losing it
// loses nothing. It never takes part in a transaction of the ledger.
import { codeOf } from '#shared/fault.ts'
import { rmSync } from 'node:fs'
import { readLog } from '../audit/audit-rows.ts'
import { type Database, openDerived, openLedgerReader } from '../db/open.ts'
import { isDamage } from '../db/sqlite-fault.ts'
import { statement } from '../db/statements.ts'

export interface SearchFile {
  /** Reads the ledger with the search beside it; never writes. */
  reader: Database
  /** Writes the search alone. The same connection as the reader where both are in memory. */
  writer: Database
  /**
   * The same for one long reading, which sees the ledger as it was when it began; its caller closes
   * it. Null where both are in memory.
   */
  openAside: () => Database | null
  close(): void
}

// Changed whenever the tables or the meaning of what is in them changes.
const LAYOUT = 8

// Names are unique across both files, so that statements name tables without their file.
const layout = (schema: string): string => `
  -- How far the audit log has been read, and which log: another one, or a shorter one, is read from its beginning.
  CREATE TABLE ${schema}.search_reach (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    log_id   TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    chain    BLOB NOT NULL
  ) STRICT;
  -- Entries that were archived can't be read here any more: their orders are taken from the list of orders, and this is the last one.
  CREATE TABLE ${schema}.search_seed (
    only_row      INTEGER PRIMARY KEY CHECK (only_row = 1),
    connection_id TEXT NOT NULL,
    orderid       TEXT NOT NULL
  ) STRICT;
  -- Which entries belong to a UTC day (days since 1970). A clock that was set back makes days overlap; no entry misses its day.
  CREATE TABLE ${schema}.search_day (
    day       INTEGER PRIMARY KEY,
    first_seq INTEGER NOT NULL,
    last_seq  INTEGER NOT NULL
  ) STRICT;
  -- terms: a line for each, sorted, of LF, the folded term, TAB, a letter for its field, TAB, the term as written when it differs.
  CREATE TABLE ${schema}.search_order (
    id            INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    orderid       TEXT NOT NULL,
    terms         TEXT NOT NULL,
    UNIQUE (connection_id, orderid)
  ) STRICT;
  CREATE TABLE ${schema}.search_term (
    term     TEXT NOT NULL,
    order_no INTEGER NOT NULL,
    PRIMARY KEY (term, order_no DESC)
  ) STRICT, WITHOUT ROWID;
  -- Who did something on an order, with what the list filters by, in the list's order: all of it as of the order's last entry.
  CREATE TABLE ${schema}.search_actor (
    actor            TEXT NOT NULL,
    connection_id    TEXT NOT NULL,
    checked_at       INTEGER NOT NULL,
    orderid          TEXT NOT NULL,
    phase            TEXT NOT NULL,
    transaction_type TEXT NOT NULL,
    digits           INTEGER,
    original_minor   INTEGER,
    PRIMARY KEY (actor, connection_id, checked_at DESC, orderid)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ${schema}.search_actor_order ON search_actor (connection_id, orderid, actor);
  CREATE VIRTUAL TABLE ${schema}.search_order_text USING fts5
    (terms, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
  -- The same of orders that the shop's lists name, by their number there.
  CREATE TABLE ${schema}.search_shop_reach (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    said     INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE ${schema}.search_shop (
    number INTEGER PRIMARY KEY,
    terms  TEXT NOT NULL
  ) STRICT;
  CREATE TABLE ${schema}.search_shop_term (
    term   TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (term, number DESC)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE ${schema}.search_shop_text USING fts5
    (terms, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
  CREATE VIRTUAL TABLE ${schema}.search_entry_text USING fts5
    (text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1');`

/**
 * `ledger` is a connection that only reads; `path` is the file, made when it is missing or does not
 * fit the ledger.
 */
export function openSearchFile(ledger: Database, path: string): SearchFile {
  let writer = openFitting(ledger, path)
  if (writer === null) {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true })
    writer = openDerived(path)
    create(writer, ledger, 'main')
  }
  statement<[string]>(ledger, 'ATTACH ? AS search').run(path)
  const opened = writer
  return {
    reader: ledger,
    writer,
    openAside: () => {
      const aside = openLedgerReader(ledger.name)
      if (!aside.ok) throw new Error(aside.fault.message)
      statement<[string]>(aside.value, 'ATTACH ? AS search').run(path)
      statement<[]>(aside.value, 'BEGIN').run()
      return aside.value
    },
    close: () => {
      ledger.close()
      opened.close()
    },
  }
}

/** For a ledger in memory: the search lies in memory beside it, on the same connection. */
export function attachSearch(db: Database): SearchFile {
  const attached = statement<[]>(
    db,
    `SELECT 1 FROM pragma_database_list WHERE name = 'search'`,
  ).get()
  if (attached === undefined) {
    db.exec(`ATTACH ':memory:' AS search`)
    create(db, db, 'search')
  }
  return { reader: db, writer: db, openAside: () => null, close: () => undefined }
}

function create(writer: Database, ledger: Database, schema: string): void {
  writer.transaction(() => {
    writer.exec(layout(schema))
    statement<[string]>(
      writer,
      'INSERT INTO search_reach (only_row, log_id, seq, chain) VALUES (1, ?, 0, zeroblob(32))',
    ).run(readLog(ledger)?.logId ?? '')
    writer.pragma(`${schema}.user_version = ${LAYOUT}`)
  })()
}

/** Null when there is no such file, it can't be read, or it speaks of another log than this one. */
function openFitting(ledger: Database, path: string): Database | null {
  let db: Database | undefined
  try {
    db = openDerived(path)
    if (fits(db, ledger)) return db
  } catch (error) {
    // Damaged or foreign: it is made again, as if there were none. Anything else is for the caller.
    if (!isDamage(codeOf(error))) throw error
  }
  db?.close()
  return null
}

function fits(db: Database, ledger: Database): boolean {
  if (Number(db.pragma('user_version', { simple: true })) !== LAYOUT) return false
  const reach = statement<[], { log_id: string; seq: bigint; chain: Buffer }>(
    db,
    'SELECT log_id, seq, chain FROM search_reach',
  ).get()
  if (reach === undefined || reach.log_id !== readLog(ledger)?.logId) return false
  if (reach.seq === 0n) return true
  const chain = statement<[bigint]>(ledger, 'SELECT chain FROM audit_entry WHERE seq = ?', {
    as: 'value',
  }).get(reach.seq)
  return chain instanceof Uint8Array && reach.chain.equals(chain)
}
