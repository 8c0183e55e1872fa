// A person clears a chargeback: what they had read of the order when they began, the text typed so
// far, and the call. The text is kept while the dialog is closed. Main decides, and the system asks
// once more.
import { computed, ref } from 'vue'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'
import { useDraftsStore } from '../../forms/drafts.ts'
import { useOrderStore } from './order-store.ts'

export function useClearing(view: () => OrderView, onDone: () => void) {
  const drafts = useDraftsStore()
  const order = useOrderStore()
  /** MONEY: of the order as it was shown when the dialog opened, not as it is now. */
  const toldSeq = ref<number | null>(null)
  const fault = ref<Fault | null>(null)
  const isWorking = ref(false)
  const form = (): string => `clear/${view().connectionId}/${view().orderid}`

  function close(): void {
    toldSeq.value = null
    fault.value = null
  }

  async function clear(reason: string): Promise<void> {
    if (toldSeq.value === null || isWorking.value) return
    const { connectionId, orderid } = view()
    const asked = form()
    isWorking.value = true
    const said = { connectionId, orderid, toldSeq: toldSeq.value, reason }
    const result = await call('order:clear-chargeback', said)
    isWorking.value = false
    fault.value = result.ok ? null : result.fault
    if (!result.ok) return
    drafts.forget(asked)
    close()
    if (order.isShowing(result.value)) order.take(result.value)
    onDone()
  }

  return {
    fault,
    isWorking,
    isShown: computed(() => toldSeq.value !== null),
    reason: drafts.field(form, 'reason'),
    open: () => (toldSeq.value = view().chargeback?.toldSeq ?? null),
    close,
    clear,
  }
}
