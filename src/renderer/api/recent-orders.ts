// Orders that Paydesk looked up lately, offered instead of typing two ids; and the last answer
// about one order.
import { ref } from 'vue'
import type { OrderRow, OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import { call } from './bridge.ts'

export function useRecentOrders(most = 50) {
  const rows = ref<OrderRow[]>([])
  const hasRead = ref(false)
  async function read(connectionId: string): Promise<void> {
    const result = await call('order:list', { connectionId, limit: most })
    // Without the list a person can still type the ids.
    rows.value = result.ok ? result.value.rows : []
    hasRead.value = true
  }
  return { rows, hasRead, read }
}

/** Asks the gateway for it, so that what is shown is of now. */
export const lookUpOrder = (connectionId: string, orderid: string): Promise<Result<OrderView>> =>
  call('order:look-up', { connectionId, by: 'orderid', value: orderid })
