// Confirmed requests that main holds back for the undo window: the list, Undo, Send now, and the
// outcome of a request whose screen was left. MONEY: main's clock counts; the page sends nothing
// and stops nothing except by asking main.
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { WaitingSend } from '#shared/bridge.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'
import type { Outcome } from '../../messages/outcomes.ts'
import { useAppState } from '../../api/app-state.ts'
import type { Place } from '../../forms/drafts.ts'

export const useWaitingStore = defineStore('waiting', () => {
  const app = useAppState()
  const all = computed<WaitingSend[]>(() => app.state?.waiting ?? [])
  const ids = computed(() => new Set(all.value.map(({ attempt }) => attempt.id)))
  const ended = ref<{ place: Place; outcome: Outcome }[]>([])
  const leftUnsent = computed<AttemptView[]>(() => app.state?.leftUnsent ?? [])

  const of = (attemptId: string): WaitingSend | null =>
    all.value.find(({ attempt }) => attempt.id === attemptId) ?? null

  /** Null when it was taken back; else why that came too late. */
  async function undoAttempt(attemptId: string): Promise<Fault | null> {
    const result = await call('attempt:undo', { attemptId })
    return result.ok ? null : result.fault
  }

  async function sendNow(attemptId: string): Promise<Fault | null> {
    const result = await call('attempt:send-now', { attemptId })
    return result.ok ? null : result.fault
  }

  /**
   * What went well needs no person, so only the newest of it stands; anything else stands until it
   * is closed.
   */
  const tell = (place: Place, outcome: Outcome): void => {
    const isWell = ({ kind }: Outcome): boolean => kind === 'accepted' || kind === 'done'
    const open = ended.value.filter((one) => !(isWell(outcome) && isWell(one.outcome)))
    ended.value = [...open, { place, outcome }]
  }
  const close = (index: number): void => {
    ended.value = ended.value.filter((_one, at) => at !== index)
  }
  const closeUnsent = (attemptId: string): void => void call('attempt:close-unsent', { attemptId })

  return { all, ids, ended, leftUnsent, of, undoAttempt, sendNow, tell, close, closeUnsent }
})
