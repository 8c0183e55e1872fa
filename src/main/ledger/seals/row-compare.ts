// What is compared of the seals, and when: the head with the log, sums with the head, long tables
// in part at the start. It reads; what it finds goes among the findings of the run.
import type { KeyObject } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { type RowChecker, type RowDeviation, unsound } from './row-check.ts'
import { lackingIn } from './row-log.ts'
import { gapOf, readHead, type SealHead } from './row-mac.ts'
import { headMessage, headOfOther, sumMessage } from './row-messages.ts'
import { isBehind, type Keyed, type Run } from './row-run.ts'
import { headIn } from './row-store.ts'
import { newestFirst, sealedNames, type SealedTable } from './row-tables.ts'

/**
 * A table of so many rows is compared whole at the start; of a longer one the newest rows, and the
 * newest of open requests. The rest is compared in turns, and no request leaves before.
 */
const ROWS_AT_START = 1_000
const NEWEST_AT_START = 200
/** Compared whole at the start and before each request that leaves, however many there are. */
export const STEERING: readonly SealedTable[] = ['connection', 'secret']

/**
 * MONEY: the head is as the program left it, with this log. Null: what it says of the seals is
 * worth nothing.
 */
export function soundHead(run: Run, key: KeyObject, size: number): SealHead | null {
  const { db, found } = run
  const text = headIn(db)
  const head = text === undefined ? null : readHead(key, text)
  const blame = (what: 'unreadable' | 'log', message: string): void => {
    found.head(what, message)
    run.logMessage ??= message
  }
  if (head === null) {
    if (!found.hasHead()) {
      const lacking = sealedNames.flatMap((table) => lackingIn(db, table))
      blame('unreadable', headMessage(text === undefined ? 'gone' : 'forged', lacking))
    }
  } else if (head.size > size || !isOfLog(db, head)) blame('log', headOfOther(head.size, size))
  else if (head.size < size && !isBehind(run, head, size))
    run.late ??= { after: head.size, last: size }
  return found.hasHead() ? null : head
}

export function compareSums(
  { db, found }: Run,
  { checker }: Keyed,
  head: SealHead,
  which: SealedTable[],
): void {
  for (const table of unsound(checker, head, which))
    found.head(
      table,
      sumMessage(table, lackingIn(db, table)),
      gapOf(checker.sum(table), head.tables[table]),
    )
}

/** By the head; without one by the seals that there are. */
export const isShort = (db: Database, table: SealedTable, head: SealHead | null): boolean =>
  STEERING.includes(table) ||
  (head === null ? sealsUpTo(db, table) : (head.tables[table]?.[0] ?? 0)) <= ROWS_AT_START

const sealsUpTo = (db: Database, table: SealedTable): number =>
  Number(
    statement<[], bigint>(
      db,
      `SELECT count(*) FROM (SELECT 1 FROM row_seal WHERE name = '${table}' LIMIT ${ROWS_AT_START + 1})`,
      { as: 'value' },
    ).only(),
  )

/** Found by their numbers alone: sorting thousands of whole rows would take ten times as long. */
export const openOf = (checker: RowChecker, table: SealedTable): RowDeviation[] =>
  table === 'attempt'
    ? checker.rows(
        table,
        `WHERE t.made_number IN (SELECT made_number FROM attempt
           WHERE state IN ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN', 'ACCEPTED')
           ORDER BY made_number DESC LIMIT ${NEWEST_AT_START})`,
      )
    : []

export const newest = (table: SealedTable): string =>
  `ORDER BY ${newestFirst(table)} LIMIT ${NEWEST_AT_START}`

/** The log has the entry that the head names. */
function isOfLog(db: Database, { size, chain }: SealHead): boolean {
  if (size === 0) return /^0+$/.test(chain)
  const found = statement<[number]>(db, 'SELECT chain FROM audit_entry WHERE seq = ?', {
    as: 'value',
  }).get(size)
  return found instanceof Uint8Array && Buffer.from(found).toString('hex') === chain
}
