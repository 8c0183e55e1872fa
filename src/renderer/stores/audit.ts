// The audit log as a list, with its filter, its verification and its export, which a person may watch and end. It can't change an
// entry: nothing can.
import { defineStore } from 'pinia'
import { reactive, ref } from 'vue'
import type { AuditFilter, AuditRow, ExportReport, Verification } from '#shared/bridge.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../bridge.ts'
import { useWatchedWork } from './watched-work.ts'
import { useZoneStore } from './zone.ts'

const pageSize = 100
const mostLiveRows = 500

export const useAuditStore = defineStore('audit', () => {
  const zones = useZoneStore()
  const filter = reactive({ text: '', kind: '', from: '', until: '' })
  const rows = ref<AuditRow[]>([])
  const next = ref<number | null>(null)
  const total = ref(0)
  /** There are more than `total`. */
  const isMore = ref(false)
  const kinds = ref<string[]>([])
  const isLoading = ref(false)
  const hasLoaded = ref(false)
  const fault = ref<Fault | null>(null)
  const verification = ref<Verification | null>(null)
  const report = ref<ExportReport | null>(null)
  const { watched, ...work } = useWatchedWork()
  let reading = 0

  /** Empty fields ask for nothing. */
  const asked = (): AuditFilter =>
    zones.withZone({
      ...(filter.text.trim() === '' ? {} : { text: filter.text.trim() }),
      ...(filter.kind === '' ? {} : { kind: filter.kind }),
      ...(filter.from === '' ? {} : { from: filter.from }),
      ...(filter.until === '' ? {} : { until: filter.until }),
    })

  async function read(limit: number, before?: number): Promise<void> {
    const mine = ++reading
    isLoading.value = true
    const result = await call('audit:list', {
      filter: asked(),
      limit,
      ...(before === undefined ? {} : { before }),
    })
    if (mine !== reading) return
    isLoading.value = false
    hasLoaded.value = true
    if (!result.ok) {
      fault.value = result.fault
      return
    }
    fault.value = null
    rows.value = before === undefined ? result.value.rows : [...rows.value, ...result.value.rows]
    next.value = result.value.next
    // Later pages are not counted: the first one's count stands.
    if (result.value.total !== null) {
      total.value = result.value.total
      isMore.value = result.value.isMore
    }
    kinds.value = [...new Set([...kinds.value, ...rows.value.map((row) => row.kind)])].sort()
  }

  const load = (): Promise<void> => read(pageSize)

  const refresh = async (): Promise<void> => {
    if (rows.value.length <= mostLiveRows) await read(Math.max(pageSize, rows.value.length))
  }

  const more = async (): Promise<void> => {
    if (next.value !== null && !isLoading.value) await read(pageSize, next.value)
  }

  async function verify(): Promise<void> {
    if (work.working.value !== null) return
    verification.value = null
    verification.value = await watched('verify', () => call('audit:verify', {}))
    // A verification is an entry of the log itself.
    await refresh()
  }

  /** Null from main means the person closed the save dialog: nothing happened, nothing is said. */
  async function exportRows(): Promise<void> {
    if (work.working.value !== null) return
    const made = await watched('export', () => call('audit:export', { filter: asked() }))
    if (made !== null) report.value = made
    await refresh()
  }

  const isFiltered = (): boolean => Object.keys(asked()).length > 0

  return {
    filter,
    rows,
    next,
    total,
    isMore,
    kinds,
    isLoading,
    hasLoaded,
    fault,
    verification,
    report,
    ...work,
    load,
    refresh,
    more,
    verify,
    exportRows,
    isFiltered,
  }
})
