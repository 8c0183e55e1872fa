// The audit log as a list, with its filter, verification and export. A person may watch and end
// long work. Entries can't be changed.
import { defineStore } from 'pinia'
import { reactive, ref } from 'vue'
import type { AuditFilter, AuditRow, ExportReport, Verification } from '#shared/bridge/lists.ts'
import type { ArchiveView } from '#shared/bridge/archives.ts'
import type { Fault } from '#shared/fault.ts'
import { useAppState } from '../../api/app-state.ts'
import { call } from '../../api/bridge.ts'
import { useWatchedWork } from '../../api/watched-work.ts'
import { askedAction } from '../../messages/audit.ts'
import { useZoneStore } from '../../api/zone.ts'

const pageSize = 100
const mostLiveRows = 500

export const useAuditStore = defineStore('audit', () => {
  const filter = reactive({ text: '', actor: '', kind: '', outcome: '', from: '', until: '' })
  const zones = useZoneStore()

  /** Empty fields ask for nothing. */
  const asked = (): AuditFilter =>
    zones.withZone({
      ...(filter.text.trim() === '' ? {} : { text: filter.text.trim() }),
      ...(filter.actor === '' ? {} : { actor: filter.actor }),
      ...askedAction(filter.kind),
      ...(filter.outcome === '' ? {} : { outcome: filter.outcome }),
      ...(filter.from === '' ? {} : { from: filter.from }),
      ...(filter.until === '' ? {} : { until: filter.until }),
    })

  const clear = (): void => {
    Object.assign(filter, { text: '', actor: '', kind: '', outcome: '', from: '', until: '' })
  }
  const isFiltered = (): boolean => Object.keys(asked()).length > 0
  /** By time alone: the log is read by its numbers. What a text finds comes newest first. */
  const sort = ref<'at' | '-at' | 'seq' | '-seq'>('-at')
  const isOldestFirst = (): boolean => asked().text === undefined && !sort.value.startsWith('-')
  const pages = auditPages(asked, isOldestFirst)
  const sortBy = (now: string): void => {
    sort.value = now === 'at' || now === 'seq' || now === '-seq' ? now : '-at'
    void pages.load()
  }
  return { filter, clear, isFiltered, sort, sortBy, ...pages, ...auditWork(asked, pages.refresh) }
})

/** What of the log is shown, read page by page. */
function auditPages(asked: () => AuditFilter, isOldestFirst: () => boolean) {
  /** Everyone who stands in the log. */
  const actors = ref<string[]>([])
  /** A text is being looked for in entries further and further back. */
  const isReadingOn = ref(false)
  const { latest, read, ...shown } = auditReading(asked, isOldestFirst)
  const { rows, next, total, isLoading, fault } = shown

  /**
   * Continues a page that ended before it was full, until the page is full, all is read, or another
   * question is asked.
   */
  async function readFull(before?: number): Promise<void> {
    let missing = pageSize
    let from = before
    isReadingOn.value = false
    do {
      const shown = from === undefined ? 0 : rows.value.length
      const mine = latest.number + 1
      await read(missing, from)
      // A newer question has taken over and reports its own result.
      if (mine !== latest.number) return
      missing -= rows.value.length - shown
      from = next.value ?? undefined
      isReadingOn.value = fault.value === null && from !== undefined && missing > 0
    } while (isReadingOn.value)
  }

  async function load(): Promise<void> {
    const known = call('filter:actors', {})
    await readFull()
    const result = await known
    if (result.ok) actors.value = result.value
  }

  /**
   * Entries never change, so with a search text the found rows stay and only newer entries are
   * searched.
   */
  async function refreshFound(): Promise<void> {
    const mine = ++latest.number
    const result = await call('audit:list', { filter: asked(), limit: pageSize })
    if (mine !== latest.number || !result.ok) return
    const newest = rows.value[0]?.seq ?? 0
    const page = result.value
    if (newest > 0 && page.next !== null && page.next > newest) return readFull()
    const fresh = page.rows.filter((row) => row.seq > newest)
    rows.value = [...fresh, ...rows.value]
    total.value += fresh.length
  }

  const refresh = async (): Promise<void> => {
    if (isReadingOn.value || rows.value.length > mostLiveRows) return
    if (asked().text !== undefined) await refreshFound()
    else await read(Math.max(pageSize, rows.value.length))
  }

  const more = async (): Promise<void> => {
    if (next.value !== null && !isLoading.value) await readFull(next.value)
  }

  return { ...shown, actors, isReadingOn, load, refresh, more }
}

