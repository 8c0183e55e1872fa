// Orders that colleagues of a team have under way, as the team's database was asked last: all of
// them again every moment while a list is shown, and one by the page of the order.
import { defineStore } from 'pinia'
import { onBeforeUnmount, onMounted, shallowRef } from 'vue'
import { canonicalOrder } from '#shared/order-place.ts'
import { heardEveryMs, type TeamHolds, type TeamRequest } from '#shared/team/team-methods.ts'
import { call } from '../bridge.ts'

interface Place {
  connectionId: string
  orderid: string
}

const keyOf = ({ connectionId, orderid }: Place): string =>
  `${connectionId} ${canonicalOrder(orderid)}`

export const useColleaguesStore = defineStore('colleagues', () => {
  const held = shallowRef<ReadonlyMap<string, TeamRequest>>(new Map())
  const heldOf = (at: Place): TeamRequest | undefined =>
    held.value.size === 0 ? undefined : held.value.get(keyOf(at))

  /** The same again draws nothing anew. */
  function keep(now: ReadonlyMap<string, TeamRequest>): void {
    if (JSON.stringify([...now]) !== JSON.stringify([...held.value])) held.value = now
  }
  const takeAll = (holds: readonly TeamHolds[]): void => {
    keep(
      new Map(
        holds.map(({ connectionId, orderid, ...request }) => [
          keyOf({ connectionId, orderid }),
          request,
        ]),
      ),
    )
  }
  function take(at: Place, request: TeamRequest | null): void {
    const now = new Map(held.value)
    if (request === null) now.delete(keyOf(at))
    else now.set(keyOf(at), request)
    keep(now)
  }
  return { heldOf, takeAll, take }
})

/** Until a team that gave no answer is asked again. */
const triedAgainMs = 5_000

/** Until what it gives is called. A computer alone is asked once. */
export function hearColleagues(): () => void {
  const colleagues = useColleaguesStore()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false

  async function read(): Promise<void> {
    const found = await call('team:orders', {})
    if (isGone || (found.ok && found.value === null)) return
    // What can't be asked is not shown as if it were so.
    colleagues.takeAll(found.ok ? (found.value ?? []) : [])
    timer = setTimeout(() => void read(), found.ok ? heardEveryMs : triedAgainMs)
  }
  void read()
  return () => {
    isGone = true
    clearTimeout(timer)
  }
}

export function useColleagues() {
  let stop = (): void => undefined
  onMounted(() => (stop = hearColleagues()))
  onBeforeUnmount(() => stop())
  return { heldOf: useColleaguesStore().heldOf }
}
