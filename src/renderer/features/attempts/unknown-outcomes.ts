// Every request whose outcome is not final, over all orders and connections.
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ListReport } from '#shared/bridge/lists.ts'
import type { RequestFile } from '#shared/bridge/operations.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { useAppState } from '../../api/app-state.ts'
import { call } from '../../api/bridge.ts'

export const useOpenRequestsStore = defineStore('open-requests', () => {
  const attempts = ref<AttemptView[]>([])
  const fault = ref<Fault | null>(null)
  const hasLoaded = ref(false)
  const app = useAppState()
  /** An empty list of an earlier visit is not one while the window counts an unknown outcome. */
  const isRead = computed(
    () =>
      hasLoaded.value &&
      (attempts.value.length > 0 || fault.value !== null || app.state?.unknownCount === 0),
  )
  const checking = ref<string | null>(null)
  const checkFault = ref<{ attemptId: string; fault: Fault } | null>(null)

  async function load(): Promise<void> {
    const result = await call('attempt:list', { isOpen: true })
    hasLoaded.value = true
    if (result.ok) {
      attempts.value = result.value
      fault.value = null
    } else fault.value = result.fault
  }

  /** Asks the gateway about one attempt, by whichever id of its order is known. */
  async function check(attempt: AttemptView): Promise<void> {
    if (checking.value !== null) return
    checking.value = attempt.id
    const result = await call('attempt:check', { attemptId: attempt.id })
    checking.value = null
    checkFault.value = result.ok ? null : { attemptId: attempt.id, fault: result.fault }
    await load()
  }

  /** Those that are shown in their order, as a file. */
  const save = (
    as: RequestFile['as'],
    { keys }: { keys: string[] },
  ): Promise<Result<ListReport | null>> => call('register:export', { as, of: { attempts: keys } })

  return { save, attempts, fault, isRead, checking, checkFault, load, check }
})