/** One page of the log, or more behind those that are shown. */
function auditReading(asked: () => AuditFilter, isOldestFirst: () => boolean) {
  const rows = ref<AuditRow[]>([])
  const next = ref<number | null>(null)
  const total = ref(0)
  /** There are more than `total`. */
  const isMore = ref(false)
  const kinds = ref<string[]>([])
  const isLoading = ref(false)
  const hasLoaded = ref(false)
  const fault = ref<Fault | null>(null)
  /** The newest question: an answer to an earlier one is not shown. */
  const latest = { number: 0 }

  async function read(limit: number, before?: number): Promise<void> {
    const mine = ++latest.number
    isLoading.value = true
    const result = await call('audit:list', {
      filter: asked(),
      limit,
      ...(isOldestFirst() ? { isOldestFirst: true } : {}),
      ...(before === undefined ? {} : { before }),
    })
    if (mine !== latest.number) return
    isLoading.value = false
    hasLoaded.value = true
    if (!result.ok) {
      fault.value = result.fault
      return
    }
    fault.value = null
    rows.value = before === undefined ? result.value.rows : [...rows.value, ...result.value.rows]
    next.value = result.value.next
    // Later pages are not counted; the count of the first page holds until a better one is known.
    if (result.value.total !== null) {
      total.value = result.value.total
      isMore.value = result.value.isMore
    } else if (next.value === null) {
      total.value = rows.value.length
      isMore.value = false
    } else total.value = Math.max(total.value, rows.value.length)
    kinds.value = [...new Set([...kinds.value, ...rows.value.map((row) => row.kind)])].sort()
  }

  return { latest, read, rows, next, total, isMore, kinds, isLoading, hasLoaded, fault }
}

/** What a person may have done with the log, and may end. */
function auditWork(asked: () => AuditFilter, refresh: () => Promise<void>) {
  const app = useAppState()
  const verification = ref<Verification | null>(null)
  const report = ref<ExportReport | null>(null)
  /** Empty: nothing was old enough. Null where a newer export is told in its place. */
  const archived = ref<ArchiveView[] | null>(null)
  /** When each was last done. */
  const doneAt = reactive({ verify: 0, export: 0, archive: 0 })
  const { watched, ...work } = useWatchedWork()

  async function verify(): Promise<void> {
    if (work.working.value !== null) return
    verification.value = null
    const found = await watched('verify', () => call('audit:verify', {}))
    // What the log is known by stands beside it, and is not older.
    await app.load()
    verification.value = found
    doneAt.verify = Date.now()
    // A verification adds an entry to the log.
    await refresh()
  }

  /** Null from main means the person closed the save dialog: nothing happened, nothing is said. */
  async function exportRows(): Promise<void> {
    if (work.working.value !== null) return
    const made = await watched('export', () => call('audit:export', { filter: asked() }))
    if (made !== null) {
      archived.value = null
      report.value = made
      doneAt.export = Date.now()
    }
    await refresh()
  }

  /** Entries archived before the work was ended stay archived. */
  async function archive(months: number): Promise<void> {
    if (work.working.value !== null) return
    archived.value = null
    const done = await watched('archive', () => call('archive:make', { months }))
    if (done?.isEnded === true) work.ended.value = 'archive'
    archived.value = done?.made ?? null
    if (archived.value !== null) report.value = null
    doneAt.archive = Date.now()
    await refresh()
  }

  return { verification, report, archived, doneAt, ...work, verify, exportRows, archive }
}
