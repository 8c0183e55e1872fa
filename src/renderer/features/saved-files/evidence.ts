// The evidence pack of what is on the screen, an order or a run: made by main, watched and ended
// from here.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { EvidenceReport } from '#shared/bridge/evidence.ts'
import { call } from '../../api/bridge.ts'
import { useWatchedWork } from '../../api/watched-work.ts'

export type PackOf =
  | { by: 'order:evidence'; asked: { connectionId: string; orderid: string } }
  | { by: 'run:evidence'; asked: { runId: string } }

export const keyOf = ({ asked }: PackOf): string => Object.values(asked).join('/')

export const useEvidenceStore = defineStore('evidence', () => {
  const { watched, ...work } = useWatchedWork()
  const report = ref<EvidenceReport | null>(null)
  /** What `report`, the fault and the progress are about. */
  const about = ref('')

  async function make(pack: PackOf): Promise<void> {
    if (work.working.value !== null) return
    about.value = keyOf(pack)
    report.value = null
    report.value = await watched('evidence', () =>
      pack.by === 'order:evidence' ? call(pack.by, pack.asked) : call(pack.by, pack.asked),
    )
  }
  const close = (): void => {
    report.value = null
  }

  return { ...work, report, about, make, close }
})
