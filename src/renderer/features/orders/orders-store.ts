// The list of orders that Paydesk has looked up: filtered, searched and read page by page. The list
// is local, because the gateway can't list orders. Its view is kept over restarts.
import { defineStore } from 'pinia'
import { reactive, ref, shallowRef } from 'vue'
import type { Change } from '#shared/contract/bridge.ts'
import { orderFields, type OrderRow } from '#shared/bridge/views.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { type ListReport, type OrderFile, type OrderSort, usualSort } from '#shared/bridge/lists.ts'
import { type OrderColumn, savedOf, usualColumns } from '../../messages/orders/grid-columns.ts'
import { call } from '../../api/bridge.ts'
import { findPreference, keep } from '../../api/preferences.ts'
import { useZoneStore } from '../../api/zone.ts'
import {
  askedOf,
  filledOf,
  savedLookOf,
  lookOf,
  noFilter,
  type OrdersLook,
  readColumns,
} from './order-filter.ts'

/** The first page fills a usual window. Each further row delays the answer to a keystroke. */
const firstPage = 30
/** Later ones are read ahead of someone who scrolls, each so short that no frame waits for it. */
const laterPage = 100
/** How soon a search that was still reading is asked again. */
const againMs = 1_000
/** Above this a live re-read would replace pages the person has scrolled to. */
const mostLiveRows = 500

type Look = ReturnType<typeof ordersLook>

export const useOrdersStore = defineStore('orders', () => {
  /** Everyone who did something, to choose from. */
  const actors = shallowRef<readonly string[]>([])
  const look = ordersLook()
  const pages = ordersPages(look)
  const { latest, read, connectionId, ...list } = pages
  const { rows, next, isLoading, hasLoaded, refresh } = list
  /** Key of the row that is read beside the list. */
  const chosen = ref('')
  let scrolledTo = 0

  async function show(forConnection: string): Promise<void> {
    if (connectionId.value !== forConnection) {
      connectionId.value = forConnection
      // An answer still to come belongs to the other list.
      latest.number += 1
      rows.value = []
      next.value = null
      hasLoaded.value = false
      scrolledTo = 0
    }
    await look.recall()
    void readActors()
    // Restore the scroll position.
    if (hasLoaded.value && scrolledTo > 0) await refresh()
    else await read(firstPage)
  }

  const readActors = async (): Promise<void> => {
    const result = await call('filter:actors', {})
    if (result.ok) actors.value = result.value
  }

  /** The first page, whatever was shown: another question has another answer. */
  const reload = (): Promise<void> => read(firstPage)

  const more = async (): Promise<void> => {
    if (next.value !== null && !isLoading.value) await read(laterPage, next.value)
  }

  return {
    ...look,
    ...list,
    ...{ actors, chosen, show, reload, more },
    scrolledTo: () => scrolledTo,
    leaveAt: (top: number) => {
      scrolledTo = top
    },
  }
})

/** How the list is looked at: its filter, its columns and its order. */
function ordersLook() {
  const filter = reactive(noFilter())
  const columns = shallowRef<readonly OrderColumn[]>(usualColumns)
  const sort = ref<OrderSort>(usualSort)
  let hasRecalled = false

  const isFiltered = (): boolean => Object.keys(filledOf(filter)).length > 0
  const clearFilter = (): void => {
    Object.assign(filter, noFilter())
  }
  const take = (look: OrdersLook): void => {
    Object.assign(filter, look.filter)
    columns.value = look.columns
    sort.value = look.sort
    hasRecalled = true
  }
  /** Over a restart; the text that was searched for is not kept. */
  const keepLook = async (): Promise<void> => {
    await keep(
      'orders-look',
      savedLookOf({ filter, columns: columns.value, sort: sort.value }, false),
    )
  }
  const recall = async (): Promise<void> => {
    if (hasRecalled) return
    hasRecalled = true
    const saved = await findPreference('orders-look')
    if (saved !== null && !isFiltered()) take(lookOf(saved))
  }
  const chooseColumns = (ids: readonly string[]): void => {
    columns.value = readColumns(ids)
  }

  return { filter, columns, sort, isFiltered, clearFilter, take, keepLook, recall, chooseColumns }
}

