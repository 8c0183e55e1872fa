// One question that a screen asks again and again: whether its answer is awaited, its fault, and
// the newest answer only. A slower answer to an earlier question never replaces a later one.
import { ref } from 'vue'
import type { Input, Method, Output } from '#shared/contract/bridge.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from './bridge.ts'

export function useRead<M extends Method>(method: M) {
  const isReading = ref(false)
  /** Answered once, also with a fault. */
  const hasRead = ref(false)
  const fault = ref<Fault | null>(null)
  let newest = 0

  /** Null for a fault, and for an answer to an earlier question. */
  async function read(input: Input<M>): Promise<Output[M] | null> {
    const mine = ++newest
    isReading.value = true
    const result = await call(method, input)
    if (mine !== newest) return null
    isReading.value = false
    hasRead.value = true
    fault.value = result.ok ? null : result.fault
    return result.ok ? result.value : null
  }

  /** As before the first question; an answer that is awaited is dropped. */
  function clear(): void {
    newest += 1
    isReading.value = false
    hasRead.value = false
    fault.value = null
  }

  return { isReading, hasRead, fault, read, clear }
}
