// The one way to a statement: `statement<Params, Row>(db, sql)` says what it binds and what a row
// of its answer is, so that no caller casts. A statement is prepared once for each connection,
// because preparing one takes longer than many a look-up. A slow one is reported by its SQL, never
// by what was bound to it. What is sorted, and compares a column with `= ?`, SQLite prepares anew
// each time, so that its plan may follow the value: statements that are asked for at each row of a
// run say `= +?`, whose plan is the same for every value.
import type { Database, Statement } from './database.ts'

/** A thread that is busy for longer drops frames of the window. */
export const SLOW_MS = 40
// Filters make so many different statements and no more.
const MOST = 400

interface Answer {
  /** 'row' has names, 'value' is the first column alone, 'list' has the columns in their order. */
  as?: 'row' | 'value' | 'list'
  /** Left out: as the connection was opened, bigint in the ledger. */
  integers?: 'number' | 'bigint'
}

type Bound<Params> = Params extends unknown[] ? Params : [Params]

/** Params: the values in order as a tuple, or one object with their names. */
export interface TypedStatement<Params, Row = unknown> {
  run(...params: Bound<Params>): { changes: number; lastInsertRowid: number | bigint }
  get(...params: Bound<Params>): Row | undefined
  /** For a query that always has a row, such as an aggregate. Throws when there is none. */
  only(...params: Bound<Params>): Row
  all(...params: Bound<Params>): Row[]
  iterate(...params: Bound<Params>): IterableIterator<Row>
}

interface Watch {
  /** `sql` has its placeholders still. */
  report: (sql: string, ms: number) => void
  monotonic: () => number
}

const cache = new WeakMap<Database, Map<string, TypedStatement<unknown[], unknown>>>()
const watches = new WeakMap<Database, Watch>()

/** Reports every statement of this connection that takes SLOW_MS or longer. */
export function watchStatements(db: Database, watch: Watch): void {
  watches.set(db, watch)
}

/** The types are the caller's word: SQLite checks neither what is bound nor what a column holds. */
export function statement<Params = unknown[], Row = unknown>(
  db: Database,
  sql: string,
  answer: Answer = {},
): TypedStatement<Params, Row> {
  let known = cache.get(db)
  if (known === undefined) cache.set(db, (known = new Map()))
  const key = `${answer.as ?? 'row'} ${answer.integers ?? ''} ${sql}`
  let found = known.get(key)
  if (found === undefined) {
    if (known.size >= MOST) known.clear()
    known.set(key, (found = timed(db, sql, prepare(db, sql, answer))))
  }
  return found as TypedStatement<Params, Row>
}

function prepare(db: Database, sql: string, { as, integers }: Answer): Statement {
  const made = db.prepare(sql)
  if (as === 'value') made.pluck()
  if (as === 'list') made.raw()
  if (integers !== undefined) made.safeIntegers(integers === 'bigint')
  return made
}

/** `iterate` is not timed: its caller's own work lies between two rows. */
function timed(db: Database, sql: string, made: Statement): TypedStatement<unknown[], unknown> {
  const time = <T>(run: () => T): T => {
    const watch = watches.get(db)
    if (watch === undefined) return run()
    const from = watch.monotonic()
    try {
      return run()
    } finally {
      const ms = watch.monotonic() - from
      if (ms >= SLOW_MS) watch.report(sql, ms)
    }
  }
  return {
    run: (...params) => time(() => made.run(...params)),
    get: (...params) => time(() => made.get(...params)),
    only: (...params) => {
      const row = time(() => made.get(...params))
      if (row === undefined) throw new Error(`no row where there always is one: ${sql}`)
      return row
    },
    all: (...params) => time(() => made.all(...params)),
    iterate: (...params) => made.iterate(...params),
  }
}
