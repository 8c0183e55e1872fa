// Look-up and the list of orders this desk has looked up. The list is local: the service can't list orders.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { OrderRow, OrderView } from '#shared/bridge.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../bridge.ts'

const pageSize = 100
/** Above this a live re-read would replace pages the person has scrolled to. */
const mostLiveRows = 500

export type LookUpBy = 'orderid' | 'client_orderid'

/** Ids the service gives are digits only; anything else reads as the merchant's own. The person may choose otherwise. */
export const guessBy = (value: string): LookUpBy =>
  value.trim() === '' || /^\d{1,19}$/.test(value.trim()) ? 'orderid' : 'client_orderid'

export const useOrdersStore = defineStore('orders', () => {
  const rows = ref<OrderRow[]>([])
  const next = ref<string | null>(null)
  const text = ref('')
  const isLoading = ref(false)
  const hasLoaded = ref(false)
  const fault = ref<Fault | null>(null)
  const connectionId = ref<string | null>(null)

  const typed = ref('')
  const chosenBy = ref<LookUpBy | null>(null)
  const isLookingUp = ref(false)
  const lookUpFault = ref<Fault | null>(null)
  let reading = 0

  async function read(limit: number, before?: string): Promise<void> {
    const from = connectionId.value
    if (from === null) return
    const mine = ++reading
    isLoading.value = true
    const filter = text.value.trim()
    const result = await call('order:list', {
      connectionId: from,
      limit,
      ...(filter === '' ? {} : { text: filter }),
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
  }

  async function show(forConnection: string): Promise<void> {
    if (connectionId.value !== forConnection) {
      connectionId.value = forConnection
      rows.value = []
      next.value = null
      hasLoaded.value = false
      lookUpFault.value = null
    }
    await read(pageSize)
  }

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
    text,
    isLoading,
    hasLoaded,
    fault,
    typed,
    chosenBy,
    isLookingUp,
    lookUpFault,
    show,
    refresh,
    more,
    lookUp,
  }
})
