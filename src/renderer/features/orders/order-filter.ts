// The filter of the orders list, as it is typed and as it stands in the address. Pure.
import {
  orderSort,
  type OrderFilter,
  type OrderSort,
  type SavedLook,
  usualSort,
} from '#shared/bridge/lists.ts'
import {
  clearReading,
  readTyped,
  type TypedNumber,
  type TypedReadings,
} from '#shared/typed-amount.ts'
import {
  choosable,
  fixedColumn,
  type OrderColumn,
  usualColumns,
} from '../../messages/orders/grid-columns.ts'
import { t } from '../../messages/message.ts'

/** An empty text asks for nothing. */
export interface OrdersFilter {
  text: string
  phase: string
  type: string
  actor: string
  amountFrom: string
  amountUntil: string
  from: string
  until: string
  /** Empty: the connection chosen above. 'all', or the id of one. */
  connections: string
}

export const noFilter = (): OrdersFilter => ({
  text: '',
  phase: '',
  type: '',
  actor: '',
  amountFrom: '',
  amountUntil: '',
  from: '',
  until: '',
  connections: '',
})
const filterNames = Object.keys(noFilter()) as (keyof OrdersFilter)[]

/** How the list is looked at: what of it, which columns in their order, and sorted by what. */
export interface OrdersLook {
  filter: OrdersFilter
  columns: readonly OrderColumn[]
  sort: OrderSort
}

/** The currency of a filter is not known, so its amounts may have the decimals of any. */
const mostDecimals = 4
const readingsOf = (text: string): TypedReadings => readTyped(text.trim(), mostDecimals)
const written = ({ whole, decimals }: TypedNumber): string =>
  decimals === '' ? whole : `${whole}.${decimals}`

/** As main reads it, with a dot; null for what is half typed or can be read in two ways. */
export function amountAsked(text: string): string | null {
  const clear = clearReading(readingsOf(text))
  return clear === null || clear.whole.length > 12 ? null : written(clear)
}

/** Why a typed amount asks for nothing; empty when it does, or when there is none. */
export function whyNoAmount(text: string): string {
  const typed = text.trim()
  if (typed === '' || amountAsked(typed) !== null) return ''
  const meant = readingsOf(typed).exact.map(written)
  return meant.length > 1
    ? t('orders.amount-ambiguous', { typed, meant: meant.join(' or ') })
    : t('orders.amount-invalid', { typed })
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** The filled ones. */
export const filledOf = (filter: OrdersFilter): Partial<OrdersFilter> =>
  Object.fromEntries(
    filterNames.flatMap((name) =>
      filter[name].trim() === '' ? [] : [[name, filter[name].trim()]],
    ),
  )

/** From an address or from what was kept: texts under known names, nothing else. */
export function readFilter(from: unknown): OrdersFilter {
  const filter = noFilter()
  if (typeof from !== 'object' || from === null) return filter
  for (const name of filterNames) {
    const value = (from as Record<string, unknown>)[name]
    if (typeof value === 'string') filter[name] = value.slice(0, 200)
  }
  return filter
}

/** Known columns, each once, the order id among them. */
export function readColumns(ids: readonly string[]): readonly OrderColumn[] {
  const known = [...new Set(ids)].filter((id): id is OrderColumn =>
    (choosable as readonly string[]).includes(id),
  )
  if (known.length === 0) return usualColumns
  return known.includes(fixedColumn) ? known : [fixedColumn, ...known]
}

export const isUsual = (columns: readonly OrderColumn[]): boolean =>
  columns.join() === usualColumns.join()

/** As text for the address; empty when nothing is narrowed and all else is as usual. */
export const toQuery = ({ filter, columns, sort }: OrdersLook): Record<string, string> => ({
  ...filledOf(filter),
  ...(isUsual(columns) ? {} : { columns: columns.join(' ') }),
  ...(sort === usualSort ? {} : { sort }),
})

export function readLook(query: Record<string, unknown>): OrdersLook {
  const { columns } = query
  return {
    filter: readFilter(query),
    columns: readColumns(typeof columns === 'string' ? columns.split(' ') : []),
    sort: orderSort.catch(usualSort).parse(query['sort']),
  }
}

const amountOf = (name: 'amountFrom' | 'amountUntil', filter: OrdersFilter): OrderFilter => {
  const asked = amountAsked(filter[name])
  return asked === null ? {} : { [name]: asked }
}

/** What main is asked: only what is whole. */
export const askedOf = (filter: OrdersFilter): OrderFilter => ({
  ...(filter.phase === '' ? {} : { phase: filter.phase }),
  ...(filter.type === '' ? {} : { type: filter.type }),
  ...(filter.actor === '' ? {} : { actor: filter.actor }),
  ...amountOf('amountFrom', filter),
  ...amountOf('amountUntil', filter),
  ...(isDay(filter.from) ? { from: filter.from } : {}),
  ...(isDay(filter.until) ? { until: filter.until } : {}),
})

/** As it is kept; a half-typed amount is not. */
export const savedLookOf = (
  { filter, columns, sort }: OrdersLook,
  withText: boolean,
): SavedLook => ({
  ...askedOf(filter),
  ...(filter.connections === '' ? {} : { connections: filter.connections }),
  ...(withText && filter.text.trim() !== '' ? { text: filter.text.trim() } : {}),
  ...(isUsual(columns) ? {} : { columns: [...columns] }),
  ...(sort === usualSort ? {} : { sort }),
})

export const lookOf = ({ columns, sort, ...filter }: SavedLook): OrdersLook => ({
  filter: readFilter(filter),
  columns: readColumns(columns ?? []),
  sort: sort ?? usualSort,
})
