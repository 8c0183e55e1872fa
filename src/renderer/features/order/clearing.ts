// A person clears what stands on an order: what they had read of it when they began, the text typed
// so far, and the call. The text is kept while the dialog is closed. Main decides, and the system
// asks once more.
import { computed, ref } from 'vue'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import type { ClearanceKind } from '#shared/gateway/clearances/clearance.ts'
import { call } from '../../api/bridge.ts'
import { useDraftsStore } from '../../forms/drafts.ts'
import { useOrderStore } from './facts/order-store.ts'

export function useClearing(
  view: () => OrderView,
  kindOf: () => ClearanceKind,
  onDone: () => void,
) {
  const drafts = useDraftsStore()
  const order = useOrderStore()
  const standing = computed(() => view().clearable.find(({ kind }) => kind === kindOf()))
  /** MONEY: of the order as it was shown when the dialog opened, not as it is now. */
  const read = ref<OrderView['clearable'][number] | null>(null)
  const fault = ref<Fault | null>(null)
  const isWorking = ref(false)
  const form = (): string => `clear/${kindOf()}/${view().connectionId}/${view().orderid}`

  function close(): void {
    read.value = null
    fault.value = null
  }

  async function clear(reason: string): Promise<void> {
    if (read.value === null || isWorking.value) return
    const { connectionId, orderid } = view()
    const { kind, about, reportedSeq } = read.value
    const asked = form()
    isWorking.value = true
    const result = await call('order:clear', {
      connectionId,
      orderid,
      kind,
      about,
      reportedSeq,
      reason,
    })
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
    isOffered: computed(() => standing.value !== undefined || read.value !== null),
    isShown: computed(() => read.value !== null),
    message: computed(() => read.value?.message ?? ''),
    reason: drafts.field(form, 'reason'),
    open: () => (read.value = standing.value ?? null),
    close,
    clear,
  }
}
