// Look-up and the list of orders this desk has looked up, filtered and searched. The list is local: the service can't list orders.
import { defineStore } from 'pinia'
import { reactive, ref } from 'vue'
import type { OrderRow, OrderView } from '#shared/bridge/views.ts'
import type { OrderFilter } from '#shared/bridge/lists.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../bridge.ts'
import { findKept, keep } from './kept.ts'
import { useZoneStore } from './zone.ts'

const pageSize = 100
/** Above this a live re-read would replace pages the person has scrolled to. */
const mostLiveRows = 500

export type LookUpBy = 'orderid' | 'client_orderid'

/** Ids the service gives are digits only; anything else reads as the merchant's own. The person may choose otherwise. */
export const guessBy = (value: string): LookUpBy =>
  value.trim() === '' || /^\d{1,19}$/.test(value.trim()) ? 'orderid' : 'client_orderid'

/** What the list is narrowed to, as it is typed; an empty text asks for nothing. */
export interface OrdersFilter {
  text: string
  phase: string
  type: string
  amountFrom: string
  amountUntil: string
  from: string
  until: string
  /** Of all connections, not just the chosen one: 'all' or nothing. */
  connections: string
}
const noFilter = (): OrdersFilter => ({
  text: '',
  phase: '',
  type: '',
  amountFrom: '',
  amountUntil: '',
  from: '',
  until: '',
  connections: '',
})
const filterNames = Object.keys(noFilter()) as (keyof OrdersFilter)[]

/** A whole amount or one with a dot; what is half typed asks for nothing yet. */
export const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(text.trim())
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** The filled ones, as they stand in the address. */
export const filledOf = (filter: OrdersFilter): Partial<OrdersFilter> =>
  Object.fromEntries(
    filterNames.flatMap((name) =>
      filter[name].trim() === '' ? [] : [[name, filter[name].trim()]],
    ),
  )

/** From an address: texts under known names, nothing else. */
export function readFilter(from: unknown): OrdersFilter {
  const filter = noFilter()
  if (typeof from !== 'object' || from === null) return filter
  for (const name of filterNames) {
    const value = (from as Record<string, unknown>)[name]
    if (typeof value === 'string') filter[name] = value.slice(0, 200)
  }
  return filter
}

export const useOrdersStore = defineStore('orders', () => {
  const zones = useZoneStore()
  const rows = ref<OrderRow[]>([])
  const next = ref<string | null>(null)
  const filter = reactive(noFilter())
  /** Entries of the log the search has not read yet. */
  const unindexed = ref(0)
  const isLoading = ref(false)
  const hasLoaded = ref(false)
  const fault = ref<Fault | null>(null)
  const connectionId = ref<string | null>(null)

  const typed = ref('')
  const chosenBy = ref<LookUpBy | null>(null)
  const isLookingUp = ref(false)
  const lookUpFault = ref<Fault | null>(null)
  let reading = 0
  let hasRecalled = false

  const asked = (): OrderFilter => ({
    ...(filter.phase === '' ? {} : { phase: filter.phase }),
    ...(filter.type === '' ? {} : { type: filter.type }),
    ...(isAmount(filter.amountFrom) ? { amountFrom: filter.amountFrom.trim() } : {}),
    ...(isAmount(filter.amountUntil) ? { amountUntil: filter.amountUntil.trim() } : {}),
    ...(isDay(filter.from) ? { from: filter.from } : {}),
    ...(isDay(filter.until) ? { until: filter.until } : {}),
  })
  const isFiltered = (): boolean => Object.keys(filledOf(filter)).length > 0
  const clearFilter = (): void => {
    Object.assign(filter, noFilter())
  }
  /** What the address says; where it says nothing, the filter stays as it is. */
  const takeFilter = (address: Record<string, unknown>): void => {
    const fromAddress = readFilter(address)
    if (Object.keys(filledOf(fromAddress)).length === 0) return
    Object.assign(filter, fromAddress)
    hasRecalled = true
  }
  /** Over a restart; the text that was searched for is not kept. */
  const keepFilter = async (): Promise<void> => {
    await keep('orders-filter', { ...asked(), isAll: filter.connections === 'all' })
  }
  const recall = async (): Promise<void> => {
    if (hasRecalled) return
    hasRecalled = true
    const kept = await findKept('orders-filter')
    if (kept === null || isFiltered()) return
    const { isAll, ...rest } = kept
    Object.assign(filter, readFilter(rest), isAll ? { connections: 'all' } : {})
  }

  async function read(limit: number, before?: string): Promise<void> {
    const from = connectionId.value
    if (from === null) return
    const mine = ++reading
    isLoading.value = true
    const text = filter.text.trim()
    const narrowed = zones.withZone(asked())
    const result = await call('order:list', {
      ...(filter.connections === 'all' ? {} : { connectionId: from }),
      limit,
      ...(text === '' ? {} : { text }),
      ...(Object.keys(narrowed).length === 0 ? {} : { filter: narrowed }),
      ...(before === undefined ? {} : { before }),
    })
    // A slower answer to an earlier question must not replace a later one.
    if (mine !== reading) return
    isLoading.value = false
    hasLoaded.value = true
    if (!result.ok) {
      fault.value = result.fault
      return
    }
    fault.value = null
    rows.value = before === undefined ? result.value.rows : [...rows.value, ...result.value.rows]
    next.value = result.value.next
    unindexed.value = result.value.unindexed ?? 0
    // What a search finds at once comes before what takes a moment: a page that is not full goes on by itself.
    const missing = limit - result.value.rows.length
    if (text !== '' && next.value !== null && missing > 0) await read(missing, next.value)
  }

  async function show(forConnection: string): Promise<void> {
    if (connectionId.value !== forConnection) {
      connectionId.value = forConnection
      rows.value = []
      next.value = null
      hasLoaded.value = false
      lookUpFault.value = null
    }
    await recall()
    await read(pageSize)
  }

  /** The first page, whatever was shown: another question has another answer. */
  const reload = (): Promise<void> => read(pageSize)

  const refresh = async (): Promise<void> => {
    if (rows.value.length <= mostLiveRows) await read(Math.max(pageSize, rows.value.length))
  }

  const more = async (): Promise<void> => {
    if (next.value !== null && !isLoading.value) await read(pageSize, next.value)
  }

  /** Null when it was not found or the look-up failed: lookUpFault says why and what was typed stays. */
  async function lookUp(value: string, by: LookUpBy): Promise<OrderView | null> {
    if (connectionId.value === null || isLookingUp.value) return null
    isLookingUp.value = true
    const result = await call('order:look-up', {
      connectionId: connectionId.value,
      by,
      value: value.trim(),
    })
    isLookingUp.value = false
    lookUpFault.value = result.ok ? null : result.fault
    if (!result.ok) return null
    typed.value = ''
    chosenBy.value = null
    return result.value
  }

  return {
    rows,
    next,
    filter,
    unindexed,
    isLoading,
    hasLoaded,
    fault,
    typed,
    chosenBy,
    isLookingUp,
    lookUpFault,
    isFiltered,
    clearFilter,
    takeFilter,
    keepFilter,
    show,
    reload,
    refresh,
    more,
    lookUp,
  }
})