/** The rows that are shown, read page by page and again when they changed. */
function ordersPages(look: Look) {
  const reading = ordersReading(look, () => refresh())
  const { rows, read } = reading
  let touched = new Map<string, { connectionId: string; orderid: string }>()
  let hasOtherReports = false

  /** Whether a change is about this list; what it is about is read again by the next refresh. */
  const concerns = ({ topic, connectionId: id, orderid }: Change): boolean => {
    // Which orders a report puts in doubt nobody says one by one.
    if (topic === 'reconcile') return (hasOtherReports = true)
    if (topic !== 'order' && topic !== 'attempt') return false
    if (id !== undefined && orderid !== undefined)
      touched.set(`${id}/${orderid}`, { connectionId: id, orderid })
    return true
  }

  /** A long list keeps its scroll position: only its changed orders are read again. */
  const refresh = async (): Promise<void> => {
    const changed = touched
    touched = new Map()
    const isAnew = hasOtherReports
    hasOtherReports = false
    if (isAnew || rows.value.length <= mostLiveRows)
      return read(Math.max(firstPage, Math.min(rows.value.length, mostLiveRows)))
    const here = new Set(rows.value.map(keyOf))
    for (const [key, order] of changed) {
      const shown = here.has(key) ? await call('order:show', order) : null
      if (shown?.ok !== true) continue
      rows.value = rows.value.map((row) =>
        keyOf(row) === key ? { ...row, ...lineOf(shown.value) } : row,
      )
    }
  }

  return { ...reading, concerns, refresh }
}

/** One page of the list, or more behind those that are shown. */
function ordersReading({ filter, sort, columns }: Look, refresh: () => Promise<void>) {
  const zones = useZoneStore()
  const rows = shallowRef<readonly OrderRow[]>([])
  const next = ref<string | null>(null)
  /** How many log entries the search has not read yet; zero where no search found the list. */
  const unindexed = ref(0)
  const isLoading = ref(false)
  const hasLoaded = ref(false)
  const fault = ref<Fault | null>(null)
  const connectionId = ref<string | null>(null)
  /** What the rows are the answer to: another text is another list. */
  const question = ref('')
  /** The newest question: an answer to an earlier one is not shown. */
  const latest = { number: 0 }

  const askedNow = (chosen: string): Omit<OrderFile, 'as' | 'columns'> => {
    const text = filter.text.trim()
    const narrowed = zones.withZone(askedOf(filter))
    const from = filter.connections === '' ? chosen : filter.connections
    return {
      ...(from === 'all' ? {} : { connectionId: from }),
      ...(text === '' ? {} : { text }),
      ...(Object.keys(narrowed).length === 0 ? {} : { filter: narrowed }),
      // What a text finds comes best matches first.
      ...(text !== '' || sort.value === usualSort ? {} : { sort: sort.value }),
    }
  }

  /** All that the list would show, as a file with the same columns. */
  const save = async (as: OrderFile['as']): Promise<Result<ListReport | null>> => {
    const chosen = connectionId.value ?? ''
    const shown = new Set(columns.value.flatMap((column) => savedOf(column) ?? []))
    if (filter.connections === 'all') shown.add('connectionId')
    return call('order:export', { ...askedNow(chosen), as, columns: [...shown] })
  }

  async function read(limit: number, before?: string): Promise<void> {
    const chosen = connectionId.value
    if (chosen === null) return
    const mine = ++latest.number
    isLoading.value = true
    const asked = askedNow(chosen)
    const { text, filter: narrowed } = asked
    const result = await call('order:list', {
      ...asked,
      limit,
      ...(before === undefined ? {} : { before }),
    })
    // A slower answer to an earlier question must not replace a later one.
    if (mine !== latest.number) return
    isLoading.value = false
    hasLoaded.value = true
    if (!result.ok) {
      fault.value = result.fault
      return
    }
    fault.value = null
    rows.value = before === undefined ? result.value.rows : [...rows.value, ...result.value.rows]
    next.value = result.value.next
    unindexed.value =
      text === undefined && narrowed?.actor === undefined ? 0 : (result.value.unindexed ?? 0)
    question.value = JSON.stringify(asked)
    // Show further results without waiting for another keystroke.
    if (unindexed.value > 0 && rows.value.length <= mostLiveRows)
      setTimeout(() => mine === latest.number && void refresh(), againMs)
    // The quick results of a search come before the slow ones, so a page that is not full is
    // continued without a request.
    const missing = limit - result.value.rows.length
    if (text !== undefined && next.value !== null && missing > 0) await read(missing, next.value)
  }

  return {
    ...{ latest, read, save, connectionId, rows, next, unindexed },
    ...{ isLoading, hasLoaded, fault, question },
  }
}

const keyOf = (row: OrderRow): string => `${row.connectionId}/${row.orderid}`

const listed = [...Object.keys(orderFields), 'hasUnknown', 'isReported'] as (keyof OrderRow)[]
/** What the list shows of an order. */
const lineOf = (order: OrderRow): Partial<OrderRow> => ({
  ...Object.fromEntries(listed.map((name) => [name, order[name]])),
  ...(order.isReported ? { returnable: null } : {}),
})
