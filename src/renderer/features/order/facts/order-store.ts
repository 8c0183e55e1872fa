// The one order on the screen: read from the ledger, or asked for again at the gateway. A failed
// read keeps what was shown. Only a screen that opens turns to another order: what is read late for
// a screen that was left shows nowhere.
import { defineStore } from 'pinia'
import { computed, reactive, ref, shallowRef } from 'vue'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { call } from '../../../api/bridge.ts'
import type { KnownOrder } from '../../../messages/orders/money-facts.ts'
import { type ChosenOrder, keyOfOrder } from './chosen-order.ts'

/** An order as a colleague of the team leaves it. */
export type AsTaken = (order: OrderView, at: ChosenOrder) => KnownOrder

export const useOrderStore = defineStore('order', () => {
  const asTaken = shallowRef<AsTaken>((order) => order)
  const view = ref<OrderView | null>(null)
  const fault = ref<Fault | null>(null)
  const isReading = ref(false)
  /** Watched: a screen, a sheet or a pane shows nothing of another order. */
  const place = ref('')
  const { asked, once } = onceAtATime()
  /** Of the order that is shown. */
  const isChecking = computed(() => asked.has(place.value))

  const isHere = (connectionId: string, orderid: string): boolean =>
    place.value === keyOfOrder({ connectionId, orderid })

  /** Whether what is shown, its fault included, is about this order. */
  const isShowing = (at: ChosenOrder): boolean => isHere(at.connectionId, at.orderid)

  /**
   * MONEY: nothing of another order stands under this one's name, and what a colleague has under
   * way is a part of what is shown.
   */
  const viewOf = (at: ChosenOrder): KnownOrder | null =>
    isShowing(at) && view.value !== null ? asTaken.value(view.value, at) : null
  const faultOf = (at: ChosenOrder): Fault | null => (isShowing(at) ? fault.value : null)

  /** What shows an order says so: the first screen shows none, and reads no more than it needs. */
  const showAs = (next: AsTaken): void => void (asTaken.value = next)

  /** Takes an order that was just read elsewhere, so that it shows at once. */
  function take(order: OrderView): void {
    place.value = keyOfOrder(order)
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

  /** Turns to this order and reads it. */
  async function show(connectionId: string, orderid: string): Promise<void> {
    if (!isHere(connectionId, orderid)) {
      place.value = keyOfOrder({ connectionId, orderid })
      view.value = null
      fault.value = null
    }
    await again(connectionId, orderid)
  }

  /** Reads the order once more, unless another one was turned to meanwhile. */
  async function again(connectionId: string, orderid: string): Promise<void> {
    if (!isHere(connectionId, orderid)) return
    isReading.value = true
    const result = await call('order:show', { connectionId, orderid })
    if (!isHere(connectionId, orderid)) return
    isReading.value = false
    finish(connectionId, orderid, result)
  }

  const check = (connectionId: string, orderid: string): Promise<void> =>
    once(keyOfOrder({ connectionId, orderid }), async () => {
      finish(connectionId, orderid, await call('order:check', { connectionId, orderid }))
    })

  /** Asks the gateway for an order that Paydesk has not looked up yet. */
  const lookUp = (connectionId: string, orderid: string): Promise<void> =>
    once(keyOfOrder({ connectionId, orderid }), async () => {
      const question = { connectionId, by: 'orderid', value: orderid } as const
      finish(connectionId, orderid, await call('order:look-up', question))
    })

  return {
    ...{ view, fault, isReading, isChecking, isShowing, viewOf, faultOf },
    ...{ showAs, take, show, again, check, lookUp },
  }
})

/** Asks the gateway for each order once at a time. */
function onceAtATime() {
  const asked = reactive(new Set<string>())
  async function once(place: string, ask: () => Promise<void>): Promise<void> {
    if (asked.has(place)) return
    asked.add(place)
    await ask()
    asked.delete(place)
  }
  return { asked, once }
}
