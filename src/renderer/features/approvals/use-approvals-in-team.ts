// What computers of the team asked for, read again while the screen is shown. A computer alone is
// asked once.
import { onBeforeUnmount, onMounted, ref } from 'vue'
import type { ApprovalsInTeam } from '#shared/approvals/file-methods.ts'
import { useRead } from '../../api/use-read.ts'

const againMs = 10_000

export function useApprovalsInTeam() {
  const { fault, hasRead, read } = useRead('approval-team:list')
  /** As it was read last; null on a computer that works alone, and before it was read. */
  const inTeam = ref<ApprovalsInTeam | null>(null)
  const isInTeam = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGone = false

  async function readTeam(): Promise<void> {
    clearTimeout(timer)
    const found = await read({})
    if (isGone) return
    isInTeam.value = fault.value !== null || found !== null
    // What can't be read now stays as it was.
    inTeam.value = found ?? inTeam.value
    if (isInTeam.value) timer = setTimeout(() => void readTeam(), againMs)
  }
  onMounted(readTeam)
  onBeforeUnmount(() => {
    isGone = true
    clearTimeout(timer)
  })
  return { inTeam, isInTeam, teamFault: fault, hasReadTeam: hasRead, readTeam }
}
