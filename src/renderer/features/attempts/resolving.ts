// A person resolves a request by hand, or clears a contradiction: the request in question, the text
// typed so far, and the call. The text is kept while the dialog is closed. Main decides whether the
// statement is accepted.
import { ref } from 'vue'
import type { HandOutcome } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'
import { useDraftsStore } from '../../forms/drafts.ts'

export function useResolving(onDone: () => void) {
  const drafts = useDraftsStore()
  const attempt = ref<AttemptView | null>(null)
  const fault = ref<Fault | null>(null)
  const isWorking = ref(false)
  const form = (): string => `resolve/${attempt.value?.id ?? ''}`

  function close(): void {
    attempt.value = null
    fault.value = null
  }

  async function resolve(said: {
    outcome: HandOutcome
    reason: string
    override: string | null
  }): Promise<void> {
    if (attempt.value === null || isWorking.value) return
    isWorking.value = true
    const { outcome, reason, override } = said
    const result = await call('attempt:resolve', {
      attemptId: attempt.value.id,
      outcome,
      reportedSeq: attempt.value.reportedSeq,
      reason,
      ...(override === null ? {} : { override }),
    })
    isWorking.value = false
    fault.value = result.ok ? null : result.fault
    if (!result.ok) return
    drafts.forget(form())
    close()
    onDone()
  }

  return {
    attempt,
    fault,
    isWorking,
    reason: drafts.field(form, 'reason'),
    override: drafts.field(form, 'override'),
    open: (chosen: AttemptView) => (attempt.value = chosen),
    close,
    resolve,
  }
}
