// The copies that Paydesk made of the ledger, and the request to restore one of them.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CopyReport } from '#shared/bridge/copies.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

export const useCopiesStore = defineStore('copies', () => {
  const report = ref<CopyReport | null>(null)
  const fault = ref<Fault | null>(null)
  const isWorking = ref(false)

  async function take(answer: Promise<Result<CopyReport>>): Promise<void> {
    if (isWorking.value) return
    isWorking.value = true
    const result = await answer
    isWorking.value = false
    fault.value = result.ok ? null : result.fault
    if (result.ok) report.value = result.value
  }
  const load = (): Promise<void> => take(call('copy:list', {}))
  const restore = (name: string): Promise<void> => take(call('copy:restore', { name }))
  const keepLedger = (): Promise<void> => take(call('copy:keep-ledger', {}))

  const chooseSecond = (): Promise<void> => take(call('copy:choose-second-folder', {}))
  const endSecond = (): Promise<void> => take(call('copy:end-second-folder', {}))

  return { report, fault, isWorking, load, restore, keepLedger, chooseSecond, endSecond }
})
