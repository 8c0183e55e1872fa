// The request that was sent a moment ago, so that its order can follow it until it is final.
import { defineStore } from 'pinia'
import { ref } from 'vue'

export const useJustSentStore = defineStore('just-sent', () => {
  const attemptId = ref<string | null>(null)
  const follow = (id: string): void => {
    attemptId.value = id
  }
  const forget = (): void => {
    attemptId.value = null
  }
  return { attemptId, follow, forget }
})
