// What the list of orders is narrowed to, as it is typed and as it stands in the address. Pure; it asks nobody.
import type { KeptLook, OrderFilter } from '#shared/bridge/lists.ts'
import { choosable, fixedColumn, type OrderColumn, usualColumns } from '../text/grid-columns.ts'

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

/** How the list is looked at: what of it, and which columns, in their order. */
export interface OrdersLook {
  filter: OrdersFilter
  columns: readonly OrderColumn[]
}

/** A whole amount or one with a dot; what is half typed asks for nothing yet. */
export const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(text.trim())
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

/** As it stands in the address; empty when nothing is narrowed and the columns are the usual ones. */
export const toQuery = ({ filter, columns }: OrdersLook): Record<string, string> => ({
  ...filledOf(filter),
  ...(isUsual(columns) ? {} : { columns: columns.join(' ') }),
})

export function readLook(query: Record<string, unknown>): OrdersLook {
  const { columns } = query
  return {
    filter: readFilter(query),
    columns: readColumns(typeof columns === 'string' ? columns.split(' ') : []),
  }
}

/** What main is asked: only what is whole. */
export const askedOf = (filter: OrdersFilter): OrderFilter => ({
  ...(filter.phase === '' ? {} : { phase: filter.phase }),
  ...(filter.type === '' ? {} : { type: filter.type }),
  ...(filter.actor === '' ? {} : { actor: filter.actor }),
  ...(isAmount(filter.amountFrom) ? { amountFrom: filter.amountFrom.trim() } : {}),
  ...(isAmount(filter.amountUntil) ? { amountUntil: filter.amountUntil.trim() } : {}),
  ...(isDay(filter.from) ? { from: filter.from } : {}),
  ...(isDay(filter.until) ? { until: filter.until } : {}),
})

/** As it is kept; a half-typed amount is not. */
export const keptLookOf = ({ filter, columns }: OrdersLook, withText: boolean): KeptLook => ({
  ...askedOf(filter),
  ...(filter.connections === '' ? {} : { connections: filter.connections }),
  ...(withText && filter.text.trim() !== '' ? { text: filter.text.trim() } : {}),
  ...(isUsual(columns) ? {} : { columns: [...columns] }),
})

export const lookOf = ({ columns, ...filter }: KeptLook): OrdersLook => ({
  filter: readFilter(filter),
  columns: readColumns(columns ?? []),
})
