// The store of orders with what a colleague of the team has under way taken off, for whatever shows
// an order.
import { useColleaguesStore } from '../../../api/people/colleagues.ts'
import { useZoneStore } from '../../../api/zone.ts'
import { takenView } from '../../../messages/orders/taken.ts'
import { useOrderStore } from './order-store.ts'

export function useShownOrder(): ReturnType<typeof useOrderStore> {
  const order = useOrderStore()
  const colleagues = useColleaguesStore()
  const zone = useZoneStore()
  order.showAs((view, at) => {
    const request = colleagues.heldOf(at)
    return request === undefined ? view : takenView(view, request, Date.now(), zone.zone)
  })
  return order
}
