// Orders that colleagues of a team have under way, for the list: asked again every few seconds
// while the list is shown. A computer alone is asked once.
import { onBeforeUnmount, onMounted, shallowRef } from 'vue'
import { canonicalOrder } from '#shared/order-place.ts'
import type { TeamHolds } from '#shared/team/team-methods.ts'
import { call } from '../bridge.ts'

const againMs = 5_000

export function useColleagues() {
  const held = shallowRef<ReadonlyMap<string, TeamHolds>>(new Map())
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false
  const keyOf = ({ connectionId, orderid }: { connectionId: string; orderid: string }): string =>
    `${connectionId} ${canonicalOrder(orderid)}`

  async function read(): Promise<void> {
    const found = await call('team:orders', {})
    if (isGone || (found.ok && found.value === null)) return
    // What can't be asked is not shown as if it were so.
    const now = found.ok ? (found.value ?? []) : []
    // The same again draws no row anew.
    if (JSON.stringify(now) !== JSON.stringify([...held.value.values()]))
      held.value = new Map(now.map((one) => [keyOf(one), one]))
    timer = setTimeout(() => void read(), againMs)
  }
  onMounted(read)
  onBeforeUnmount(() => {
    isGone = true
    clearTimeout(timer)
  })
  return {
    heldOf: (row: { connectionId: string; orderid: string }): TeamHolds | undefined =>
      held.value.size === 0 ? undefined : held.value.get(keyOf(row)),
  }
}
