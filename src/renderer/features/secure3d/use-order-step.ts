// The 3-D Secure stage of an order, read from the gateway each time: an older answer may be out of
// date.
import { computed, ref } from 'vue'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import { lookUpOrder } from '../../api/recent-orders.ts'
import { nextStepOf } from '../../messages/forms/secure3d.ts'

export function useOrderStep() {
  const order = ref<OrderView | null>(null)
  const fault = ref<Fault | null>(null)
  const isReading = ref(false)
  const step = computed(() => (order.value === null ? null : nextStepOf(order.value)))

  async function read(connectionId: string, orderid: string): Promise<void> {
    if (isReading.value || orderid === '') return
    isReading.value = true
    const result = await lookUpOrder(connectionId, orderid)
    isReading.value = false
    fault.value = result.ok ? null : result.fault
    order.value = result.ok ? result.value : null
  }
  return { order, step, fault, isReading, read }
}
