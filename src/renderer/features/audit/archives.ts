// What the audit log keeps here, what was archived, and what could be archived. It only reads; the
// audit store does the archiving.
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { type ArchiveReport, leastMonths } from '#shared/bridge/archives.ts'
import { useRead } from '../../api/use-read.ts'
import { t } from '../../messages/message.ts'

const mostMonths = 240

export const useArchivesStore = defineStore('archives', () => {
  const report = ref<ArchiveReport | null>(null)
  const list = useRead('archive:list')
  /** As typed. */
  const months = ref(String(leastMonths))
  const monthsFault = computed((): string | null => {
    const typed = months.value.trim()
    if (!/^\d{1,4}$/.test(typed)) return t('archives.months-invalid')
    if (Number(typed) < leastMonths) return t('archives.months-too-few', { leastMonths })
    return Number(typed) > mostMonths
      ? t('archives.at-most-most-months-months', { mostMonths })
      : null
  })
  async function load(): Promise<void> {
    if (monthsFault.value !== null) return
    const answer = await list.read({ months: Number(months.value) })
    if (answer !== null) report.value = answer
  }

  return { report, fault: list.fault, months, monthsFault, load }
})
