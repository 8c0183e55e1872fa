// The evidence pack of the order on the screen: made by main, watched and ended from here.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { EvidenceReport } from '#shared/bridge/evidence.ts'
import { call } from '../../api/bridge.ts'
import { useWatchedWork } from '../../api/watched-work.ts'

export const useEvidenceStore = defineStore('evidence', () => {
  const { watched, ...work } = useWatchedWork()
  const report = ref<EvidenceReport | null>(null)
  /** Which order `report`, the fault and the progress are about. */
  const about = ref('')

  async function make(place: { connectionId: string; orderid: string }): Promise<void> {
    if (work.working.value !== null) return
    about.value = `${place.connectionId}/${place.orderid}`
    report.value = null
    report.value = await watched('evidence', () => call('order:evidence', place))
  }
  const close = (): void => {
    report.value = null
  }

  return { ...work, report, about, make, close }
})
