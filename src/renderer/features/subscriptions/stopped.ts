// Which subscriptions of a connection are marked as stopped, and the mark that is being made.
import { ref } from 'vue'
import type { StoppedSubscription } from '#shared/bridge/notes.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

export function useStopped(connectionId: () => string | undefined) {
  const marks = ref<StoppedSubscription[]>([])
  const marking = ref<string | null>(null)
  const fault = ref<Fault | null>(null)
  const markOf = (recurringId: string): StoppedSubscription | null =>
    marks.value.find((one) => one.recurringId === recurringId) ?? null

  async function load(): Promise<void> {
    const from = connectionId()
    if (from === undefined) return
    const result = await call('subscription:stopped', { connectionId: from })
    if (result.ok) marks.value = result.value
  }

  function open(recurringId: string): void {
    fault.value = null
    marking.value = recurringId
  }
  const close = (): void => {
    marking.value = null
  }

  async function mark(reason: string): Promise<void> {
    const [from, recurringId] = [connectionId(), marking.value]
    if (from === undefined || recurringId === null) return
    const isStopped = markOf(recurringId) === null
    const asked = { connectionId: from, recurringId, isStopped, reason }
    const result = await call('subscription:mark', asked)
    fault.value = result.ok ? null : result.fault
    if (!result.ok) return
    marks.value = result.value
    close()
  }

  return { marks, marking, fault, markOf, load, open, close, mark }
}
