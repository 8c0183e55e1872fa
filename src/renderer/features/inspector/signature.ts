// How a request was signed, or would be. What is typed for a draft stays with the screen: it may be
// card data.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Input } from '#shared/contract/bridge.ts'
import type { SignatureExplanation } from '#shared/bridge/connections.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

export const useSignatureStore = defineStore('signature', () => {
  const explained = ref<SignatureExplanation | null>(null)
  const fault = ref<Fault | null>(null)
  const isReading = ref(false)
  let latest = 0

  function clear(): void {
    latest += 1
    explained.value = null
    fault.value = null
    isReading.value = false
  }

  /** Only the answer to the latest question is shown. */
  async function explain(input: Input<'signature:explain'>): Promise<void> {
    clear()
    const mine = latest
    isReading.value = true
    const result = await call('signature:explain', input)
    if (mine !== latest) return
    isReading.value = false
    if (result.ok) explained.value = result.value
    else fault.value = result.fault
  }

  return { explained, fault, isReading, clear, explain }
})
