// Makes the tables again from the log: the rows that entries carry, one stretch after the other. It
// makes them beside the ledger whose log it is, where compare.ts compares both, and writes nothing
// into the ledger itself.
import { type Database, inTransaction } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { readEntryRows } from '../projections/entry-rows.ts'
import { openFold, type Place } from '../projections/fold.ts'
import { projectedTables } from '../projections/tables.ts'
import { schemaSql } from '../schema/schema.ts'

/** How many entries are done of all. */
export interface Step {
  done: number
  total: number
}

/**
 * The proven tables, as temporary ones of this connection: they hide those of the ledger from
 * statements that don't say `main.`, so the connection is for nothing else. What is derived is not
 * in them (derived.ts). MONEY: throws at the first entry whose rows are not those that it names, or
 * do not fit what came before.
 */
export function rebuild(db: Database): void {
  for (const _step of rebuilding(db)) continue
}

/** The same, a step at a time. It can be left after any step. */
export function* rebuilding(db: Database): Generator<Step> {
  for (const table of projectedTables) db.exec(tableSql(table))
  yield* fill(db, 'temp')
  for (const sql of [
    'CREATE INDEX temp.proven_order ON payment_order (service, orderid)',
    'CREATE INDEX temp.proven_snapshot ON status_snapshot (service, orderid, seq)',
    'CREATE INDEX temp.proven_attempt ON attempt (service, orderid, made_number)',
    'CREATE INDEX temp.proven_clearance ON order_clearance (service, orderid, seq)',
  ])
    db.exec(sql)
}

function tableSql(table: string): string {
  const begin = schemaSql.indexOf(`CREATE TABLE ${table} (`)
  const text = schemaSql.slice(begin, schemaSql.indexOf(';', schemaSql.indexOf('\n)', begin)) + 1)
  // Nothing is looked for by what is only there to be once.
  return text.replace('CREATE TABLE', 'CREATE TEMP TABLE').replace(/,\n {2}UNIQUE [^\n]*/, '')
}

/** Rows between two writes. Most of what becomes of a request lies in one such stretch. */
const STRETCH = 40_000
/** Fills empty tables from the log of this connection. */
export function* fill(db: Database, place: Place): Generator<Step> {
  const total = statement<[], number>(db, 'SELECT count(*) FROM main.entry_rows', {
    ...{ as: 'value', integers: 'number' },
  }).only()
  const fold = openFold(db, place, unfit)
  let done = 0
  let held = 0
  for (const page of readEntryRows(db)) {
    for (const { seq, changes } of page) {
      fold.take(changes, seq)
      held += changes.length
    }
    if (held >= STRETCH) {
      inTransaction(db, fold.write)
      held = 0
    }
    yield { done: (done += page.length), total }
  }
  inTransaction(db, fold.write)
}

const unfit = (seq: number, cause: unknown): Error =>
  new Error(`entry ${seq} does not fit what came before it`, { cause })
