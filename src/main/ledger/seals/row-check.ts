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
import { columnReader, idOf, isRowOf, keyIn, sealedTables, type SealedTable } from './row-tables.ts'
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
  /** Columns that say otherwise than log and answers prove; left out where nobody asked yet. */
  fields?: readonly string[]
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
    after: readonly CellValue[] | undefined,
  ): { rows: RowDeviation[]; next: readonly CellValue[] | undefined }
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
      `SELECT s.mac, ${idOf(table, 't')}, ${columns.join(', ')} FROM ${table} t
       LEFT JOIN row_seal s ON s.name = '${table}' AND s.id = ${idOf(table, 't')} ${rest}`,
      { as: 'list', integers: 'bigint' },
    ).all(...values)
  }
  const checkRow = (
    table: SealedTable,
    columns: readonly string[],
    [mac, id, ...cells]: unknown[],
  ): RowDeviation | null => {
    const values = cells as CellValue[]
    const fitting = macOf(key, rowText(table, columns, values))
    if (isMac(mac, fitting)) return null
    const how = mac === null ? 'unsealed' : 'changed'
    return deviationOf(table, columns, values, { id: String(id), how, mac: fitting })
  }
  const compared = (table: SealedTable, rows: unknown[][]): RowDeviation[] => {
    const columns = columnsIn(table)
    return rows.map((row) => checkRow(table, columns, row)).filter((one) => one !== null)
  }
  return {
    rows: (table, where = '') => compared(table, read(table, where)),
    page: (table, after) => {
      const key = keyIn(table)
      const rest = `ORDER BY ${key} LIMIT ${PAGE}`
      const rows =
        after === undefined
          ? read(table, rest)
          : read(table, `WHERE (${key}) > (${after.map(() => '?').join(', ')}) ${rest}`, ...after)
      const last = rows.length < PAGE ? undefined : rows.at(-1)
      const columns = columnsIn(table)
      const next =
        last && sealedTables[table].map((name) => last[2 + columns.indexOf(name)] as CellValue)
      return { rows: compared(table, rows), next }
    },
    orphans: (table) =>
      statement<[string], string>(
        db,
        `SELECT id FROM row_seal s WHERE name = ? AND NOT EXISTS
             (SELECT 1 FROM ${table} t WHERE ${isRowOf(table, 't', 's.id')})`,
        { as: 'value' },
      )
        .all(table)
        .map((id) => unnamed(table, id, 'gone')),
    sealPage: (table, after, before) => {
      const seals = statement<[string, string], [string, Buffer, bigint]>(
        db,
        `SELECT s.id, s.mac, t.${sealedTables[table][0]} IS NULL FROM row_seal s
         LEFT JOIN ${table} t ON ${isRowOf(table, 't', 's.id')}
         WHERE s.name = ? AND s.id > ? ORDER BY s.id LIMIT ${SEALS}`,
        { as: 'list' },
      ).all(table, after ?? '')
      return {
        rows: seals
          .filter(([, , isGone]) => isGone === 1n)
          .map(([id]) => unnamed(table, id, 'gone')),
        sum: summedAll(
          key,
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
      return summedAll(key, NO_SUM, macs.iterate(table))
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

const PRACTICE = 'sandbox'
const PRACTICE_SLOT = `connection/${PRACTICE}/`

const titles: Record<SealedTable, string> = {
  connection: say('row-connection'),
  secret: say('row-key'),
  recipient_version: say('version-of-a-recipient'),
  attempt: say('row-request'),
  order_note: say('row-note'),
  order_clearance: say('clearance-on-an-order'),
  status_snapshot: say('answer-of-the-gateway'),
  update_memory: say('memory-of-updates'),
  payment_order: say('row-order'),
  order_tag: say('row-tag'),
}

const titled = (table: SealedTable, name: string): string =>
  say('a-row-named', { row: titles[table], name })

type Row = Readonly<Record<string, CellValue>>

export function deviationOf(
  table: SealedTable,
  columns: readonly string[],
  values: readonly CellValue[],
  found: Pick<RowDeviation, 'id' | 'how' | 'mac'>,
): RowDeviation {
  const row: Row = Object.fromEntries(columns.map((name, nth) => [name, values[nth] ?? null]))
  const { id } = found
  const isPractice =
    table === 'connection'
      ? id === PRACTICE
      : table === 'secret'
        ? id.startsWith(PRACTICE_SLOT)
        : row['connection_id'] === PRACTICE
  return { ...found, table, isPractice, message: titled(table, namedAs(table, row)) }
}

/** A row that is gone, or known by its key alone. */
export const unnamed = (
  table: SealedTable,
  id: string,
  how: RowDeviation['how'],
): RowDeviation => ({
  ...{ table, id, how, mac: null, message: titled(table, shown(id)) },
  isPractice:
    (table === 'secret' && id.startsWith(PRACTICE_SLOT)) || id.startsWith(`["${PRACTICE}",`),
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
    case 'payment_order':
      return `${text('orderid')} (connection ${text('connection_id')})`
    case 'order_tag':
      return say('a-row-on-an-order', { row: `“${text('tag')}”`, order: text('orderid') })
    case 'order_note':
    case 'order_clearance':
    case 'status_snapshot':
      return say('a-row-on-an-order', { row: text('seq'), order: text('orderid') })
  }
}

function connectionName({ record }: Row): string {
  const found = /"name":"([^"\\]{1,60})"/.exec(String(record))?.[1]
  return found === undefined ? '' : ` “${shown(found)}”`
}

const shown = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 80)
