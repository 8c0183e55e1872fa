// Terms in gateway answers that this program did not know, for one connection.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { UnknownTermRow } from '#shared/bridge/connections.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

export const useUnknownTermsStore = defineStore('unknownTerms', () => {
  const rows = ref<UnknownTermRow[] | null>(null)
  const fault = ref<Fault | null>(null)
  let place = ''

  async function load(connectionId: string): Promise<void> {
    if (place !== connectionId) {
      place = connectionId
      rows.value = null
      fault.value = null
    }
    const result = await call('unknown-terms:list', { connectionId })
    if (place !== connectionId) return
    if (result.ok) {
      rows.value = result.value
      fault.value = null
    } else fault.value = result.fault
  }

  return { rows, fault, load }
})
