// Which rows of two ledgers differ, table by table: of the tables as they are, and as the log makes
// them again. It only reads.
import { baseOf } from '../audit/audit-base.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { projectedTables, type ProjectedTable, projectionOf } from '../projections/tables.ts'

export interface Difference {
  table: ProjectedTable | 'money_event'
  /** The row's name: its key as JSON. */
  id: string
  /** 'gone': the log knows the row and the table lacks it; 'added': the other way round. */
  how: 'gone' | 'added' | 'changed'
  /** Those that differ, of a row that both have. */
  columns: string[]
}

/** `is`: the tables as they are; `proven`: as the log makes them. */
export function compare(is: Database, proven: Database): Difference[] {
  return [
    ...projectedTables.flatMap((table) => {
      const { key, facts, except } = projectionOf(table)
      const where = except === undefined ? '' : `WHERE NOT (${except.where})`
      return differencesIn(is, proven, { table, key, columns: facts, where })
    }),
    ...differencesIn(is, proven, derivedOf(is)),
    ...differencesIn(is, proven, {
      table: 'money_event',
      key: ['entry_seq'],
      columns: columnsOf(is, 'money_event'),
      // Entries that left for an archive can't be read again; their rows stay as they are.
      where: `WHERE entry_seq > ${baseOf(is).size}`,
    }),
  ]
}

interface Compared {
  table: Difference['table']
  key: readonly string[]
  columns: readonly string[]
  where: string
}

/**
 * What lists show of an order was folded when it was last touched, and is folded by the settings of
 * its connection: it is compared where these did not change since.
 */
function derivedOf(is: Database): Compared {
  const { key, derived = [] } = projectionOf('payment_order')
  const unchanged = statement<[], string>(
    is,
    `SELECT json_array(o.connection_id, o.orderid) FROM payment_order o
     JOIN connection c ON c.id = o.connection_id AND c.updated_at <= o.checked_at`,
    { as: 'value' },
  ).all()
  const ids = unchanged.map((id) => `'${id.replaceAll("'", "''")}'`).join(', ')
  return {
    table: 'payment_order',
    key,
    columns: derived,
    where: `WHERE json_array(connection_id, orderid) IN (${ids})`,
  }
}

function differencesIn(is: Database, proven: Database, compared: Compared): Difference[] {
  const { table, columns } = compared
  const known = rowsOf(proven, compared)
  const differences: Difference[] = []
  for (const [id, cells] of rowsOf(is, compared)) {
    const expected = known.get(id)
    known.delete(id)
    if (expected === undefined) differences.push({ table, id, how: 'added', columns: [] })
    else if (expected !== cells) {
      const [a, b] = [cells, expected].map((text) => JSON.parse(text) as unknown[])
      const odd = columns.filter((_, nth) => a?.[nth] !== b?.[nth])
      differences.push({ table, id, how: 'changed', columns: odd })
    }
  }
  for (const id of known.keys()) differences.push({ table, id, how: 'gone', columns: [] })
  return differences
}

function rowsOf(db: Database, { table, key, columns, where }: Compared): Map<string, string> {
  const cells = columns.map((name) => `'' || ${name}`)
  const rows = statement<[], [string, string]>(
    db,
    `SELECT json_array(${key.join(', ')}), json_array(${cells.join(', ')}) FROM ${table} ${where}`,
    { as: 'list' },
  )
  return new Map(rows.all())
}

const columnsOf = (db: Database, table: string): string[] =>
  (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)

/** For people: a line each. */
export const lineOf = ({ table, id, how, columns }: Difference): string =>
  [table, id, how, ...columns].join(' ')
