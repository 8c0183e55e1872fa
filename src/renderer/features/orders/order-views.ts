// Saved views of the orders list: saved, renamed, deleted, and kept over restarts.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { OrdersView } from '#shared/bridge/lists.ts'
import type { Fault } from '#shared/fault.ts'
import { findPreference, keep } from '../../api/preferences.ts'
import { savedLookOf, type OrdersLook } from './order-filter.ts'

export const useOrderViewsStore = defineStore('order-views', () => {
  const views = shallowRef<readonly OrdersView[]>([])
  const fault = ref<Fault | null>(null)
  let hasLoaded = false

  async function load(): Promise<void> {
    if (hasLoaded) return
    hasLoaded = true
    views.value = (await findPreference('orders-views')) ?? []
  }

  /** What could not be kept is not shown as if it were. */
  async function put(changed: readonly OrdersView[]): Promise<boolean> {
    const result = await keep('orders-views', [...changed])
    fault.value = result.ok ? null : result.fault
    if (result.ok) views.value = changed
    return result.ok
  }

  const find = (name: string): OrdersView | undefined =>
    views.value.find((view) => view.name.toLowerCase() === name.trim().toLowerCase())

  /** One of the same name is replaced where it stands. */
  function save(name: string, look: OrdersLook, withText: boolean): Promise<boolean> {
    const view: OrdersView = { name: name.trim(), look: savedLookOf(look, withText) }
    const before = find(name)
    return put(
      before === undefined
        ? [...views.value, view]
        : views.value.map((one) => (one === before ? view : one)),
    )
  }

  /** False as well when another view has the name already. */
  async function rename(from: string, to: string): Promise<boolean> {
    const other = find(to)
    if (to.trim() === '' || (other !== undefined && other.name !== from)) return false
    return put(
      views.value.map((view) => (view.name === from ? { ...view, name: to.trim() } : view)),
    )
  }

  const remove = (name: string): Promise<boolean> =>
    put(views.value.filter((view) => view.name !== name))

  /** Where it stood. */
  const putBack = (view: OrdersView, at: number): Promise<boolean> =>
    put(views.value.toSpliced(at, 0, view))

  return { views, fault, load, find, save, rename, remove, putBack }
})
