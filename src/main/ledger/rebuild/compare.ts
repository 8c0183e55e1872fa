// Which rows of a ledger are not as its log makes them (rebuild.ts), table by table, and how they
// should be. On the connection on which the tables were made again; it only reads.
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { foldOrder } from '../orders/folded.ts'
import type { Place } from '../projections/fold.ts'
import { projectedTables, type ProjectedTable, projectionOf } from '../projections/tables.ts'
import { derivedOf, deriving, settingsIn } from './derived.ts'

/** A row by its columns, as they are kept. */
export type Row = Readonly<Record<string, string | number | bigint | null>>

export interface Difference {
  table: ProjectedTable
  /** The row's name: its key as JSON. */
  id: string
  /**
   * 'gone': the log knows the row and the table lacks it; 'added': the other way round. 'stale':
   * only what lists show of an order is another, as settings or answers changed since it was
   * folded: no sign of another program.
   */
  how: 'gone' | 'added' | 'changed' | 'stale'
  /** Those that differ, of a row that both have. */
  columns: string[]
  /** The columns of its key, as the table has them. */
  key: Row
  /** The whole row as it should be; null where none should be. */
  row: Row | null
}

export interface Compared {
  differences: Difference[]
  /** How many there are, also where not all are given. */
  total: number
}

/** What entries say: all that money may go by. At most `most` are given. */
export function compare(db: Database, most = Number.MAX_SAFE_INTEGER): Compared {
  const found: Compared = { differences: [], total: 0 }
  for (const table of projectedTables)
    for (const kind of [wrongIn(table), goneIn(table)]) {
      const left = most - found.differences.length
      const rows = statement<[number], Cell[]>(db, `${kind.sql} LIMIT ?`, { as: 'list' }).all(left)
      found.differences.push(...rows.map((cells) => withDerived(db, kind.read(cells))))
      found.total +=
        rows.length < left
          ? rows.length
          : Number(
              statement<[], bigint>(db, `SELECT count(*) FROM (${kind.sql})`, {
                as: 'value',
              }).only(),
            )
    }
  return found
}

/**
 * What lists show, folded from the tables of this place, a page at a time. It takes longer than all
 * the rest.
 */
export function* comparingDerived(
  db: Database,
  place: Place,
): Generator<{ looked: number; found: Difference[] }> {
  const { key, facts, derived = [], local = {} } = projectionOf('payment_order')
  const all = [...key, ...facts, ...derived, ...Object.keys(local)]
  const select = statement<[string, string], Row>(
    db,
    `SELECT ${all.join(', ')} FROM ${place}.payment_order WHERE connection_id = ? AND orderid = ?`,
  )
  for (const { looked, found } of deriving(db, place))
    yield {
      looked,
      found: found.map(({ connection_id, orderid, columns, derived: now, isStale }) => ({
        ...{ table: 'payment_order', id: JSON.stringify([connection_id, orderid]) },
        ...{ how: isStale ? 'stale' : 'changed', columns, key: { connection_id, orderid } },
        row: { ...select.only(connection_id, orderid), ...now },
      })),
    }
}

type Cell = string | number | bigint | null

/** Rows of one kind: how they are found, and what each says. */
interface Kind {
  sql: string
  read: (cells: Cell[]) => Difference
}

interface Parts {
  all: string[]
  compared: readonly string[]
  key: readonly string[]
  /** The table as it is, without the rows of which no entry speaks. */
  kept: string
  /** Rows of one key. */
  same: string
}

function partsOf(table: ProjectedTable): Parts {
  const { key, facts, derived = [], local = {}, except } = projectionOf(table)
  const all = [...key, ...facts, ...derived, ...Object.keys(local)]
  const whole = `main.${table}`
  return {
    all,
    compared: facts,
    key,
    kept: except === undefined ? whole : `(SELECT * FROM ${whole} WHERE NOT (${except.where}))`,
    same: key.map((name) => `i.${name} = p.${name}`).join(' AND '),
  }
}

const of = (side: 'i' | 'p', names: readonly string[]): string[] =>
  names.map((name) => `${side}.${name}`)

const rowOf = (names: readonly string[], cells: readonly Cell[]): Row =>
  Object.fromEntries(names.map((name, nth) => [name, cells[nth] ?? null]))

function wrongIn(table: ProjectedTable): Kind {
  const { all, compared, key, kept, same } = partsOf(table)
  const odd = compared.map((name) => `i.${name} IS NOT p.${name}`)
  const isAdded = `p.${key[0]!} IS NULL`
  return {
    sql: `SELECT ${[`json_array(${of('i', key).join(', ')})`, isAdded, ...of('i', key), ...odd, ...of('p', all)].join(', ')}
      FROM ${kept} i LEFT JOIN temp.${table} p ON ${same} WHERE ${[isAdded, ...odd].join(' OR ')}`,
    read: ([id, added, ...cells]) => {
      const base = { table, id: String(id), key: rowOf(key, cells) }
      if (Number(added) === 1) return { ...base, how: 'added', columns: [], row: null }
      const differs = cells.slice(key.length)
      return {
        ...{ ...base, how: 'changed', row: rowOf(all, differs.slice(odd.length)) },
        columns: compared.filter((_, nth) => Number(differs[nth]) === 1),
      }
    },
  }
}

function goneIn(table: ProjectedTable): Kind {
  const { all, key, same } = partsOf(table)
  return {
    sql: `SELECT ${[`json_array(${of('p', key).join(', ')})`, ...of('p', all)].join(', ')}
      FROM temp.${table} p LEFT JOIN main.${table} i ON ${same} WHERE i.${key[0]!} IS NULL`,
    read: ([id, ...cells]) => {
      const row = rowOf(all, cells)
      return { table, id: String(id), how: 'gone', columns: [], key: rowOf(key, cells), row }
    },
  }
}

/** A row of an order shows what is folded from the proven rows. */
function withDerived(db: Database, difference: Difference): Difference {
  const { table, row } = difference
  if (table !== 'payment_order' || row === null) return difference
  const place = { service: String(row['service']), orderid: String(row['orderid']) }
  return { ...difference, row: { ...row, ...derivedOf(foldOrder(db, settingsIn(db), place)) } }
}

/** For people: a line each. */
export const lineOf = ({ table, id, how, columns }: Difference): string =>
  [table, id, how, ...columns].join(' ')
