// The list of orders as rows of a file: the facts that its columns show, in the order of the list.
// Times are UTC. It only reads.
import { type OrderFile, usualSort } from '#shared/bridge/lists.ts'
import { orderFields, type SavedField } from '#shared/bridge/views.ts'
import { payeeOfOrder } from '#shared/gateway/orders/event-facts.ts'
import { isSideType } from '#shared/gateway/status/status.ts'
import { wireAmount } from '#shared/money.ts'
import { mayBeReported } from '#shared/orders/reported-order.ts'
import { customerNamed } from '#wording/payees.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { paidSql } from '../orders/money-events.ts'
import { listOrders } from '../orders/order-list.ts'
import { sortedOrders } from '../orders/order-sort.ts'
import { reportedOrders } from '../orders/orders.ts'
import { foldText } from '../search/fold.ts'
import { type ListColumn, type ListFacts, writeList } from './list-file.ts'

export interface OrderFileQuery extends OrderFile {
  /** A new folder of its own. */
  folder: string
  /** Other statements write through this connection meanwhile: rows are read before. */
  isShared?: boolean
}

const PAGE = 200
type Cell = string | bigint | null
/** What every row is read with behind its columns. */
const beside = `service, orderid, phase, transaction_type, currency, digits, EXISTS (SELECT 1 FROM attempt a WHERE a.service = o.service
  AND a.orderid = o.orderid AND a.state = 'UNKNOWN')`
const besideCount = 7

/** What the text of a search was found in, and as what; behind the columns. */
const matchColumns: readonly ListColumn[] = [
  { name: 'matched_in', kind: 'text' },
  { name: 'matched', kind: 'text' },
]
const isSearch = ({ text = '' }: Pick<OrderFile, 'text'>): boolean => foldText(text) !== ''

/** Whether the list is found through the search, which must then know all orders. */
export const needsSearch = ({ text, filter }: OrderFile): boolean =>
  isSearch({ text }) || (filter?.actor ?? '') !== ''

export function writeOrders(
  db: Database,
  query: OrderFileQuery,
  work: TimeSlice,
): Promise<ListFacts> {
  const { folder, as, columns } = query
  const fields = [...new Set(columns)]
  const names = fields.flatMap((field, at) => {
    const isFirstAmount = fields.findIndex((one) => columnOf(one).kind === 'money') === at
    const currency: ListColumn = { name: 'currency', kind: 'text' }
    return [columnOf(field), ...(isFirstAmount ? [currency] : [])]
  })
  if (isSearch(query)) names.push(...matchColumns)
  const cells = cellsOf(db, fields, names)
  const { rows, total } = rowsOf(db, query, fields)
  return writeList({ folder, as, title: 'Orders', columns: names }, pages(), total, work)

  function* pages(): Generator<string[][]> {
    let page: string[][] = []
    for (const row of rows) {
      page.push(cells(row))
      if (page.length < PAGE) continue
      yield page
      page = []
    }
    yield page
  }
}

/** As the ledger calls it, without the unit: amounts are written in decimals. */
function columnOf(field: SavedField): ListColumn {
  // As the gateway wrote it: a time without its zone is no moment.
  if (field === 'paid') return { name: 'paid', kind: 'text' }
  const { kind, column } = orderFields[field]
  if (kind === 'time') return { name: `${column}_utc`, kind }
  if (kind === 'money') return { name: column.replace('_minor', ''), kind }
  return { name: field === 'connectionId' ? 'connection' : column, kind }
}

function cellsOf(db: Database, fields: readonly SavedField[], names: readonly ListColumn[]) {
  const connections = new Map(
    statement<[], [string, string]>(db, `SELECT id, record ->> '$.name' FROM connection`, {
      as: 'list',
    }).all(),
  )
  const isReported = reportedOrders(db)
  const paidBy = payeesOf(db)
  const isInDoubt = (value: Cell | undefined, [service, orderid, phase]: readonly Cell[]) =>
    isReported({ service: String(service), orderid: String(orderid) }) &&
    mayBeReported(String(phase), value === 0n)
  return (row: readonly Cell[]): string[] => {
    const behind = row.slice(-besideCount)
    const [currency, digits, isUnknown] = behind.slice(-3)
    let at = 0
    return names.map(({ name, kind }): string => {
      if (name === 'currency') return String(currency ?? '')
      const field = fields[at]
      const value = row[at++]
      // MONEY: nobody knows what is left where a report lists a refund that nothing explains.
      if (field === 'returnable' && isInDoubt(value, behind)) return 'in doubt'
      if (value === null || value === undefined) return ''
      if (field === 'customer') return paidBy(String(value), behind)
      if (kind === 'time') return new Date(Number(value)).toISOString()
      if (kind === 'money')
        return currency === null
          ? ''
          : wireAmount({
              minor: BigInt(value),
              currency: String(currency),
              digits: Number(digits),
            })
      if (field === 'connectionId') return connections.get(String(value)) ?? String(value)
      // MONEY: an order with an unknown outcome is not called by its last sure phase alone.
      if (field === 'phase' && isUnknown === 1n) return 'unknown'
      return String(value)
    })
  }
}

/** As the list names it: no answer of the gateway names whom a payout pays. */
function payeesOf(db: Database) {
  const requests = statement<[Cell, Cell], [string, string]>(
    db,
    'SELECT operation, request FROM attempt WHERE service = +? AND orderid = +? ORDER BY made_number',
    { as: 'list' },
  )
  return (customer: string, [service = null, orderid = null, , type]: readonly Cell[]): string => {
    if (customer !== '' || !isSideType(String(type))) return customer
    const paying = requests.all(service, orderid).map(([operation, request]) => ({
      ...{ operation, request: JSON.parse(request) as Record<string, string> },
    }))
    return customerNamed({ customer, ...payeeOfOrder(paying) })
  }
}

/** Found by a text best matches first, page by page; any other list is one statement. */
function rowsOf(
  db: Database,
  query: OrderFileQuery,
  fields: readonly SavedField[],
): { rows: Iterable<Cell[]>; total: number | null } {
  const sqlOf = (field: SavedField): string =>
    field === 'paid' ? paidSql : orderFields[field].column
  const list = [...fields.map(sqlOf), beside].join(', ')
  if (isSearch(query)) return { rows: found(db, query, list), total: null }
  const { where, values, orderBy } = sortedOrders(query, query.sort ?? usualSort)
  const from = `FROM payment_order o WHERE ${where}`
  const all = statement<object, Cell[]>(db, `SELECT ${list} ${from} ORDER BY ${orderBy}`, {
    as: 'list',
  })
  const count = statement<object>(db, `SELECT count(*) ${from}`, { as: 'value' }).get(values)
  const rows = query.isShared === true ? all.all(values) : all.iterate(values)
  return { rows, total: Number(count) }
}

function* found(db: Database, query: OrderFileQuery, list: string): Generator<Cell[]> {
  const { connectionId, text, filter } = query
  const one = statement<[string, string], Cell[]>(
    db,
    `SELECT ${list} FROM payment_order o WHERE connection_id = ? AND orderid = ?`,
    { as: 'list' },
  )
  let before: string | undefined
  do {
    const page = listOrders(db, { connectionId, text, filter, before, limit: PAGE })
    if (page === undefined) throw new Error('a page of a search does not follow from the last one')
    for (const { connectionId: id, orderid, matched } of page.rows)
      yield one
        .only(id, orderid)
        .toSpliced(-besideCount, 0, matched?.field ?? '', matched?.text ?? '')
    before = page.next ?? undefined
  } while (before !== undefined)
}
