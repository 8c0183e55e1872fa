// Compares a ledger's tables, indexes, triggers and views with what the program makes. A trigger
// of somebody else changes rows behind the program's back, and one that is gone lets rows be
// changed. It can put right all but tables. Called by make-schema.ts; decides nothing.
import { say, sayAll } from '#shared/message.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { foreignWrites, readSchemaAgain } from '../db/pragmas.ts'
import { statement } from '../db/statements.ts'

export interface SchemaObject {
  type: string
  name: string
  table: string
  /** Null for the indexes SQLite makes by itself. */
  sql: string | null
}

export interface Deviation {
  how: 'added' | 'gone' | 'changed'
  type: string
  name: string
  /** How it has to be; null where nothing of this name has to be there. */
  sql: string | null
}

export function schemaOf(db: Database): SchemaObject[] {
  const rows = statement<[], { type: string; name: string; tbl_name: string; sql: string | null }>(
    db,
    'SELECT type, name, tbl_name, sql FROM main.sqlite_schema',
  ).all()
  return rows.map(({ tbl_name, ...row }) => ({ ...row, table: tbl_name }))
}

/** Some programs write a schema down with other spaces and lines. */
const evenly = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim()

/** Nearly always letter by letter, which is asked first: this is looked at in every start. */
const isSameSql = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && evenly(a) === evenly(b))

const isSame = (a: SchemaObject, b: SchemaObject): boolean =>
  a.type === b.type && a.table === b.table && isSameSql(a.sql, b.sql)

/**
 * In the order of their names. One name may stand there twice in a file that was written by hand.
 */
export function deviationsOf(
  found: readonly SchemaObject[],
  expected: readonly SchemaObject[],
): Deviation[] {
  const isThere = Map.groupBy(found, ({ name }) => name)
  const has = Map.groupBy(expected, ({ name }) => name)
  const added = found.filter((one) => !has.get(one.name)?.some((other) => isSame(one, other)))
  const gone = expected.filter((one) => !isThere.get(one.name)?.some((other) => isSame(one, other)))
  const wanted = (name: string): SchemaObject | undefined => gone.find((one) => one.name === name)
  const twice = [...isThere.values()].flatMap((alike) =>
    alike.filter((one, at) => alike.findIndex((other) => isSame(one, other)) < at),
  )
  return [
    ...[...added, ...twice].map(({ type, name }): Deviation => {
      const is = wanted(name)
      return { how: is === undefined ? 'added' : 'changed', type, name, sql: is?.sql ?? null }
    }),
    ...gone
      .filter(({ name }) => !added.some((one) => one.name === name))
      .map(({ type, name, sql }): Deviation => ({ how: 'gone', type, name, sql })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Names more than a few only by their number. */
const mostNamed = 5

/** `advice`: what to do; left out, what was found is right again. */
export function messageOf(
  deviations: readonly Deviation[],
  advice = say('ledger.advice-look-since'),
): string {
  const named = deviations.slice(0, mostNamed).map(({ how, type, name }) => {
    const shown = name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 80)
    return say('ledger.schema-part-differs', { type, name: shown, how: howLabel[how] })
  })
  const rest = deviations.length - named.length
  if (rest > 0) named.push(say('ledger.so-many-more', { count: rest }))
  return say('ledger.schema-changed', {
    named: sayAll(named),
    advice,
  })
}

const howLabel = {
  added: say('ledger.was-added'),
  gone: say('ledger.is-gone'),
  changed: say('ledger.was-changed'),
} as const

const isTable = ({ type }: Deviation): boolean => type === 'table'

/** What is wrong with tables. */
export const wrongTables = (db: Database, expected: readonly SchemaObject[]): Deviation[] =>
  deviationsOf(schemaOf(db), expected).filter(isTable)

/** MONEY: in a transaction. Tables stay as they are: what is in them is evidence. */
export function putRight(db: Database, deviations: readonly Deviation[]): void {
  if (!db.inTransaction) throw new Error('a schema is put right together with what tells of it')
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
  for (const one of deviations) {
    if (isTable(one) || one.name.startsWith('sqlite_')) continue
    // Also what was gone: it may be back since.
    db.exec(`DROP ${one.type.toUpperCase()} IF EXISTS ${quoted(one.name)}`)
    if (one.sql !== null) db.exec(one.sql)
  }
}

/** MONEY: what other programs do to the schema while the ledger is open. */
export interface SchemaWatch {
  /**
   * Looks again where another program wrote, and puts right what can be put right in place. What is
   * wrong with tables stays wrong until the next start: in words, or null.
   */
  look(): string | null
}

/**
 * `tell` is called in the transaction that puts something right, with what was found in words: what
 * a trigger did before it was taken away nobody knows.
 */
export function watchSchema(
  db: Database,
  expected: readonly SchemaObject[],
  tell: (message: string) => void,
): SchemaWatch {
  let seen = Number.NaN
  let isLooking = false
  let found: string | null = null
  const lookAgain = (): void => {
    readSchemaAgain(db)
    const deviations = deviationsOf(schemaOf(db), expected)
    const tables = deviations.filter(isTable)
    found = tables.length === 0 ? null : messageOf(tables, say('ledger.open-again'))
    if (deviations.length === tables.length) return
    putRight(db, deviations)
    tell(messageOf(deviations))
  }
  return {
    look: () => {
      const now = db.open ? foreignWrites(db) : seen
      // Putting right begins a transaction, and each transaction looks as it begins.
      if (now === seen || isLooking) return found
      isLooking = true
      try {
        inTransaction(db, lookAgain)
        seen = now
      } finally {
        isLooking = false
      }
      // The transaction that this look is part of may still fail.
      if (db.inTransaction) setImmediate(() => (seen = Number.NaN))
      return found
    },
  }
}
