// Long work that a person watches and may end: which job runs, its progress, and its result. The
// work is over when main says so, not before.
import { ref } from 'vue'
import type { JobName, WorkProgress } from '#shared/bridge/lists.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { call, onChange } from './bridge.ts'

export function useWatchedWork() {
  const working = ref<JobName | null>(null)
  const progress = ref<WorkProgress | null>(null)
  const isEnding = ref(false)
  /** The last long work that was ended by the person. */
  const ended = ref<JobName | null>(null)
  const workFault = ref<Fault | null>(null)

  /** Null when it failed (`workFault` says why), was ended, or main was told to do nothing. */
  async function watched<T>(name: JobName, run: () => Promise<Result<T>>): Promise<T | null> {
    working.value = name
    progress.value = null
    isEnding.value = false
    ended.value = null
    const stopListening = onChange(({ work }) => {
      if (work?.name === name) progress.value = work
    })
    const result = await run()
    stopListening()
    if (isEnding.value && result.ok && result.value === null) ended.value = name
    working.value = null
    workFault.value = result.ok ? null : result.fault
    return result.ok ? result.value : null
  }

  async function cancel(): Promise<void> {
    if (working.value === null || isEnding.value) return
    isEnding.value = true
    const result = await call('work:cancel', { name: working.value })
    if (!result.ok) isEnding.value = false
  }

  return { working, progress, isEnding, ended, workFault, watched, cancel }
}
