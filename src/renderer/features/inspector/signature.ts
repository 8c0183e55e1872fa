// How a request was signed, or would be. What is typed for a draft stays with the screen: it may be
// card data.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Input } from '#shared/contract/bridge.ts'
import type { SignatureExplanation } from '#shared/bridge/connections.ts'
import { useRead } from '../../api/use-read.ts'

export const useSignatureStore = defineStore('signature', () => {
  const explained = ref<SignatureExplanation | null>(null)
  const asking = useRead('signature:explain')
  const { fault, isReading } = asking

  function clear(): void {
    asking.clear()
    explained.value = null
  }

  async function explain(input: Input<'signature:explain'>): Promise<void> {
    clear()
    const answer = await asking.read(input)
    if (answer !== null) explained.value = answer
  }

  return { explained, fault, isReading, clear, explain }
})
