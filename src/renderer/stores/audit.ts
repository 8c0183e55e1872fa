// The audit log as a list, with its filter, its verification and its export. It can't change an entry: nothing can.
import { defineStore } from 'pinia'
import { reactive, ref } from 'vue'
import type { AuditFilter, AuditRow, ExportReport, Verification } from '#shared/bridge.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../bridge.ts'

const pageSize = 100
const mostLiveRows = 500

export const useAuditStore = defineStore('audit', () => {
  const filter = reactive({ text: '', kind: '', from: '', until: '' })
  const rows = ref<AuditRow[]>([])
  const next = ref<number | null>(null)
  const total = ref(0)
  const kinds = ref<string[]>([])
  const isLoading = ref(false)
  const hasLoaded = ref(false)
  const fault = ref<Fault | null>(null)
  const verification = ref<Verification | null>(null)
  const report = ref<ExportReport | null>(null)
  const working = ref<'verify' | 'export' | null>(null)
  const workFault = ref<Fault | null>(null)
  let reading = 0

  /** Empty fields ask for nothing. */
  const asked = (): AuditFilter => ({
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
    total.value = result.value.total
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
    if (working.value !== null) return
    working.value = 'verify'
    const result = await call('audit:verify', {})
    working.value = null
    workFault.value = result.ok ? null : result.fault
    verification.value = result.ok ? result.value : null
    // A verification is an entry of the log itself.
    await refresh()
  }

  /** Null from main means the person closed the save dialog: nothing happened, nothing is said. */
  async function exportRows(): Promise<void> {
    if (working.value !== null) return
    working.value = 'export'
    const result = await call('audit:export', { filter: asked() })
    working.value = null
    workFault.value = result.ok ? null : result.fault
    if (result.ok && result.value !== null) report.value = result.value
    await refresh()
  }

  const isFiltered = (): boolean => Object.keys(asked()).length > 0

  return {
    filter,
    rows,
    next,
    total,
    kinds,
    isLoading,
    hasLoaded,
    fault,
    verification,
    report,
    working,
    workFault,
    load,
    refresh,
    more,
    verify,
    exportRows,
    isFiltered,
  }
})
