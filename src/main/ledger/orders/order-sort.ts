// Pages of orders sorted by what a list shows of them, in either direction. One walk through the
// index of all that is sorted by finds a page, wherever it begins; rows without a value come last.
// It writes nothing.
import { type OrderSort, sortedBy } from '#shared/bridge/lists.ts'
import { orderFields } from '#shared/bridge/views.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { orderTerms } from './order-filter.ts'
import { type ListedOrders, type OrderQuery, partsOf, rowsOf } from './order-page.ts'

/** What rows are compared by, one after the other; never NULL. */
interface SortKey {
  sql: string
  isDown: boolean
}

function keysOf(sort: OrderSort): SortKey[] {
  const { field, isDown } = sortedBy(sort)
  const { kind, column } = orderFields[field]
  const last = (sql: string): SortKey => ({ sql, isDown: false })
  return [
    ...{
      text: [last(`(${column} = '')`), { sql: `${column} COLLATE NOCASE`, isDown }],
      // Of two currencies neither amount is the greater one.
      money: [
        ...[last(`(${column} IS NULL)`), last("coalesce(currency, '')")],
        { sql: `coalesce(${column}, 0)`, isDown },
      ],
      time: [{ sql: column, isDown }],
    }[kind],
    ...[last('connection_id'), last('orderid')],
  ]
}

/** What such a list asks of `payment_order`, as the parts of a statement. */
interface Sorted {
  keys: readonly SortKey[]
  where: string
  values: Record<string, unknown>
  orderBy: string
}

export function sortedOrders(
  { filter: asked = {}, connectionId }: Pick<OrderQuery, 'connectionId' | 'filter'>,
  sort: OrderSort,
): Sorted {
  const keys = keysOf(sort)
  const { actor = '', ...filter } = asked
  const { sql, values } = orderTerms(filter)
  const terms = [
    sql,
    ...(connectionId === undefined ? [] : ['connection_id = @connectionId']),
    ...(actor === ''
      ? []
      : [
          '(connection_id, orderid) IN (SELECT connection_id, orderid FROM search_actor WHERE actor = @actor)',
        ]),
  ]
  return {
    keys,
    where: terms.join(' AND '),
    values: {
      ...values,
      ...(connectionId === undefined ? {} : { connectionId }),
      ...(actor === '' ? {} : { actor }),
    },
    orderBy: keys.map((key) => `${key.sql}${key.isDown ? ' DESC' : ''}`).join(', '),
  }
}

/** Undefined when `before` is no place of a list in this order. */
export function sortOrders(
  db: Database,
  query: OrderQuery,
  sort: OrderSort,
): ListedOrders | undefined {
  const { keys, where, values, orderBy } = sortedOrders(query, sort)
  const place = query.before === undefined ? null : placeOf(query.before, sort, keys.length)
  if (place === undefined) return undefined
  const after = place === null ? '' : `AND (${keys.map(comesAfter).join(' OR ')})`
  const found = statement<Record<string, unknown>, (string | bigint)[]>(
    db,
    `SELECT ${keys.map((key) => key.sql).join(', ')} FROM payment_order INDEXED BY payment_order_sort
       WHERE ${where} ${after} ORDER BY ${orderBy} LIMIT @limit`,
    { as: 'list' },
  ).all({
    ...values,
    ...Object.fromEntries((place ?? []).map((value, at) => [`k${at}`, value])),
    limit: query.limit + 1,
  })
  const page = found.slice(0, query.limit)
  const last = page.at(-1)
  return {
    rows: rowsOf(
      db,
      page.map((row) => ({ connectionId: String(row.at(-2)), orderid: String(row.at(-1)) })),
    ),
    next: found.length > query.limit && last !== undefined ? placeText(sort, last) : null,
  }
}

/** Equal up to this key, and behind the place by it. */
const comesAfter = ({ sql, isDown }: SortKey, at: number, keys: readonly SortKey[]): string =>
  [
    ...keys.slice(0, at).map((key, before) => `${key.sql} = @k${before}`),
    `${sql} ${isDown ? '<' : '>'} @k${at}`,
  ].join(' AND ')

// A number of SQLite may be greater than one of JSON.
const placeText = (sort: OrderSort, values: readonly (string | bigint)[]): string =>
  JSON.stringify([
    sort,
    ...values.map((value) => (typeof value === 'bigint' ? [value.toString()] : value)),
  ])

function placeOf(text: string, sort: OrderSort, length: number): (string | bigint)[] | undefined {
  const [by, ...parts] = partsOf(text)
  if (by !== sort || parts.length !== length) return undefined
  const values = parts.map((part) => {
    if (typeof part === 'string') return part
    const [digits] = Array.isArray(part) ? (part as unknown[]) : []
    return typeof digits === 'string' && /^-?\d{1,19}$/.test(digits) ? BigInt(digits) : null
  })
  return values.includes(null) ? undefined : (values as (string | bigint)[])
}
