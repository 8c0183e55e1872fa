// Compares rows with their seals, and the seals with their head. It reads and never writes;
// row-seal.ts acts on what is found.
import { say } from '#shared/message.ts'
import type { KeyObject } from 'node:crypto'
import type { Database } from '../db/database.ts'
import {
  type CellValue,
  gapOf,
  isMac,
  macOf,
  NO_SUM,
  rowText,
  type SealHead,
  summedAll,
  type TableSum,
} from './row-mac.ts'
import { columnReader, sealedTables, type SealedTable } from './row-tables.ts'
import { statement } from '../db/statements.ts'

export interface RowDeviation {
  table: SealedTable
  id: string
  /** 'gone': a seal without its row. 'unsealed': a row without a seal. */
  how: 'changed' | 'gone' | 'unsealed'
  /** The seal that fits the row as it was found; null where there was none. */
  mac: Buffer | null
  /** The name by which a person knows the row. */
  message: string
  /** It belongs to the embedded sandbox, which moves nobody’s money. */
  isPractice: boolean
}

/** Rows and seals of one page of the background look: one or two milliseconds of main. */
const PAGE = 100
const SEALS = 1_000

export interface RowChecker {
  /** Every row of the table, or those that fit `where`. */
  rows(table: SealedTable, where?: string): RowDeviation[]
  /** Those among the rows after this place, and the place to go on from; undefined at the end. */
  page(
    table: SealedTable,
    after: CellValue | undefined,
  ): { rows: RowDeviation[]; next: CellValue | undefined }
  /** Seals that have no row. */
  orphans(table: SealedTable): RowDeviation[]
  /**
   * Those among the next seals that have no row, number and sum with theirs added, and the place to
   * go on from.
   */
  sealPage(
    table: SealedTable,
    after: string | undefined,
    before: TableSum,
  ): { rows: RowDeviation[]; sum: TableSum; next: string | undefined }
  /** Number and sum of the seals there are. */
  sum(table: SealedTable): TableSum
}

export function createRowChecker(db: Database, key: KeyObject): RowChecker {
  const columnsIn = columnReader(db)
  const read = (table: SealedTable, rest: string, ...values: CellValue[]): unknown[][] => {
    const columns = columnsIn(table).map((name) => `t."${name}"`)
    return statement<CellValue[], unknown[]>(
      db,
      `SELECT s.mac, ${columns.join(', ')} FROM ${table} t
       LEFT JOIN row_seal s ON s.name = '${table}' AND s.id = ${idOf(table, 't')} ${rest}`,
      { as: 'list', integers: 'bigint' },
    ).all(...values)
  }
  const checkRow = (
    table: SealedTable,
    columns: readonly string[],
    [mac, ...cells]: unknown[],
  ): RowDeviation | null => {
    const values = cells as CellValue[]
    const fitting = macOf(key, rowText(table, columns, values))
    if (isMac(mac, fitting)) return null
    const how = mac === null ? 'unsealed' : 'changed'
    return deviationOf(table, columns, values, { how, mac: fitting })
  }
  const compared = (table: SealedTable, rows: unknown[][]): RowDeviation[] => {
    const columns = columnsIn(table)
    return rows.map((row) => checkRow(table, columns, row)).filter((one) => one !== null)
  }
  return {
    rows: (table, where = '') => compared(table, read(table, where)),
    page: (table, after) => {
      const id = sealedTables[table]
      const rows =
        after === undefined
          ? read(table, `ORDER BY t.${id} LIMIT ${PAGE}`)
          : read(table, `WHERE t.${id} > ? ORDER BY t.${id} LIMIT ${PAGE}`, after)
      const last = rows.at(-1)?.[1 + columnsIn(table).indexOf(id)] as CellValue | undefined
      return { rows: compared(table, rows), next: rows.length < PAGE ? undefined : last }
    },
    orphans: (table) =>
      statement<[string], string>(
        db,
        `SELECT id FROM row_seal s WHERE name = ? AND NOT EXISTS
             (SELECT 1 FROM ${table} t WHERE ${asKey(table)} = t.${sealedTables[table]})`,
        { as: 'value' },
      )
        .all(table)
        .map((id) => unnamed(table, id, 'gone')),
    sealPage: (table, after, before) => {
      const seals = statement<[string, string], [string, Buffer, bigint]>(
        db,
        `SELECT s.id, s.mac, t.${sealedTables[table]} IS NULL FROM row_seal s
         LEFT JOIN ${table} t ON t.${sealedTables[table]} = ${asKey(table)}
         WHERE s.name = ? AND s.id > ? ORDER BY s.id LIMIT ${SEALS}`,
        { as: 'list' },
      ).all(table, after ?? '')
      return {
        rows: seals
          .filter(([, , isGone]) => isGone === 1n)
          .map(([id]) => unnamed(table, id, 'gone')),
        sum: summedAll(
          before,
          seals.map(([, mac]) => mac),
        ),
        next: seals.length < SEALS ? undefined : seals.at(-1)?.[0],
      }
    },
    sum: (table) => {
      const macs = statement<[string], Buffer>(db, 'SELECT mac FROM row_seal WHERE name = ?', {
        as: 'value',
      })
      return summedAll(NO_SUM, macs.iterate(table))
    },
  }
}

