// The order and the customer that a line of the queue is about, as this computer knows them: a line
// of a report names its first order. Nothing is asked for at the gateway. Each is read once.
import { shallowReactive, watch } from 'vue'
import { call } from '../../api/bridge.ts'
import type { Need } from '../../messages/needs/need.ts'

export interface NeedOrder {
  connectionId: string
  orderid: string
  /** Empty where nobody told who it is. */
  customer: string
  /** Other orders that the line is about. */
  more: number
}

/** Below them the queue names orders in its sentences alone. */
const most = 12

const keyOf = ({ connectionId, about }: Need): string => JSON.stringify([connectionId, about])

/** For as long as the calling component lives. */
export function useNeedOrders(needs: () => readonly Need[]) {
  const known = shallowReactive(new Map<string, NeedOrder>())
  const asked = new Set<string>()

  async function customerOf(connectionId: string, orderid: string): Promise<string> {
    const found = await call('order:show', { connectionId, orderid })
    return found.ok ? found.value.customer : ''
  }
  async function find(need: Need): Promise<void> {
    const { connectionId, about } = need
    if (about === undefined || connectionId === null) return
    const put = async (orderid: string, more: number): Promise<void> => {
      const customer = await customerOf(connectionId, orderid)
      known.set(keyOf(need), { connectionId, orderid, customer, more })
    }
    if (about.kind === 'order') return put(about.orderid, 0)
    const read = await call('reconcile:rows', { id: about.id, pile: 'unexplained', limit: 1 })
    const orderid = read.ok ? (read.value.rows[0]?.opens ?? '') : ''
    if (orderid !== '') await put(orderid, about.count - 1)
  }
  watch(
    needs,
    (all) => {
      for (const need of all.slice(0, most)) {
        if (asked.has(keyOf(need))) continue
        asked.add(keyOf(need))
        void find(need)
      }
    },
    { immediate: true },
  )
  return { orderOf: (need: Need): NeedOrder | undefined => known.get(keyOf(need)) }
}
