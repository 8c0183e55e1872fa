// The one order on the screen: read from the ledger, or asked for again at the gateway. A failed
// read keeps what was shown.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

export const useOrderStore = defineStore('order', () => {
  const view = ref<OrderView | null>(null)
  const fault = ref<Fault | null>(null)
  const isReading = ref(false)
  const isChecking = ref(false)
  /** Watched: a sheet or a pane shows nothing of another order. */
  const place = ref('')

  const isHere = (connectionId: string, orderid: string): boolean =>
    place.value === `${connectionId}/${orderid}`

  /** Whether what is shown, its fault included, is about this order. */
  const isShowing = (at: { connectionId: string; orderid: string }): boolean =>
    isHere(at.connectionId, at.orderid)

  /** Takes an order that was just read elsewhere, so that it shows at once. */
  function take(order: OrderView): void {
    place.value = `${order.connectionId}/${order.orderid}`
    view.value = order
    fault.value = null
  }

  function finish(connectionId: string, orderid: string, result: Result<OrderView>): void {
    if (!isHere(connectionId, orderid)) return
    if (result.ok) {
      view.value = result.value
      fault.value = null
    } else fault.value = result.fault
  }

  async function show(connectionId: string, orderid: string): Promise<void> {
    if (!isHere(connectionId, orderid)) {
      place.value = `${connectionId}/${orderid}`
      view.value = null
      fault.value = null
    }
    isReading.value = true
    const result = await call('order:show', { connectionId, orderid })
    if (!isHere(connectionId, orderid)) return
    isReading.value = false
    finish(connectionId, orderid, result)
  }

  async function check(connectionId: string, orderid: string): Promise<void> {
    if (isChecking.value) return
    isChecking.value = true
    const result = await call('order:check', { connectionId, orderid })
    isChecking.value = false
    finish(connectionId, orderid, result)
  }

  /** Asks the gateway for an order that Paydesk has not looked up yet. */
  async function lookUp(connectionId: string, orderid: string): Promise<void> {
    if (isChecking.value) return
    isChecking.value = true
    const result = await call('order:look-up', { connectionId, by: 'orderid', value: orderid })
    isChecking.value = false
    finish(connectionId, orderid, result)
  }

  return { view, fault, isReading, isChecking, isShowing, take, show, check, lookUp }
})