/**
 * The tables whose seals are not the ones their head counted: a row was put back, or taken out with
 * its seal.
 */
export const unsound = (
  checker: RowChecker,
  head: SealHead,
  tables: readonly SealedTable[],
): SealedTable[] => tables.filter((table) => gapOf(checker.sum(table), head.tables[table]) !== null)

export const idOf = (table: SealedTable, of: string): string =>
  isNumbered(table) ? `CAST(${of}.${sealedTables[table]} AS TEXT)` : `${of}.${sealedTables[table]}`

/**
 * The id of a seal as the table's own key, so that SQLite finds the row without reading them all.
 */
export const asKey = (table: SealedTable, id = 's.id'): string =>
  isNumbered(table) ? `CAST(${id} AS INTEGER)` : id

const isNumbered = (table: SealedTable): boolean => sealedTables[table] === 'seq'

const PRACTICE = 'sandbox'
const PRACTICE_SLOT = `connection/${PRACTICE}/`

const titles: Record<SealedTable, string> = {
  connection: 'connection',
  secret: 'key',
  recipient_version: say('version-of-a-recipient'),
  attempt: 'request',
  order_note: 'note',
  chargeback_clearance: say('clearance-of-a-chargeback'),
  status_snapshot: say('answer-of-the-gateway'),
  update_memory: say('memory-of-updates'),
}

type Row = Readonly<Record<string, CellValue>>

export function deviationOf(
  table: SealedTable,
  columns: readonly string[],
  values: readonly CellValue[],
  found: Pick<RowDeviation, 'how' | 'mac'>,
): RowDeviation {
  const row: Row = Object.fromEntries(columns.map((name, nth) => [name, values[nth] ?? null]))
  const id = String(row[sealedTables[table]])
  const isPractice =
    table === 'connection'
      ? id === PRACTICE
      : table === 'secret'
        ? id.startsWith(PRACTICE_SLOT)
        : row['connection_id'] === PRACTICE
  return { ...found, table, id, isPractice, message: `${titles[table]} ${namedAs(table, row)}` }
}

/** A row that is gone, or known by its key alone. */
export const unnamed = (
  table: SealedTable,
  id: string,
  how: RowDeviation['how'],
): RowDeviation => ({
  ...{ table, id, how, mac: null, message: `${titles[table]} ${shown(id)}` },
  isPractice: table === 'secret' && id.startsWith(PRACTICE_SLOT),
})

function namedAs(table: SealedTable, row: Row): string {
  const text = (name: string): string => shown(String(row[name]))
  switch (table) {
    case 'connection':
      return `${text('id')}${connectionName(row)}`
    case 'secret':
      return text('slot')
    case 'recipient_version':
      return `“${text('name')}” (${text('seq')}, connection ${text('connection_id')})`
    case 'attempt':
      return `${text('id')} (${text('operation')}, order ${text('orderid')})`
    case 'update_memory':
      return text('name')
    case 'order_note':
    case 'chargeback_clearance':
    case 'status_snapshot':
      return say('a-row-on-an-order', { row: text('seq'), order: text('orderid') })
  }
}

function connectionName({ record }: Row): string {
  const found = /"name":"([^"\\]{1,60})"/.exec(String(record))?.[1]
  return found === undefined ? '' : ` “${shown(found)}”`
}

const shown = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 80)
