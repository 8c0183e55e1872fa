// Opens a practice order of the sandbox: looked up like any other order, and shown.
import { useRouter } from 'vue-router'
import { useAppState } from '../../api/app-state.ts'
import { useLookUpStore } from '../lookups/look-up.ts'
import { useOrderStore } from '../order/order-store.ts'

export function usePractice(): (orderid: string) => Promise<void> {
  const app = useAppState()
  const lookUps = useLookUpStore()
  const order = useOrderStore()
  const router = useRouter()
  return async (orderid) => {
    if (app.connection === null) return
    const found = await lookUps.lookUp(app.connection.id, orderid, 'orderid')
    if (found === null) return
    order.take(found)
    await router.push({
      name: 'order',
      params: { connectionId: found.connectionId, orderid: found.orderid },
    })
  }
}
