// Opens an order that was just looked up.
import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import type { OrderView } from '#shared/bridge/views.ts'
import { useOrderStore } from '../order/facts/order-store.ts'

/**
 * A late answer opens nothing: whoever left the screen meanwhile may be about to press a button of
 * another order.
 */
export function useFoundOrder(): (found: OrderView) => Promise<void> {
  const order = useOrderStore()
  const router = useRouter()
  let isLeft = false
  onScopeDispose(() => {
    isLeft = true
  })
  return async (found) => {
    if (isLeft) return
    order.take(found)
    const { connectionId, orderid } = found
    await router.push({ name: 'order', params: { connectionId, orderid } })
  }
}
