// The confirmation of a refund on the screen: made by main, asked for from here.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Fault } from '#shared/fault.ts'
import type { ReceiptFile } from '#shared/receipts/receipt-methods.ts'
import { call } from '../../api/bridge.ts'
import { useZoneStore } from '../../api/zone.ts'

export const useReceiptStore = defineStore('receipt', () => {
  const zone = useZoneStore()
  /** Which refund the fault and the file are about. */
  const about = ref('')
  const fault = ref<Fault | null>(null)
  const saved = ref<ReceiptFile | null>(null)

  function begin(attemptId: string): { attemptId: string; zone: string } {
    about.value = attemptId
    fault.value = saved.value = null
    return { attemptId, zone: zone.zone }
  }

  /** Null where there is none, and why. */
  async function textOf(attemptId: string): Promise<string | null> {
    const told = await call('receipt:text', begin(attemptId))
    if (!told.ok && about.value === attemptId) fault.value = told.fault
    return told.ok ? told.value.text : null
  }
  async function save(attemptId: string): Promise<void> {
    const made = await call('receipt:save', begin(attemptId))
    if (about.value !== attemptId) return
    if (made.ok) saved.value = made.value
    else fault.value = made.fault
  }

  return { about, fault, saved, textOf, save }
})
