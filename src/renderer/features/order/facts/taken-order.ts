// The store of orders with what a colleague of the team has under way taken off, and without what a
// report puts in doubt, for whatever shows an order.
import { useColleaguesStore } from '../../../api/people/colleagues.ts'
import { useZoneStore } from '../../../api/zone.ts'
import { reportedView } from '../../../messages/orders/reported.ts'
import { takenView } from '../../../messages/orders/taken.ts'
import { useOrderStore } from './order-store.ts'
import { useReportedStore } from './reported-refunds.ts'

export function useShownOrder(): ReturnType<typeof useOrderStore> {
  const order = useOrderStore()
  const colleagues = useColleaguesStore()
  const zone = useZoneStore()
  const reported = useReportedStore()
  order.showAs((view, at) => {
    const request = colleagues.heldOf(at)
    // MONEY: until the reports are matched anew, what their kept results say counts.
    const { isReported: was = false, ...plain } = view
    const refunds = reported.of(at)
    const isReported = reported.isTold(at) ? refunds.length > 0 : was
    // MONEY: beside a colleague's request nobody here can tell what is left at least.
    const known = isReported ? reportedView(plain, request === undefined ? refunds : []) : plain
    return request === undefined ? known : takenView(known, request, Date.now(), zone.zone)
  })
  return order
}
