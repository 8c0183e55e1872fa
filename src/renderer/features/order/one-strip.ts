// The page of an order has one strip about finished work: the newest takes the place of the one
// before. MONEY: only a request that went through gives way; any other outcome stays.
import { watch } from 'vue'
import type { Outcome } from '../../messages/outcomes.ts'
import { useEvidenceStore } from '../saved-files/evidence.ts'

export function useOneStrip(outcome: () => Outcome | null, closeOutcome: () => void): void {
  const evidence = useEvidenceStore()
  watch(
    () => evidence.report,
    (report) => {
      if (report !== null && outcome()?.kind === 'done') closeOutcome()
    },
  )
  watch(
    () => outcome()?.attempt?.id,
    (id) => {
      if (id !== undefined) evidence.close()
    },
  )
}
