// Writes seals and their head, for the first time and where a person decided: everything else is
// sealed by triggers as it is written.
import type { KeyObject } from 'node:crypto'
import type { AuditLog } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import type { RowChecker } from './row-check.ts'
import {
  type CellValue,
  gapOf,
  headText,
  macOf,
  NO_SUM,
  readHead,
  rowText,
  type SealHead,
  summed,
} from './row-mac.ts'
import { columnReader, idOf, isRowOf, sealedNames, type SealedTable } from './row-tables.ts'
import { statement } from '../db/statements.ts'

export interface RowStore {
  /** What the seal of the row as it stands is made of; null where there is no such row. */
  textOf(table: SealedTable, id: string): string | null
  /** The seal that fits the row as it stands; null where there is no such row. */
  macOf(table: SealedTable, id: string): Buffer | null
  /** What the seals that there are have more than the head counted; null for nothing. */
  gapOf(table: SealedTable): string | null
  /** The row as it stands gets its seal; one that is gone loses it. */
  sealRow(table: SealedTable, id: string): void
  /**
   * Every row as it stands, and the head: of a ledger that was never sealed. MONEY: never where
   * seals are broken; a row that something else changed would get a good one.
   */
  sealFirst(): void
  /**
   * Tables that no version before this one sealed get their first seals, and the head theirs: every
   * head names all tables that there were. Gives the head as it is then.
   */
  sealNew(head: SealHead): SealHead
  /** The head keeps what is not named here. */
  renewHead(change?: HeadChange): void
}

interface HeadChange {
  /** Also where the one there was can't be read: else that one stays, and is found. */
  isAnew?: boolean
  /** The place in the log stays. Else it is the log's end. */
  isLogKept?: boolean
  /**
   * Number and sum of these become those of the seals that there are: a person took them for right.
   * MONEY: of no other table. What was taken out of one with its seals is seen by them alone.
   */
  sums?: readonly SealedTable[]
  /** Seals that were put in the place of others. */
  seals?: readonly { table: SealedTable; gone: Uint8Array | null; come: Uint8Array | null }[]
}

export const headIn = (db: Database): string | undefined =>
  statement<[], string>(db, 'SELECT head FROM row_seal_head', { as: 'value' }).get()

function createReader(db: Database, key: KeyObject): Pick<RowStore, 'textOf' | 'macOf'> {
  const columnsIn = columnReader(db)
  const textOf = (table: SealedTable, id: string): string | null => {
    const columns = columnsIn(table)
    const row = statement<[string], CellValue[]>(
      db,
      `SELECT ${columns.map((name) => `t."${name}"`).join(', ')}
       FROM (SELECT ? AS id) s JOIN ${table} t ON ${isRowOf(table, 't', 's.id')}`,
      { as: 'list', integers: 'bigint' },
    ).get(id)
    return row === undefined ? null : rowText(table, columns, row)
  }
  return {
    textOf,
    macOf: (table, id) => {
      const text = textOf(table, id)
      return text === null ? null : macOf(key, text)
    },
  }
}

/** Call the methods in a transaction. */
export function createRowStore(
  db: Database,
  audit: AuditLog,
  { key, checker }: { key: KeyObject; checker: RowChecker },
): RowStore {
  const put = statement<[string, string, Buffer]>(
    db,
    `INSERT INTO row_seal (name, id, mac) VALUES (?, ?, ?)
     ON CONFLICT (name, id) DO UPDATE SET mac = excluded.mac`,
  )
  const drop = statement<[string, string]>(db, 'DELETE FROM row_seal WHERE name = ? AND id = ?')
  const putHead = statement<[string]>(
    db,
    `INSERT INTO row_seal_head (only_row, head) VALUES (1, ?)
     ON CONFLICT (only_row) DO UPDATE SET head = excluded.head`,
  )

  const reader = createReader(db, key)
  const sealRow = (table: SealedTable, id: string): void => {
    const mac = reader.macOf(table, id)
    if (mac === null) drop.run(table, id)
    else put.run(table, id, mac)
  }

  const keptHead = (): SealHead | null => {
    const text = headIn(db)
    return text === undefined ? null : readHead(key, text)
  }

  const renewHead = (change: HeadChange = {}): void => {
    const { isAnew = false, isLogKept = false, sums = [], seals = [] } = change
    const kept = keptHead()
    if (kept === null && !isAnew) return
    const tables = { ...kept?.tables }
    for (const name of kept === null ? sealedNames : sums) tables[name] = checker.sum(name)
    for (const { table, gone, come } of kept === null ? [] : seals)
      tables[table] = summed(key, tables[table] ?? NO_SUM, gone, come)
    const { size, chain } = isLogKept && kept !== null ? kept : audit.head()
    putHead.run(headText(key, { size, chain, tables }))
  }

  const sealRows = (table: SealedTable): void => {
    const ids = statement<[], string>(db, `SELECT ${idOf(table, 't')} FROM ${table} t`, {
      as: 'value',
    })
    for (const id of ids.all()) sealRow(table, id)
  }

  return {
    ...reader,
    gapOf: (table) => gapOf(checker.sum(table), keptHead()?.tables[table]),
    sealRow,
    renewHead,
    sealNew: (head) => {
      const fresh = sealedNames.filter((name) => head.tables[name] === undefined)
      if (fresh.length === 0) return head
      for (const table of fresh) sealRows(table)
      const sums = Object.fromEntries(fresh.map((name) => [name, checker.sum(name)]))
      const next = { ...head, tables: { ...head.tables, ...sums } }
      putHead.run(headText(key, next))
      return next
    },
    sealFirst: () => {
      // The head first: a trigger would find fault with it at each seal.
      db.exec('DELETE FROM row_seal_head; DELETE FROM row_seal')
      for (const table of sealedNames) sealRows(table)
      renewHead({ isAnew: true })
    },
  }
}
